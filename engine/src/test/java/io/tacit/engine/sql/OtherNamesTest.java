package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.mechanism.Quantiles;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.junit.jupiter.api.Test;

/** Every other name of a function and of an aggregate means what its first name means, and is refused where that has no meaning. */
class OtherNamesTest {
    private static final SqlToRelation ANALYZER = new SqlToRelation(new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("ts", ColumnType.TIMESTAMP)),
            new Protection.Public()))));

    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("CEILING(x)", "CEIL(x)"),
            Map.entry("IFNULL(x, 0)", "COALESCE(x, 0)"),
            Map.entry("NVL(i, 7)", "COALESCE(i, 7)"),
            Map.entry("DATETRUNC('month', ts)", "DATE_TRUNC('month', ts)"),
            Map.entry("GREATEST_COMMON_DIVISOR(i, 6)", "GCD(i, 6)"),
            Map.entry("LEAST_COMMON_MULTIPLE(i, 6)", "LCM(i, 6)"),
            Map.entry("EVERY(f)", "BOOL_AND(f)"),
            Map.entry("LOGICAL_AND(f)", "BOOL_AND(f)"),
            Map.entry("LOGICAL_OR(f)", "BOOL_OR(f)"),
            Map.entry("IF(f, x, 0)", "CASE WHEN f THEN x ELSE 0 END"),
            Map.entry("IIF(x > 1, 'a', 'b')", "CASE WHEN x > 1 THEN 'a' ELSE 'b' END"),
            Map.entry("COUNTIF(x > 1)", "COUNT(CASE WHEN x > 1 THEN 1 END)"),
            Map.entry("COUNT_IF(f)", "COUNT(CASE WHEN f THEN 1 END)"));

    private static final Map<String, AggregateFunction> AGGREGATES = Map.ofEntries(
            Map.entry("COUNT", AggregateFunction.COUNT),
            Map.entry("ANON_COUNT", AggregateFunction.COUNT),
            Map.entry("SUM", AggregateFunction.SUM),
            Map.entry("ANON_SUM", AggregateFunction.SUM),
            Map.entry("AVG", AggregateFunction.AVG),
            Map.entry("ANON_AVG", AggregateFunction.AVG),
            Map.entry("VAR_POP", AggregateFunction.VAR_POP),
            Map.entry("VARP", AggregateFunction.VAR_POP),
            Map.entry("ANON_VAR", AggregateFunction.VAR_POP),
            Map.entry("ANON_VAR_POP", AggregateFunction.VAR_POP),
            Map.entry("VAR_SAMP", AggregateFunction.VAR_SAMP),
            Map.entry("VARIANCE", AggregateFunction.VAR_SAMP),
            Map.entry("VAR", AggregateFunction.VAR_SAMP),
            Map.entry("STDDEV_POP", AggregateFunction.STDDEV_POP),
            Map.entry("STDEVP", AggregateFunction.STDDEV_POP),
            Map.entry("ANON_STDDEV", AggregateFunction.STDDEV_POP),
            Map.entry("ANON_STDDEV_POP", AggregateFunction.STDDEV_POP),
            Map.entry("STDDEV_SAMP", AggregateFunction.STDDEV_SAMP),
            Map.entry("STDDEV", AggregateFunction.STDDEV_SAMP),
            Map.entry("STDEV", AggregateFunction.STDDEV_SAMP),
            Map.entry("COVAR_POP", AggregateFunction.COVAR_POP),
            Map.entry("COVAR_SAMP", AggregateFunction.COVAR_SAMP),
            Map.entry("CORR", AggregateFunction.CORR),
            Map.entry("REGR_SLOPE", AggregateFunction.REGR_SLOPE),
            Map.entry("REGR_INTERCEPT", AggregateFunction.REGR_INTERCEPT),
            Map.entry("MIN", AggregateFunction.MIN),
            Map.entry("ANON_MIN", AggregateFunction.MIN),
            Map.entry("MAX", AggregateFunction.MAX),
            Map.entry("ANON_MAX", AggregateFunction.MAX),
            Map.entry("MEDIAN", AggregateFunction.QUANTILE),
            Map.entry("ANON_MEDIAN", AggregateFunction.QUANTILE),
            Map.entry("PERCENTILE_CONT", AggregateFunction.QUANTILE),
            Map.entry("QUANTILE_CONT", AggregateFunction.QUANTILE),
            Map.entry("ANON_NTILE", AggregateFunction.QUANTILE),
            Map.entry("ANON_PERCENTILE_CONT", AggregateFunction.QUANTILE),
            Map.entry("MODE", AggregateFunction.MODE));

    private static RelNode relation(String expression) {
        return ANALYZER.analyze("SELECT " + expression + " AS v FROM t").relation();
    }

    private static boolean refused(String expression) {
        try {
            relation(expression);
            return false;
        } catch (Refusal refusal) {
            return true;
        }
    }

    @Test
    void everyOtherNameOfAFunction() {
        Set<String> seen = new HashSet<>(DateForms.names());
        FUNCTIONS.forEach((other, first) -> {
            assertThat(RelOptUtil.toString(relation(other))).as(other).isEqualTo(RelOptUtil.toString(relation(first)));
            seen.add(other.substring(0, other.indexOf('(')));
        });
        assertThat(seen).containsAll(FunctionForms.names());
        for (String wrong : List.of(
                "IFNULL(x)",
                "IFNULL(x, 0, 1)",
                "NVL(DISTINCT x, 0)",
                "IF(f, x)",
                "IF(f, x, 0, 1)",
                "IIF(DISTINCT f, x, 0)",
                "COUNTIF()",
                "COUNTIF(*)",
                "COUNTIF(DISTINCT f)",
                "COUNT_IF(DISTINCT x > 1)",
                "NTILE(0) OVER (ORDER BY x)",
                "NTILE(-1) OVER (ORDER BY x)",
                "NTILE(1.5) OVER (ORDER BY x)",
                "NTILE(i) OVER (ORDER BY x)",
                "NTILE(1000001) OVER (ORDER BY x)")) {
            assertThat(refused(wrong)).as(wrong).isTrue();
        }
        for (String right : List.of("NTILE(1) OVER (ORDER BY x)", "NTILE(1000000) OVER (ORDER BY x)")) {
            assertThat(refused(right)).as(right).isFalse();
        }
    }

    @Test
    void everyNameOfAnAggregate() {
        Set<String> names = new TreeSet<>(AggregateNames.all());
        names.removeAll(QuantileSyntax.ARRAYS);
        names.remove(AggregateNames.APPROX_COUNT_DISTINCT);
        assertThat(AGGREGATES.keySet()).isEqualTo(names);
        AGGREGATES.forEach((name, function) -> {
            boolean pair = function.form() == AggregateFunction.Form.PAIR;
            boolean fraction = function == AggregateFunction.QUANTILE && !name.endsWith("MEDIAN");
            String call = name + "(x" + (pair ? ", i" : fraction ? ", 0.5" : "") + ")";
            RelNode node = relation(call);
            while (!(node instanceof Aggregate)) {
                node = node.getInput(0);
            }
            assertThat(AggregateFunction.of(((Aggregate) node).getAggCallList().get(0)))
                    .as(call)
                    .contains(function);
        });
    }

    /** A name of two columns says of neither where its interval ends. */
    @Test
    void anEndIsThatOfOneColumn() {
        String one = "SELECT COUNT(*) AS n, SUM(i) AS s, DP_INTERVAL_LOW(n) AS low, DP_INTERVAL_HIGH(S) AS high FROM t";
        assertThat(ANALYZER.analyze(one).columnNames()).containsExactly("n", "s", "low", "high");
        for (String wrong : List.of(
                "SELECT COUNT(*) AS n, SUM(i) AS n, DP_INTERVAL_LOW(n) AS low FROM t",
                "SELECT COUNT(*) AS n, SUM(i) AS N, DP_INTERVAL_HIGH(n) AS high FROM t",
                "SELECT COUNT(*) AS n, DP_INTERVAL_LOW(n, n) AS low FROM t",
                "SELECT COUNT(*) AS n, DP_INTERVAL_LOW(n) AS low, DP_INTERVAL_LOW(low) AS lower FROM t",
                "SELECT (SELECT COUNT(*) FROM t) AS n, DP_INTERVAL_LOW(n) AS low FROM t")) {
            assertThat(refusedQuery(wrong)).as(wrong).isTrue();
        }
    }

    private static boolean refusedQuery(String query) {
        try {
            ANALYZER.analyze(query);
            return false;
        } catch (Refusal refusal) {
            return true;
        }
    }

    /** A CUBE of n keys is 2^n sets, a ROLLUP n + 1; those of several items are combined; each set counts once. */
    @Test
    void groupingSetsAreCountedBeforeTheyAreMade() {
        Map<String, Boolean> taken = Map.of(
                "CUBE(i, x, f, ts)",
                true,
                "CUBE" + keys(8),
                true,
                "CUBE" + keys(9),
                false,
                "CUBE" + keys(4) + ", CUBE" + keys(4, 8),
                true,
                "CUBE" + keys(4) + ", CUBE" + keys(4, 9),
                false,
                "ROLLUP" + keys(255),
                true,
                "ROLLUP" + keys(256),
                false,
                "CUBE" + keys(6) + ", ROLLUP" + keys(6, 9),
                true,
                "CUBE" + keys(6) + ", ROLLUP" + keys(6, 10),
                false,
                "GROUPING SETS (CUBE" + keys(8) + ", (i + 400))",
                false);
        taken.forEach((group, is) -> assertThat(refusedQuery("SELECT COUNT(*) FROM t GROUP BY " + group))
                .as(group)
                .isNotEqualTo(is));
        for (String twice : List.of(
                "GROUPING SETS ((i), (i))", "GROUPING SETS ((i, x), (x, i))", "GROUPING SETS (ROLLUP(i), ())")) {
            assertThat(refusedQuery("SELECT COUNT(*) FROM t GROUP BY " + twice))
                    .as(twice)
                    .isTrue();
        }
    }

    private static String keys(int to) {
        return keys(0, to);
    }

    private static String keys(int from, int to) {
        StringBuilder keys = new StringBuilder();
        for (int key = from; key < to; key++) {
            keys.append(key == from ? "(" : ", ").append("i + ").append(key);
        }
        return keys.append(")").toString();
    }

    /** An array has from one quantile to the most that are drawn together. */
    @Test
    void arraysOfQuantilesHaveALimit() {
        for (int size : List.of(0, 1, 2, Quantiles.MOST - 1, Quantiles.MOST, Quantiles.MOST + 1)) {
            boolean taken = size > 0 && size <= Quantiles.MOST;
            String fractions = "[" + "0.5, ".repeat(Math.max(0, size - 1)) + (size == 0 ? "" : "0.5") + "]";
            assertThat(refused("QUANTILE_CONT(x, " + fractions + ")"))
                    .as("%s fractions", size)
                    .isNotEqualTo(taken);
            if (size > 1) {
                assertThat(refused("APPROX_QUANTILES(x, " + (size - 1) + ")"))
                        .as("%s parts", size - 1)
                        .isNotEqualTo(taken);
            }
        }
    }
}
