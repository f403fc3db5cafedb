package io.tacit.engine.dialect;

import io.tacit.engine.sql.DateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What {@link WrittenSqlTest} has each dialect write: every operator over every type, and what differs at ends of ranges. */
final class WrittenExpressions {
    /** One column of each type. */
    static final List<String> COLUMNS = List.of("f", "i", "b", "n", "p", "m", "w", "x", "s", "d", "t", "ts");

    private static final List<String> NUMBERS =
            List.of("a.i", "b.b", "a.n", "b.p", "a.m", "b.w", "a.x", "CAST(a.i AS SMALLINT)", "CAST(b.i AS TINYINT)");
    private static final List<String> WHOLE =
            List.of("a.i", "b.b", "CAST(a.i AS SMALLINT)", "CAST(b.i AS TINYINT)", "NULL");
    private static final List<String> TARGETS = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "DECIMAL(5,2)",
            "DECIMAL(38,0)",
            "DECIMAL(38,10)",
            "DOUBLE",
            "VARCHAR",
            "VARCHAR(3)",
            "VARCHAR(15)",
            "DATE",
            "TIME",
            "TIMESTAMP");

    private WrittenExpressions() {}

    private static void each(List<String> into, String template, List<String> first) {
        first.forEach(one -> into.add(template.replace("$1", one)));
    }

    private static void pairs(List<String> into, List<String> templates, List<String> first, List<String> second) {
        for (String template : templates) {
            for (String one : first) {
                second.forEach(two -> into.add(template.replace("$1", one).replace("$2", two)));
            }
        }
    }

    private static List<String> of(String table) {
        return COLUMNS.stream().map(column -> table + "." + column).toList();
    }

    static List<String> expressions() {
        List<String> list = new ArrayList<>();
        List<String> values = new ArrayList<>(of("a"));
        values.addAll(List.of("NULL", "CAST(a.i AS SMALLINT)", "CAST(a.i AS TINYINT)", "CAST(a.s AS VARCHAR(5))"));
        TARGETS.forEach(type -> each(list, "CAST($1 AS " + type + ")", values));
        List<String> arithmetic = List.of("$1 + $2", "$1 * $2", "$1 / $2", "$1 // $2", "$1 % $2");
        pairs(list, arithmetic, NUMBERS.subList(0, 7), NUMBERS.subList(1, 7));
        pairs(list, arithmetic, NUMBERS.subList(7, 9), NUMBERS.subList(6, 9));
        each(list, "$1 - a.i", NUMBERS);
        List<String> choices = List.of("$1 = $2", "COALESCE($1, $2)", "NULLIF($1, $2)");
        for (String alike : List.of("i b n p m w x", "d ts", "f", "s", "t")) {
            List<String> columns = List.of(alike.split(" ", -1));
            pairs(
                    list,
                    choices,
                    columns.stream().map(column -> "a." + column).toList(),
                    columns.stream().map(column -> "b." + column).toList());
        }
        pairs(list, List.of("$1 = $2"), List.of("a.s"), List.of("b.i", "b.w", "b.x", "b.d", "b.t", "b.ts"));
        for (String one :
                List.of("-$1", "+$1", "ABS($1)", "SIGN($1)", "FLOOR($1)", "CEIL($1)", "ROUND($1)", "TRUNC($1)")) {
            each(list, one, NUMBERS);
        }
        for (int digits : List.of(19, 33, 34, 35, 36)) {
            for (String one : List.of("-", "ABS", "SIGN", "1 + ", "2.5 * ")) {
                list.add(one + "(CAST(a.m AS DECIMAL(" + digits + ",7)))");
            }
        }
        for (String places : List.of("2", "-1", "0", "-4", "-10", "-38", "-1000000", "NULL", "b.i")) {
            each(list, "ROUND($1, " + places + ")", NUMBERS);
            each(list, "TRUNC($1, " + places + ")", NUMBERS);
        }
        for (String name : List.of("GCD", "LCM")) {
            pairs(list, List.of(name + "($1, $2)"), WHOLE, WHOLE);
        }
        each(list, "BIT_COUNT($1)", WHOLE);
        each(list, "FACTORIAL($1)", WHOLE);
        for (String name :
                List.of("SQRT", "LN", "EXP", "SIN", "COT", "ATANH", "LOG", "CBRT", "RADIANS", "ISNAN", "LGAMMA")) {
            each(list, name + "($1)", NUMBERS);
        }
        each(list, "POWER($1, 0.5)", NUMBERS);
        each(list, "POWER($1, 2)", NUMBERS);
        each(list, "LOG($1, 3)", NUMBERS);
        each(list, "ATAN2($1, b.x)", NUMBERS);
        each(list, "NEXTAFTER($1, b.x)", NUMBERS);
        texts(list);
        dates(list);
        others(list);
        return list;
    }

    /** Texts that are as long as one operand, another, or both. */
    private static void lengths(List<String> list) {
        List<String> texts = List.of("LEFT(a.s, 10)", "LEFT(b.s, 200)", "a.s", "NULL", "a.d");
        pairs(
                list,
                List.of(
                        "CASE WHEN a.f THEN $1 WHEN b.f THEN 'x' ELSE $2 END",
                        "CASE WHEN $1 LIKE 'a' THEN $2 END",
                        "COALESCE($1, $2)",
                        "NULLIF($1, $2)",
                        "LTRIM($1, $2)",
                        "TRIM(LEADING $1 FROM $2)",
                        "SPLIT($1, $2)[1]",
                        "SPLIT_PART($1, $2, 1)",
                        "REGEXP_REPLACE($2, '(a)', '<\\1\\0>', 'g')",
                        "REGEXP_REPLACE($2, '(a)', '<\\1\\0>')",
                        "REPLACE($1, $2, $1)",
                        "JSON_VALUE($2, '$.a')",
                        "SUBSTRING($2, 3)",
                        "SUBSTRING($2, 3, 4)",
                        "RIGHT($2, -3)",
                        "CAST($1 || $2 AS VARCHAR(150))",
                        "(SELECT MAX($1 || c.s) FROM edge c WHERE c.s = $2)"),
                texts.subList(0, 3),
                texts);
        pairs(list, List.of("ARRAY[$1, $2]", "ARRAY[$1, $2, 'x'][2]"), texts.subList(0, 3), texts.subList(0, 4));
        pairs(list, List.of("GREATEST($1, $2)", "LEAST($2, $1, 'x')"), texts.subList(0, 3), texts.subList(0, 3));
    }

    /** Texts of fields of each kind of relation, cut where they could be too long. */
    private static void fieldLengths(List<String> list) {
        String small = "(SELECT LEFT(s, 10) AS v, i FROM edge)";
        String large = "(SELECT LEFT(s, 9995) AS v, i FROM edge)";
        for (String two : List.of(small + "," + large, large + "," + small, small + "," + small, large + ",edge")) {
            int comma = two.indexOf("),") + 1;
            String left = two.substring(0, comma == 0 ? two.indexOf(',') : comma);
            String right = two.substring(left.length() + 1);
            String other = right.equals("edge") ? "s" : "v";
            for (String from : List.of(
                    left + " AS l JOIN " + right + " AS r ON l.i = r.i",
                    left + " AS l LEFT JOIN LATERAL (SELECT * FROM " + right + " AS q WHERE q.i = l.i) AS r ON TRUE")) {
                list.add("SELECT l.v || 'abcdefg', r." + other + " || 'abcdefg' FROM " + from);
            }
            for (String operation : List.of("UNION ALL", "EXCEPT")) {
                list.add("SELECT v || 'abcdefg' FROM (SELECT v FROM " + left + " AS l " + operation + " SELECT " + other
                        + " FROM " + right + " AS r) AS q");
            }
            list.add("SELECT v || 'abcdefg', m || 'abcdefg', n || 'abcdefg' FROM (SELECT i, v, MAX(v || 'a') AS m,"
                    + " COUNT(*) AS n FROM "
                    + left + " AS l GROUP BY v, i) AS q");
            list.add("SELECT v || 'abcdefg' FROM (SELECT i, v FROM " + left
                    + " AS l WHERE i > 1 ORDER BY v LIMIT 3) AS q");
        }
        list.add("SELECT c || 'abcdefg' FROM (VALUES ('" + "a".repeat(9994) + "'), ('b')) AS v(c)");
        list.add("SELECT c || 'abcdefg' FROM (VALUES ('b'), ('" + "a".repeat(9994) + "')) AS v(c)");
        list.add("SELECT u.e || 'abcdefg' FROM edge, UNNEST(SPLIT(LEFT(s, 9994), ',')) AS u(e)");
        for (int texts : List.of(15, 40, 49, 50, 51)) {
            list.add("SELECT " + "UPPER(LEFT(s, 10000)) AS a, ".repeat(texts) + "i FROM edge");
            list.add("SELECT CARDINALITY(SPLIT(LEFT(s, 10000), ',')) AS c, ".repeat(1)
                    + "CARDINALITY(SPLIT(LEFT(s, 5000), ',')), ".repeat(texts) + "i FROM edge");
        }
    }

    private static void texts(List<String> list) {
        lengths(list);
        List<String> texts = List.of("a.s", "'it''s é'", "''", "NULL", "a.i", "LEFT(a.s, 100)", "UPPER(a.s) || b.s");
        for (String one : List.of(
                "UPPER($1)",
                "LOWER($1)",
                "TRIM($1)",
                "TRIM(BOTH 'ab' FROM $1)",
                "LTRIM($1)",
                "RTRIM($1, 'xy')",
                "LENGTH($1)")) {
            each(list, one, texts);
        }
        pairs(
                list,
                List.of(
                        "$1 || $2",
                        "CONCAT($1, $2)",
                        "CONCAT($1, $2, a.x, $1)",
                        "REPLACE(b.s, $1, $2)",
                        "REPLACE($1, $2, '-')",
                        "POSITION($1 IN $2)",
                        "STRPOS($1, $2)",
                        "STARTS_WITH($1, $2)",
                        "ENDS_WITH($1, $2)",
                        "$1 LIKE $2",
                        "$1 NOT ILIKE $2",
                        "SPLIT_PART($1, $2, 2)",
                        "CARDINALITY(SPLIT($1, $2))"),
                texts,
                List.of("a.s", "''", "NULL", "a.i"));
        for (String number : List.of("0", "1", "2", "-1", "10000", "10001", "b.i", "b.b", "NULL", "2.5")) {
            each(
                    list,
                    "$1, " + number + ")",
                    List.of("LEFT(a.s", "RIGHT(a.s", "SUBSTRING(a.s", "SUBSTRING(a.s, 2", "SPLIT_PART(a.s, ','"));
        }
        for (int by : List.of(1, 2, 8, 9, 100)) {
            list.add("REPLACE(a.s, 'x', '" + "y".repeat(by) + "')");
            list.add("REPLACE(LEFT(a.s, 5000), 'x', '" + "y".repeat(by) + "')");
            list.add("REGEXP_REPLACE(LEFT(a.s, 5000), 'x', '" + "y".repeat(by) + "', 'g')");
        }
        for (String pattern : List.of(
                "'a%'",
                "'a!%' ESCAPE '!'",
                "'a!_!!' ESCAPE '!'",
                "'a\\%b'",
                "'a\\\\%' ESCAPE '\\'",
                "'it''s_'",
                "'a!' ESCAPE '!'",
                "'a' ESCAPE 'ab'",
                "'a' ESCAPE ''",
                "'a' ESCAPE 'é'",
                "'a' ESCAPE b.s",
                "b.s ESCAPE '!'")) {
            each(list, "a.s $1 " + pattern, List.of("LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE", "SIMILAR TO"));
        }
        for (int signs : List.of(199, 200, 201)) {
            each(list, "a.s $1 '" + "%a".repeat(signs) + "'", List.of("LIKE", "ILIKE"));
            list.add("a.s LIKE '" + "_".repeat(signs) + "'");
        }
        for (String pattern : List.of("a", "[a-c]{2,3}$", "(a)(?:b|\\d)", "", "a{101}", "(a", "a'b")) {
            list.add("REGEXP_LIKE(a.s, '" + pattern.replace("'", "''") + "')");
            list.add("REGEXP_REPLACE(a.s, '" + pattern.replace("'", "''") + "', '<\\0>', 'gi')");
        }
        for (String path : List.of(
                "$",
                "$.a.b",
                "$[0]",
                "$[999999]",
                "$[1000000]",
                "$.\"a b\"",
                "$.*",
                "$." + "a".repeat(198),
                "$." + "a".repeat(199))) {
            each(list, "$1(a.s, '" + path + "')", List.of("JSON_VALUE", "JSON_EXTRACT_STRING"));
        }
        each(list, "ARRAY[$1, b.i][2]", List.of("a.i", "a.b", "a.x", "NULL"));
        for (int elements : List.of(999, 1000, 1001)) {
            list.add("ARRAY[" + "0, ".repeat(elements - 1) + "1][3]");
            list.add("CARDINALITY(SPLIT(LEFT(a.s, " + elements + "), b.s))");
        }
        each(list, "ARRAY['a', b.s][$1]", List.of("a.i", "a.b", "0", "NULL"));
        each(list, "ARRAY_CONTAINS(ARRAY[a.i, 3], $1)", List.of("b.i", "b.b", "NULL"));
    }

    private static void dates(List<String> list) {
        List<String> moments = List.of("a.d", "b.ts", "a.t", "NULL");
        for (String part : List.of(
                "MILLENNIUM",
                "CENTURY",
                "DECADE",
                "YEAR",
                "ISOYEAR",
                "QUARTER",
                "MONTH",
                "WEEK",
                "DAY",
                "DOW",
                "ISODOW",
                "DOY",
                "HOUR",
                "MINUTE",
                "SECOND",
                "MILLISECOND",
                "MICROSECOND",
                "EPOCH")) {
            each(list, "EXTRACT(" + part + " FROM $1)", moments);
        }
        for (String unit : DateFunction.UNITS) {
            each(list, "DATE_TRUNC('" + unit + "', $1)", moments);
            for (String name : List.of("DATEDIFF", "TIMESTAMPDIFF")) {
                for (String two : List.of("a.d, b.ts", "a.ts, b.ts", "a.t, b.t", "a.d, b.t")) {
                    list.add(name + "('" + unit + "', " + two + ")");
                }
            }
        }
        for (String name : List.of("LAST_DAY", "DAYNAME", "MONTHNAME")) {
            each(list, name + "($1)", moments);
        }
        for (char letter : "aAbBhdmyYGHIpMSgfjuwUWVcxX%".toCharArray()) {
            each(list, "STRFTIME($1, 'a\"\\é''%" + letter + "%" + letter + "')", List.of("a.d", "b.ts"));
        }
        for (char letter : "dmyHIMSj".toCharArray()) {
            list.add("STRFTIME(b.ts, '%-" + letter + "x%" + letter + "')");
        }
        pairs(list, List.of("MAKE_DATE($1, $2, 3)"), WHOLE, WHOLE);
        pairs(list, List.of("$1 + $2", "$1 - $2", "$2 + $1"), List.of("a.d"), List.of("b.i", "b.b", "3", "b.d"));
        for (String amount : List.of(
                "'1' DAY",
                "'-36' HOUR",
                "'48' HOUR",
                "'1:30' HOUR TO MINUTE",
                "'1.5' SECOND",
                "'3' MONTH",
                "'-1-2' YEAR TO MONTH",
                "'4000' YEAR",
                "'48001' MONTH(5)",
                "'1460000' DAY(7)",
                "'1460001' DAY(7)",
                "'10000' YEAR(5)",
                "'10001' YEAR(5)",
                "'3660000' DAY(7)",
                "'3660001' DAY(7)",
                "'0' DAY")) {
            pairs(
                    list,
                    List.of("$1 + INTERVAL " + amount, "$1 - INTERVAL " + amount),
                    List.of("a.d", "a.ts", "a.t"),
                    List.of(""));
            pairs(
                    list,
                    List.of("$1 + $2 * INTERVAL " + amount, "$1 - INTERVAL " + amount + " * $2"),
                    List.of("a.d", "a.ts"),
                    List.of("b.b"));
        }
        for (String form :
                List.of("FLOOR($1 TO MONTH)", "FLOOR($1 TO WEEK)", "CEIL($1 TO DAY)", "FLOOR($1 TO CENTURY)")) {
            each(list, form, List.of("a.d", "b.ts", "a.t"));
        }
    }

    private static void others(List<String> list) {
        list.addAll(List.of(
                "TRUE",
                "1",
                "-1",
                "2147483648",
                "1.50",
                "1e300",
                "'a''b\\$\"'",
                "DATE '2024-02-29'",
                "TIME '23:59:59.5'",
                "TIMESTAMP '2024-02-29 23:59:59.123456'",
                "9223372036854775807",
                "CAST(NULL AS DATE)",
                "PI()",
                "CASE WHEN a.f THEN 1 WHEN b.f THEN 2.5 END",
                "CASE a.i WHEN 1 THEN 'a' ELSE b.s END",
                "a.f AND b.f OR NOT a.f",
                "GREATEST(a.i, b.i, a.b, b.b, 7)",
                "LEAST(a.x, b.x, 1)",
                "COALESCE(a.i, b.n, a.x)",
                "CONCAT("
                        + String.join(
                                ", ",
                                IntStream.range(0, 20)
                                        .mapToObj(i -> i % 2 == 0 ? "a.s" : "b.s")
                                        .toList()) + ")",
                "CONCAT(a.s)"));
        List<String> windows = List.of(
                "()",
                "(PARTITION BY a.i)",
                "(ORDER BY a.x)",
                "(PARTITION BY a.i, b.s ORDER BY b.d DESC, a.b NULLS FIRST)",
                "(ORDER BY a.i ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)",
                "(ORDER BY a.i RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)",
                "(ORDER BY a.i RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)",
                "(ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)",
                "(ORDER BY a.i ROWS BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE TIES)");
        for (String call : List.of(
                "COUNT(*)",
                "COUNT(a.s)",
                "SUM(a.i)",
                "SUM(a.x)",
                "SUM(a.m)",
                "AVG(a.n)",
                "AVG(a.x)",
                "MIN(a.x)",
                "MAX(a.x)",
                "MAX(a.f)",
                "MIN(a.s)",
                "VAR_POP(a.x)",
                "STDDEV_SAMP(a.n)",
                "FIRST_VALUE(a.d)",
                "LAST_VALUE(a.ts)")) {
            each(list, call + " OVER $1", windows);
        }
        for (String call : List.of(
                "ROW_NUMBER()",
                "RANK()",
                "DENSE_RANK()",
                "PERCENT_RANK()",
                "CUME_DIST()",
                "NTILE(4)",
                "LAG(a.i)",
                "LEAD(a.s, 2)",
                "LAG(a.x, 3, 0)",
                "LEAD(a.i, b.i)",
                "COUNT(DISTINCT a.s)",
                "SUM(DISTINCT a.x)",
                "BOOL_AND(a.f)",
                "LAG(a.i) IGNORE NULLS",
                "FIRST_VALUE(a.i) IGNORE NULLS")) {
            list.add(call + " OVER (PARTITION BY a.b ORDER BY b.i DESC NULLS LAST, b.ts)");
        }
        List<String> searches = List.of(
                "$1 IN (SELECT c.$2 FROM edge c)", "$1 NOT IN (SELECT c.$2 FROM edge c WHERE c.f)",
                "$1 < ANY (SELECT c.$2 FROM edge c)", "$1 >= ALL (SELECT c.$2 FROM edge c)",
                "$1 = (SELECT MAX(c.$2) FROM edge c)", "$1 <> (SELECT c.$2 FROM edge c WHERE c.i = b.i)");
        for (String search : searches) {
            for (String pair : List.of("i b", "n i", "x m", "s s", "d ts", "f f")) {
                String[] two = pair.split(" ", -1);
                list.add(search.replace("$1", "a." + two[0]).replace("$2", two[1]));
            }
        }
        list.addAll(List.of(
                "(a.i, a.s) IN (SELECT c.b, c.s FROM edge c)",
                "(a.i, a.s) NOT IN (SELECT c.b, c.s FROM edge c)",
                "EXISTS (SELECT 1 FROM edge c WHERE c.i = a.i AND c.x > b.x)",
                "NOT EXISTS (SELECT 1 FROM edge c)",
                "CASE WHEN a.i IN (SELECT c.i FROM edge c) OR NOT (a.s IN (SELECT c.s FROM edge c)) THEN 1 END"));
    }

    static List<String> aggregates() {
        List<String> list = new ArrayList<>(
                List.of("COUNT(*)", "COUNT(*) FILTER (WHERE f)", "COUNT(DISTINCT i, s)", "COUNT(DISTINCT (x, d))"));
        for (String name : List.of(
                "COUNT",
                "SUM",
                "AVG",
                "MIN",
                "MAX",
                "VAR_POP",
                "STDDEV_SAMP",
                "MEDIAN",
                "MODE",
                "BOOL_AND",
                "BOOL_OR")) {
            for (String column : columnsOf(name, COLUMNS)) {
                list.add(name + "(" + column + ")");
            }
            for (String column : columnsOf(name, List.of("f", "i", "w", "x", "ts"))) {
                list.add(name + "(DISTINCT " + column + ") FILTER (WHERE f)");
                list.add(name + "(" + column + ") FILTER (WHERE f)");
            }
        }
        for (String name : List.of("COVAR_POP", "COVAR_SAMP", "CORR", "REGR_SLOPE", "REGR_INTERCEPT")) {
            list.addAll(List.of(name + "(x, i)", name + "(n, w) FILTER (WHERE f)", name + "(DISTINCT x, i)"));
        }
        list.addAll(List.of(
                "QUANTILE_CONT(d, 0.25)",
                "QUANTILE_CONT(ts, 0.25)",
                "QUANTILE_CONT(i, 0)",
                "QUANTILE_CONT(x, 1)",
                "QUANTILE_CONT(DISTINCT x, 0.9)",
                "QUANTILE_CONT(x, 0.9, contribution_bounds_per_row => (0, 1))",
                "SUM(x, contribution_bounds_per_group => (0, 1))",
                "ANON_COUNT(*)",
                "ANON_SUM(i, 0, 1)"));
        return list;
    }

    private static List<String> columnsOf(String aggregate, List<String> columns) {
        String taken = switch (aggregate) {
            case "SUM", "AVG", "VAR_POP", "STDDEV_SAMP" -> "i b n p m w x";
            case "MEDIAN" -> "i b n p m w x d ts";
            case "BOOL_AND", "BOOL_OR" -> "f";
            default -> String.join(" ", COLUMNS);
        };
        return columns.stream().filter(List.of(taken.split(" ", -1))::contains).toList();
    }

    static List<String> relations() {
        List<String> list = new ArrayList<>();
        List<String> sides = List.of(
                "edge",
                "(SELECT * FROM edge WHERE i > 1)",
                "(SELECT * FROM edge WHERE i IN (SELECT b FROM edge))",
                "(SELECT * FROM edge LIMIT 3)");
        for (String kind : List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "SEMI JOIN", "ANTI JOIN")) {
            for (String left : sides) {
                for (String right : sides.subList(0, 3)) {
                    list.add("SELECT l.i FROM " + left + " AS l " + kind + " " + right
                            + " AS r ON l.i = r.b AND l.s < r.s");
                }
            }
        }
        for (String operation : List.of("UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL")) {
            list.add("SELECT i, s FROM edge " + operation + " SELECT n, 'a' FROM edge " + operation
                    + " SELECT b, NULL FROM edge");
        }
        for (String order : List.of("i", "i DESC, s", "x NULLS FIRST", "s DESC NULLS LAST", "2, 1", "ABS(i)")) {
            for (String limit : List.of("", " LIMIT 3", " LIMIT 0 OFFSET 2", " OFFSET 5")) {
                list.add("SELECT i, s, x FROM edge ORDER BY " + order + limit);
            }
        }
        list.addAll(List.of(
                "SELECT * FROM edge",
                "SELECT * FROM T7 WHERE t1 = 1",
                "SELECT s, s, i FROM edge",
                "SELECT DISTINCT i, s FROM edge",
                "SELECT i FROM edge WHERE f AND NOT f AND i IS NULL",
                "SELECT 1 FROM edge WHERE TRUE",
                "VALUES (1, 'a'), (2.5, NULL)",
                "SELECT * FROM (VALUES (1, DATE '2024-01-01'), (NULL, NULL)) AS v(a, b) WHERE a > 0",
                "SELECT i FROM edge WHERE FALSE",
                "SELECT i, COUNT(*) FROM edge GROUP BY i HAVING COUNT(*) > 1",
                "SELECT COUNT(*) FROM edge GROUP BY ()",
                "SELECT i, s, GROUPING(i, s), SUM(x) FROM edge GROUP BY ROLLUP(i, s)",
                "SELECT x, MAX(x) FROM edge GROUP BY CUBE(x, d)",
                "SELECT i FROM edge GROUP BY GROUPING SETS ((i), (i, s), ())",
                "SELECT e, o FROM UNNEST(ARRAY[1, 2]) WITH ORDINALITY AS u(e, o)",
                "SELECT u.e FROM edge, UNNEST(SPLIT(s, ',')) AS u(e)",
                "SELECT i + 1 AS j FROM (SELECT i FROM edge ORDER BY s LIMIT 2) AS q",
                "SELECT SUM(j) OVER (ORDER BY j) FROM (SELECT i + 1 AS j FROM edge ORDER BY s LIMIT 2) AS q",
                "SELECT (SELECT q.s FROM edge AS q WHERE q.i = edge.i), (SELECT COUNT(*) FROM edge) FROM edge",
                "SELECT a.i FROM edge AS a, LATERAL (SELECT b.s FROM edge AS b WHERE b.i = a.i) AS l",
                "SELECT a.i FROM edge AS a LEFT JOIN LATERAL (SELECT b.s FROM edge AS b WHERE b.i = a.i LIMIT"
                        + " 1) AS l ON TRUE",
                "SELECT i FROM (SELECT i FROM edge WHERE f) AS q WHERE i > 3 AND i IN (SELECT b FROM T7 AS x,"
                        + " edge AS y)"));
        fieldLengths(list);
        return list.stream().distinct().toList();
    }

    static List<String> storedTypes(String server) {
        return server.equals("Spark")
                ? List.of(
                        "boolean",
                        "tinyint",
                        "smallint",
                        "int",
                        "bigint",
                        "decimal(6,2)",
                        "decimal(38,37)",
                        "decimal(39,0)",
                        "float",
                        "double",
                        "string",
                        "string collate UTF8_LCASE",
                        "varchar(9)",
                        "char(9)",
                        "date",
                        "timestamp",
                        "timestamp_ntz",
                        "binary",
                        "array<int>",
                        "numeric(6,2)")
                : List.of(
                        "boolean",
                        "smallint",
                        "integer",
                        "bigint",
                        "numeric(6,2)",
                        "numeric(38,37)",
                        "numeric(39,0)",
                        "numeric(2,5)",
                        "numeric",
                        "real",
                        "double precision",
                        "text",
                        "character varying",
                        "character varying(9)",
                        "character(9)",
                        "bpchar",
                        "name",
                        "uuid",
                        "json",
                        "jsonb",
                        "enum",
                        "date",
                        "time without time zone",
                        "time(3) without time zone",
                        "time with time zone",
                        "timestamp without time zone",
                        "timestamp(3) with time zone",
                        "interval",
                        "bytea",
                        "integer[]",
                        "decimal(6,2)");
    }
}
