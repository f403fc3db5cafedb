package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Queries for {@link ReadQueriesTest}: every name, option, unit and form of the language, used and misused. */
final class ReadQueries {
    /** A prime, so that no list of arguments has it as its length. */
    private static final int ONE_IN = 7;

    private final Set<String> all = new LinkedHashSet<>();
    private int many;

    private ReadQueries() {}

    static List<String> all() {
        ReadQueries queries = new ReadQueries();
        queries.aggregates();
        queries.options();
        queries.dates();
        queries.functions();
        queries.types();
        queries.patterns();
        queries.joins();
        queries.outputs();
        queries.quantiles();
        queries.statements();
        queries.mistakes();
        return List.copyOf(queries.all);
    }

    private void add(String... queries) {
        all.addAll(List.of(queries));
    }

    /** One of some queries of which there are very many: each name and each argument is in some of those that are taken. */
    private void some(String query) {
        if (many++ % ONE_IN == 0) {
            all.add(query);
        }
    }

    /** Values behind SELECT, each in a query of its own. */
    private void values(String... expressions) {
        for (String expression : expressions) {
            add("SELECT " + expression + " FROM t");
        }
    }

    /** Of such values one in some. */
    private void each(String... expressions) {
        for (String expression : expressions) {
            some("SELECT " + expression + " FROM t");
        }
    }

    private void aggregates() {
        for (String name : AggregateNames.all()) {
            for (String arguments : List.of(
                    "x",
                    "*",
                    "",
                    "x, i",
                    "DISTINCT x",
                    "x, 0, 1",
                    "x, i, 0, 1",
                    "s",
                    "d",
                    "NULL",
                    "x CLAMPED BETWEEN 0 AND 1",
                    "x, contribution_bounds_per_group => (0, 1)",
                    "x, contribution_bounds_per_row => (0, 1)",
                    "x, i, contribution_bounds_per_row => ((0, 1), (2, 3))",
                    "x, epsilon => 0.5",
                    "x, 4",
                    "x WITH REPORT(FORMAT=JSON)",
                    "x, report_format => JSON",
                    "0.5, x")) {
                some("SELECT " + name + "(" + arguments + ") FROM t");
            }
            List.of(
                            "SELECT WITH ANONYMIZATION " + name + "(x) FROM t",
                            "SELECT WITH DIFFERENTIAL_PRIVACY " + name
                                    + "(x, contribution_bounds_per_row => (0, 1)) AS v FROM t",
                            "SELECT " + name + "(x) OVER (PARTITION BY i) FROM t",
                            "SELECT " + name + "(x) FILTER (WHERE f) FROM t",
                            "SELECT i, " + name + "(x) FROM t GROUP BY ALL")
                    .forEach(this::some);
        }
        String count = "SELECT COUNT(*, %s) FROM t";
        for (String pair : List.of(
                "(0, 1)",
                "(1, 0)",
                "(-1.5e3, 1e400)",
                "(0, 1e401)",
                "(0, i)",
                "(0)",
                "(0, 1, 2)",
                "5",
                "(1/4, 1/2)",
                "(1/3, 1)",
                "(-(2 + 3) * 4, +7)",
                "('a', 'b')",
                "(DATE '2024-01-01', DATE '2024-12-31')",
                "(DATE '2024-01-01', 5)",
                "(TIMESTAMP '2024-01-01 00:00:00', DATE '2023-01-01')",
                "(DATE '0000-01-01', DATE '2024-01-01')",
                "(DATE '9999-12-31', DATE '10000-01-01')",
                "(NULL, 1)",
                "(0, 0)",
                "(0.00, 0)")) {
            for (String call : List.of(
                    "SUM(x", "MEDIAN(d", "MIN(x", "MAX(ts", "MODE(d", "AVG(x", "COUNT(i", "CORR(x, i", "VAR_POP(x")) {
                some("SELECT " + call + ", contribution_bounds_per_row => " + pair + ") FROM t");
            }
            add(String.format(count, "contribution_bounds_per_group => " + pair));
            add("SELECT SUM(x, contribution_bounds_per_row => " + pair
                    + "), SUM(x, contribution_bounds_per_row => (0, 1)) FROM t");
            add("SELECT MODE(d, contribution_bounds_per_row => " + pair + ") FROM t");
        }
        for (String parameter : List.of(
                "epsilon => 0",
                "epsilon => 20",
                "epsilon => 20.1",
                "epsilon => -1",
                "epsilon => 1.0",
                "epsilon => 1, epsilon => 1",
                "epsilon => x",
                "delta => 1",
                "kappa => 1",
                "max_groups_contributed => 1",
                "report_format => 'json'",
                "report_format => PROTO",
                "report_format => XML",
                "report_format => NULL",
                "report_format => JSON, report_format => JSON",
                "contribution_bounds_per_group => (0, 1), contribution_bounds_per_row => (0, 1)",
                "EPSILON => 2",
                "nothing => 1")) {
            add("SELECT SUM(x, " + parameter + ") FROM t", String.format(count, parameter));
        }
        add(
                "SELECT SUM(x, epsilon => 1), SUM(x, epsilon => 1.0), SUM(x, epsilon => 2) FROM t",
                "SELECT SUM(x CLAMPED BETWEEN 0 AND 1 WITH REPORT(FORMAT=JSON)) FILTER (WHERE f) FROM t",
                "SELECT SUM(x WITH REPORT(FORMAT=PROTO)) FROM t",
                "SELECT x WITH REPORT(FORMAT=JSON) FROM t",
                "SELECT CORR(x CLAMPED BETWEEN 0 AND 1, i CLAMPED BETWEEN 2 AND 3) FROM t",
                "SELECT CORR(x CLAMPED BETWEEN 0 AND 1, i CLAMPED BETWEEN 2 AND 3, contribution_bounds_per_row =>"
                        + " ((0,1),(0,1))) FROM t",
                "SELECT x CLAMPED BETWEEN 0 AND 1 FROM t",
                "SELECT SUM(1 + (x CLAMPED BETWEEN 0 AND 1)) FROM t",
                "SELECT COUNT(DISTINCT i, s), COUNT(DISTINCT (i, s)) FROM t",
                "SELECT COUNT((i, s)) FROM t",
                "SELECT COUNT(i, s) FROM t",
                "SELECT COUNT(DISTINCT (i, s), contribution_bounds_per_group => (0, 1)) FROM t",
                "SELECT COUNT(DISTINCT u, f, i, n, x, s, d, ts) FROM t",
                "SELECT COUNT(DISTINCT u, f, i, n, x, s, d, ts, tm) FROM t",
                "SELECT COUNT(DISTINCT (i)) FROM t",
                "SELECT APPROX_COUNT_DISTINCT(i, epsilon => 1) FROM t",
                "SELECT COUNTIF(f), COUNT_IF(x > 1, contribution_bounds_per_group => (0, 1)), COUNTIF(DISTINCT f) FROM"
                        + " t",
                "SELECT COUNTIF(*) FROM t",
                "SELECT COUNTIF() FROM t",
                "SELECT APPROX_TOP_COUNT(s, 3) FROM t",
                "SELECT APPROX_TOP_K(s) FROM t",
                "SELECT MODE() WITHIN GROUP (ORDER BY s DESC NULLS LAST) FROM t",
                "SELECT MODE(s) WITHIN GROUP (ORDER BY i) FROM t",
                "SELECT MODE() WITHIN GROUP (ORDER BY s, i) FROM t",
                "SELECT EVERY(f), LOGICAL_AND(f), LOGICAL_OR(f), BOOL_OR(x) FROM t",
                "SELECT ANON_NOTHING(x) FROM t",
                "SELECT SQRT(x, epsilon => 1) FROM t",
                "SELECT SUM(*) FROM t",
                "SELECT MAX(*) FROM t");
    }

