package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What people often write instead of SQL is refused with what they meant, wherever in a query it stands. */
class MeantSyntaxTest {
    /** A slip, and what of the advice tells how it is written. */
    private static final Map<String, String> SLIPS = new TreeMap<>(Map.ofEntries(
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP day", "GROUP BY"),
            Map.entry("SELECT day, COUNT(*) FROM visits group day", "GROUP BY"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUPBY day", "GROUP BY, in two words"),
            Map.entry("SELECT day, COUNT(*) FROM visits WHERE day > 1 GROUPBY day", "GROUP BY, in two words"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day ORDER day", "ORDER BY"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day ORDERBY day", "ORDER BY, in two words"),
            Map.entry("SELECT RANK() OVER (PARTITION day ORDER BY day) FROM visits", "PARTITION BY"),
            Map.entry("SELECT RANK() OVER (PARTITION BY day ORDER day) FROM visits", "ORDER BY"),
            Map.entry("SELECT COUNT(*) FROM visits INNER weekdays ON day = number", "INNER JOIN"),
            Map.entry("SELECT COUNT(*) FROM visits AS v LEFT weekdays ON day = number", "LEFT JOIN"),
            Map.entry("SELECT COUNT(*) FROM visits AS v FULL OUTER weekdays ON day = number", "FULL JOIN"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day => 3", ">="),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day =< 3", "<="),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day = 3 && day = 4", "AND"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day BETWEEN 1, 3", "BETWEEN LOW AND HIGH"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day IN 1, 3", "IN (…)"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day NOT IN 1", "NOT IN (…)"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day IS NOTNULL", "IS NOT NULL"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day NOT NULL", "IS NOT NULL"),
            Map.entry("SELECT TOP 3 day, COUNT(*) FROM visits GROUP BY day", "LIMIT"),
            Map.entry("SELECT CASE day > 3 THEN 1 ELSE 0 END, COUNT(*) FROM visits", "CASE WHEN … THEN"),
            Map.entry("SELECT COUNT * FROM visits", "COUNT(*)"),
            Map.entry("SELECT COUNT(UNIQUE day) FROM visits", "DISTINCT"),
            Map.entry("SELECT COUNT(DISTINC day) FROM visits", "DISTINCT"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day ORDER BY day DECS", "DESC"),
            Map.entry("SELECT 1 UNION SELCT 2", "SELECT"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day > 3 AND GROUP BY day", "Behind AND"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day > 3 OR ORDER BY day", "Behind OR"),
            Map.entry("SELECT day, COUNT(*), FROM visits", "comma too many"),
            Map.entry("SELECT day, COUNT(*) FROM visits, WHERE day = 1", "comma too many"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day,", "comma too many"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day, HAVING COUNT(*) > 3", "comma too many"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day IN (1, 2,)", "comma too many"),
            Map.entry("SELECT day COUNT(*) FROM visits GROUP BY day", "comma missing"),
            Map.entry("SELECT day AS d COUNT(*) FROM visits GROUP BY day", "comma missing"),
            Map.entry("SELECT COUNT(*) AS n \"day\" FROM visits GROUP BY day", "comma missing"),
            Map.entry("SELECT day, name, COUNT(*) FROM visits GROUP BY day name", "comma missing"),
            Map.entry("SELECT day, COUNT(*) FROM visits GROUP BY day WHERE day > 3", "WHERE comes before GROUP BY"),
            Map.entry(
                    "SELECT day, COUNT(*) FROM visits HAVING COUNT(*) > 3 GROUP BY day",
                    "GROUP BY comes before HAVING"),
            Map.entry("SELECT day, COUNT(*) FROM visits ORDER BY day GROUP BY day", "GROUP BY comes before ORDER BY"),
            Map.entry("SELECT day, COUNT(*) FROM visits LIMIT 3 ORDER BY day", "ORDER BY comes before LIMIT"),
            Map.entry("SELECT day, COUNT(*) WHERE day > 3 FROM visits", "FROM comes before WHERE"),
            Map.entry("SELECT COUNT(*) n FROM visits FROM visits", "FROM before it already"),
            Map.entry("SELECT COUNT(*) FROM visits WHERE day = 3 WHERE day = 4", "WHERE before it already")));

    private static Refusal refused(String sql) {
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> VisitTables.analyze(sql));
        assertThat(refusal).as(sql).isNotNull();
        assertThat(refusal.code()).as(sql + refusal.getMessage()).isEqualTo(ErrorCode.SYNTAX);
        return refusal;
    }

    @Test
    void theAdviceSaysWhatWasMeant() {
        SLIPS.forEach((sql, meant) -> assertThat(refused(sql).advice()).as(sql).contains(meant));
    }

    /** What stands around a query within it has no part in it. */
    @Test
    void inBracketsAndBesideOthersTheAdviceIsTheSame() {
        for (String around : List.of(
                "SELECT n FROM (%s) AS x ORDER BY 1",
                "WITH x AS (SELECT 1 AS n ORDER BY 1 LIMIT 3), y AS (%s) SELECT * FROM x",
                "SELECT 1 FROM weekdays GROUP BY number UNION ALL %s",
                "SELECT 1 -- WHERE, GROUP day (\n FROM weekdays WHERE name = 'GROUP , (' AND number IN (%s)")) {
            SLIPS.forEach((sql, meant) -> {
                if (!sql.endsWith(",")) {
                    assertThat(refused(String.format(around, sql)).advice())
                            .as(around + sql)
                            .contains(meant);
                }
            });
        }
    }

    @Test
    void ofLongQueriesOnlyWhatIsNearIsRead() {
        String quotes = "SELECT '" + "GROUP ".repeat(100_000) + "', COUNT(*) FROM visits GROUP day";
        assertThat(refused(quotes).advice()).contains("GROUP BY");
        String list = "SELECT COUNT(*) FROM visits WHERE day IN (" + "1, ".repeat(9_000) + "1) GROUP day";
        assertThat(refused(list).advice()).contains("GROUP BY");
    }
}
