package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.sql.AggregateFunction;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Had noise been drawn in one of two ways only, the interval of whatever is computed from released values would reach
 * from what the query says of the one to what it says of the other. Both are computed by DuckDB, from tables that hold
 * them in the place of the released values; which rows there are, and their order, the released values say: in these
 * queries {@code n0} and {@code m0}.
 */
@NullUnmarked
class CarriedIntervalsTest {
    private static final String R = "(SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 1) g,"
            + " COUNT(*, contribution_bounds_per_group => (0, 3)) AS n,"
            + " SUM(x, contribution_bounds_per_group => (-50, 50)) AS m,"
            + " MEDIAN(x CLAMPED BETWEEN -50 AND 50) AS d,"
            + " MODE(k) AS f FROM t GROUP BY g)";

    private static final List<String> KEYS = List.of("a", "b", "c", "e");

    /** Of n, m and d in each group: the released value, and the two ways in which noise might have been drawn. */
    private static final Double[][][] VALUES = {
        {{40.0, 38.0, 45.0}, {10.0, 13.0, 8.0}, {30.0, 22.0, 33.0}, {20.0, 24.0, 15.0}},
        {{-5.0, -9.0, 3.0}, {12.0, 20.0, 7.0}, {100.0, 90.0, 120.0}, {null, null, null}},
        {{3.5, 1.0, 6.0}, {-2.0, -4.0, 1.0}, {7.0, 5.0, 9.0}, {0.0, -1.0, 2.0}}
    };

    /** What is computed stands in brackets. */
    private static final Pattern COMPUTED = Pattern.compile("\\[(.*?)]");

    /** From one row of released values. */
    private static final List<String> OF_A_ROW = List.of(
            "n",
            "m",
            "d",
            "-n",
            "2 * n + 1",
            "n / 4.0",
            "n / -4.0",
            "m * -0.5",
            "d - 3",
            "3 - d",
            "-(3 - d) * -2",
            "ROUND(d / 3)",
            "ROUND(n / 7.0, 1)",
            "CAST(n AS DOUBLE)",
            "CAST(-m AS DOUBLE) / 8",
            "12.0 / n",
            "-12.0 / n",
            "1000.0 / (n + 1)",
            "3 - 12.0 / (4 - n)",
            "n - 12.0 / n",
            "n * 0",
            "n * n",
            "m * m",
            "m * n",
            "n - m",
            "m - n",
            "1.0 * m / n",
            "-1.0 * n / (m + 1000)",
            "n - n",
            "ABS(m)",
            "SQRT(n)",
            "EXP(-n / 10.0)",
            "POWER(n, 2) - POWER(m, 2)",
            "FLOOR(n / 7.0)",
            "MOD(n, 7)",
            "CASE WHEN n > 21 THEN n ELSE m END",
            "CASE WHEN g = 'a' THEN n WHEN g = 'b' THEN -m ELSE n * m END",
            "CASE WHEN m > 0 THEN 1 ELSE 0 END * n",
            "COALESCE(m, 7) + n",
            "NULLIF(n, 38)",
            "NULLIF(n, 38) + n",
            "GREATEST(n, m)",
            "LEAST(n, 3 * m)",
            "CAST(n AS DOUBLE) / CAST(m AS DOUBLE)",
            "CHAR_LENGTH(g) * n - m",
            "(n + m) * (n - m)");

