package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every function over every pair of edge values: DuckDB raises no error, and gives exactly the type that the algebra
 * says, so that it never converts on its own.
 */
class TotalExpressionsTest {
    private static final Map<String, ColumnType> TYPES = new LinkedHashMap<>();
    private static final Map<String, List<String>> EDGES = new LinkedHashMap<>();

    /** What is another expression by the time that it is printed, stands in aggregates, or is never run. */
    private static final List<ScalarFunction> NEVER_RUN = List.of(
            ComparisonFunction.IS_DISTINCT_FROM,
            ComparisonFunction.IS_NOT_DISTINCT_FROM,
            LogicFunction.IS_UNKNOWN,
            LogicFunction.IS_NOT_UNKNOWN,
            ArithmeticFunction.UNARY_PLUS,
            RealFunction.SQRT,
            PatternFunction.NOT_LIKE,
            PatternFunction.NOT_ILIKE,
            PatternFunction.NOT_SIMILAR_TO,
            TextFunction.TUPLE,
            ReleasedFunction.LOW,
            ReleasedFunction.HIGH,
            ReleasedFunction.REPORT);

    private static Connection connection;

    private static void edges(String name, ColumnType type, String... values) {
        TYPES.put(name, type);
        EDGES.put(
                name,
                Arrays.stream(values)
                        .map(value -> "CAST(" + value + " AS " + type.sql() + ") AS " + name)
                        .toList());
    }