    private void options() {
        for (String option : ReadClause.optionNames()) {
            for (String value : List.of(
                    "0",
                    "-1",
                    "1",
                    "1.0",
                    "0.5",
                    "1.5",
                    "20",
                    "20.000001",
                    "1e-12",
                    "9e-13",
                    "2147483647",
                    "2147483648",
                    "AUTO",
                    "'auto'",
                    "NONE",
                    "DEFAULT",
                    "TRUE",
                    "'x'",
                    "''",
                    "NULL",
                    "u",
                    "t.u",
                    "1/3",
                    "1 - 1e-18",
                    "LAPLACE",
                    "GAUSSIAN",
                    "LAPLACE_THRESHOLD")) {
                some("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + " = " + value + ") COUNT(*) FROM t");
            }
        }
        for (String options : List.of(
                "",
                "epsilon = 1, epsilon = 2",
                "kappa = 1, max_groups_contributed = 2",
                "kappa = 3",
                "k_threshold = 5",
                "epsilom = 1",
                "noise = LAPLACE",
                "epsilon = 1, group_selection_epsilon = 1",
                "epsilon = 1, group_selection_epsilon = 0.99",
                "group_selection_epsilon = 3",
                "max_rows_contributed = AUTO, kappa = 3",
                "max_rows_contributed = 4, kappa = AUTO",
                "max_groups_contributed = AUTO",
                "EPSILON = 1e0, DELTA = 1E-8")) {
            for (String clause : List.of("ANONYMIZATION", "DIFFERENTIAL_PRIVACY")) {
                add("SELECT WITH " + clause + " OPTIONS(" + options + ") i, COUNT(*) AS n FROM t GROUP BY i");
            }
        }
        for (String settings : List.of(
                "error = 10",
                "error = 10, confidence = 0.9",
                "confidence = 0.9",
                "error = 0",
                "error = 1e30",
                "error = 1e31",
                "error = -1",
                "error = 1, confidence = 0",
                "error = 1, confidence = 1",
                "error = 1, error = 2",
                "epsilon = 1",
                "error = x",
                "ERROR = 2.50")) {
            add("EXPLAIN PRIVACY (" + settings + ") SELECT COUNT(*) FROM t");
        }
        add(
                "EXPLAIN PRIVACY SELECT COUNT(*) FROM t",
                "EXPLAIN SELECT 1",
                "EXPLAIN PLAN FOR SELECT 1",
                "EXPLAIN PRIVACY UPDATE t SET i = 1",
                "SELECT WITH ANONYMIZATION i FROM t",
                "SELECT /*+ hint */ i FROM t",
                "SELECT WITH NOTHING i FROM t",
                "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 1) COUNT(*) FROM t UNION ALL SELECT WITH"
                        + " DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) COUNT(*) FROM t",
                "SELECT * FROM (SELECT WITH ANONYMIZATION i, COUNT(*) AS n FROM t GROUP BY i) AS q ORDER BY n",
                "SELECT WITH ANONYMIZATION DISTINCT i FROM t",
                "SELECT WITH ANONYMIZATION COUNT(*) AS n FROM t ORDER BY COUNT(*)",
                "SELECT WITH ANONYMIZATION i, ANON_SUM(x, 0, 1) FROM t GROUP BY i HAVING ANON_SUM(x, 0, 1) > 1 ORDER"
                        + " BY ANON_SUM(x, 0, 1)",
                "WITH q AS (SELECT WITH ANONYMIZATION i, COUNT(*) AS n FROM t GROUP BY i) SELECT * FROM q AS a JOIN q"
                        + " AS b ON a.i = b.i");
    }