    /** What reads several rows of released values. */
    private static final List<String> OF_SEVERAL = List.of(
            "SELECT [n], [n - m], [m] FROM r WHERE n0 > 15 AND m0 < 50 ORDER BY n0 DESC",
            "SELECT [n * m] FROM r ORDER BY m0 DESC NULLS LAST LIMIT 2",
            "SELECT [p], [-p], [q - p] FROM (SELECT n * m AS p, 3 - n AS q, g FROM r WHERE n0 < 40) AS s ORDER BY g",
            "SELECT [SUM(n)], [SUM(m)], [AVG(n)], [MIN(n)], [MAX(m)], [SUM(n) - SUM(m)], [1.0 * SUM(m) / SUM(n)],"
                    + " [SUM(n * m)], [AVG(n - m)], [MAX(n) - MIN(n)] FROM r",
            "SELECT [SUM(n)], [MAX(m) / 2.0], [AVG(m) * SUM(n)], g < 'c' AS k FROM r GROUP BY g < 'c' ORDER BY k",
            "SELECT [SUM(n) OVER ()], [100.0 * n / SUM(n) OVER ()], [n - AVG(m) OVER ()], [MAX(m) OVER () - m]"
                    + " FROM r ORDER BY g",
            "SELECT [SUM(m) OVER (ORDER BY n0)], [n - LAG(n) OVER (ORDER BY n0)], [LEAD(m, 1) OVER (ORDER BY n0) * n],"
                    + " [LAG(n, 2) OVER (ORDER BY g DESC)] FROM r ORDER BY g",
            "SELECT [MIN(n) OVER (PARTITION BY g < 'c') + n], [FIRST_VALUE(n) OVER (ORDER BY m0, g)],"
                    + " [LAST_VALUE(n - m) OVER (ORDER BY g ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)],"
                    + " [SUM(n) OVER (ORDER BY g ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) / 2.0] FROM r ORDER BY g",
            "SELECT [SUM(n) OVER (ORDER BY g < 'c')], [MAX(m) OVER (PARTITION BY g < 'c' ORDER BY g < 'b')], [AVG(n)"
                    + " OVER (ORDER BY g < 'b' RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)], [MIN(n) OVER (ORDER BY"
                    + " g < 'c' ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)] FROM r ORDER BY g",
            "SELECT [(SELECT MAX(n) FROM r)], [n - (SELECT AVG(n) FROM r)], [m * (SELECT n FROM r WHERE g = 'b')]"
                    + " FROM r ORDER BY g",
            "SELECT [n - (SELECT SUM(m) + (SELECT MIN(m) FROM r) FROM r)] FROM r ORDER BY g",
            "SELECT [n - (SELECT MAX(n - (SELECT MIN(n - (SELECT MAX(n - (SELECT SUM(m) FROM r)) FROM r)) FROM r))"
                    + " FROM r)] FROM r ORDER BY g",
            "SELECT [a.n], [b.n], [a.n - b.n], [a.m * b.n], [3 - b.m], [a.d - 2], [b.d / 2] FROM r AS a JOIN r AS b"
                    + " ON a.g < b.g ORDER BY a.g, b.g",
            "SELECT [a.n - b.n], [b.n * b.m], [2 * b.n], [a.n * a.m] FROM r AS a LEFT JOIN r AS b ON b.n0 = a.n0 - 10"
                    + " ORDER BY a.g",
            "SELECT [a.n + COALESCE(b.n, 0)], [a.m - COALESCE(2 * b.m, 1)] FROM r AS a LEFT JOIN r AS b"
                    + " ON b.n0 = a.n0 - 10 ORDER BY a.g",
            "SELECT [s.p / a.n], [s.p] FROM (SELECT g < 'c' AS k, SUM(m) AS p FROM r GROUP BY g < 'c') AS s"
                    + " JOIN r AS a ON s.k = (a.g < 'c') ORDER BY a.g",
            "SELECT [SUM(n)], [MAX(m) - MIN(m)], [AVG(n) * 2], g < 'c' AS k FROM r GROUP BY ROLLUP(g < 'c') ORDER BY k",
            "SELECT [a.n - b.n], [b.m], [a.m * 2] FROM r AS a RIGHT JOIN r AS b ON a.n0 = b.n0 - 10 ORDER BY b.g",
            "SELECT [a.n + b.n], [COALESCE(a.n, 3) - COALESCE(b.m, 4) + b.n * 0 + a.n * 0] FROM r AS a FULL JOIN r AS b"
                    + " ON a.n0 = b.n0 - 10 ORDER BY a.g, b.g",
            "SELECT [n * m], [n] FROM r WHERE n0 > 15 ORDER BY n0 DESC LIMIT 1 OFFSET 1",
            "SELECT [q - 1], [p] FROM (SELECT n * m AS q, 2 * n AS p, g FROM r ORDER BY m0 NULLS FIRST, g LIMIT 3) AS s"
                    + " ORDER BY g DESC LIMIT 2",
            "SELECT [p / SUM(p) OVER ()], [SUM(q) OVER (ORDER BY k)] FROM (SELECT g < 'c' AS k, SUM(n) AS p, MAX(m) AS"
                    + " q FROM r GROUP BY g < 'c') AS s ORDER BY k",
            "SELECT [s.p - s.q] FROM (SELECT g < 'c' AS k, SUM(n) AS p, MIN(n) AS q FROM r GROUP BY g < 'c' HAVING"
                    + " COUNT(*) > 1) AS s ORDER BY k",
            "SELECT [n - LAG(n, 0) OVER (ORDER BY g)], [LEAD(n, 2) OVER (ORDER BY n0 DESC)], [SUM(n) OVER (ORDER BY g"
                    + " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING)], [MAX(m) OVER (ORDER BY g ROWS BETWEEN 1 FOLLOWING AND"
                    + " 1 FOLLOWING)], [AVG(m) OVER (ORDER BY g ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)] FROM r ORDER BY"
                    + " g",
            "SELECT [FIRST_VALUE(m) OVER (PARTITION BY g < 'c' ORDER BY n0 DESC)], [LAST_VALUE(n) OVER (ORDER BY g ROWS"
                    + " BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) - n] FROM r ORDER BY g",
            "SELECT [n * 2], [n - m] FROM r WHERE g IN (SELECT g FROM r WHERE n0 > 15) ORDER BY g",
            "SELECT [n - v.k], [m * v.k] FROM r CROSS JOIN (VALUES (2), (5)) AS v (k) ORDER BY g, v.k",
            "SELECT [n - v.k], [v.k / (n + m)] FROM r CROSS JOIN (SELECT SUM(w.k) AS k FROM (VALUES (2), (5)) AS w (k)"
                    + " UNION ALL SELECT 3 UNION SELECT DISTINCT 5) AS v ORDER BY g, v.k",
            "SELECT [n - (SELECT MAX(w.k) FROM (VALUES (2), (5)) AS w (k))], [n * m + (SELECT 7)] FROM r ORDER BY g",
            "SELECT [n - m] FROM r WHERE n0 < (SELECT AVG(n0) FROM r) ORDER BY g",
            "SELECT [SUM(p)], [MAX(p)] FROM (SELECT n - LAG(n) OVER (ORDER BY g) AS p FROM r) AS s");

