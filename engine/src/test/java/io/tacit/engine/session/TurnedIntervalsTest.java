package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.SeededNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interval of what is computed from one released number is the image of its interval, however often it is turned. */
@NullUnmarked
class TurnedIntervalsTest {
    private static final Map<String, DoubleUnaryOperator> IMAGES = new LinkedHashMap<>();

    static {
        IMAGES.put("n", n -> n);
        IMAGES.put("-n", n -> -n);
        IMAGES.put("-(-n)", n -> n);
        IMAGES.put("2 * n", n -> 2 * n);
        IMAGES.put("-2 * n", n -> -2 * n);
        IMAGES.put("-2 * (-n)", n -> 2 * n);
        IMAGES.put("(-n) * -2", n -> 2 * n);
        IMAGES.put("n / -4.0", n -> n / -4);
        IMAGES.put("(-n) / -4.0", n -> n / 4);
        IMAGES.put("3 - n", n -> 3 - n);
        IMAGES.put("3 - (4 - n)", n -> n - 1);
        IMAGES.put("(3 - n) - 4", n -> -1 - n);
        IMAGES.put("-(3 - 2 * n)", n -> 2 * n - 3);
        IMAGES.put("-3 * (5 - n)", n -> 3 * n - 15);
        IMAGES.put("ROUND(-n)", n -> -n);
        IMAGES.put("CAST(-n AS DOUBLE) * -1", n -> n);
    }

    @TempDir
    Path folder;

    @Test
    void intervalsTurnWithTheirNumbers() {
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 1, 0.95);
        String sql = "SELECT " + String.join(", ", IMAGES.keySet())
                + " FROM (SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t) AS r";
        try (TacitSession session = TacitSession.open(
                List.of(People.ordinary().table(folder)), defaults, People.IN_ORDER, SeededNoise.of(112))) {
            AnswerRow row = session.query(sql).rows().get(0);
            ConfidenceInterval own = row.intervals().get(0);
            assertThat(own.high() - own.low()).isPositive();
            List<DoubleUnaryOperator> images = new ArrayList<>(IMAGES.values());
            List<String> texts = new ArrayList<>(IMAGES.keySet());
            for (int i = 0; i < images.size(); i++) {
                double one = images.get(i).applyAsDouble(own.low());
                double other = images.get(i).applyAsDouble(own.high());
                ConfidenceInterval found = row.intervals().get(i);
                assertThat(found.low()).as(texts.get(i)).isCloseTo(Math.min(one, other), Offset.offset(1e-9));
                assertThat(found.high()).as(texts.get(i)).isCloseTo(Math.max(one, other), Offset.offset(1e-9));
            }
        }
    }
}
