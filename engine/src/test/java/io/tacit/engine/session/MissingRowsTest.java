package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a limit of a person's rows in all groups together leaves out, of people of whom it is known, without noise. */
@NullUnmarked
class MissingRowsTest {
    /** Of 4,000 people three quarters have one row, the others ten in two groups: 13,000 rows. */
    private static final int PEOPLE = 4000;

    private static final String BY_GROUP = "g, COUNT(*) AS n FROM t GROUP BY g";

    @TempDir
    static Path folder;

    private static ReleaseReport report(PersonLimit limit, boolean reports, String options, String select) {
        List<String> lines = new ArrayList<>();
        for (int person = 0; person < PEOPLE; person++) {
            for (int row = 0; row < (person % 4 == 0 ? 10 : 1); row++) {
                lines.add(person + ",g" + row % 2 + "," + row + ",2.00,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(
                BigDecimal.TEN,
                new BigDecimal("1e-6"),
                Optional.ofNullable(limit),
                0.95,
                Optional.empty(),
                Optional.empty(),
                1,
                reports);
        try (TacitSession session =
                TacitSession.open(List.of(People.of(lines).table(folder)), defaults, People.SETTINGS, ZeroNoise::new)) {
            return session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") " + select)
                    .releases()
                    .get(0);
        }
    }

    /** Of 13,000 rows a limit of six leaves out 4,000, a limit of four 6,000. */
    @Test
    void sharesAreThoseOfPeopleAndOfRows() {
        ReleaseReport release = report(PersonLimit.rows(6), true, "epsilon = 10", BY_GROUP);
        assertThat(release.maxRows()).isEqualTo(6);
        assertThat(release.epsilonOfMissing()).isEqualTo("0.3");
        assertThat(release.missing()).hasSize(1);
        MissingReport missing = release.missing().get(0);
        assertThat(missing.limit()).isEqualTo(MissingReport.Limit.ALL_ROWS);
        assertThat(missing.column()).isNull();
        assertThat(missing.at()).isEqualTo("6");
        assertThat(missing.people().about()).isEqualTo(0.25);
        assertThat(missing.people().low()).isBetween(0.2, 0.25);
        assertThat(missing.people().high()).isBetween(0.25, 0.3);
        // Bins tell that they have nine to twelve rows.
        assertThat(missing.contributions().low()).isBetween(0.2, 4.0 / 13);
        assertThat(missing.contributions().high()).isBetween(4.0 / 13, 0.45);
        assertThat(missing.better()).isEqualTo("12");
        assertThat(missing.material()).isTrue();
        assertThat(missing.note())
                .startsWith("About 25 % (24 to 26) of the people have more than 6 rows; about ")
                .contains(
                        " of the rows are beyond that and missing. max_rows_contributed = 12 (--max-rows 12) would miss"
                                + " about 0 %.")
                .endsWith(" Intervals allow for that.");
    }

    @Test
    void whatMayBeMissingIsSaidWhereItIsMoreThanNoise() {
        MissingReport twelve = report(PersonLimit.rows(12), true, "epsilon = 10", BY_GROUP)
                .missing()
                .get(0);
        assertThat(twelve.people().about()).isZero();
        // The noise hides a few who may have more, which is more than the noise of a count here.
        assertThat(twelve.note())
                .matches("Up to [0-9.]+ % of the rows may be beyond that and missing, more if a few people have very"
                        + " many\\. Intervals allow for that\\.");
    }

    /** A count misses rows, however wide the interval of a mean beside it is. */
    @Test
    void aWideIntervalBesideItExcusesNothing() {
        String select =
                "g, COUNT(*) AS n, AVG(x, contribution_bounds_per_row => (0, 1000000)) AS mean FROM t GROUP BY g";
        assertThat(report(PersonLimit.rows(12), true, "epsilon = 10", select)
                        .missing()
                        .get(0)
                        .note())
                .startsWith("Up to ");
    }

    /** By the option or by the default; found from the numbers of rows, of whatever groups. */
    @Test
    void theLimitIsFound() {
        for (ReleaseReport release : List.of(
                report(null, true, "max_rows_contributed = AUTO", BY_GROUP),
                report(PersonLimit.rows(3), false, "max_rows_contributed = AUTO", BY_GROUP),
                report(PersonLimit.found(PersonLimit.Of.ROWS), true, "epsilon = 10", BY_GROUP))) {
            assertThat(release.findsMaxGroups()).isTrue();
            assertThat(release.maxRows()).isEqualTo(12);
            // The threshold hides all rows but one that a person may have: it follows what was found.
            assertThat(release.threshold()).isGreaterThan(12);
            assertThat(release.whyGroups()).isEqualTo("at most 12 rows of each person count, in all groups together");
        }
        long threshold = report(PersonLimit.rows(12), false, "max_rows_contributed = AUTO", BY_GROUP)
                .threshold();
        assertThat(report(PersonLimit.rows(12), false, "report_missing = TRUE", BY_GROUP)
                        .threshold())
                .isEqualTo(threshold);
    }

    /** A query's own limit comes before a default of the other kind. */
    @Test
    void whatTheQuerySaysComesFirst() {
        ReleaseReport groups = report(PersonLimit.rows(3), false, "max_groups_contributed = 2", BY_GROUP);
        assertThat(groups.maxRows()).isNull();
        assertThat(groups.maxGroups()).isEqualTo(2);
        assertThat(report(PersonLimit.groups(3), false, "max_rows_contributed = 4", BY_GROUP)
                        .maxRows())
                .isEqualTo(4);
        assertThat(report(PersonLimit.found(PersonLimit.Of.GROUPS), false, "epsilon = 10", BY_GROUP)
                        .findsMaxGroups())
                .isTrue();
    }

    @Test
    void nothingIsSpentWhereNothingIsSaid() {
        ReleaseReport release = report(PersonLimit.rows(6), false, "epsilon = 10", BY_GROUP);
        assertThat(release.epsilonOfMissing()).isNull();
        assertThat(release.missing()).isEmpty();
    }
}