    /** Ends at places of their own: over a join, of a computed value, below what has none, in a condition. */
    private static final List<String> ASKED = List.of(
            "SELECT [a.n], [b.n], [b.m - b.n], [3 - a.d] FROM r AS a JOIN r AS b ON a.g < b.g ORDER BY a.g, b.g",
            "SELECT [p], [-p] FROM (SELECT n * m AS p, 3 - n AS q, g FROM r WHERE n0 < 40) AS s ORDER BY g",
            "SELECT [SUM(n)], [SUM(m) / SUM(n)] FROM r");

    /** What has no interval: texts, truths, keys and numbers of rows, what was drawn, and rows of several origins. */
    private static final List<String> WITHOUT = List.of(
            "SELECT [g], [CHAR_LENGTH(g)], [7], [CAST(n AS VARCHAR)], [n > 3], [CAST(n AS VARCHAR) || 'x'],"
                    + " [CAST(n AS BOOLEAN)], [CAST(-n AS VARCHAR)],"
                    + " [CASE WHEN n > 3 THEN 'x' ELSE 'y' END], [d * d], [d + n], [SQRT(ABS(d))], [1.0 / (d + 100)],"
                    + " [COALESCE(d, 3)], [n + (SELECT MAX(d) FROM r)] FROM r",
            "SELECT [COUNT(*)], [COUNT(n)], [COUNT(DISTINCT n)], [SUM(DISTINCT n)], [AVG(DISTINCT m)], [SUM(n) FILTER"
                    + " (WHERE g < 'c')], [SUM(d)], [MAX(d)], [SUM(n) + COUNT(*)], [STDDEV_POP(n)] FROM r",
            "SELECT [RANK() OVER (ORDER BY n)], [ROW_NUMBER() OVER (ORDER BY n)], [COUNT(n) OVER ()],"
                    + " [n - RANK() OVER (ORDER BY n)], [SUM(d) OVER ()], [STDDEV_POP(n) OVER ()],"
                    + " [SUM(DISTINCT n) OVER ()], [n / AVG(DISTINCT m) OVER (PARTITION BY g < 'c')],"
                    + " [LAG(d) OVER (ORDER BY g)],"
                    + " [LAG(n, 1, 7) OVER (ORDER BY g)] FROM r",
            "SELECT [q], [q + 1], [2 * q + q] FROM (SELECT n AS q FROM r UNION ALL SELECT m FROM r) AS s",
            "SELECT [n], [n * n] FROM (SELECT DISTINCT n FROM r) AS s",
            "SELECT [n + (SELECT MAX(b.n) FROM r AS b WHERE b.g < r.g)] FROM r",
            "SELECT [n - (SELECT MAX(n - (SELECT MIN(n - (SELECT MAX(n - (SELECT SUM(m - (SELECT MIN(n) FROM r)) FROM"
                    + " r)) FROM r)) FROM r)) FROM r)] FROM r");

