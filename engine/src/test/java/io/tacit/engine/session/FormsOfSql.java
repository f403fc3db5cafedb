package io.tacit.engine.session;

import io.tacit.engine.sql.AggregateFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Queries with a column in every place in which a value can stand: {@code {t}} stands for the table, {@code {c}} for the
 * column. Beside its rows each query has the group, so that the rows of others can be told from those of one person.
 */
@org.jspecify.annotations.NullUnmarked
final class FormsOfSql {
    private FormsOfSql() {}

    private static final String OPTIONS = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = {m}) ";

    /** What one person's rows are made into one value by: in a group, in a window, in a subquery. */
    private static final List<String> OF_ONE_PERSON = List.of(
            "COUNT({c})",
            "COUNT(DISTINCT {c})",
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
            "BOOL_AND({c} > 1)");

    /** The same, which no window has. */
    private static final List<String> IN_STEPS_ALONE = List.of("MEDIAN({c})", "QUANTILE_CONT({c}, 0.3)");

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

    /** What a row is made into, or kept by. */
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

    /** Rows of one person with a value k, beside uid and g. */
    private static List<String> steps() {
        List<String> steps = new ArrayList<>();
        Stream.concat(OF_ONE_PERSON.stream(), IN_STEPS_ALONE.stream()).forEach(value -> {
            steps.add("SELECT uid, g, " + value + " AS k FROM {t} GROUP BY uid, g");
            steps.add("SELECT uid, MIN(g) AS g, " + value + " AS k FROM {t} GROUP BY uid");
            steps.add("SELECT uid, g, (SELECT " + value + " FROM {t} x WHERE x.uid = {t}.uid) AS k FROM {t}");
            steps.add("SELECT {t}.uid, {t}.g, y.k FROM {t}, LATERAL (SELECT " + value
                    + " AS k FROM {t} x WHERE x.uid = {t}.uid) y");
        });
        for (String value : OF_ONE_PERSON) {
            for (String window : WINDOWS) {
                steps.add(over(value, window));
            }
        }
        WINDOWS_ALONE.forEach(value -> WINDOWS.forEach(window -> steps.add(over(value, window))));
        for (String value : OF_ONE_ROW) {
            steps.add("SELECT uid, g, " + value + " AS k FROM {t}");
        }
        steps.addAll(List.of(
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
                        + " g"));
        return steps;
    }

    private static String over(String value, String window) {
        String call = value.replaceAll(
                "((?:COUNT|SUM|AVG|MIN|MAX|BOOL_OR|BOOL_AND)\\((?:[^()]|\\([^()]*\\))*\\)(?: FILTER \\([^)]*\\))?)",
                "$1 OVER (" + window + ")");
        return "SELECT uid, g, " + (call.equals(value) ? value + " OVER (" + window + ")" : call) + " AS k FROM {t}";
    }

    /** Aggregates that are released, in all their forms. */
    private static List<String> released() {
        List<String> released = new ArrayList<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            String name = function.name();
            released.addAll(
                    function == AggregateFunction.QUANTILE
                            ? List.of("QUANTILE_CONT({c}, 0.3, contribution_bounds_per_row => (0, 9))")
                            : function.form() == AggregateFunction.Form.PAIR
                                    ? List.of(name + "({c}, i)", name + "(i, {c})")
                                    : Stream.of(
                                                    name + "({c})",
                                                    name + "(DISTINCT {c})",
                                                    name + "({c}) FILTER (WHERE i > 0)",
                                                    name + "({c}, contribution_bounds_per_row => (0, 9))",
                                                    name + "({c}, contribution_bounds_per_group => (0, 9))")
                                            .toList());
        }
        return released;
    }

    /** All forms; each is for each table's first column at least, for others where it is accepted. */
    static List<String> all() {
        List<String> forms = new ArrayList<>();
        for (String aggregate : released()) {
            forms.add("g, " + aggregate + " FROM {t} GROUP BY g");
            forms.add("g, " + aggregate + " FROM {t} GROUP BY ROLLUP (g, i)");
        }
        for (String step : steps()) {
            forms.add("g, k, COUNT(*, contribution_bounds_per_group => (0, 9)) FROM (" + step + ") q GROUP BY g, k");
        }
        for (String condition : CONDITIONS) {
            forms.add("g, COUNT(*, contribution_bounds_per_group => (0, 9)) FROM {t} WHERE " + condition + " GROUP BY g");
            forms.add("g, SUM(CASE WHEN " + condition
                    + " THEN 1 ELSE 2 END, contribution_bounds_per_group => (0, 9)) FROM {t} GROUP BY g");
        }
        return Arrays.stream(new String[] {"1", "50"})
                .flatMap(most -> forms.stream().map(form -> (OPTIONS + form).replace("{m}", most)))
                .toList();
    }
}
