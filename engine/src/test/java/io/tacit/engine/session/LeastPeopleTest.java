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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The least number of people that a group must have hides it whatever way groups are selected: one of exactly so many
 * people is as a group of one person otherwise, and appears with the chance δ of 1e-9 at most. Of 100 such groups and
 * four ways the chance that any appears is below 10^-6.
 */
@NullUnmarked
@Tag("statistical")
class LeastPeopleTest {
    private static final int GROUPS = 100;
    private static final int LEAST = 40;

    @TempDir
    Path folder;

    @Test
    void groupsOfTheLeastNumberHardlyAppearAndLargerOnesDo() {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (int person = 0; person < LEAST; person++) {
                lines.add(group * LEAST + person + ",g" + group + ",1,1,1,1,1,s");
            }
        }
        for (int person = 0; person < 10 * LEAST; person++) {
            lines.add(100_000 + person + ",many,1,1,1,1,1,s");
        }
        Defaults defaults = new Defaults(new BigDecimal("1"), new BigDecimal("1e-9"), 1, 0.95);
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(103))) {
            for (String way : List.of(
                    "group_selection_strategy = TRUNCATED_GEOMETRIC",
                    "group_selection_strategy = TRUNCATED_GEOMETRIC, noise = GAUSSIAN",
                    "group_selection_strategy = LAPLACE_THRESHOLD",
                    "group_selection_strategy = GAUSSIAN_THRESHOLD, noise = GAUSSIAN")) {
                Answer answer = session.query(
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(min_privacy_units_per_group = " + LEAST + ", " + way
                                + ") g, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t GROUP BY g");
                assertThat(answer.rows())
                        .as(way)
                        .extracting(row -> row.values().get(0))
                        .containsExactly("many");
            }
        }
    }
}
