package io.tacit.engine.session;

import io.tacit.engine.sql.AggregateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Queries with a value in every place in which one can stand: {@code {t}} stands for the table, {@code {c}} for a column.
 * Beside its rows each query has the group, so that the rows of others can be told from those of one person.
 */
@org.jspecify.annotations.NullUnmarked
final class FormsOfSql {
    private FormsOfSql() {}

    /**
     * A query in which values may stand side by side.
     *
     * @param before what stands before the values
     * @param after what stands behind them
     * @param keys whether the values are keys of the query around, named k0, k1, …
     */
    record Place(String before, String after, boolean keys) {
        /** The query with these values. */
        String sql(int maxGroups, List<String> values) {
            List<String> named = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (String value : values) {
                names.add("k" + names.size());
                named.add(keys ? value + " AS k" + named.size() : value);
            }
            String options = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = " + maxGroups + ") g, ";
            String inner = before + String.join(", ", named) + after;
            String list = String.join(", ", names);
            return options + (keys ? list + ", " + ROWS + " FROM (SELECT " + inner + ") q GROUP BY g, " + list : inner);
        }
    }

    /** A place and all that is tried in it. */
    record Forms(Place place, List<String> values) {}

    private static final String ROWS = "COUNT(*, contribution_bounds_per_group => (0, 9))";

    /** What one person's rows are made into one value by: in a group, in a window, in a subquery. */
    private static final List<String> OF_ONE_PERSON = List.of(
            "COUNT({c})",
            "COUNT(DISTINCT {c})",
            "COUNT(*) FILTER (WHERE {c} IS NULL)",
            "SUM({c})",
            "SUM(DISTINCT {c})",
            "SUM({c} + 1)",
            "SUM({c} * 3)",
            "SUM(-{c})",
            "SUM({c} - i)",
            "SUM(CASE WHEN i > 0 THEN {c} END)",
            "SUM({c}) FILTER (WHERE i > 0)",
            "AVG({c})",
            "AVG(DISTINCT {c})",
            "AVG({c} + 1)",
            "MIN({c})",
            "MAX({c})",
            "MAX({c}) - MIN({c})",
            "SUM({c}) / COUNT({c})",
            "COALESCE(SUM({c}), 0)",
            "CAST(SUM({c}) AS DOUBLE)",
            "CAST(AVG({c}) AS INTEGER)",
            "SUM({c}) > 100",
            "BOOL_OR({c} IS NULL)",
            "BOOL_AND({c} IS NOT NULL)");

    /** The same, which no window has. */
    private static final List<String> IN_STEPS_ALONE =
            List.of("MEDIAN({c})", "QUANTILE_CONT({c}, 0.3)", "VAR_POP({c})", "STDDEV_SAMP({c})");

    private static final List<String> WINDOWS_ALONE = List.of(
            "ROW_NUMBER()",
            "RANK()",
            "DENSE_RANK()",
            "PERCENT_RANK()",
            "CUME_DIST()",
            "NTILE(2)",
            "LAG({c})",
            "LEAD({c}, 1)",
            "LAG({c}, 2)",
            "FIRST_VALUE({c})",
            "LAST_VALUE({c})");

    private static final List<String> WINDOWS = List.of(
            "PARTITION BY uid",
            "PARTITION BY uid, g",
            "PARTITION BY uid, {c}",
            "PARTITION BY uid ORDER BY i",
            "PARTITION BY uid ORDER BY {c}, i",
            "PARTITION BY uid ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            "PARTITION BY uid ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            "PARTITION BY uid, g ORDER BY i DESC ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING");

    private static final List<String> OF_ONE_ROW = List.of(
            "{c}",
            "CAST({c} AS VARCHAR)",
            "CAST({c} AS INTEGER)",
            "CAST({c} AS DECIMAL(38,2))",
            "CAST({c} AS DOUBLE)",
            "{c} + 1",
            "{c} * {c}",
            "{c} - i",
            "COALESCE({c}, {c})",
            "ABS({c})",
            "DATE_TRUNC('month', {c})",
            "UPPER({c})");

    private static final List<String> CONDITIONS = List.of(
            "{c} IS NULL",
            "{c} IS NOT NULL",
            "{c} > 100",
            "{c} <= 2",
            "{c} BETWEEN 1 AND 60",
            "{c} IN (1, 2, 127)",
            "{c} <> 1",
            "NOT {c} > 51",
            "{c} + 1 > 52",
            "{c} >= DATE '2024-02-01'",
            "{c} < 'b'",
            "{c} LIKE 'a%'",
            "{c} IS DISTINCT FROM {c}",
            "{c} = {c}",
            "{c} IN (SELECT x.{c} FROM {t} x WHERE x.uid = {t}.uid AND x.i > 0)",
            "EXISTS (SELECT 1 FROM {t} x WHERE x.uid = {t}.uid AND x.{c} > {t}.{c})",
            "NOT EXISTS (SELECT 1 FROM {t} x WHERE x.uid = {t}.uid AND x.{c} IS DISTINCT FROM {t}.{c})",
            "{c} >= ALL (SELECT x.{c} FROM {t} x WHERE x.uid = {t}.uid)");

    /** Rows of one person with a value k, where one column alone stands in more than one place. */
    private static final List<String> OF_ONE_COLUMN = List.of(
            "SELECT uid, g, {c} AS k FROM {t} UNION SELECT uid, g, MAX({c}) FROM {t} GROUP BY uid, g",
            "SELECT uid, g, {c} AS k FROM {t} EXCEPT SELECT uid, g, MAX({c}) FROM {t} GROUP BY uid, g",
            "SELECT uid, g, {c} AS k FROM {t} INTERSECT ALL SELECT uid, g, {c} FROM {t} WHERE i > 0",
            "SELECT uid, g, SUM({c}) OVER (PARTITION BY uid) AS k FROM {t} UNION SELECT uid, g, SUM({c}) FROM {t}"
                    + " GROUP BY uid, g",
            "SELECT uid, g, {c} AS k FROM {t} UNION ALL SELECT uid, g, SUM({c}) OVER (PARTITION BY uid) FROM {t}",
            "SELECT DISTINCT uid, g, {c} AS k FROM {t}",
            "SELECT DISTINCT ON (uid) uid, g, {c} AS k FROM {t} ORDER BY uid, {c}, i",
            "SELECT uid, g, {c} AS k FROM {t} QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY {c}, i) = 1",
            "SELECT uid, g, {c} AS k FROM {t} QUALIFY SUM({c}) OVER (PARTITION BY uid) > 100",
            "SELECT a.uid, a.g, b.{c} AS k FROM {t} a JOIN {t} b ON a.uid = b.uid AND a.{c} = b.{c} AND a.i < b.i",
            "SELECT a.uid, a.g, COALESCE(b.k, a.{c}) AS k FROM {t} a LEFT JOIN (SELECT uid, i, SUM({c}) OVER"
                    + " (PARTITION BY uid) AS k FROM {t}) b ON a.uid = b.uid AND a.i = b.i AND b.k > 100",
            "SELECT a.uid, a.g, a.k FROM (SELECT uid, g, i, AVG({c}) OVER (PARTITION BY uid) AS k FROM {t}) a ANTI"
                    + " JOIN {t} x ON a.uid = x.uid AND a.k < x.{c}",
            "SELECT uid, g, MAX(k) OVER (PARTITION BY uid) AS k FROM (SELECT uid, g, SUM({c}) OVER (PARTITION BY uid,"
                    + " g) AS k FROM {t}) z",
            "SELECT uid, g, SUM(k) AS k FROM (SELECT uid, g, SUM({c}) AS k FROM {t} GROUP BY uid, g) z GROUP BY uid,"
                    + " g");

    /** Places in which many values stand side by side. */
    static List<Forms> together() {
        List<String> inSteps =
                Stream.concat(OF_ONE_PERSON.stream(), IN_STEPS_ALONE.stream()).toList();
        List<Forms> forms = new ArrayList<>(List.of(
                new Forms(new Place("", " FROM {t} GROUP BY g", false), released()),
                new Forms(new Place("", " FROM {t} GROUP BY g", false), conditionalSums()),
                new Forms(new Place("uid, g, ", " FROM {t}", true), OF_ONE_ROW),
                new Forms(new Place("uid, g, ", " FROM {t} GROUP BY uid, g", true), inSteps),
                new Forms(new Place("uid, MIN(g) AS g, ", " FROM {t} GROUP BY uid", true), inSteps),
                new Forms(
                        new Place("uid, g, ", " FROM {t}", true),
                        inSteps.stream()
                                .map(value -> "(SELECT " + value + " FROM {t} x WHERE x.uid = {t}.uid)")
                                .toList())));
        for (String window : WINDOWS) {
            forms.add(new Forms(
                    new Place("uid, g, ", " FROM {t}", true),
                    Stream.concat(OF_ONE_PERSON.stream(), WINDOWS_ALONE.stream())
                            .map(value -> over(value, window))
                            .toList()));
        }
        return forms;
    }

    /** Queries of one column each. */
    static List<String> alone() {
        List<String> queries = new ArrayList<>();
        for (String step : OF_ONE_COLUMN) {
            queries.add("g, k, " + ROWS + " FROM (" + step + ") q GROUP BY g, k");
        }
        Stream.concat(OF_ONE_PERSON.stream(), IN_STEPS_ALONE.stream())
                .forEach(value -> queries.add("g, k, " + ROWS + " FROM (SELECT {t}.uid, {t}.g, y.k FROM {t}, LATERAL"
                        + " (SELECT " + value + " AS k FROM {t} x WHERE x.uid = {t}.uid) y) q GROUP BY g, k"));
        for (String condition : CONDITIONS) {
            queries.add("g, " + ROWS + " FROM {t} WHERE " + condition + " GROUP BY g");
        }
        for (AggregateFunction function : AggregateFunction.values()) {
            String column = function.form() == AggregateFunction.Form.PAIR ? "{c}, i" : "{c}";
            queries.add("g, " + function.name() + "(" + column + ") FROM {t} GROUP BY GROUPING SETS ((g), (g, i))");
        }
        return queries.stream()
                .map(query -> "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 4) " + query)
                .toList();
    }

    private static List<String> conditionalSums() {
        return CONDITIONS.stream()
                .map(condition ->
                        "SUM(CASE WHEN " + condition + " THEN 1 ELSE 2 END, contribution_bounds_per_group => (0, 9))")
                .toList();
    }

    private static String over(String value, String window) {
        String call = value.replaceAll(
                "((?:COUNT|SUM|AVG|MIN|MAX|BOOL_OR|BOOL_AND)\\((?:[^()]|\\([^()]*\\))*\\)(?: FILTER \\([^)]*\\))?)",
                "$1 OVER (" + window + ")");
        return call.equals(value) ? value + " OVER (" + window + ")" : call;
    }

    /** Aggregates that are released, in all their forms. */
    private static List<String> released() {
        List<String> released = new ArrayList<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            String name = function.name();
            if (function == AggregateFunction.QUANTILE) {
                released.add("QUANTILE_CONT({c}, 0.3, contribution_bounds_per_row => (0, 9))");
            } else if (function.form() == AggregateFunction.Form.PAIR) {
                released.addAll(List.of(name + "({c}, i)", name + "(i, {c})"));
            } else {
                released.addAll(List.of(
                        name + "({c})",
                        name + "(DISTINCT {c})",
                        name + "({c}) FILTER (WHERE i > 0)",
                        name + "({c}, contribution_bounds_per_row => (0, 9))",
                        name + "({c}, contribution_bounds_per_group => (0, 9))"));
            }
        }
        return released;
    }
}
