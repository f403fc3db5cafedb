package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quantiles of one column are one measurement; how many that may be is known before anything is charged. */
@NullUnmarked
class ManyQuantilesTest {
    @TempDir
    Path folder;

    @Test
    void aHundredAreDrawnTogetherAndMoreThanTheMostAreRefused() {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            Answer answer = session.query(quantiles(100));
            assertThat(answer.releases()
                            .get(0)
                            .aggregates()
                            .get(0)
                            .states()
                            .get(0)
                            .state())
                    .isEqualTo("100 quantiles");
            for (int i = 1; i < 100; i++) {
                assertThat((Double) answer.rows().get(0).values().get(i)).isGreaterThanOrEqualTo((Double)
                        answer.rows().get(0).values().get(i - 1));
            }
            var spent = session.spent();
            assertThatThrownBy(() -> session.query(quantiles(128)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("More than 127 different quantiles");
            assertThat(session.spent()).isEqualTo(spent);
        }
    }

    private static String quantiles(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "QUANTILE_CONT(x, 0." + String.format("%03d", i + 1)
                        + ", contribution_bounds_per_row => (0, 100)) AS q" + i)
                .collect(Collectors.joining(", ", "SELECT ", " FROM t"));
    }
}