    private static final PrepareQuery PREPARE = new PrepareQuery(
            CheckDeclarations.check(List.of(new SourceTable(
                    new Table(
                            "t",
                            List.of(
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    Column.nullable("g", ColumnType.VARCHAR),
                                    Column.nullable("x", ColumnType.BIGINT),
                                    Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("y", "z")))),
                            new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("t.csv"), new CsvFormat(',', true))))),
            new Defaults(BigDecimal.ONE, new BigDecimal("0.000001"), 1, 0.95));

    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open(List.of(), new DuckDbSettings(256, 1, message -> {}));
        for (int way = 0; way <= 2; way++) {
            List<Object[]> rows = new ArrayList<>();
            for (int group = 0; group < KEYS.size(); group++) {
                rows.add(new Object[] {
                    KEYS.get(group),
                    VALUES[0][group][way].longValue(),
                    whole(VALUES[1][group][way]),
                    VALUES[2][group][way],
                    VALUES[0][group][0].longValue(),
                    whole(VALUES[1][group][0])
                });
            }
            List<ColumnType> types = new ArrayList<>(List.of(ColumnType.VARCHAR));
            types.addAll(List.of(ColumnType.BIGINT, ColumnType.BIGINT, ColumnType.DOUBLE));
            types.addAll(List.of(ColumnType.BIGINT, ColumnType.BIGINT));
            sandbox.load("way" + way, types, 1, rows);
        }
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    private static Long whole(Double value) {
        return value == null ? null : (Long) value.longValue();
    }

    private record Ends(Double low, Double high) {}

    private static List<String> computed(String query) {
        return COMPUTED.matcher(query).results().map(one -> one.group(1)).toList();
    }

    /** The columns of what is computed, row by row, if noise had been drawn in this way. */
    private static List<List<Double>> drawn(String query, int way) {
        Matcher computed = COMPUTED.matcher(query);
        int width = computed(query).size();
        String sql = "WITH r AS (SELECT c0 AS g, c1 AS n, c2 AS m, c3 AS d, c4 AS n0, c5 AS m0 FROM way" + way + ") "
                + computed.replaceAll("CAST($1 AS DOUBLE)");
        List<ResultType> types = new ArrayList<>(Collections.nCopies(width, ResultType.of(ColumnType.DOUBLE)));
        if (sql.contains(" AS k FROM r GROUP")) {
            types.add(ResultType.of(ColumnType.BOOLEAN));
        }
        List<List<Double>> rows = new ArrayList<>();
        for (Object[] row : sandbox.run(sql, types)) {
            List<Double> values = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                values.add((Double) row[i]);
            }
            rows.add(values);
        }
        return rows;
    }

    private static PreparedQuery prepared(String query) {
        return PREPARE.prepare("WITH r AS " + R + " " + query.replaceAll("\\b([nm])0\\b", "$1"));
    }

    private static Object released(Double value, ColumnType type) {
        if (value == null || type.equals(ColumnType.DOUBLE)) {
            return value;
        }
        return type.equals(ColumnType.BIGINT) ? (Object) value.longValue() : BigDecimal.valueOf(value.longValue());
    }

    private static void load(PreparedQuery query) {
        for (PreparedRelease release : query.releases()) {
            ReleasePlan plan = release.plan();
            List<Integer> arrays = IntStream.range(0, plan.outputs().size())
                    .filter(i -> query.redraws().draws() > 0
                            && !plan.outputs().get(i).function().isDrawn())
                    .boxed()
                    .toList();
            List<ColumnType> types = ReleasedRows.types(plan);
            List<Object[]> rows = new ArrayList<>();
            List<List<double[]>> redrawn = new ArrayList<>();
            for (int group = 0; group < KEYS.size(); group++) {
                List<Object> row = new ArrayList<>(List.of(KEYS.get(group)));
                List<Object> ends = new ArrayList<>();
                List<double[]> again = new ArrayList<>();
                for (int i = 0; i < plan.outputs().size(); i++) {
                    AggregateFunction function = plan.outputs().get(i).function();
                    if (function == AggregateFunction.MODE) {
                        row.add("y");
                        ends.addAll(Arrays.asList(null, null));
                        again.add(null);
                        continue;
                    }
                    Double[] ways = VALUES[
                            function == AggregateFunction.COUNT ? 0 : function == AggregateFunction.SUM ? 1 : 2][group];
                    row.add(released(ways[0], types.get(1 + i)));
                    ends.add(ways[1] == null ? null : (Double) Math.min(ways[1], ways[2]));
                    ends.add(ways[1] == null ? null : (Double) Math.max(ways[1], ways[2]));
                    double[] draws = new double[query.redraws().draws()];
                    for (int k = 0; k < draws.length; k++) {
                        Double one = ways[1 + k % 2];
                        draws[k] = one == null ? Double.NaN : one;
                    }
                    again.add(draws);
                }
                row.addAll(ends);
                rows.add(row.toArray());
                redrawn.add(again);
            }
            sandbox.load(release.name(), types, 1, rows, arrays, redrawn);
        }
    }

    private static List<List<Ends>> shown(String query) {
        PreparedQuery asked = prepared(COMPUTED.matcher(query).replaceAll("$1"));
        load(asked);
        List<List<Ends>> rows = new ArrayList<>();
        for (Object[] row : sandbox.run(asked.answerSql(), asked.answerTypes())) {
            List<Ends> ends = new ArrayList<>();
            asked.intervals().stream()
                    .map(found -> found.map(one -> new Ends((Double) row[one.low()], (Double) row[one.high()]))
                            .orElse(new Ends(null, null)))
                    .forEach(ends::add);
            rows.add(ends);
        }
        return rows;
    }

    /** An interval without end is none. */
    private static boolean shown(Ends ends) {
        return ends.low() != null && ends.high() != null && Double.isFinite(ends.low()) && Double.isFinite(ends.high());
    }

    /** The ends that a query asks for by name. */
    private static List<List<Ends>> asked(String query) {
        PreparedQuery asked = prepared(COMPUTED.matcher(query).replaceAll("DP_INTERVAL_LOW($1), DP_INTERVAL_HIGH($1)"));
        load(asked);
        int width = computed(query).size();
        List<List<Ends>> rows = new ArrayList<>();
        for (Object[] row : sandbox.run(asked.answerSql(), asked.answerTypes())) {
            rows.add(IntStream.range(0, width)
                    .mapToObj(i -> new Ends((Double) row[2 * i], (Double) row[2 * i + 1]))
                    .toList());
        }
        return rows;
    }

    private static void check(String query, List<List<Ends>> shown, List<String> wrong) {
        List<List<Double>> one = drawn(query, 1);
        List<List<Double>> other = drawn(query, 2);
        assertThat(shown).as(query).hasSameSizeAs(one).hasSameSizeAs(other).isNotEmpty();
        for (int row = 0; row < one.size(); row++) {
            for (int i = 0; i < one.get(row).size(); i++) {
                Ends found = shown.get(row).get(i);
                Double v = one.get(row).get(i);
                Double w = other.get(row).get(i);
                boolean right = v == null || w == null
                        ? !shown(found)
                        : shown(found)
                                && Math.abs(found.low() - Math.min(v, w)) < 1e-9
                                && Math.abs(found.high() - Math.max(v, w)) < 1e-9;
                if (!right) {
                    wrong.add(computed(query).get(i) + " in row " + row + " of " + query + ": " + found + " not " + v
                            + " and " + w);
                }
            }
        }
    }

    private static String ofARow(int most) {
        return "SELECT "
                + String.join(
                        ", ",
                        OF_A_ROW.stream().limit(most).map(e -> "[" + e + "]").toList()) + " FROM r ORDER BY g";
    }

    @Test
    void intervalsReachFromOneWayToTheOther() {
        List<String> wrong = new ArrayList<>();
        String all = ofARow(OF_A_ROW.size());
        check(all, shown(all), wrong);
        OF_SEVERAL.forEach(query -> check(query, shown(query), wrong));
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void endsThatAQueryAsksForAreThoseThatAreShown() {
        List<String> wrong = new ArrayList<>();
        String first = ofARow(20);
        check(first, asked(first), wrong);
        ASKED.forEach(query -> check(query, asked(query), wrong));
        assertThat(String.join("\n", wrong)).isEmpty();
    }

    @Test
    void whereNoIntervalCanBeSaidNoneIsShown() {
        List<String> wrong = new ArrayList<>();
        for (String query : WITHOUT) {
            PreparedQuery asked = prepared(COMPUTED.matcher(query).replaceAll("$1"));
            List<String> columns = computed(query);
            for (int i = 0; i < columns.size(); i++) {
                if (asked.intervals().get(i).isPresent()) {
                    wrong.add(columns.get(i));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
