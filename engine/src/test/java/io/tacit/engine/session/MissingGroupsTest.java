package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a limit of groups leaves out, of people of whom it is known, without noise. */
@NullUnmarked
class MissingGroupsTest {
    /** Of 4,000 people three quarters are in one group, the others in four: of 7,000 pairs a limit of two leaves out 2,000. */
    private static final int PEOPLE = 4000;

    @TempDir
    static Path folder;

    private static MissingReport report(int limit) {
        return report(limit, "COUNT(*, contribution_bounds_per_group => (0, 1))");
    }

    private static MissingReport report(int limit, String aggregate) {
        List<String> lines = new ArrayList<>();
        for (int person = 0; person < PEOPLE; person++) {
            for (int group = 0; group < (person % 4 == 0 ? 4 : 1); group++) {
                lines.add(person + ",g" + group + ",5,2.00,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(BigDecimal.TEN, new BigDecimal("1e-6"), limit, 0.95);
        try (TacitSession session =
                TacitSession.open(List.of(People.of(lines).table(folder)), defaults, People.SETTINGS, ZeroNoise::new)) {
            List<MissingReport> missing = session.query(
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = TRUE) g, " + aggregate
                                    + " AS n FROM t GROUP BY g")
                    .releases()
                    .get(0)
                    .missing();
            assertThat(missing).hasSize(1);
            return missing.get(0);
        }
    }

    @Test
    void sharesAreThoseOfPeopleAndOfPairs() {
        MissingReport two = report(2);
        assertThat(two.limit()).isEqualTo(MissingReport.Limit.GROUPS);
        assertThat(two.column()).isNull();
        assertThat(two.at()).isEqualTo("2");
        assertThat(two.people().about()).isEqualTo(0.25);
        assertThat(two.people().low()).isBetween(0.2, 0.25);
        assertThat(two.people().high()).isBetween(0.25, 0.3);
        assertThat(two.contributions().low()).isBetween(0.2, 2.0 / 7);
        assertThat(two.contributions().high()).isBetween(2.0 / 7, 0.35);
        assertThat(two.better()).isEqualTo("4");
        assertThat(two.betterMisses()).isLessThan(two.contributions().about() / 4);
        assertThat(two.material()).isTrue();
        assertThat(two.note())
                .isEqualTo(
                        "About 25 % (24 to 26) of the people are in more than 2 groups; about 29 % (28 to 29) of what"
                                + " people do is in the others and missing. max_groups_contributed = 4 (--max-groups 4)"
                                + " would miss about 0 %. Intervals allow for that.");
    }

    /** Whether intervals hold what is missing depends on how wide they are beside the number, on either side of zero. */
    @Test
    void numbersBelowZeroHaveIntervalsAsWideAsThoseAbove() {
        MissingReport above = report(2, "SUM(x, contribution_bounds_per_group => (0, 50000))");
        MissingReport below = report(2, "SUM(-x, contribution_bounds_per_group => (-50000, 0))");
        assertThat(below).isEqualTo(above);
        assertThat(above.material()).isFalse();
    }

    @Test
    void aLimitThatLeavesNothingOutIsNotSpokenOf() {
        MissingReport four = report(4);
        assertThat(four.at()).isEqualTo("4");
        assertThat(four.people().about()).isZero();
        assertThat(four.people().low()).isZero();
        assertThat(four.better()).isNull();
        assertThat(four.betterMisses()).isNull();
        assertThat(four.material()).isFalse();
        assertThat(four.note()).isEmpty();
    }
}