    private void dates() {
        List<String> units = List.of(
                "day",
                "DAY",
                "days",
                "week",
                "WEEK(MONDAY)",
                "WEEK(SUNDAY)",
                "WEEK(FRIDAY)",
                "ISOWEEK",
                "month",
                "quarter",
                "YEAR",
                "hour",
                "minutes",
                "second",
                "millisecond",
                "microsecond",
                "decade",
                "century",
                "millennium",
                "isoyear",
                "dow",
                "isodow",
                "dayofweek",
                "doy",
                "dayofyear",
                "epoch",
                "weekday",
                "weekofyear",
                "nanosecond",
                "era");
        for (String unit : units) {
            for (String form : List.of("'%s', d, ts", "%s, d, ts", "ts, d, %s")) {
                for (String name : List.of("DATEDIFF", "DATE_DIFF", "TIMESTAMPDIFF", "TIMESTAMP_DIFF")) {
                    some("SELECT " + name + "(" + String.format(form, unit) + ") FROM t");
                }
            }
            each(
                    "DATE_TRUNC('" + unit + "', d)",
                    "DATE_TRUNC(ts, " + unit + ")",
                    "DATEADD(" + unit + ", 3, d)",
                    "DATE_PART('" + unit + "', d)",
                    "EXTRACT(" + unit + " FROM ts)",
                    "d + INTERVAL 3 " + unit,
                    "ts - INTERVAL (i) " + unit,
                    "DATE_ADD(d, INTERVAL 3 " + unit + ")",
                    unit + "(d)",
                    "FLOOR(ts TO " + unit + ")",
                    "TIMESTAMPADD(" + unit + ", i, ts)",
                    "DATEPART(" + unit + ", ts)");
        }
        values(
                "DATEDIFF(d, ts)",
                "DATEDIFF('2024-01-01', d)",
                "DATEDIFF('day', d)",
                "DATEDIFF(day, month, year)",
                "DATEDIFF('day', d, '2024-02-30')",
                "DATEDIFF('day', '2024-02-29', '2024-02-29 10:00:00')",
                "DATEDIFF(i, d, ts)",
                "DATEDIFF('day', d, ts, tm)",
                "DATEDIFF('hour', d, tm)",
                "DATE_SUB(d, INTERVAL '1' DAY)",
                "DATE_SUB('day', d, ts)",
                "DATE_SUB(d)",
                "DATETIME_ADD(ts, INTERVAL 2 HOUR)",
                "DATE_PART('nothing', d)",
                "DATE_PART(d)",
                "STRFTIME(d, '%Y')",
                "STRFTIME('%Y', d)",
                "STRFTIME('%Y', '%m')",
                "STRFTIME(d)",
                "EXTRACT(YEAR FROM AGE(ts, d))",
                "EXTRACT(YEAR FROM AGE('2024-01-01', d))",
                "EXTRACT(MONTH FROM AGE(ts, d))",
                "DATE_PART('year', AGE(ts, d))",
                "YEAR(AGE(ts, d))",
                "AGE(ts, d)",
                "YEAR(AGE(d))",
                "d + 3",
                "3 + d",
                "d - 3",
                "d - d",
                "ts - d",
                "ts - ts",
                "tm - tm",
                "3 - d",
                "ts + 3",
                "d + d",
                "d + INTERVAL '1' DAY",
                "d + INTERVAL 1.5 DAY",
                "d + INTERVAL '1-2' YEAR TO MONTH",
                "d + INTERVAL (1 + 2) DAY",
                "d + INTERVAL -3 DAY",
                "d + INTERVAL (i + 1) YEAR TO MONTH",
                "CURRENT_DATE",
                "current_timestamp",
                "\"CURRENT_DATE\"",
                "LOCALTIME",
                "LOCALTIMESTAMP",
                "CURRENT_TIME",
                "CURRENT_TIMESTAMP(3)",
                "NOW()",
                "CAST(CURRENT_TIMESTAMP AS DATE)",
                "LAST_DAY(ts)",
                "DAYNAME(d)",
                "MONTHNAME(tm)",
                "MAKE_DATE(2024, 2, 30)",
                "MAKE_DATE(2024, 2)",
                "DATE '2024-02-30'",
                "DATE '2024-2-3'",
                "TIMESTAMP '2024-02-29 25:00:00'",
                "TIME '23:59:60'",
                "TIMESTAMP '2024-02-29'",
                "DATE_TRUNC(d, d)",
                "DATE_TRUNC('day')",
                "DATE_TRUNC('nothing', d)",
                "DATETRUNC('month', tm)",
                "CEIL(d TO MONTH)");
        add(
                "SELECT CURRENT_DATE FROM k",
                "SELECT k.CURRENT_DATE FROM k, t",
                "SELECT CURRENT_DATE AS x FROM t ORDER BY CURRENT_DATE",
                "SELECT 1 AS CURRENT_TIME, CURRENT_TIME FROM t");
    }

    /** The names by which a function is called with brackets. */
    private static Set<String> names(ScalarFunction function) {
        Set<String> names = new TreeSet<>(function.specification().aliases());
        function.specification().operators().stream()
                .map(operator -> operator.getName())
                .filter(name -> name.matches("[A-Z_0-9]+") && !name.equals("CASE"))
                .forEach(names::add);
        return names;
    }

