package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Walks what a threshold may read: a number of its own, one that is shown, portions of people, two parts. Without noise the
 * smallest group that appears has as many people as the threshold that is reported, and a least number of people adds to it
 * those that it hides.
 */
@NullUnmarked
class SmallestGroupTest {
    private static final int LEAST = 40;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "LAPLACE, COUNT(*)",
        "LAPLACE, 'COUNT(*), COUNT(DISTINCT uid)'",
        "LAPLACE, 'SUM(x, contribution_bounds_per_group => (-6, 11)), COUNT(DISTINCT uid)'",
        "LAPLACE, 'AVG(x, contribution_bounds_per_row => (0, 9)), COUNT(x)'",
        "LAPLACE, 'MEDIAN(x, contribution_bounds_per_row => (0, 9))'",
        "GAUSSIAN, COUNT(*)",
        "GAUSSIAN, 'COUNT(DISTINCT uid), SUM(x, contribution_bounds_per_group => (-6, 11))'"
    })
    void theThresholdIsTheSmallestGroupThatAppears(String noise, String aggregates) {
        List<String> lines = new ArrayList<>();
        for (int size = 1; size <= 90; size++) {
            for (int person = 0; person < size; person++) {
                lines.add(1000 * size + person + ",g" + size + ",1,1,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(BigDecimal.TEN, new BigDecimal("1e-6"), 1, 0.95);
        long[] thresholds = new long[2];
        try (TacitSession session =
                TacitSession.open(List.of(People.of(lines).table(folder)), defaults, People.SETTINGS, ZeroNoise::new)) {
            for (int i = 0; i < 2; i++) {
                Answer answer = session.query(
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 2, group_selection_strategy = "
                                + noise + "_THRESHOLD, noise = " + noise
                                + (i == 0 ? "" : ", min_privacy_units_per_group = " + LEAST) + ") g, " + aggregates
                                + " FROM t GROUP BY g");
                thresholds[i] = answer.releases().get(0).threshold();
                // A group of as many people appears with noise in half of all releases.
                assertThat(answer.releases().get(0).typicalGroupSize()).isEqualTo(thresholds[i]);
                assertThat(answer.rows()).hasSize(91 - (int) thresholds[i]);
                assertThat(answer.rows())
                        .extracting(row -> row.values().get(0))
                        .contains("g" + thresholds[i])
                        .doesNotContain("g" + (thresholds[i] - 1));
            }
        }
        assertThat(thresholds[1] - thresholds[0]).isEqualTo(LEAST - 1);
    }

    /** Whether a threshold decides or a chance, a least number of people makes groups larger by those that it hides. */
    @ParameterizedTest
    @ValueSource(strings = {"LAPLACE_THRESHOLD", "GAUSSIAN_THRESHOLD", "TRUNCATED_GEOMETRIC"})
    void theSizeThatAppearsHalfTheTimeGrowsByWhatIsHidden(String selection) {
        Defaults defaults = new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 1, 0.95);
        try (TacitSession session = TacitSession.open(
                List.of(People.of(List.of("1,a,1,1,1,1,1,s")).table(folder)),
                defaults,
                People.SETTINGS,
                ZeroNoise::new)) {
            long[] sizes = new long[2];
            for (int i = 0; i < 2; i++) {
                sizes[i] = session.explain(
                                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = " + selection
                                        + (i == 0 ? "" : ", min_privacy_units_per_group = " + LEAST)
                                        + ") g, COUNT(DISTINCT uid) FROM t GROUP BY g")
                        .releases()
                        .get(0)
                        .typicalGroupSize();
            }
            assertThat(sizes[1] - sizes[0]).isEqualTo(LEAST - 1);
        }
    }
}
