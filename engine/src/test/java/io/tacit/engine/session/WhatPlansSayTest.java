package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a query before it is asked, row by row against a table worked out by hand: no data is read for it. */
@NullUnmarked
class WhatPlansSayTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            Column.nullable("g", ColumnType.VARCHAR),
            Column.nullable("x", ColumnType.INTEGER),
            new Column("day", ColumnType.DATE, false),
            Column.nullable("maybe", ColumnType.DATE),
            Column.nullable("flag", ColumnType.BOOLEAN),
            new Column("sure", ColumnType.BOOLEAN, false),
            new Column("kind", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b", "c"))),
            Column.nullable("colour", ColumnType.VARCHAR).among(new Domain(List.of("red"))));

    @AutoClose
    private static final TacitSession SESSION = TacitSession.open(
            List.of(
                    source(new Table("visits", COLUMNS, new Protection.UnitColumn("uid"))),
                    source(new Table("people", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 40, 0.95),
            People.SETTINGS,
            ZeroNoise::new);

    private static SourceTable source(Table table) {
        return new SourceTable(table, new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    /** In how many groups a person counts, and why. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "NONE", textBlock = """
        g                       | visits | 40 | NONE
        kind                    | visits | 3  | kind has 3 values
        colour                  | visits | 2  | colour has 1 value or NULL
        flag                    | visits | 3  | flag has 2 values or NULL
        sure                    | visits | 2  | sure has 2 values
        EXTRACT(DOW FROM maybe) | visits | 8  | key number 1 has 7 values or NULL
        kind, flag              | visits | 9  | kind has 3 values and flag has 2 values or NULL
        kind, colour, sure      | visits | 12 | kind has 3 values, colour has 1 value or NULL and sure has 2 values
        kind, flag, colour, sure| visits | 36 | kind has 3 values, flag has 2 values or NULL, colour has 1 value or NULL and sure has 2 values
        maybe, kind             | visits | 40 | NONE
        g                       | people | 1  | g is the person's own
        kind, g                 | people | 1  | kind and g are the person's own
        ROLLUP (kind, g)        | people | 3  | one in each of 3 grouping sets
        ROLLUP (kind, colour)   | visits | 10 | in all 3 grouping sets together
        p.g, kind               | (SELECT uid, g FROM people) AS p JOIN visits USING (uid) | 3 | kind has 3 values; g is the person's own
        g                       | (SELECT uid, MIN(g) AS g FROM visits GROUP BY uid UNION ALL SELECT uid, MAX(g) FROM visits GROUP BY uid) AS two | 2 | no person has more than 2 rows
        p.g, two.v              | (SELECT uid, g FROM people) AS p JOIN (SELECT uid, MIN(g) AS v FROM visits GROUP BY uid UNION ALL SELECT uid, MAX(g) FROM visits GROUP BY uid) AS two USING (uid) | 2 | no person has more than 2 rows
        """)
    void whyAPersonIsInNoMoreGroups(String keys, String table, long groups, String why) {
        ReleaseReport report = SESSION.explain(
                        "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM " + table + " GROUP BY " + keys)
                .releases()
                .get(0);
        assertThat(report.maxGroups()).isEqualTo(groups);
        assertThat(report.whyGroups()).isEqualTo(why);
    }

    /** Whoever allows fewer groups than there are gives the reason alone. */
    @Test
    void fewerGroupsThanThereAreHaveNoReasonInTheKeys() {
        ReleaseReport report = SESSION.explain("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2)"
                        + " COUNT(*, contribution_bounds_per_group => (0, 1)) FROM visits GROUP BY kind")
                .releases()
                .get(0);
        assertThat(report.maxGroups()).isEqualTo(2);
        assertThat(report.whyGroups()).isNull();
    }

    /** The confidence of an answer is the least of its releases', also of one that says nothing of it. */
    @ParameterizedTest
    @CsvSource({
        "0.8, 0.99, 0.8",
        "0.99, 0.8, 0.8",
        "0.99, '', 0.95",
        "'', 0.99, 0.95",
        "0.5, '', 0.5",
        "0.99, 0.97, 0.97"
    })
    void theConfidenceIsTheLeastOfAllReleases(String first, String second, double least) {
        StringBuilder sql = new StringBuilder("SELECT a.n + b.n FROM ");
        for (String each : List.of(first, second)) {
            String options = each.isEmpty() ? "" : "WITH DIFFERENTIAL_PRIVACY OPTIONS(confidence = " + each + ") ";
            sql.append(sql.indexOf(" AS a") < 0 ? "" : " CROSS JOIN ")
                    .append("(SELECT ")
                    .append(options)
                    .append("COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM visits) AS ")
                    .append(sql.indexOf(" AS a") < 0 ? "a" : "b");
        }
        assertThat(SESSION.explain(sql.toString()).confidence()).isEqualTo(least);
    }

    /** Other numbers stand in the SQL exactly where a release finds what will stand there, whichever of them finds it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        max_groups_contributed = 3                              | COUNT(*, contribution_bounds_per_group => (0, 1)) | false
        max_groups_contributed = AUTO                           | COUNT(*, contribution_bounds_per_group => (0, 1)) | true
        max_groups_contributed = AUTO                           | COUNT(DISTINCT uid)                               | true
        max_groups_contributed = 3, report_missing = TRUE       | COUNT(*, contribution_bounds_per_group => (0, 1)) | false
        max_groups_contributed = 3                              | COUNT(*)                                          | true
        max_groups_contributed = 3                              | COUNT(DISTINCT x)                                 | true
        max_groups_contributed = 3                              | SUM(x)                                            | true
        max_groups_contributed = 3, max_rows_per_group = 2      | AVG(x)                                            | true
        max_groups_contributed = 3                              | AVG(x, contribution_bounds_per_group => (0, 9))   | false
        max_groups_contributed = 3, max_rows_per_group = 2      | MEDIAN(x, contribution_bounds_per_row => (0, 9))  | false
        max_groups_contributed = 3, leftovers = 'others'        | COUNT(DISTINCT uid)                               | false
        max_rows_contributed = 3                                | COUNT(*)                                          | false
        """)
    void otherNumbersStandInWhereSomethingIsFound(String options, String aggregate, boolean found) {
        String release = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") g, " + aggregate
                + " AS n FROM visits GROUP BY g";
        assertThat(SESSION.explain(release).standIns()).isEqualTo(found);
        assertThat(SESSION.explain("SELECT a.n FROM (" + release + ") AS a CROSS JOIN (SELECT COUNT(DISTINCT uid) AS m"
                                + " FROM visits) AS b")
                        .standIns())
                .isEqualTo(found);
    }
}