    private void functions() {
        for (ScalarFunction function : ScalarFunctions.all()) {
            for (String name : names(function)) {
                for (String arguments : List.of(
                        "", "x", "i", "s", "d", "NULL", "x, i", "s, s", "i, i", "s, i", "s, s, s", "s, i, i",
                        "i, i, i")) {
                    some("SELECT " + name + "(" + arguments + ") FROM t");
                }
            }
        }
        for (String name : new TreeSet<>(RefusedFunctions.names())) {
            values(name + "(i)");
        }
        for (String name : FunctionForms.names()) {
            each(name + "(f, x, 0)", name + "(x)", name + "(x, 1)");
        }
        for (String parts : List.of("4", "0", "-1", "1000000", "1000001", "i", "2.5", "1, 2")) {
            values("NTILE(" + parts + ") OVER (ORDER BY x)");
        }
        values(
                "IF(f, 1, 'a')",
                "IIF(f, x)",
                "IFNULL(x, 1, 2)",
                "NVL(s, 'a')",
                "COALESCE()",
                "x / 2",
                "x // 2",
                "i // i",
                "u // i",
                "n // i",
                "i / i",
                "i % 3",
                "x ** 2",
                "x ^ 2",
                "i & 1",
                "i | 1",
                "~i",
                "i << 1",
                "s || i",
                "s || NULL",
                "x == 1",
                "x != 1",
                "NOT x",
                "x::INTEGER",
                "TRY_CAST(s AS DATE)",
                "SAFE_CAST(s AS DATE)",
                "'a' 'b'",
                "x IN (1, 2.5, NULL)",
                "x IN ('a')",
                "i IN (s)",
                "s IN (1)",
                "x BETWEEN SYMMETRIC 2 AND 1",
                "x NOT BETWEEN 1 AND 2",
                "x > ANY (1, 2)",
                "s LIKE 'a' ESCAPE 'b'",
                "s NOT SIMILAR TO 'a'",
                "s RLIKE 'a'",
                "s ~ 'a'",
                "[1, 2][1]",
                "ARRAY[1, 'a']",
                "ARRAY[]",
                "[i, x][OFFSET(0)]",
                "[i, x][ORDINAL(i)]",
                "[i][SAFE_OFFSET(3)]",
                "SPLIT(s, ',')[SAFE_ORDINAL(1)]",
                "ROW(1, 2)",
                "(1, 2)",
                "CASE i WHEN 1 THEN 'a' END",
                "CASE WHEN i THEN 1 END",
                "CASE WHEN f THEN 1 ELSE 'a' END",
                "DP_INTERVAL_LOW(x)",
                "CHAR_LENGTH(s)",
                "TRIM(LEADING FROM s)",
                "TRIM(s, 'a')",
                "SUBSTRING(s FROM 2 FOR 3)",
                "POSITION('a' IN s FROM 2)",
                "OVERLAY(s PLACING 'a' FROM 1)",
                "LOG(2, x)",
                "LOG(x, 2, 3)",
                "main.SQRT(x)",
                "$TUPLE(i, i)",
                "\"$DAY_NUMBER\"(d)",
                "GROUPING(i)",
                "RANDOM()",
                "Count(*)",
                "coount(*)",
                "SUMM(x)",
                "SUBSTR(s, 1)",
                "LEN(s)",
                "UPPERR(s)",
                "CAST(s AS INTEGER) IS NULL",
                "CAST(COALESCE(s, 'x') AS INTEGER) IS NOT NULL",
                "1e400",
                "1e-400",
                "99999999999999999999999999999999999999",
                "999999999999999999999999999999999999999",
                "0.1 + 0.2",
                "i + u",
                "i * i",
                "n * n",
                "n * n * n * n",
                "SUM(i) = 0.01",
                "NULL",
                "NULL + 1",
                "-NULL",
                "COALESCE(NULL, NULL)");
        add(
                "SELECT SUM(i), SUM(u), SUM(n), SUM(x), AVG(i), SUM(i) // 2, SUM(n) * 2, SUM(i) + 0.01 FROM t",
                "SELECT CASE WHEN f THEN i ELSE n END, COALESCE(i, u, n), GREATEST(i, 2.5) FROM t");
    }

    private void types() {
        Set<String> names = new TreeSet<>(OtherTypes.NAMES.keySet());
        names.addAll(List.of(
                "BOOLEAN",
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "INT",
                "BIGINT",
                "DECIMAL",
                "REAL",
                "FLOAT",
                "DOUBLE",
                "DOUBLE PRECISION",
                "VARCHAR",
                "CHAR",
                "DATE",
                "TIME",
                "TIMESTAMP",
                "TIMESTAMPTZ",
                "TIMESTAMP WITH TIME ZONE",
                "TIMETZ",
                "UUID",
                "INTERVAL DAY",
                "BLOB",
                "UINTEGER",
                "JSON",
                "nothing",
                "main.TEXT"));
        for (String name : names) {
            for (String digits : List.of("", "(5)", "(5, 2)")) {
                each("CAST(s AS " + name + digits + ")");
            }
        }
        values(
                "CAST(s AS DECIMAL(38, 38))",
                "CAST(s AS DECIMAL(39, 2))",
                "CAST(s AS DECIMAL(5, 6))",
                "CAST(s AS VARCHAR(0))",
                "CAST(s AS INTEGER[])",
                "CAST(d AS BOOLEAN)",
                "x::text::int8");
        for (String left : List.of("i", "u", "n", "x", "s", "d", "ts", "tm", "f", "NULL")) {
            for (String right : List.of("i", "n", "x", "s", "d", "ts", "tm", "f")) {
                each(left + " = " + right, "COALESCE(" + left + ", " + right + ")", left + " + " + right);
            }
        }
    }

    private void patterns() {
        for (String pattern : List.of(
                "a",
                "",
                "a{2}",
                "a{2,}",
                "a{2,100}",
                "a{2,101}",
                "a{3,2}",
                "a{101}",
                "a{1000}",
                "a{,2}",
                "a{x}",
                "a{2",
                "(a{2}){3}",
                "(a{2})b{3}",
                "(a|b){2}(c{2})",
                "a**",
                "a*?",
                "a+??",
                "*a",
                "^*",
                "\\b+",
                "\\d+",
                "\\q",
                "a\\",
                "[a-z]",
                "[z-a]",
                "[^]",
                "[]",
                "[a",
                "[a[b]",
                "[\\d-z]",
                "[a-\\d]",
                "[\\b]",
                "[a-]",
                "[😀]",
                "😀+",
                "(a",
                "a)",
                "(?:a)",
                "(?i)a",
                "(?=a)",
                "]",
                "}",
                "{",
                "a|",
                "|",
                "((((((((((((((((((((a))))))))))))))))))))",
                "(((((((((((((((((((((a)))))))))))))))))))))",
                "\\[\\(",
                "[(](b)",
                "\\(a(b)")) {
            values("REGEXP_LIKE(s, '" + pattern + "')");
            for (String by : List.of("\\1", "\\0x", "\\2", "\\x", "\\\\", "\\")) {
                each("REGEXP_REPLACE(s, '" + pattern + "', '" + by + "')");
            }
        }
        for (String pattern : List.of("a%", "[a_%]_", "a.b^c$", "\\%a", "(a|b)%", "[^a.]", "a\\")) {
            values("s SIMILAR TO '" + pattern + "'");
        }
        for (String options : List.of("", "g", "gi", "ic", "gc", "x", "ggg", "gggg")) {
            values("REGEXP_REPLACE(s, 'a', 'b', '" + options + "')");
        }
        for (int length : List.of(1000, 1001)) {
            values(
                    "REGEXP_LIKE(s, '" + "a".repeat(length) + "')",
                    "REGEXP_REPLACE(s, 'a', '" + "a".repeat(length) + "')",
                    "STRFTIME(d, '" + "a".repeat(length - 900) + "')");
        }
        values(
                "STRFTIME(d, '')",
                "STRFTIME(d, '%')",
                "STRFTIME(d, '%-')",
                "STRFTIME(d, '%-Y')",
                "STRFTIME(d, '%z')",
                "STRFTIME(d, s)");
    }