    @BeforeAll
    static void create() throws SQLException {
        edges("f", ColumnType.BOOLEAN, "NULL", "true", "false");
        edges("i", ColumnType.INTEGER, "NULL", "0", "-1", "1", "7", "2147483647", "'-2147483648'");
        edges("b", ColumnType.BIGINT, "NULL", "0", "-1", "3", "9223372036854775807", "'-9223372036854775808'");
        edges("n", ColumnType.decimal(15, 2), "NULL", "0", "-1.55", "9999999999999.99", "'-9999999999999.99'");
        String widest = "9".repeat(38);
        edges("m", ColumnType.decimal(38, 0), "NULL", "0", "-1", "'" + widest + "'", "'-" + widest + "'");
        edges("w", ColumnType.decimal(38, 37), "NULL", "0", "-0.5", "'9." + "9".repeat(37) + "'");
        edges(
                "x",
                ColumnType.DOUBLE,
                "NULL",
                "0",
                "'-0.0'",
                "'NaN'",
                "'Infinity'",
                "'-Infinity'",
                "1e308",
                "-1e308",
                "5e-324",
                "-1.5",
                "2.5");
        edges(
                "s",
                ColumnType.VARCHAR,
                "NULL",
                "''",
                "'abc'",
                "'-1'",
                "'1e400'",
                "'NaN'",
                "'9999-12-31'",
                "'\\'",
                "'%_'",
                "'(['",
                "'é\u0301😀'",
                "'99999999999999999999999'",
                "'" + "x".repeat(300) + "'");
        edges(
                "j",
                ColumnType.VARCHAR,
                "NULL",
                "''",
                "'{\"a\": [1, {\"b\": null}], \"c d\": \"é\"}'",
                "'{\"a\": 1e999, \"a\": 2}'",
                "'[1, -0.0, true]'",
                "'null'",
                "'\"x'",
                "'{\"a\"'",
                "'{\"a\": \"\\ud800\"}'",
                "'{\"a\": \"\\u0000\"}'",
                "'{\"a\": 99999999999999999999999999999999999999999}'",
                "repeat('[', 5000) || repeat(']', 5000)",
                "repeat('{\"a\":', 100000)");
        edges(
                "d",
                ColumnType.DATE,
                "NULL",
                "'2024-02-29'",
                "'0001-01-01'",
                "'9999-12-31'",
                "'infinity'",
                "'-infinity'",
                "'5881580-07-10'",
                "'5877642-06-25 (BC)'");
        edges(
                "ts",
                ColumnType.TIMESTAMP,
                "NULL",
                "'2024-02-29 23:59:59.999999'",
                "'0001-01-01 00:00:00'",
                "'9999-12-31 23:59:59.999999'",
                "'infinity'",
                "'-infinity'",
                "'294247-01-10 04:00:54'",
                "'290309-12-22 (BC) 00:00:00'");
        edges("t", ColumnType.TIME, "NULL", "'00:00:00'", "'23:59:59.999999'");
        connection = DriverManager.getConnection("jdbc:duckdb:");
        int most = EDGES.values().stream().mapToInt(List::size).max().orElseThrow();
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < most; row++) {
            List<String> values = new ArrayList<>();
            for (List<String> column : EDGES.values()) {
                values.add(column.get(row % column.size()));
            }
            rows.add("SELECT " + String.join(", ", values));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge AS " + String.join(" UNION ALL ", rows));
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    static Catalog catalog() {
        List<Column> columns = TYPES.entrySet().stream()
                .map(entry -> Column.nullable(entry.getKey(), entry.getValue()))
                .toList();
        return new Catalog(List.of(new Table("edge", columns, new Protection.Public())));
    }

    /** {@code $1} and {@code $2} stand for each pair of columns of the family. */
    static Stream<String> expressions() {
        List<String> numbers = List.of("i", "b", "n", "m", "w", "x");
        List<String> texts = List.of("s");
        List<String> moments = List.of("d", "ts");
        List<String> all = List.of("f", "i", "b", "n", "m", "w", "x", "s", "d", "ts", "t");
        List<String> list = new ArrayList<>();
        for (String template : List.of(
                "$1 + $2",
                "$1 - $2",
                "$1 * $2",
                "$1 / $2",
                "$1 // $2",
                "$1 ^ $2",
                "$1 % $2",
                "MOD($1, $2)",
                "IF($1 > $2, $1, $2)",
                "IFNULL($1, $2)",
                "GREATEST($1, $2)",
                "LEAST($1, $2)",
                "$1 = $2",
                "$1 < $2",
                "$1 <> $2",
                "$1 IS DISTINCT FROM $2",
                "$1 BETWEEN $2 AND $2",
                "$1 IN ($2, 5)",
                "NULLIF($1, $2)",
                "COALESCE($1, $2)",
                "CASE WHEN $1 > $2 THEN $1 ELSE $2 END",
                "$1 * $1 * $2",
                "$1 * ($2 * $1 * $2)",
                "($1 + $2) * ($1 - $2)",
                "$1 IN (SELECT e3.$2 FROM edge e3)",
                "$1 >= ALL (SELECT e3.$2 FROM edge e3)",
                "$1 = (SELECT MAX(e3.$2) FROM edge e3)",
                "(SELECT e3.$2 FROM edge e3 WHERE e3.$2 = $1)")) {
            pairs(template, numbers, numbers, list);
        }
        for (String template : List.of(
                "-$1",
                "+$1",
                "ABS($1)",
                "SIGN($1)",
                "ROUND($1)",
                "TRUNC($1)",
                "FLOOR($1)",
                "CEIL($1)",
                "ROUND($1, 2)",
                "ROUND($1, -1)",
                "ROUND($1, -38)",
                "ROUND($1, -1000000)",
                "TRUNC($1, 2)",
                "TRUNC($1, -5)",
                "ROUND($1, e2.i)",
                "TRUNC($1, e2.i)",
                "ARRAY[$1, 1][$2]",
                "ARRAY_CONTAINS(ARRAY[$1], $2)",
                "$1 * 1.5",
                "$1 + 9223372036854775807",
                "$1 * 1e300",
                "$1 * 1e300 * 1e300",
                "CAST($1 AS DECIMAL(5,4))",
                "CAST($1 AS SMALLINT)",
                "CAST($1 AS TINYINT)",
                "CAST($1 AS BOOLEAN)",
                "CAST($1 AS VARCHAR(3))",
                "$1 || 'x'",
                "CONCAT($1, $1)")) {
            pairs(template, numbers, List.of("i"), list);
        }
        functions(RealFunction.values(), numbers, List.of("i"), numbers, list);
        functions(WholeFunction.values(), List.of("i", "b"), List.of("i"), List.of("i", "b"), list);
        for (String type :
                List.of("INTEGER", "BIGINT", "DECIMAL(38,10)", "DECIMAL(4,4)", "DOUBLE", "REAL", "VARCHAR")) {
            pairs("CAST($1 AS " + type + ")", List.of("i", "b", "n", "m", "w", "x", "s"), List.of("i"), list);
        }
        pairs("CAST($1 AS INTEGER)", List.of("f"), List.of("i"), list);
        for (String type : List.of("BOOLEAN", "DATE", "TIME", "TIMESTAMP")) {
            pairs("CAST($1 AS " + type + ")", texts, List.of("i"), list);
        }
        pairs("CAST($1 AS VARCHAR)", all, List.of("i"), list);
        pairs("CAST($1 AS TIMESTAMP)", List.of("d", "ts"), List.of("i"), list);
        pairs("CAST(ts AS DATE)", List.of("ts"), List.of("i"), list);
        pairs("CAST(ts AS TIME)", List.of("ts"), List.of("i"), list);
        for (String template : List.of(
                "UPPER($1)",
                "LOWER($1)",
                "TRIM($1)",
                "TRIM(LEADING 'a' FROM $1)",
                "LTRIM($1)",
                "RTRIM($1, e2.s)",
                "SUBSTRING($1 FROM $2)",
                "SUBSTRING($1, $2, $2)",
                "SUBSTRING($1, $2, -1)",
                "LEFT($1, $2)",
                "RIGHT($1, $2)",
                "POSITION(e2.s IN $1)",
                "STRPOS($1, e2.s)",
                "CHAR_LENGTH($1)",
                "LENGTH($1)",
                "$1 || e2.s || $2",
                "CONCAT($1, $2, e2.s)",
                "REPLACE($1, e2.s, $1)",
                "STARTS_WITH($1, e2.s)",
                "ENDS_WITH($1, e2.s)",
                "SPLIT_PART($1, e2.s, $2)",
                "$1 LIKE e2.s",
                "$1 ILIKE e2.s",
                "$1 IS NULL",
                "SPLIT($1, e2.s)[$2]",
                "SPLIT($1, '')[1]",
                "CARDINALITY(SPLIT($1, e2.s))",
                "ARRAY_CONTAINS(SPLIT($1, 'a'), e2.s)",
                "ARRAY[$1, e2.s][$2]",
                "$1 NOT LIKE '%\\%%' ESCAPE '\\'",
                "$1 SIMILAR TO '(a|b)%[0-9]*'",
                "REGEXP_LIKE($1, '^[a-z]+(x{1,99})?$')",
                "REGEXP_MATCHES($1, '\\d|é')",
                "REGEXP_REPLACE($1, '(x)|\\d', '[\\0\\1]', 'g')",
                "REGEXP_REPLACE($1, '', 'long', 'gi')",
                "REGEXP_REPLACE($1, '.*', '\\0\\0\\\\')",
                "$1 = e2.s",
                "$1 < e2.s",
                "$1 = $2",
                "$1 + $2",
                "$1 IN ('a', e2.s)",
                "NULLIF($1, e2.s)",
                "GREATEST($1, e2.s)",
                "CASE $1 WHEN 'abc' THEN $2 END")) {
            pairs(template, texts, List.of("i", "b"), list);
        }
        for (String path : List.of("$", "$.a", "$.a[1].b", "$[0]", "$.\"c d\"", "$[999999]")) {
            pairs("JSON_VALUE($1, '" + path + "')", List.of("j", "s"), List.of("i"), list);
            pairs("JSON_EXTRACT_STRING($1, '" + path + "')", List.of("j", "s"), List.of("i"), list);
        }
        for (String template : List.of(
                "$1 + INTERVAL '1:30' HOUR TO MINUTE",
                "$1 - INTERVAL '99999999' SECOND(8)",
                "$1 + e2.b * INTERVAL '1' SECOND",
                "$1 - INTERVAL '3' MINUTE * e2.i")) {
            pairs(template, List.of("ts"), List.of("i"), list);
        }
        for (String template : List.of(
                "$1 + $2 * INTERVAL '1' DAY",
                "$1 - $2 * INTERVAL '1' DAY",
                "$1 + INTERVAL '1' MONTH * $2",
                "$1 - $2 * INTERVAL '9999' YEAR(4)",
                "DATEADD(week, $2, $1)")) {
            pairs(template, moments, List.of("i", "b"), list);
        }
        for (String template : List.of("$1 + $2", "$1 - $2", "$2 + $1", "$1 - ($1 + $2)")) {
            pairs(template, List.of("d"), List.of("i", "b"), list);
        }
        pairs("$1 - $2", List.of("d"), List.of("d"), list);
        for (String template : List.of("LAST_DAY($1)", "DAYNAME($1)", "MONTHNAME($1)", "DATE_PART('week', $1)")) {
            pairs(template, moments, List.of("i"), list);
        }
        for (char letter : DateFormat.LETTERS.toCharArray()) {
            pairs("STRFTIME($1, 'a%" + letter + "é')", moments, List.of("i"), list);
        }
        for (char letter : DateFormat.SHORT_LETTERS.toCharArray()) {
            pairs("STRFTIME($1, '%-" + letter + "%Y')", moments, List.of("i"), list);
        }
        pairs("MAKE_DATE($1, $2, $1)", List.of("i", "b"), List.of("i", "b"), list);
        for (String unit : DateFunction.UNITS) {
            pairs("DATEDIFF('" + unit + "', $1, $2)", moments, moments, list);
            pairs("TIMESTAMPDIFF(" + unit + ", $1, $2)", moments, moments, list);
            pairs("DATE_TRUNC('" + unit + "', $1)", moments, List.of("i"), list);
        }
        for (String part : List.of(
                "YEAR",
                "QUARTER",
                "MONTH",
                "WEEK",
                "DAY",
                "DOW",
                "ISODOW",
                "DOY",
                "ISOYEAR",
                "DECADE",
                "CENTURY",
                "MILLENNIUM",
                "HOUR",
                "MINUTE",
                "SECOND",
                "MILLISECOND",
                "MICROSECOND",
                "EPOCH")) {
            pairs("EXTRACT(" + part + " FROM $1)", moments, List.of("i"), list);
        }
        for (String template : List.of(
                "$1 + INTERVAL '1' DAY",
                "$1 - INTERVAL '1' DAY",
                "$1 + INTERVAL '9999' YEAR(4)",
                "$1 - INTERVAL '9999' YEAR(4)",
                "$1 + INTERVAL '99999' MONTH(5)",
                "$1 - INTERVAL '3600000' DAY(7)",
                "$1 = $2",
                "$1 < $2",
                "GREATEST($1, $1)",
                "COALESCE($1, $1)",
                "YEAR($1)",
                "FLOOR($1 TO MONTH)",
                "$1 BETWEEN $2 AND $2",
                "$1 >= '2024-01-01'",
                "$1 = e2.s",
                "$1 - INTERVAL '1' MONTH + INTERVAL '1' MONTH")) {
            pairs(template, moments, moments, list);
        }
        list.addAll(List.of(
                "e1.t + INTERVAL '23' HOUR",
                "e1.t - INTERVAL '1' SECOND",
                "e1.t + e2.b * INTERVAL '1' SECOND",
                "DATEDIFF('hour', e1.t, e2.t)",
                "TIMESTAMPDIFF(MICROSECOND, e1.t, e2.t)",
                "EXTRACT(HOUR FROM e1.t)",
                "e1.t < e2.t",
                "e1.f AND e2.f",
                "e1.f OR NOT e2.f",
                "e1.f IS TRUE",
                "e1.f IS NOT TRUE",
                "e1.f IS FALSE",
                "e1.f IS NOT FALSE",
                "e1.f = e2.f",
                "CAST(e1.f AS INTEGER)",
                "CURRENT_DATE - INTERVAL '1' YEAR",
                "CURRENT_TIMESTAMP"));
        return list.stream().distinct();
    }

    /** All functions of a topic whose arguments are of one family, with one argument and with two. */
    private static void functions(
            ScalarFunction[] topic, List<String> first, List<String> alone, List<String> second, List<String> into) {
        for (ScalarFunction function : topic) {
            for (SqlOperator operator : function.specification().operators()) {
                if (operator.getOperandCountRange().isValidCount(0)) {
                    into.add(operator.getName() + "()");
                }
                if (operator.getOperandCountRange().isValidCount(1)) {
                    pairs(operator.getName() + "($1)", first, alone, into);
                }
                if (operator.getOperandCountRange().isValidCount(2)) {
                    pairs(operator.getName() + "($1, $2)", first, second, into);
                }
            }
        }
    }

    /** Each function is tried here, and what makes a text says how long it is. */
    @Test
    void eachFunctionIsTried() {
        Set<ScalarFunction> tried = new HashSet<>();
        Set<ScalarFunction> texts = new HashSet<>();
        Set<String> shapes = new HashSet<>();
        SqlToRelation planner = new SqlToRelation(catalog());
        for (String expression : expressions().toList()) {
            // One of each shape: the columns make no difference to which functions are called.
            if (shapes.add(expression.replaceAll("e([12])\\.\\w+", "$1"))) {
                planner.analyze(sql(expression)).relation().accept(new RexShuttle() {
                    @Override
                    public RexNode visitCall(RexCall call) {
                        ScalarFunctions.of(call.getOperator()).ifPresent(function -> {
                            tried.add(function);
                            if (SqlTypeUtil.inCharFamily(call.getType())) {
                                texts.add(function);
                            }
                        });
                        return super.visitCall(call);
                    }
                });
            }
        }
        assertThat(ScalarFunctions.all())
                .filteredOn(function -> !tried.contains(function))
                .containsExactlyInAnyOrderElementsOf(NEVER_RUN);
        assertThat(texts)
                .filteredOn(function -> function.specification().length().equals(TextLength.NONE))
                .isEmpty();
    }

    private static String sql(String expression) {
        return "SELECT " + expression.replace("(ts ", "(e1.ts ") + " FROM edge e1, edge e2";
    }

    private static void pairs(String template, List<String> first, List<String> second, List<String> into) {
        for (String a : first) {
            for (String b : second) {
                into.add(template.replace("e3.$2", "e3." + b)
                        .replace("$1", "e1." + a)
                        .replace("$2", "e2." + b));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void isTotalAndOfItsType(String expression) throws SQLException {
        AnalyzedQuery query = new SqlToRelation(catalog()).analyze(sql(expression));
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(query.relation()))) {
            RelDataTypeField field =
                    query.relation().getRowType().getFieldList().get(0);
            assertThat(result.getMetaData().getColumnTypeName(1))
                    .isEqualTo(DuckDbDialect.DIALECT.types().name(field.getType()));
            int rows = 0;
            while (result.next()) {
                rows++;
            }
            assertThat(rows).isEqualTo(169);
        }
    }

    /**
     * Of -0.0 and 0.0, which are one value, every function gives one value again: so rows that differ in the sign of a zero
     * alone need no order of their own.
     */
    @Test
    void noFunctionTellsTheTwoZerosApart() throws SQLException {
        List<String> real =
                expressions().filter(each -> each.matches(".*e[123]\\.x\\b.*")).toList();
        assertThat(real).hasSizeGreaterThan(300);
        SqlToRelation planner = new SqlToRelation(catalog());
        for (int from = 0; from < real.size(); from += 50) {
            List<String> some = real.subList(from, Math.min(from + 50, real.size()));
            String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                    .sql(planner.analyze(sql(String.join(", ", some)) + " ORDER BY e1.i, e2.i")
                            .relation());
            List<List<Object>> answers = new ArrayList<>();
            for (String zero : List.of("'0.0'", "'-0.0'")) {
                answers.add(valuesWhereXIs(zero, sql));
            }
            for (int place = 0; place < answers.get(0).size(); place++) {
                assertThat(answers.get(1).get(place))
                        .as(some.get(place % some.size()))
                        .isEqualTo(answers.get(0).get(place));
            }
        }
    }

    private static List<Object> valuesWhereXIs(String zero, String sql) throws SQLException {
        List<Object> values = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TEMP TABLE edge AS SELECT * REPLACE (CAST(" + zero
                    + " AS DOUBLE) AS x) FROM main.edge LIMIT 7");
            try (ResultSet result = statement.executeQuery(sql)) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    for (int column = 1; column <= width; column++) {
                        Object value = result.getObject(column);
                        // The sign of a result that is zero is seen by no function in turn.
                        values.add(value instanceof Double number && number == 0 ? Double.valueOf(0) : value);
                    }
                }
            } finally {
                statement.execute("DROP TABLE temp.edge");
            }
        }
        return values;
    }

