package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.SeededNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A group of one person appears with a probability of at most δ for each way of selecting groups, end to end.
 *
 * <p>Of 5,000 such groups at δ = 0.01 at most 50 appear on average; more than 100 have a chance below 1e-9 (Chernoff).
 * With δ ten times too large, or a threshold one too low, some hundreds would appear.
 */
@NullUnmarked
@Tag("statistical")
class LonePeopleTest {
    private static final int PEOPLE = 5000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"LAPLACE_THRESHOLD", "GAUSSIAN_THRESHOLD", "TRUNCATED_GEOMETRIC", "AUTO"})
    void rarelyAppear(String strategy) {
        List<String> lines = new ArrayList<>();
        for (int person = 0; person < PEOPLE; person++) {
            lines.add(person + ",g" + person + ",5,2.00,1,1,1,s");
        }
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("0.01"), 1, 0.95);
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(104))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = "
                    + strategy + ") g, COUNT(DISTINCT uid) FROM t GROUP BY g");
            assertThat(answer.rows()).hasSizeLessThan(100);
            Answer hidden = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = "
                    + strategy + ", min_privacy_units_per_group = 2) g, COUNT(DISTINCT uid) FROM t GROUP BY g");
            assertThat(hidden.rows()).isEmpty();
        }
    }
}