    private void joins() {
        for (String kind : List.of(
                "JOIN",
                "LEFT JOIN",
                "RIGHT JOIN",
                "FULL JOIN",
                "SEMI JOIN",
                "ANTI JOIN",
                "CROSS JOIN",
                "NATURAL JOIN",
                "NATURAL FULL JOIN",
                "ASOF JOIN")) {
            for (String condition : List.of(
                    "",
                    "ON t.u = k.u",
                    "USING (u)",
                    "USING (u, i)",
                    "USING (s)",
                    "USING (u, u)",
                    "ON TRUE",
                    "ON t.u = k.u AND t.u IN (SELECT u FROM k)")) {
                for (String list : List.of("*", "u, t.i", "k.label", "t.*")) {
                    some("SELECT " + list + " FROM t " + kind + " k " + condition);
                }
            }
        }
        add(
                "SELECT u, COUNT(*) FROM t FULL JOIN k USING (u) GROUP BY u HAVING u > 1 ORDER BY u",
                "SELECT u FROM t JOIN k USING (u) JOIN k AS l USING (u) WHERE u > 1",
                "SELECT i FROM t JOIN k USING (u)",
                "SELECT * FROM t JOIN k USING (u) FULL JOIN k AS l USING (u)",
                "SELECT (SELECT MAX(l.i) FROM k AS l WHERE l.u = u) FROM t JOIN k USING (u)",
                "SELECT (SELECT MAX(l.i) FROM k AS l WHERE l.label = s) FROM t JOIN k USING (u)",
                "SELECT (SELECT label FROM k WHERE k.i = u) FROM t JOIN k USING (u)",
                "SELECT x FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.u = t.u)",
                "SELECT * FROM t, k WHERE t.u = k.u",
                "SELECT * FROM t, t",
                "SELECT * FROM t AS a SEMI JOIN (k JOIN k AS l USING (u)) ON a.u = k.u",
                "SELECT * FROM t SEMI JOIN k AS l(a, b, c, e) ON t.u = l.a",
                "SELECT l.a FROM t SEMI JOIN k AS l(a, b, c, e) ON t.u = l.a",
                "SELECT * FROM t ANTI JOIN LATERAL (SELECT 1 AS u) AS l USING (u)",
                "SELECT u AS v FROM t JOIN k USING (u) ORDER BY u, v",
                "SELECT u + 1 AS u FROM t JOIN k USING (u) ORDER BY u",
                "SELECT RANK() OVER (PARTITION BY u ORDER BY i) FROM t FULL JOIN k USING (u, i)",
                "SELECT SUM(x) OVER w FROM t JOIN k USING (u) WINDOW w AS (PARTITION BY u)",
                "SELECT * EXCLUDE (u) FROM t JOIN k USING (u)");
    }