    /** Aggregates over the same edges, with and without exact sums. */
    @ParameterizedTest
    @MethodSource("aggregates")
    void aggregateIsTotalAndOfItsType(String aggregate) throws SQLException {
        AnalyzedQuery query = new SqlToRelation(catalog()).analyze("SELECT " + aggregate + " FROM edge");
        for (RelationToSql printer : List.of(
                RelationToSql.overPeople(DuckDbDialect.DIALECT), RelationToSql.overReleased(DuckDbDialect.DIALECT))) {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(printer.sql(query.relation()))) {
                RelDataTypeField field =
                        query.relation().getRowType().getFieldList().get(0);
                assertThat(result.getMetaData().getColumnTypeName(1))
                        .isEqualTo(DuckDbDialect.DIALECT.types().name(field.getType()));
                assertThat(result.next()).isTrue();
            }
        }
    }

    /** In whatever order rows come a quantile is the same to the last bit, and it is never NaN. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'-0.0', '0.0'",
                "'0.0', '-0.0', 'NaN'",
                "'Infinity', '-Infinity'",
                "'-Infinity', '1', 'Infinity', 'NaN'",
                "'1e308', '-1e308', '1.5e308'",
                "'NaN'",
                "'0.1', '0.2', '0.3', '0.7'"
            })
    void quantilesDoNotDependOnOrder(String values) throws SQLException {
        String aggregate = "MEDIAN(x), QUANTILE_CONT(x, 0), QUANTILE_CONT(x, 0.3), QUANTILE_CONT(x, 1), MIN(x), MAX(x)";
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(catalog())
                        .analyze("SELECT " + aggregate + " FROM edge")
                        .relation());
        List<List<String>> answers = new ArrayList<>();
        for (String direction : List.of("ASC", "DESC")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "CREATE OR REPLACE TEMP TABLE edge AS SELECT e.* REPLACE (CAST(v AS DOUBLE) AS x) FROM (SELECT"
                                + " * FROM main.edge LIMIT 1) AS e, (SELECT v, row_number() OVER () AS place FROM (SELECT"
                                + " unnest([" + values + "]) AS v)) ORDER BY place " + direction);
                try (ResultSet result = statement.executeQuery(sql)) {
                    assertThat(result.next()).isTrue();
                    List<String> answer = new ArrayList<>();
                    for (int column = 1; column <= 6; column++) {
                        answer.add(String.valueOf(result.getString(column)));
                    }
                    answers.add(answer);
                }
                statement.execute("DROP TABLE temp.edge");
            }
        }
        assertThat(answers.get(0)).isEqualTo(answers.get(1));
        assertThat(answers.get(0).subList(0, 4)).doesNotContain("NaN", "nan", "-0.0");
    }

    static Stream<String> aggregates() {
        List<String> list = new ArrayList<>(List.of(
                "COUNT(*)",
                "COUNT(DISTINCT x)",
                "COUNT_IF(f)",
                "BOOL_AND(f)",
                "BOOL_OR(i > 0)",
                "BOOL_AND(DISTINCT f)"));
        for (AggregateFunction function : AggregateFunction.values()) {
            // QUANTILE has a fraction, see below; MODE is refused where it is not released.
            if (function == AggregateFunction.QUANTILE || function == AggregateFunction.MODE) {
                continue;
            }
            if (function.form() == AggregateFunction.Form.PAIR) {
                for (String columns : List.of("i, x", "x, b", "n, m", "m, w", "w, n", "x, x", "1, i", "i, 1")) {
                    list.add(function + "(" + columns + ")");
                    list.add(function + "(" + columns + ") FILTER (WHERE f)");
                }
                continue;
            }
            for (String column : List.of("i", "b", "n", "m", "w", "x")) {
                list.add(function + "(" + column + ")");
                list.add(function + "(DISTINCT " + column + ")");
                list.add(function + "(" + column + ") FILTER (WHERE f)");
            }
        }
        for (String column : List.of("f", "i", "b", "n", "m", "w", "x", "s", "d", "ts", "t")) {
            list.add("COUNT(DISTINCT (" + column + ", s, x))");
            list.add("COUNT(DISTINCT " + column + ", i) FILTER (WHERE f)");
        }
        for (String column : List.of("i", "b", "n", "m", "w", "x")) {
            for (String fraction : List.of("0", "0.3", "1")) {
                list.add("QUANTILE_CONT(" + column + ", " + fraction + ")");
            }
            list.add("MEDIAN(DISTINCT " + column + ")");
            list.add("PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY " + column + " DESC) FILTER (WHERE f)");
            list.add("APPROX_COUNT_DISTINCT(" + column + ")");
        }
        return list.stream();
    }
}
