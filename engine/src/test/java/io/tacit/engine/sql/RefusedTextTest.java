package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are refused: with which code, where, and without a word of Calcite's. */
class RefusedTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT FROM visits | SYNTAX | 1:8",
                "SELEC day FROM visits | SYNTAX | 1:1",
                "SELECT (day FROM visits | SYNTAX | 1:13",
                "SELECT day FROM visits WHERE | SYNTAX | ",
                "SELECT 'abc FROM visits | SYNTAX | 1:8",
                "SELECT Money spent (euros) FROM visits | SYNTAX | 1:20",
                "SELECT day FROM visit | UNKNOWN_TABLE | 1:17",
                "SELECT day FROM \"x.csv\" | UNKNOWN_TABLE | 1:17",
                "SELECT v.day FROM visits | UNKNOWN_TABLE | 1:8",
                "SELECT dya FROM visits | UNKNOWN_COLUMN | 1:8",
                "SELECT v.dya FROM visits v | UNKNOWN_COLUMN | 1:10",
                "SELECT rowid FROM visits | UNKNOWN_COLUMN | 1:8",
                "SELECT rowid FROM visits (rowid BIGINT) | UNSUPPORTED_FUNCTION | 1:19",
                "SELECT CURRENT_USER | UNKNOWN_COLUMN | 1:8",
                "SELECT 1 AS a, a + 1 | UNKNOWN_COLUMN | 1:16",
                "SELECT day, COUNT(*) FROM visits | INVALID_QUERY | 1:8",
                "SELECT COUNT(*) FROM visits WHERE COUNT(*) > 1 | INVALID_QUERY | 1:35",
                "SELECT SUM(COUNT(*)) FROM visits | INVALID_QUERY | 1:8",
                "SELECT number FROM weekdays, weekdays | INVALID_QUERY | 1:30",
                "SELECT day FROM visits ORDER BY 2 | INVALID_QUERY | 1:33",
                "SELECT name + DATE '2024-01-01' FROM visits | INVALID_QUERY | 1:8",
                "SELECT DATE '2024-13-01' | INVALID_QUERY | 1:8",
                "SELECT CAST(name AS DECIMAL(5, 6)) FROM visits | INVALID_QUERY | 1:21",
                "SELECT name::NUMERIC(0, 1) FROM visits | INVALID_QUERY | 1:14",
                "SELECT 1 UNION SELECT 1, 2 | INVALID_QUERY | ",
                "WITH RECURSIVE r AS (SELECT 1) SELECT * FROM r | INVALID_QUERY | 1:16",
                "SELECT RANDOM() | UNSUPPORTED_FUNCTION | 1:8",
                "SELECT pg_sleep(1) | UNSUPPORTED_FUNCTION | 1:8",
                "SELECT a.b.COUNT(*) FROM visits | UNSUPPORTED_FUNCTION | 1:12",
                "SELECT * FROM read_csv('x') | UNSUPPORTED_FUNCTION | 1:15",
                "SELECT * FROM TABLE(numbers(10)) | UNSUPPORTED_FUNCTION | 1:21",
                "SELECT * FROM visits TABLESAMPLE BERNOULLI(10) | INVALID_QUERY | 1:15",
                "SELECT MULTISET[1] | UNKNOWN_COLUMN | 1:8",
                "SELECT MEDIAN(day, 0.5) FROM visits | INVALID_QUERY | 1:8",
                "SELECT APPROX_QUANTILES(day, 4)[OFFSET(5)] FROM visits | INVALID_QUERY | 1:8",
                "SELECT APPROX_QUANTILES(day, 0)[OFFSET(0)] FROM visits | INVALID_QUERY | 1:30",
                "SELECT QUANTILE_CONT(day, 1.5) FROM visits | INVALID_QUERY | 1:27",
                "SELECT PERCENTILE_CONT(day) WITHIN GROUP (ORDER BY day) FROM visits | INVALID_QUERY | 1:24",
                "SELECT REPEAT('x', 1000000000) | UNSUPPORTED_FUNCTION | 1:8",
                "SELECT ANON_MODE(day) FROM visits | AGGREGATE | 1:8",
                "SELECT COUNT(*) WITH REPORT FROM visits | AGGREGATE | 1:8",
                "SELECT ANON_SUM(day WITH REPORT) FROM visits | BAD_OPTION | 1:26",
                "SELECT ANON_COUNT(*) OVER () FROM visits | WINDOW | 1:8",
                "SELECT REGEXP_LIKE(name, '(') FROM visits | INVALID_QUERY | 1:8",
                "SELECT REGEXP_LIKE(name, name) FROM visits | INVALID_QUERY | 1:8",
                "SELECT day FROM visits WHERE name LIKE 'a!' ESCAPE '!' | INVALID_QUERY | 1:30",
                "SELECT day FROM visits WHERE name ILIKE 'xA' ESCAPE 'a' | INVALID_QUERY | 1:30",
                "SELECT INTERVAL '1' DAY | ARGUMENT_TYPE | 1:1",
                "DROP TABLE visits | NOT_A_QUERY | 1:1",
                "  COPY visits TO 'x' | NOT_A_QUERY | 1:1",
                "INSERT INTO visits VALUES (1) | NOT_A_QUERY | 1:1",
                "DELETE FROM visits | NOT_A_QUERY | 1:1",
                "SET x = 1 | NOT_A_QUERY | 1:1",
                "EXPLAIN PLAN FOR SELECT 1 | NOT_A_QUERY | ",
                "DESCRIBE visits | NOT_A_QUERY | 1:1",
                "SELECT 1; SELECT 2 | NOT_A_QUERY | 1:11",
                "; | NOT_A_QUERY | ",
                "-- nothing | NOT_A_QUERY | ",
                "SELECT ? | SYNTAX | 1:8",
                "SELECT /*+ fast */ 1 | SYNTAX | 1:8",
                "SELECT SUM(name) FROM visits | ARGUMENT_TYPE | 1:12",
                "SELECT AVG(name CLAMPED BETWEEN 0 AND 1) FROM visits | ARGUMENT_TYPE | 1:12",
                "SELECT ANON_SUM(day, 5, 1) FROM visits | BOUNDS | 1:22",
                "SELECT ANON_SUM(day, 0, NULL) FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day, 0, 'x') FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day, 0, day) FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day, 0, (SELECT 9)) FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day, 0, 1/3) FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day, 0, 0e0/0e0) FROM visits | BOUNDS | 1:25",
                "SELECT ANON_SUM(day CLAMPED BETWEEN 0 AND 1, 0, 1) FROM visits | BOUNDS | 1:8",
                "SELECT SUM(day CLAMPED BETWEEN 0 AND 2*3) FROM visits | BOUNDS | 1:12",
                "SELECT day CLAMPED BETWEEN 0 AND 1 FROM visits | BOUNDS | 1:8",
                "SELECT SUM(day, contribution_bounds_per_group => 5) FROM visits | BOUNDS | 1:50",
                "SELECT SUM(day, bounds => (0, 1)) FROM visits | UNKNOWN_OPTION | 1:17",
                "SELECT SUM(day, epsilon => 0) FROM visits | BAD_OPTION | 1:28",
                "SELECT MAX(day, contribution_bounds_per_group => (0, 1)) FROM visits | BOUNDS | 1:17",
                "SELECT ANON_SUM(*) FROM visits | INVALID_QUERY | 1:8",
                "SELECT ANON_SUM(day, 1) FROM visits | INVALID_QUERY | 1:8",
                "SELECT WITH ANONYMIZATION day FROM visits | CLAUSE_WITHOUT_AGGREGATION | 1:8",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilom = 1) COUNT(*) FROM visits | UNKNOWN_OPTION | 1:35",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 1, max_groups_contributed = 2) COUNT(*) FROM visits |"
                        + " DUPLICATE_OPTION | 1:46",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = NULL) COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 0) COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = -1) COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1e20) COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1e308) COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 'x') COUNT(*) FROM visits | BAD_OPTION | 1:45",
                "SELECT WITH ANONYMIZATION OPTIONS(delta = 1) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(confidence = 1.5) COUNT(*) FROM visits | BAD_OPTION | 1:48",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 0) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 1.5) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = 2147483648) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(kappa = MANY) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(noise = CAUCHY) COUNT(*) FROM visits | BAD_OPTION | 1:43",
                "SELECT WITH ANONYMIZATION OPTIONS(leftovers = x) COUNT(*) FROM visits | BAD_OPTION | 1:47",
                "SELECT WITH ANONYMIZATION OPTIONS(privacy_unit_column = 1) COUNT(*) FROM visits | BAD_OPTION | 1:57"
            })
    void isRefused(String sql, String code, String position) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql));
        assertThat(refusal).as(sql).isNotNull();
        assertThat(refusal.code().name()).as(refusal.getMessage()).isEqualTo(code);
        if (position != null) {
            assertThat(refusal.position().map(Object::toString))
                    .as(refusal.getMessage())
                    .contains(position);
        }
        assertThat(refusal.getMessage()).doesNotContain("Encountered", "calcite", "Exception", "EXPR$", "<");
        assertThat(refusal.advice()).isNotEmpty();
    }

    /** However a SELECT comes to aggregate, and in each clause that stands over its groups. */
    @Test
    void columnsOverGroupsAreGroupedOrAggregated() {
        for (String grouped : List.of("", " GROUP BY day", " GROUP BY ()", " GROUP BY ROLLUP (day)")) {
            for (String having : List.of("", " HAVING COUNT(*) > 1")) {
                for (String sql : List.of(
                        "SELECT COUNT(*), $ FROM visits" + grouped + having,
                        "SELECT COUNT(*) FROM visits" + grouped + " HAVING MAX(day) > 1 AND $ IS NULL",
                        "SELECT COUNT(*) FROM visits" + grouped + having + " QUALIFY RANK() OVER (ORDER BY $) = 1",
                        "SELECT 1 FROM visits" + grouped + " HAVING MAX(day) > 1"
                                + " QUALIFY COUNT(*) OVER (PARTITION BY $) = 1",
                        "SELECT COUNT(*) FROM visits" + grouped + having + " ORDER BY $")) {
                    Refusal refusal =
                            catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql.replace("$", "name")));
                    assertThat(refusal).as(sql).isNotNull();
                    assertThat(refusal).as(sql).hasMessageContaining("neither grouped nor aggregated");
                    assertThat(refusal.position()).as(sql).contains(new Position(1, sql.indexOf('$') + 1));
                }
            }
        }
    }

    @Test
    void saysTheNearestName() {
        assertThat(catchThrowableOfType(Refusal.class, () -> VisitTables.analyze("SELECT dya FROM visits"))
                        .advice())
                .contains("day");
        assertThat(catchThrowableOfType(Refusal.class, () -> VisitTables.analyze("SELECT day FROM vists"))
                        .advice())
                .contains("visits");
        assertThat(catchThrowableOfType(
                                Refusal.class, () -> VisitTables.analyze("SELECT Money spent (euros) FROM visits"))
                        .advice())
                .contains("\"Money spent (euros)\"");
    }

    @Test
    void positionsCountLines() {
        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> VisitTables.analyze("SELECT day,\n  foo(day)\nFROM visits"));
        assertThat(refusal.position()).hasToString("Optional[2:3]");
    }

    @Test
    void refusesWhatIsTooLongOrTooDeep() {
        assertCode("SELECT " + "(".repeat(300) + "1" + ")".repeat(300), "TOO_COMPLEX");
        assertCode("SELECT " + "CASE WHEN TRUE THEN ".repeat(300) + "1" + " END".repeat(300), "TOO_COMPLEX");
        assertCode("SELECT 1" + " + 1".repeat(30_000), "TOO_COMPLEX");
        assertCode("SELECT 1" + " + 1".repeat(20_000), "TOO_COMPLEX");
        assertCode("SELECT " + "NOT ".repeat(20_000) + "TRUE", "TOO_COMPLEX");
        assertCode("SELECT '" + "x".repeat(1_000_001) + "'", "TOO_COMPLEX");
        assertCode("SELECT 1 \0", "SYNTAX");
    }

    @Test
    void acceptsWhatIsLongAndDeepWithinLimits() {
        VisitTables.analyze("SELECT " + "(".repeat(100) + "1" + ")".repeat(100));
        VisitTables.analyze("SELECT day FROM visits WHERE day IN (1" + ", 1".repeat(2_000) + ")");
        VisitTables.analyze("SELECT 1;\n -- the end\n ;");
    }

    @Test
    void theLimitsAreWhatTheMessagesSay() {
        String words = "1 ".repeat(50_000);
        assertThat(QueryText.checked(words)).isNotEmpty();
        assertThat(catchThrowableOfType(Refusal.class, () -> QueryText.checked(words + "1"))
                        .rule())
                .isEqualTo("This query has more than 50000 words and signs.");
        String deep = "(".repeat(200) + ")".repeat(200);
        assertThat(QueryText.checked(deep)).isNotEmpty();
        assertThat(catchThrowableOfType(Refusal.class, () -> QueryText.checked("(" + deep + ")"))
                        .rule())
                .isEqualTo("This query is nested more than 200 levels deep.");
    }

    /** Each guard writes its operand twice. */
    @Test
    void refusesExpressionsThatGrowWithoutEnd() {
        String moved = "CURRENT_DATE" + " + INTERVAL '1' DAY".repeat(100);
        assertCode("SELECT " + moved, "TOO_COMPLEX");
    }

    private static void assertCode(String sql, String code) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql));
        assertThat(refusal).isNotNull();
        assertThat(refusal.code().name()).as(refusal.getMessage()).isEqualTo(code);
    }

    /** Of several columns that are called like words of SQL, the one at which reading stops is to be put in quotes. */
    @Test
    void theNearestWordOfSqlIsNamed() {
        List<String> words = List.of("order", "group", "where", "having", "limit", "union", "join", "on", "table");
        Catalog catalog = new Catalog(List.of(new Table(
                "t",
                words.stream()
                        .map(word -> Column.nullable(word, ColumnType.INTEGER))
                        .toList(),
                new Protection.Public())));
        int named = 0;
        for (String first : words) {
            for (String second : words) {
                String sql = "SELECT 1 FROM t\nWHERE " + first + " = 1 AND " + second + " = 1";
                Refusal refusal = catchThrowableOfType(Refusal.class, () -> new SqlToRelation(catalog).analyze(sql));
                assertThat(refusal).as(sql).isNotNull();
                if (refusal.position().equals(Optional.of(new Position(2, 7)))) {
                    assertThat(refusal.advice()).as(sql).startsWith(first + " is also a word of SQL");
                    named++;
                }
            }
        }
        assertThat(named).isGreaterThan(words.size() * words.size() / 2);
    }
}