    private void outputs() {
        for (String star : List.of(
                "*",
                "* EXCLUDE (x)",
                "* EXCLUDE (x, x)",
                "* EXCLUDE (nothing)",
                "* REPLACE (i + 1 AS i)",
                "* EXCLUDE (x) REPLACE (i + 1 AS i)",
                "* EXCLUDE (i) REPLACE (i + 1 AS i)",
                "t.* EXCLUDE (t.x)",
                "k.*",
                "* REPLACE (1 AS nothing)",
                "*, i AS j",
                "t.*, t.*",
                "i, *")) {
            for (String tail : List.of(
                    "",
                    " ORDER BY ALL",
                    " ORDER BY ALL DESC NULLS LAST",
                    " GROUP BY ALL",
                    " ORDER BY 1",
                    " ORDER BY i LIMIT 2 WITH TIES",
                    " WHERE secret = 1")) {
                some("SELECT " + star + " FROM t" + tail);
            }
        }
        for (String list :
                List.of("i, SUM(x) AS x", "i AS x, COUNT(*) AS n", "SUM(x) AS x, SUM(i) AS i", "i + 1 AS i, s")) {
            for (String tail : List.of(
                    "",
                    " GROUP BY ALL",
                    " GROUP BY i",
                    " GROUP BY 1",
                    " GROUP BY 3",
                    " GROUP BY i + 1, s",
                    " GROUP BY ALL ORDER BY SUM(x)",
                    " GROUP BY ALL ORDER BY x, SUM(x) DESC",
                    " GROUP BY i ORDER BY x + 1",
                    " GROUP BY i QUALIFY RANK() OVER (ORDER BY SUM(x)) = 1",
                    " GROUP BY ALL HAVING SUM(x) > 1 ORDER BY ALL",
                    " GROUP BY i ORDER BY i DESC NULLS FIRST LIMIT 3 WITH TIES")) {
                add("SELECT " + list + " FROM t" + tail);
            }
        }
        for (String on : List.of("i", "1", "i, s", "i + 1", "9", "x", "0")) {
            for (String tail : List.of(
                    "",
                    " ORDER BY i",
                    " ORDER BY 1, 2 DESC",
                    " ORDER BY x DESC NULLS LAST, s",
                    " QUALIFY TRUE",
                    " ORDER BY 5")) {
                add("SELECT DISTINCT ON (" + on + ") i, s AS x FROM t" + tail);
            }
        }
        for (String tail : List.of(
                "LIMIT 3 WITH TIES",
                "ORDER BY i LIMIT 3 WITH TIES",
                "ORDER BY 1 LIMIT 3 WITH TIES",
                "ORDER BY 9 LIMIT 3 WITH TIES",
                "ORDER BY j DESC LIMIT 3 WITH TIES",
                "ORDER BY i LIMIT 3 OFFSET 1 WITH TIES",
                "ORDER BY i FETCH FIRST 2 ROWS WITH TIES",
                "ORDER BY i FETCH NEXT 2 ROWS ONLY",
                "LIMIT ALL",
                "LIMIT -1",
                "LIMIT i",
                "OFFSET 2 ROWS",
                "ORDER BY x + 1 NULLS FIRST",
                "QUALIFY ROW_NUMBER() OVER (ORDER BY i) = 1 ORDER BY i LIMIT 1 WITH TIES")) {
            add(
                    "SELECT i AS j, x FROM t " + tail,
                    "SELECT DISTINCT i AS j FROM t " + tail,
                    "SELECT i AS j FROM t UNION SELECT i FROM k " + tail);
        }
        for (String group : List.of(
                "ROLLUP(i, s)",
                "CUBE(i, s)",
                "GROUPING SETS ((i), (i))",
                "GROUPING SETS ((i), ())",
                "CUBE(u,f,i,n,x,s,d,ts)",
                "CUBE(u,f,i,n,x,s,d,ts,tm)",
                "ROLLUP(i), ROLLUP(s)",
                "GROUPING SETS (CUBE(i, s), ROLLUP(d))",
                "()",
                "i, ()",
                "CUBE(i, s, d, f), CUBE(x, n, u, ts)",
                "CUBE(i, s, d, f, tm), CUBE(x, n, u, ts)")) {
            add("SELECT COUNT(*) FROM t GROUP BY " + group);
        }
        add(
                "SELECT COUNT(*), COUNT(*), SUM(x), SUM(x) AS sum_2, x + 1, CAST(i AS VARCHAR), MAX(x) OVER () FROM t"
                        + " GROUP BY x, i",
                "SELECT count FROM (SELECT COUNT(*) FROM t) AS q",
                "SELECT sum, max FROM (SELECT SUM(x), MAX(x) AS max FROM t)",
                "SELECT count FROM (SELECT COUNT(*), i AS count FROM t GROUP BY i) AS q",
                "WITH q(a) AS (SELECT COUNT(*) FROM t) SELECT a FROM q",
                "WITH q AS (SELECT COUNT(*) FROM t) SELECT count FROM q",
                "SELECT median FROM (SELECT MEDIAN(x) FROM t)",
                "SELECT quantiles FROM (SELECT APPROX_QUANTILES(x, 2) FROM t)",
                "SELECT 1, 1, 'a' AS column_1",
                "VALUES (1, 2), (3, 4)",
                "SELECT i FROM t UNION SELECT u FROM k INTERSECT SELECT 3",
                "SELECT i, i FROM t ORDER BY i",
                "SELECT 1 AS a, a + 1",
                "WITH RECURSIVE q AS (SELECT 1) SELECT * FROM q",
                "SELECT * FROM t TABLESAMPLE BERNOULLI (10)",
                "SELECT * FROM t TABLESAMPLE 10",
                "SELECT * FROM t USING SAMPLE 10",
                "SELECT ? FROM t",
                "SELECT x y FROM t",
                "SELECT ALL FROM t",
                "SELECT GROUP_ID() FROM t",
                "SELECT i, DP_INTERVAL_LOW(n), DP_INTERVAL_HIGH(n) FROM (SELECT i, COUNT(*) AS n FROM t GROUP BY i) AS"
                        + " q",
                "SELECT COUNT(*) AS n, DP_INTERVAL_LOW(n) AS l, dp_interval_high(N) FROM t",
                "SELECT COUNT(*) AS n, SUM(x) AS n, DP_INTERVAL_LOW(n) FROM t",
                "SELECT DP_INTERVAL_LOW(n, n) FROM t",
                "SELECT COUNT(*) AS n, DP_INTERVAL_LOW(n) AS l, DP_INTERVAL_LOW(l) FROM t",
                "SELECT (SELECT 1) AS n, DP_INTERVAL_LOW(n) FROM t",
                "SELECT MEDIAN(d) AS m, DP_INTERVAL_LOW(m) FROM t",
                "SELECT COUNT(*) AS n FROM t ORDER BY DP_INTERVAL_LOW(n)",
                "SELECT * FROM t WHERE i = (SELECT 1, 2)",
                "SELECT i FROM t WHERE SUM(x) > 1",
                "SELECT SUM(SUM(x)) FROM t",
                "SELECT i FROM t HAVING COUNT(*) > 1",
                "SELECT i, COUNT(*) FROM t",
                "SELECT x FROM t GROUP BY i",
                "SELECT LAG(x) OVER (ORDER BY i) FROM t QUALIFY LAG(x) OVER (ORDER BY i) > 1");
    }

