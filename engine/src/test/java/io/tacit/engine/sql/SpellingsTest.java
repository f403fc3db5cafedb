package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.junit.jupiter.api.Test;

/** What may be spelled in several ways has one plan: that of the plainest spelling. */
class SpellingsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "edge",
                    List.of(
                            Column.nullable("d", ColumnType.DATE),
                            Column.nullable("e", ColumnType.DATE),
                            Column.nullable("t", ColumnType.TIMESTAMP),
                            Column.nullable("n", ColumnType.INTEGER)),
                    new Protection.Public()),
            new Table(
                    "other",
                    List.of(
                            Column.nullable("n", ColumnType.INTEGER),
                            Column.nullable("e", ColumnType.DATE),
                            Column.nullable("current_date", ColumnType.DATE)),
                    new Protection.Public())));

    private static final Map<String, String> MOVES = Map.of(
            "year", "INTERVAL '1' YEAR",
            "quarter", "INTERVAL '3' MONTH",
            "month", "INTERVAL '1' MONTH",
            "week", "INTERVAL '7' DAY",
            "day", "INTERVAL '1' DAY",
            "hour", "INTERVAL '1' HOUR",
            "minute", "INTERVAL '1' MINUTE",
            "second", "INTERVAL '1' SECOND");

    private static final Map<String, List<String>> PARTS = Map.ofEntries(
            Map.entry("MILLENNIUM", List.of("millennium")),
            Map.entry("CENTURY", List.of("century")),
            Map.entry("DECADE", List.of("decade")),
            Map.entry("YEAR", List.of("year")),
            Map.entry("ISOYEAR", List.of("isoyear")),
            Map.entry("QUARTER", List.of("quarter")),
            Map.entry("MONTH", List.of("month")),
            Map.entry("WEEK", List.of("week", "weekofyear")),
            Map.entry("DAY", List.of("day", "dayofmonth")),
            Map.entry("DOW", List.of("dayofweek", "weekday")),
            Map.entry("ISODOW", List.of("isodow")),
            Map.entry("DOY", List.of("dayofyear")),
            Map.entry("HOUR", List.of("hour")),
            Map.entry("MINUTE", List.of("minute")),
            Map.entry("SECOND", List.of("second")),
            Map.entry("MILLISECOND", List.of("millisecond")),
            Map.entry("MICROSECOND", List.of("microsecond")),
            Map.entry("EPOCH", List.of("epoch")));

    private static final List<String> DIFFERENCES = List.of(
            "millennium",
            "century",
            "decade",
            "year",
            "quarter",
            "month",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond");

    private final List<String> wrong = new ArrayList<>();

    private static String plan(String query) {
        try {
            return RelOptUtil.toString(new SqlToRelation(CATALOG)
                    .analyze(query, relation -> RelationToSql.check(DuckDbDialect.DIALECT, relation))
                    .relation());
        } catch (Refusal refusal) {
            return refusal.code() + ": " + refusal.getMessage();
        }
    }

    /** Notes each query whose plan is not that of the plain one. */
    private void same(String plain, String... spellings) {
        String expected = plan(plain);
        assertThat(expected).as(plain).startsWith("Logical");
        for (String spelling : spellings) {
            String found = plan(spelling);
            if (!found.equals(expected)) {
                wrong.add(spelling + " is " + found + " and not " + expected);
            }
        }
    }

    private static String of(String expression) {
        return "SELECT " + expression + " AS v FROM edge";
    }

    private void sameValue(String plain, String... spellings) {
        same(of(plain), List.of(spellings).stream().map(SpellingsTest::of).toArray(String[]::new));
    }

    private static boolean refused(String query) {
        return !plan(query).startsWith("Logical");
    }

    @Test
    void differencesOfDates() {
        for (String unit : DIFFERENCES) {
            String word = unit.toUpperCase(Locale.ROOT);
            sameValue(
                    "DATEDIFF('" + unit + "', d, e)",
                    "DATEDIFF('" + unit + "s', d, e)",
                    "DATEDIFF(" + word + ", d, e)",
                    "DATE_DIFF('" + unit + "', d, e)",
                    "DATE_DIFF(e, d, " + word + ")",
                    "DATETIME_DIFF(e, d, " + word + ")");
            sameValue(
                    "TIMESTAMPDIFF('" + unit + "', d, e)",
                    "TIMESTAMPDIFF(" + word + ", d, e)",
                    "TIMESTAMP_DIFF(e, d, " + word + ")",
                    "TIMESTAMP_DIFF(e, d, '" + unit + "')");
        }
        sameValue("DATEDIFF('day', d, e)", "DATEDIFF(e, d)");
        sameValue(
                "DATEDIFF('week', DATE_TRUNC('week', d), DATE_TRUNC('week', e))",
                "DATE_DIFF(e, d, ISOWEEK)",
                "DATE_DIFF(e, d, WEEK(MONDAY))",
                "DATETIME_DIFF(e, d, ISOWEEK)");
        sameValue(
                "DATEDIFF('week', DATE_TRUNC('week', d + INTERVAL '1' DAY), DATE_TRUNC('week', e + INTERVAL '1' DAY))",
                "DATE_DIFF(e, d, WEEK)",
                "DATE_DIFF(e, d, WEEK(SUNDAY))");
        sameValue(
                "TIMESTAMPDIFF('year', d, e)",
                "EXTRACT(YEAR FROM AGE(e, d))",
                "YEAR(AGE(e, d))",
                "DATE_PART('year', AGE(e, d))",
                "DATEPART(YEAR, AGE(e, d))");
        sameValue(
                "DATEDIFF('day', DATE '2024-01-02', e)",
                "DATEDIFF('day', '2024-01-02', e)",
                "DATE_DIFF(e, '2024-01-02', DAY)");
        sameValue(
                "DATEDIFF('microsecond', TIMESTAMP '2024-01-02 03:04:05.678901', t)",
                "DATEDIFF('microsecond', '2024-01-02 03:04:05.678901', t)");
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "DATEDIFF(week, d, e)",
                "DATEDIFF(day, d, month)",
                "DATEDIFF(d, e, n)",
                "DATEDIFF(\"day\", d, e)",
                "DATEDIFF('fortnight', d, e)",
                "DATE_DIFF(e, d, WEEK(FRIDAY))",
                "DATE_DIFF(e, d, WEEK(\"sunday\"))",
                "DATE_DIFF(e, d)",
                "TIMESTAMPDIFF(n, d, e)",
                "TIMESTAMPDIFF(FORTNIGHT, d, e)",
                "TIMESTAMPDIFF(MONTH, d)",
                "DATEDIFF('day', DATE '2024-02-30', e)",
                "DATEDIFF('day', '2024-02-30', e)",
                "DATEDIFF('day', d, '2023-02-29')",
                "DATE_DIFF('2024-04-31', d, DAY)",
                "DATEDIFF('hour', '2024-02-30 10:00:00', t)",
                "DATEDIFF('hour', '2024-02-28 25:00:00', t)",
                "TIMESTAMPDIFF(DAY, '2024-13-01', e)",
                "DATEDIFF('day', '', e)",
                "DATEDIFF('day', 'yesterday', e)",
                "DATEDIFF('day', 'ten chars.', e)",
                "DATEDIFF('day', '2024-1-1', e)",
                "MONTH(AGE(e, d))",
                "DATE_PART('month', AGE(e, d))",
                "AGE(e, d)",
                "YEAR(AGE(e))")) {
            assertThat(refused(of(each))).as(each).isTrue();
        }
    }

    @Test
    void movedDates() {
        MOVES.forEach((unit, step) -> {
            String word = unit.toUpperCase(Locale.ROOT);
            sameValue(
                    "t + n * " + step,
                    "DATEADD(" + word + ", n, t)",
                    "DATEADD('" + unit + "', n, t)",
                    "DATEADD('" + unit + "s', n, t)",
                    "TIMESTAMPADD(" + word + ", n, t)",
                    "t + INTERVAL (n) " + word,
                    "DATE_ADD(t, INTERVAL (n) " + word + ")",
                    "DATETIME_ADD(t, INTERVAL (n) " + word + ")",
                    "TIMESTAMP_ADD(t, INTERVAL (n) " + word + ")");
            sameValue(
                    "t - n * " + step,
                    "DATE_SUB(t, INTERVAL (n) " + word + ")",
                    "DATETIME_SUB(t, INTERVAL (n) " + word + ")",
                    "TIMESTAMP_SUB(t, INTERVAL (n) " + word + ")");
        });
        sameValue(
                "t + INTERVAL '3' MONTH",
                "t + INTERVAL 3 MONTH",
                "t + INTERVAL (3) MONTH",
                "t + INTERVAL (3.0) MONTH",
                "t + INTERVAL (+3) MONTH",
                "t + INTERVAL (1 + 2) MONTH",
                "t + INTERVAL (5 - 2) MONTH",
                "t + INTERVAL (1.5 * 2) MONTH",
                "t + INTERVAL (6 / 2) MONTH",
                "t + INTERVAL (-(-3)) MONTH",
                "t + INTERVAL (-(2 - 5)) MONTH",
                "t + INTERVAL (3e0) MONTH");
        sameValue("t + INTERVAL '-3' MONTH", "t + INTERVAL (-3) MONTH", "t + INTERVAL (2 - 5) MONTH");
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "t + INTERVAL 1.5 MONTH",
                "t + INTERVAL (3 / 2) MONTH",
                "t + INTERVAL (n) YEAR TO MONTH",
                "DATEADD(fortnight, 1, d)",
                "DATEADD(n, 1, d)",
                "DATEADD(day, d)",
                "DATE_SUB(DAY, d, e)",
                "DATE_ADD(d)")) {
            assertThat(refused(of(each))).as(each).isTrue();
        }
    }

    @Test
    void partsOfDates() {
        PARTS.forEach((unit, words) -> {
            for (String word : words) {
                sameValue(
                        "EXTRACT(" + unit + " FROM t)",
                        "DATE_PART('" + word + "', t)",
                        "DATEPART('" + word.toUpperCase(Locale.ROOT) + "', t)",
                        "DATEPART(" + word + ", t)",
                        word + "(t)");
            }
        });
        sameValue(
                "DATE_TRUNC('month', t)",
                "DATE_TRUNC(t, MONTH)",
                "DATETRUNC('month', t)",
                "DATE_TRUNC('MONTH', t)",
                "DATETRUNC(t, MONTH)");
        sameValue("STRFTIME(t, '%Y-%m')", "STRFTIME('%Y-%m', t)");
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "DATE_PART('fortnight', t)",
                "DATE_PART(n, t)",
                "DATE_PART('year')",
                "DATE_TRUNC('fortnight', t)",
                "DATE_TRUNC(t, t)",
                "YEAR(t, t)")) {
            assertThat(refused(of(each))).as(each).isTrue();
        }
    }

    /** A letter behind a percent sign is in the list, or behind a hyphen in the shorter one; a format has from 1 to 100 characters. */
    @Test
    void formatsOfDates() {
        for (char letter = 0; letter < 300; letter++) {
            boolean known = "aAbBhdmyYGHIpMSgfjuwUWVcxX%".indexOf(letter) >= 0;
            boolean isShort = "dmyHIMSj".indexOf(letter) >= 0;
            assertThat(takesFormat("%" + letter)).as("%" + letter).isEqualTo(known);
            assertThat(takesFormat("%-" + letter)).as("%-" + letter).isEqualTo(isShort);
        }
        Map<String, Boolean> taken = Map.of(
                "",
                false,
                "x",
                true,
                "%",
                false,
                "x%",
                false,
                "%-",
                false,
                "%%",
                true,
                "%%%",
                false,
                "a".repeat(100),
                true,
                "a".repeat(101),
                false,
                "a\0",
                false);
        taken.forEach((format, is) -> assertThat(takesFormat(format)).as(format).isEqualTo(is));
    }

    private static boolean takesFormat(String format) {
        try {
            return DateFormat.checked(format).equals(format);
        } catch (Refusal refusal) {
            return false;
        }
    }

    /** What a star stands for, with every list behind it, beside joins and GROUP BY ALL. */
    @Test
    void starsStandForColumns() {
        same(
                "SELECT d, e, t, n FROM edge",
                "SELECT * FROM edge",
                "SELECT edge.* FROM edge",
                "SELECT * EXCLUDE (n), n FROM edge");
        same("SELECT e, t FROM edge", "SELECT * EXCLUDE (d, n) FROM edge", "SELECT edge.* EXCLUDE (n, d) FROM edge");
        same(
                "SELECT d, t, n + 1 AS n FROM edge",
                "SELECT * EXCLUDE (e) REPLACE (n + 1 AS n) FROM edge",
                "SELECT edge.* EXCLUDE (e) REPLACE (n + 1 AS n) FROM edge",
                "SELECT * EXCLUDE (edge.e) REPLACE (n + 1 AS n) FROM edge",
                "SELECT * EXCLUDE (E) REPLACE (n + 1 AS N) FROM edge");
        String on = " FROM edge AS a JOIN other AS b ON a.n = b.n";
        String using = " FROM edge AS a JOIN other AS b USING (n)";
        same(
                "SELECT a.n AS n, a.d AS d, a.t AS t, b.\"current_date\" AS c" + on,
                "SELECT * EXCLUDE (e, \"current_date\"), b.\"current_date\" AS c" + using,
                "SELECT * EXCLUDE (a.e, b.e, b.\"current_date\"), \"current_date\" AS c" + using);
        same("SELECT a.n AS n, a.d AS d, a.t AS t" + on, "SELECT a.n, a.d, a.t" + using, "SELECT n, d, t" + using);
        same(
                "SELECT b.n AS n, a.d AS d" + on.replace("JOIN", "RIGHT JOIN"),
                "SELECT n, d" + using.replace("JOIN", "RIGHT JOIN"));
        same(
                "SELECT a.n AS n, a.d AS d" + on.replace("JOIN", "LEFT JOIN"),
                "SELECT n, d" + using.replace("JOIN", "LEFT JOIN"));
        same(
                "SELECT COALESCE(a.n, b.n) AS n, a.d AS d" + on.replace("JOIN", "FULL JOIN")
                        + " WHERE COALESCE(a.n, b.n) > 1",
                "SELECT n, d" + using.replace("JOIN", "FULL JOIN") + " WHERE n > 1");
        same(
                "SELECT a.n AS n, a.e AS e, a.d AS d" + on + " AND a.e = b.e",
                "SELECT n, e, d" + using.replace("(n)", "(n, e)"));
        same(
                "SELECT a.e AS e, a.n AS n, a.d AS d" + " FROM edge AS a JOIN other AS b ON a.e = b.e AND a.n = b.n",
                "SELECT e, n, d FROM edge AS a NATURAL JOIN other AS b");
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "SELECT * EXCLUDE (x) FROM edge",
                "SELECT * EXCLUDE (n) REPLACE (n + 1 AS n) FROM edge",
                "SELECT * EXCLUDE (other.n) REPLACE (d AS d) FROM edge",
                "SELECT * REPLACE (n + 1 AS x) FROM edge",
                "SELECT n" + on,
                "SELECT n FROM edge AS a JOIN other AS b USING (t)",
                "SELECT n FROM (edge AS a JOIN other AS b ON TRUE) JOIN other AS c USING (n)")) {
            assertThat(refused(each)).as(each).isTrue();
        }
    }

    @Test
    void allAndTiesAndFirstRows() {
        same("SELECT n, e, COUNT(*) AS c FROM edge GROUP BY n, e", "SELECT n, e, COUNT(*) AS c FROM edge GROUP BY ALL");
        same(
                "SELECT COUNT(*) AS c, n + 1 AS m FROM edge GROUP BY n + 1",
                "SELECT COUNT(*) AS c, n + 1 AS m FROM edge GROUP BY ALL",
                "SELECT COUNT(*) AS c, n + 1 AS m FROM edge GROUP BY 2");
        same(
                "SELECT COUNT(*) AS c, SUM(n) + 1 AS s FROM edge",
                "SELECT COUNT(*) AS c, SUM(n) + 1 AS s FROM edge GROUP BY ALL");
        for (String direction : List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST")) {
            same(
                    "SELECT n, d FROM edge ORDER BY n" + direction + ", d" + direction,
                    "SELECT n, d FROM edge ORDER BY ALL" + direction,
                    "SELECT n, d FROM edge ORDER BY 1" + direction + ", 2" + direction);
            same(
                    "SELECT n, e, \"current_date\" FROM other ORDER BY 1" + direction + ", 2" + direction + ", 3"
                            + direction,
                    "SELECT * FROM other ORDER BY ALL" + direction);
            for (String key : List.of("n + 1", "m", "M", "2")) {
                same(
                        "SELECT d, n + 1 AS m FROM edge QUALIFY RANK() OVER (ORDER BY n + 1" + direction
                                + ") <= 3 ORDER BY " + key + direction,
                        "SELECT d, n + 1 AS m FROM edge ORDER BY " + key + direction + " LIMIT 3 WITH TIES",
                        "SELECT d, n + 1 AS m FROM edge ORDER BY " + key + direction + " FETCH FIRST 3 ROWS WITH TIES");
                same(
                        "SELECT d, n + 1 AS m FROM edge QUALIFY ROW_NUMBER() OVER (PARTITION BY n + 1 ORDER BY n + 1"
                                + direction + ", d) = 1 ORDER BY m" + direction + ", d",
                        "SELECT DISTINCT ON (" + key + ") d, n + 1 AS m FROM edge ORDER BY m" + direction + ", d");
            }
        }
        assertThat(wrong).isEmpty();
        for (String each : List.of(
                "SELECT * FROM edge ORDER BY n LIMIT 3 OFFSET 1 WITH TIES",
                "SELECT * FROM edge ORDER BY n OFFSET 1 ROWS FETCH FIRST 3 ROWS WITH TIES",
                "SELECT n FROM edge LIMIT 3 WITH TIES",
                "SELECT DISTINCT n FROM edge ORDER BY n LIMIT 3 WITH TIES",
                "SELECT n FROM edge UNION ALL SELECT n FROM edge ORDER BY n LIMIT 3 WITH TIES",
                "SELECT DISTINCT ON (3) d, n FROM edge",
                "SELECT DISTINCT ON (0) d, n FROM edge",
                "SELECT DISTINCT ON (1) * FROM edge",
                "SELECT DISTINCT ON (n) n FROM edge QUALIFY ROW_NUMBER() OVER (ORDER BY n) = 1")) {
            assertThat(refused(each)).as(each).isTrue();
        }
    }
}