    private void quantiles() {
        for (String name : List.of(
                "APPROX_QUANTILES",
                "ANON_QUANTILES",
                "QUANTILE_CONT",
                "PERCENTILE_CONT",
                "ANON_NTILE",
                "ANON_PERCENTILE_CONT",
                "QUANTILE")) {
            for (String arguments : List.of(
                    "x, 4",
                    "x, 0.25",
                    "x, [0.1, 0.9]",
                    "x, []",
                    "x, ARRAY[0, 1]",
                    "x, 0",
                    "x, 10000",
                    "x, 10001",
                    "x, 2.5",
                    "x, 1.5",
                    "x, -0.5",
                    "x, i",
                    "x",
                    "x, 4, 0, 100",
                    "x, 4 CLAMPED BETWEEN 0 AND 100",
                    "x CLAMPED BETWEEN 0 AND 100, 4",
                    "x, 4 WITH REPORT(FORMAT=JSON)",
                    "x, 4 CLAMPED BETWEEN 0 AND 100 WITH REPORT(FORMAT=JSON)",
                    "x, 19",
                    "x, 20",
                    "x, 21",
                    "x, 4, contribution_bounds_per_row => (0, 1)")) {
                for (String place : List.of(
                        "",
                        "[OFFSET(2)]",
                        "[ORDINAL(1)]",
                        "[0]",
                        "[5]",
                        "[OFFSET(4)]",
                        "[OFFSET(i)]",
                        "[SAFE_OFFSET(9)]")) {
                    if (place.isEmpty() || arguments.equals("x, 4") || arguments.startsWith("x, 4 C")) {
                        each(name + "(" + arguments + ")" + place);
                    }
                }
            }
        }
        for (String order : List.of("x", "x DESC", "x NULLS LAST", "x DESC NULLS FIRST", "x, i")) {
            for (String fractions : List.of("0.25", "[0.25, 0.5]", "", "1.5", "0.25, epsilon => 1")) {
                values("PERCENTILE_CONT(" + fractions + ") WITHIN GROUP (ORDER BY " + order + ")");
            }
        }
        values(
                "PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY x)",
                "APPROX_QUANTILES(x, 4) FILTER (WHERE f)",
                "MEDIAN(x) OVER ()",
                "MEDIAN(x, 0, 1)",
                "ANON_MEDIAN(x, 0, 1)",
                "ANON_MEDIAN(x)",
                "MEDIAN(DISTINCT x)",
                "MEDIAN(s)",
                "MEDIAN(d, contribution_bounds_per_row => (0, 1))",
                "MEDIAN(x, contribution_bounds_per_row => (DATE '2024-01-01', DATE '2024-12-31'))",
                "QUANTILE_CONT(x, [0.1, 0.9]) FILTER (WHERE f)",
                "QUANTILE_CONT(x, [" + "0.5, ".repeat(19) + "0.5])",
                "QUANTILE_CONT(x, [" + "0.5, ".repeat(20) + "0.5])");
    }

    private void statements() {
        add(
                "SHOW TABLES",
                "show all tables;",
                "DESCRIBE",
                "DESC t",
                "DESCRIBE main.t",
                "DESCRIBE \"order lines\"",
                "SHOW COLUMNS FROM k",
                "SHOW ALL COLUMNS IN t",
                "DESCRIBE TABLE t",
                "SHOW t",
                "DESCRIBE nothing",
                "-- a\n/* b */ DESCRIBE T ;",
                "SUMMARIZE t",
                "SUMMARIZE \"order lines\"",
                "SUMMARIZE SELECT 1",
                "DESCRIBE SELECT 1",
                "SHOW",
                "DESCRIBE t; SELECT 1",
                "DESCRIBE   \"nothing\"\"x\"",
                "SHOW VARIABLES",
                "SELECT * FROM information_schema.tables",
                "SELECT * FROM INFORMATION_SCHEMA.COLUMNS AS c WHERE c.table_name = 't'",
                "SELECT columns.column_name FROM information_schema.columns JOIN information_schema.tables USING"
                        + " (table_name)",
                "SELECT * FROM information_schema.nothing",
                "SELECT 'information_schema' FROM t",
                "INSERT INTO t VALUES (1)",
                "UPDATE t SET i = 1",
                "DELETE FROM t",
                "DROP TABLE t",
                "CREATE TABLE a (b INT)",
                "COPY t TO 'x'",
                "SET x = 1",
                "CALL f()",
                "PRAGMA x",
                "ATTACH 'x'",
                "",
                "   ",
                ";",
                "-- nothing",
                "/* open",
                "/* a /* b */ SELECT 1",
                "/* a /* b */ */ SELECT 1",
                "SELECT 1;",
                "SELECT 1; SELECT 2",
                "SELECT 1;;",
                "SELECT 1; -- end",
                "SELECT '\0'",
                "SELECT 'a",
                "SELECT \"a",
                "SELECT `i` FROM t",
                "SELECT 1 /* c */ + /* d */ 2",
                "(SELECT 1)",
                "((SELECT i FROM t))",
                "\n\r\n SELECT nothing FROM t",
                "\r\rSELECT nothing FROM t",
                "SELECT 1 AS \"" + "a".repeat(256) + "\"",
                "SELECT 1 AS \"" + "a".repeat(257) + "\"",
                "SELECT " + "(".repeat(200) + "1" + ")".repeat(200),
                "SELECT " + "(".repeat(201) + "1" + ")".repeat(201),
                "SELECT " + "CASE WHEN TRUE THEN ".repeat(40) + "1" + " END".repeat(40),
                "SELECT " + "[".repeat(3) + "1" + "]".repeat(3),
                "SELECT 1 WHERE " + "TRUE AND ".repeat(63) + "TRUE",
                "SELECT 1 WHERE " + "TRUE OR ".repeat(300) + "FALSE",
                "SELECT 1" + " UNION ALL SELECT 1".repeat(70),
                "SELECT " + "1, ".repeat(24_998) + "1",
                "SELECT 1 + " + "1 + ".repeat(1_100) + "1");
        StringBuilder twice = new StringBuilder("WITH q0 AS (SELECT i FROM t)");
        for (int i = 1; i < 20; i++) {
            twice.append(", q")
                    .append(i)
                    .append(" AS (SELECT a.i FROM q")
                    .append(i - 1)
                    .append(" AS a, q")
                    .append(i - 1)
                    .append(" AS b)");
            if (i == 4 || i == 8 || i == 9 || i == 19) {
                add(twice + " SELECT COUNT(*) FROM q" + i);
            }
        }
    }

    private void mistakes() {
        add(
                "SELECT COUNT(*) FORM t",
                "SELECT i FROM t WHER i = 1",
                "SELECT i FROM t GROUP i",
                "SELECT i FROM t ODER BY i",
                "SELECT i, FROM t",
                "SELECT i FROM t WHERE",
                "SELECT i FROM t WHERE i =",
                "SELECT i FROM t WHERE i => 1",
                "SELECT i FROM t WHERE i =< 1",
                "SELECT i FROM t WHERE i = 1 && f",
                "SELECT i FROM t WHERE i BETWEEN 1, 2",
                "SELECT i FROM t WHERE i IN 1, 2",
                "SELECT i FROM t WHERE i NOT IN s",
                "SELECT i FROM t WHERE i IS NOTNULL",
                "SELECT i FROM t WHERE i NOT NULL",
                "SELECT TOP 5 i FROM t",
                "SELECT CASE i THEN 1 END FROM t",
                "SELECT COUNT * FROM t",
                "SELECT COUNT(UNIQUE i) FROM t",
                "SELECT i FROM t WHERE f AND ORDER BY i",
                "SELECT i FROM t ORDER BY i GROUP BY i",
                "SELECT i FROM t LIMIT 3 WHERE f",
                "SELECT i FROM t WHERE f WHERE f",
                "FROM t SELECT i",
                "SELECT i s x FROM t",
                "SELECT i SUM(x) FROM t",
                "SELECT i AS a s FROM t",
                "SELECT i FROM t LEFT k ON TRUE",
                "SELECT i FROM t INNER k",
                "SELECT i FROM t GROUPBY i",
                "SELECT i FROM t ORDERBY i",
                "SELECT RANK() OVER (PARTITION i) FROM t",
                "SELECT i FROM t ORDER BY i,",
                "SELECT (i FROM t",
                "SELECT i) FROM t",
                "SELECT order FROM \"order lines\"",
                "SELECT Money spent FROM \"order lines\"",
                "SELECT date, year FROM \"order lines\"",
                "SELECT i FROM order lines",
                "SELECT \"abc\" FROM t",
                "SELECT i FROM tt",
                "SELECT ii FROM t",
                "SELECT zzzzzz FROM t",
                "SELECT k.i FROM t",
                "SELECT secret FROM t",
                "SELECT t.nothing FROM t",
                "SELECT a.i FROM t AS b",
                "SELECT i FROM t AS a, k AS a",
                "SELECT i FROM t JOIN k ON t.u = k.u",
                "SELECT COUNT(*) FROM t WHERE i = 'a' AND s = 1",
                "SELEC i FROM t",
                "WTIH q AS (SELECT 1) SELECT 1",
                "selct 1",
                "SELECT i FROM t UNION SELECT i, u FROM k",
                "SELECT d FROM t UNION SELECT i FROM k",
                "SELECT i FROM t JOIN k",
                "SELECT i FROM t NATURAL JOIN k ON TRUE",
                "SELECT SUM(s) FROM t",
                "SELECT AVG(d) FROM t",
                "SELECT x + s FROM t",
                "SELECT s + d FROM t",
                "SELECT f + 1 FROM t",
                "SELECT i WHERE i = 1",
                "SELECT *",
                "SELECT i FROM t WHERE i",
                "SELECT i FROM t WHERE x = DATE '2024-01-01'",
                "SELECT SUM(x) OVER (ORDER BY i ROWS 2) FROM t",
                "SELECT RANK() FROM t",
                "SELECT RANK() OVER () FROM t",
                "SELECT SUM(x) OVER (ORDER BY i RANGE BETWEEN 'a' PRECEDING AND CURRENT ROW) FROM t",
                "SELECT MAX(DISTINCT x) OVER () FROM t",
                "SELECT i FROM t WHERE EXISTS (SELECT 1 FROM k WHERE k.u = nothing)",
                "SELECT i FROM t ORDER BY 2",
                "SELECT i FROM t GROUP BY 2",
                "SELECT i FROM t WHERE i IN (SELECT u, i FROM k)",
                "SELECT i FROM t WHERE (u, i) IN (SELECT u, i FROM k)",
                "SELECT x'00' FROM t",
                "SELECT U&'a' FROM t",
                "SELECT i FROM t FOR UPDATE",
                "SELECT i INTO k FROM t",
                "SELECT DISTINCT ALL i FROM t",
                "SELECT i FROM LATERAL t",
                "SELECT e FROM t, UNNEST(s) AS u(e)",
                "SELECT e FROM UNNEST(ARRAY[1], ARRAY[2]) AS u(e, g)",
                "SELECT i FROM t (i INTEGER)",
                "SELECT i FROM t EXTEND (j INTEGER)",
                "SELECT t.s.a FROM t",
                "SELECT s:a FROM t",
                "SELECT ANY_VALUE(i) FROM t",
                "SELECT i FROM t GROUP BY s HAVING i > 1",
                "SELECT HAVING FROM t",
                "SELECT i FROM",
                "SELECT",
                "WITH q AS (SELECT 1)",
                "SELECT i FROM t WHERE f = 'true'",
                "SELECT i DESC FROM t",
                "SELECT i FROM t ORDER i",
                "SELECT i BETWEEN 1 FROM t",
                "SELECT CAST(i AS) FROM t",
                "SELECT CAST(i, INTEGER) FROM t",
                "SELECT i::nothing FROM t");
        for (String clause : List.of("FROM", "WHERE", "GROUP BY", "HAVING", "ORDER BY", "LIMIT", "JOIN", "UNION")) {
            List<String> typos = new ArrayList<>();
            for (int at = 0; at < clause.indexOf(' ') || at == 0; at++) {
                typos.add(clause.substring(0, at) + clause.substring(at + 1));
            }
            typos.add(clause + "X");
            for (String typo : typos) {
                add("SELECT i FROM t " + typo + " i", "SELECT i " + typo + " t");
            }
        }
    }
}
