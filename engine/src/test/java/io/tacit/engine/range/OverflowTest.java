package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.sql.ArithmeticFunction;
import io.tacit.engine.sql.ArrayFunction;
import io.tacit.engine.sql.ComparisonFunction;
import io.tacit.engine.sql.DateFunction;
import io.tacit.engine.sql.JsonFunction;
import io.tacit.engine.sql.LogicFunction;
import io.tacit.engine.sql.OverflowRule;
import io.tacit.engine.sql.PatternFunction;
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.ReleasedFunction;
import io.tacit.engine.sql.ResultRange;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.ScalarFunctions;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.engine.sql.TextFunction;
import io.tacit.engine.sql.WholeFunction;
import io.tacit.engine.walk.Walk;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is said to overflow, against the engine at the ends of the types: a computation of which nothing is said has a
 * value wherever its operands have one, and one that is named has none somewhere.
 */
@org.jspecify.annotations.NullUnmarked
class OverflowTest {
    /** Functions with a rule that need no form here: another form prints them. */
    private static final Set<ScalarFunction> OTHERWISE = Set.of(
            ComparisonFunction.IS_DISTINCT_FROM,
            ComparisonFunction.IS_NOT_DISTINCT_FROM,
            ArithmeticFunction.UNARY_PLUS);

    /** Topics whose functions give truths, texts that are cut, or DOUBLE values, which become infinite. */
    private static final List<Class<? extends ScalarFunction>> NEVER_OVERFLOWING = List.of(
            LogicFunction.class, RealFunction.class, PatternFunction.class, JsonFunction.class, ReleasedFunction.class);

    /**
     * Functions of the other topics that have no rule, and why they have a result wherever they are defined, or none
     * for reasons other than its size.
     */
    private static final Map<String, List<ScalarFunction>> NEVER = Map.of(
            "of DOUBLE values, which become infinite",
            List.of(ArithmeticFunction.DIVIDE),
            "truths and texts, which are cut",
            List.of(
                    TextFunction.CONCAT,
                    TextFunction.CONCATENATION,
                    TextFunction.ENDS_WITH,
                    TextFunction.LOWER,
                    TextFunction.LTRIM,
                    TextFunction.REPLACE,
                    TextFunction.RTRIM,
                    TextFunction.STARTS_WITH,
                    TextFunction.TRIM,
                    TextFunction.TUPLE,
                    TextFunction.UPPER,
                    ArrayFunction.SPLIT),
            "lengths and places, which are small",
            List.of(
                    ArrayFunction.CARDINALITY,
                    ArrayFunction.ITEM,
                    TextFunction.LENGTH,
                    TextFunction.POSITION,
                    TextFunction.STRPOS),
            "of dates of the years 1 to 9999",
            List.of(DateFunction.values()),
            "no larger than 2^126",
            List.of(WholeFunction.LCM));

    private static final Map<String, ColumnType> TYPES = new LinkedHashMap<>();
    private static final Map<String, List<String>> EDGES = new LinkedHashMap<>();
    private static Connection connection;

    private static void edges(String name, ColumnType type, String... values) {
        TYPES.put(name, type);
        EDGES.put(name, List.of(values));
    }

    @BeforeAll
    static void create() throws SQLException {
        edges("f", ColumnType.BOOLEAN, "true", "false");
        edges("i", ColumnType.INTEGER, "0", "1", "-1", "2147483647", "-2147483648");
        edges("b", ColumnType.BIGINT, "0", "1", "-1", "9223372036854775807", "-9223372036854775808");
        decimal("n", 15, 2);
        decimal("c", 5, 4);
        decimal("e", 4, 4);
        decimal("m", 38, 0);
        decimal("v", 38, 10);
        decimal("w", 38, 37);
        edges("x", ColumnType.DOUBLE, "0", "1", "-1.5", "1e300", "-1e300");
        edges("s", ColumnType.VARCHAR, "", "abc", "1", "x", "y");
        edges("d", ColumnType.DATE, "2024-02-29", "0001-01-01", "9999-12-31", "1970-01-01", "2000-01-01");
        edges(
                "ts",
                ColumnType.TIMESTAMP,
                "2024-02-29 23:59:59.999999",
                "0001-01-01 00:00:00",
                "9999-12-31 23:59:59.999999",
                "1970-01-01 00:00:00",
                "2000-01-01 12:00:00");
        connection = DriverManager.getConnection("jdbc:duckdb:");
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < 5; row++) {
            List<String> values = new ArrayList<>();
            for (Map.Entry<String, List<String>> column : EDGES.entrySet()) {
                values.add(
                        "CAST('" + column.getValue().get(row % column.getValue().size()) + "' AS "
                                + TYPES.get(column.getKey()).sql() + ") AS " + column.getKey());
            }
            rows.add("SELECT " + String.join(", ", values));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE edge AS " + String.join(" UNION ALL ", rows));
        }
    }

    private static void decimal(String name, int digits, int scale) {
        String most = new BigDecimal("9".repeat(digits)).movePointLeft(scale).toPlainString();
        String least = BigDecimal.ONE.movePointLeft(scale).toPlainString();
        edges(name, ColumnType.decimal(digits, scale), "0", least, "-" + least, most, "-" + most);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static Catalog catalog() {
        List<Column> columns = TYPES.entrySet().stream()
                .map(entry -> Column.nullable(entry.getKey(), entry.getValue()))
                .toList();
        return new Catalog(List.of(new Table("edge", columns, new Protection.Public())));
    }

    private static RelNode relation(String sql, Catalog catalog) {
        return new SqlToRelation(catalog).analyze(sql).relation();
    }

    /** The forms of each operator that may overflow, over each pair of columns, and where they are defined. */
    private static Map<String, String> forms() {
        Map<String, String> forms = new LinkedHashMap<>();
        List<String> numbers = List.of("i", "b", "n", "c", "e", "m", "v", "w", "x");
        List<String> wholes = List.of("i", "b");
        for (String first : numbers) {
            for (String second : numbers) {
                String a = "e1." + first;
                String b = "e2." + second;
                for (String sign : List.of("+", "-", "*", "=", "<>", "<", "<=", ">", ">=")) {
                    forms.put(a + " " + sign + " " + b, "TRUE");
                }
                forms.put(a + " // " + b, b + " <> 0");
                if (!first.equals("x") && !second.equals("x")) {
                    forms.put("MOD(" + a + ", " + b + ")", b + " <> 0");
                }
                forms.put("NULLIF(" + a + ", " + b + ")", a + " <> " + b);
                forms.put("GREATEST(" + a + ", " + b + ", " + a + ")", "TRUE");
                forms.put("LEAST(" + b + ", " + a + ")", "TRUE");
                forms.put("CASE WHEN e1.f THEN " + a + " ELSE " + b + " END", "TRUE");
                forms.put("[" + a + ", " + b + "][2]", "TRUE");
                // The square of 1e300 is infinite, and that times 0 is NaN, which is NULL (decision 085).
                forms.put(
                        a + " * " + a + " * " + b,
                        first.equals("x") ? "(" + b + " <> 0 OR " + a + " BETWEEN -2 AND 2)" : "TRUE");
                for (String compared : List.of("IN", "NOT IN", "= ANY", "<> ALL", "< ANY", ">= ALL")) {
                    forms.put(a + " " + compared + " (SELECT e3." + second + " FROM edge AS e3)", "TRUE");
                }
            }
            unary(forms, first);
        }
        // Only the widest of m is too wide for e, and another one decides.
        forms.keySet()
                .removeAll(List.of(
                        "e1.e < ANY (SELECT e3.m FROM edge AS e3)", "e1.e >= ALL (SELECT e3.m FROM edge AS e3)"));
        forms.put("ARRAY_CONTAINS([e1.m], e2.w)", "TRUE");
        forms.put("ARRAY_CONTAINS([e1.b], e2.i)", "TRUE");
        forms.put("COALESCE(CAST(NULL AS BIGINT), e1.n)", "TRUE");
        forms.put("COALESCE(e1.m, e2.w)", "TRUE");
        forms.put("CAST(e1.f AS INTEGER)", "TRUE");
        for (String a : wholes) {
            for (String b : wholes) {
                forms.put("GCD(e1." + a + ", e2." + b + ")", "TRUE");
                forms.put("LCM(e1." + a + ", e2." + b + ")", "TRUE");
                forms.put("TRUNC(e1." + a + ", e2." + b + ")", "TRUE");
            }
            forms.put("ROUND(e1." + a + ", e2.i)", "TRUE");
            forms.put("FACTORIAL(e1." + a + ")", "e1." + a + " >= 0");
            forms.put("FACTORIAL(e1." + a + " % 30)", "e1." + a + " >= 0");
            forms.put("SUBSTRING('text' FROM e1." + a + ")", "TRUE");
            forms.put("LEFT(e1.s, e2." + a + ")", "TRUE");
            forms.put("RIGHT(e1.s, e2." + a + ")", "TRUE");
            forms.put("SPLIT_PART(e1.s, 'b', e2." + a + ")", "TRUE");
            forms.put("e1.d + e2." + a, "TRUE");
            forms.put("e1.d - e2." + a, "TRUE");
            forms.put("e1.d + e2." + a + " % 1000", "TRUE");
            forms.put("e1.ts - e2." + a + " * INTERVAL '3' MONTH", "TRUE");
            forms.put("e1.ts + e2." + a + " * INTERVAL '1' SECOND", "TRUE");
            forms.put("e1.ts + e2." + a + " % 100 * INTERVAL '1' YEAR", "TRUE");
        }
        for (String moment : List.of("d", "ts")) {
            forms.put("e1." + moment + " + INTERVAL '9999' YEAR", "TRUE");
            for (String unit : List.of("year", "week", "day", "second", "microsecond")) {
                forms.put("DATEDIFF('" + unit + "', e1." + moment + ", e2." + moment + ") * 2", "TRUE");
                forms.put("TIMESTAMPDIFF(" + unit + ", e1." + moment + ", e2." + moment + ") + 1", "TRUE");
            }
            forms.put("EXTRACT(YEAR FROM e1." + moment + ") * 100 + EXTRACT(MONTH FROM e1." + moment + ")", "TRUE");
            forms.put("EXTRACT(EPOCH FROM e1." + moment + ") * 1000", "TRUE");
            forms.put("EXTRACT(MICROSECOND FROM e1." + moment + ") * 1000", "TRUE");
        }
        forms.put("e1.d - e2.d", "TRUE");
        forms.put("(e1.d - e2.d) * 24 * 3600", "TRUE");
        forms.put("LENGTH(e1.s) * LENGTH(e2.s) - 1", "TRUE");
        forms.put("CASE WHEN e1.b BETWEEN -10 AND 10 THEN e1.b * e1.b ELSE 0 END", "TRUE");
        forms.put("e1.b BETWEEN 1 AND 5 AND e1.b * 3 > 5", "TRUE");
        forms.put("CASE WHEN e1.b > 5 THEN e1.b * 2 ELSE 0 END", "TRUE");
        return forms;
    }

    private static void unary(Map<String, String> forms, String column) {
        String a = "e1." + column;
        for (String form : List.of(
                "-?",
                "ABS(?)",
                "SIGN(?)",
                "CEIL(?)",
                "FLOOR(?)",
                "TRUNC(?)",
                "ROUND(?)",
                "ROUND(?, 1)",
                "ROUND(?, 3)",
                "ROUND(?, -1)",
                "ROUND(?, -9)",
                "ROUND(?, -40)",
                "TRUNC(?, 1)",
                "TRUNC(?, -2)",
                "+?",
                "? + 1",
                "? * 1000",
                "? IS DISTINCT FROM 1.5",
                "? IS NOT DISTINCT FROM CAST(0 AS DECIMAL(38,37))",
                "CAST(? AS TINYINT)",
                "CAST(? AS SMALLINT)",
                "CAST(? AS INTEGER)",
                "TRY_CAST(? AS BIGINT)",
                "CAST(? AS DECIMAL(38,0))",
                "CAST(? AS DECIMAL(38,20))",
                "CAST(? AS DECIMAL(4,4))",
                "CAST(? AS DOUBLE)",
                "CAST(? AS VARCHAR)",
                "CAST(? % 100 AS TINYINT)",
                "CAST(? % 100 AS TINYINT) * CAST(? % 100 AS TINYINT)")) {
            if (!form.contains("%") || !column.equals("x")) {
                forms.put(form.replace("?", a), "TRUE");
            }
        }
    }

    /** Every form, against what the engine makes of it. */
    @Test
    @Tag("walk")
    void whatIsNotNamedHasAValueAndWhatIsNamedOverflowsSomewhere() throws SQLException {
        Catalog catalog = catalog();
        Map<String, Boolean> named = new LinkedHashMap<>();
        Map<String, Boolean> lost = new LinkedHashMap<>();
        List<String> counts = new ArrayList<>();
        List<String> batch = new ArrayList<>();
        // A third of the forms has its turn.
        for (Map.Entry<String, String> form : Walk.part(3, List.copyOf(forms().entrySet()))) {
            String sql = "SELECT CASE WHEN " + form.getValue() + " THEN CAST((" + form.getKey()
                    + ") AS VARCHAR) ELSE 'undefined' END AS r FROM edge AS e1, edge AS e2";
            RelNode relation = relation("SELECT " + form.getKey() + " FROM edge AS e1, edge AS e2", catalog);
            named.put(form.getKey(), isNamed(relation, catalog));
            batch.add(form.getKey());
            counts.add("(SELECT COUNT(*) - COUNT(r) FROM ("
                    + RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation(sql, catalog)) + ") AS q(r))");
            if (counts.size() == 20) {
                run(counts, batch, lost);
            }
        }
        run(counts, batch, lost);
        List<String> unnamed = named.keySet().stream()
                .filter(form -> lost.get(form) && !named.get(form))
                .toList();
        List<String> vain = named.keySet().stream()
                .filter(form -> !lost.get(form) && named.get(form) && !hides(form))
                .toList();
        assertThat(unnamed).as("overflow, and nothing is said of it").isEmpty();
        assertThat(vain).as("are said to overflow, and do not").isEmpty();
        assertThat(named.values()).contains(true, false);
    }

    /** What shows another value where an operand is lost, and not NULL. */
    private static boolean hides(String form) {
        return form.contains(" DISTINCT FROM ")
                || List.of("NULLIF", "COALESCE", "GREATEST", "LEAST", "[").stream()
                        .anyMatch(form::startsWith);
    }

    private static void run(List<String> counts, List<String> batch, Map<String, Boolean> lost) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + String.join(", ", counts))) {
            result.next();
            for (int i = 0; i < batch.size(); i++) {
                lost.put(batch.get(i), result.getLong(i + 1) > 0);
            }
        }
        counts.clear();
        batch.clear();
    }

    private static boolean isNamed(RelNode relation, Catalog catalog) {
        Overflow overflow = new Overflow(catalog);
        Project project = (Project) relation;
        boolean[] inSubqueries = new boolean[1];
        project.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                inSubqueries[0] |= isNamed(subquery.rel, catalog);
                return super.visitSubQuery(subquery);
            }
        });
        return inSubqueries[0]
                || project.getProjects().stream()
                        .anyMatch(expression ->
                                !overflow.in(expression, project.getInput()).isEmpty());
    }

    @Test
    void eachFunctionHasARuleOrAReasonForNone() {
        Set<ScalarFunction> without = new HashSet<>(ScalarFunctions.all());
        without.removeAll(withRule());
        without.removeIf(function -> NEVER_OVERFLOWING.contains(function.getClass())
                || function.specification().range() instanceof ResultRange.Between);
        assertThat(without)
                .isEqualTo(NEVER.values().stream().flatMap(List::stream).collect(Collectors.toSet()));
    }

    private static Set<ScalarFunction> withRule() {
        return ScalarFunctions.all().stream()
                .filter(function -> function.specification().overflow() != OverflowRule.NEVER)
                .collect(Collectors.toSet());
    }

    /** The forms use each function that has a rule. */
    @Test
    void eachRuleIsTried() {
        Catalog catalog = catalog();
        Set<ScalarFunction> tried = new HashSet<>(OTHERWISE);
        for (String form : forms().keySet()) {
            Project project = (Project) relation("SELECT " + form + " FROM edge AS e1, edge AS e2", catalog);
            project.accept(new RexShuttle() {
                @Override
                public RexNode visitCall(RexCall call) {
                    ScalarFunctions.of(call.getOperator()).ifPresent(tried::add);
                    return super.visitCall(call);
                }
            });
        }
        assertThat(tried).containsAll(withRule());
    }

    /** Random computations over values within declared bounds: what is not named has a value. */
    @Test
    void withinDeclaredBoundsWhatIsNotNamedHasAValue() throws SQLException {
        List<Column> columns = List.of(
                Column.nullable("p", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN)),
                Column.nullable("q", ColumnType.BIGINT)
                        .within(new RowBounds(new BigDecimal(-3_000_000_000L), new BigDecimal(4_000_000_000L))),
                Column.nullable("r", ColumnType.decimal(38, 4))
                        .within(new RowBounds(new BigDecimal("-99999999.5"), new BigDecimal("1e12"))),
                Column.nullable("u", ColumnType.DOUBLE).within(new RowBounds(BigDecimal.ZERO, new BigDecimal("100"))),
                Column.nullable("z", ColumnType.INTEGER));
        Catalog catalog = new Catalog(List.of(new Table("t", columns, new Protection.Public())));
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT CAST(p AS INTEGER) AS p, CAST(q AS BIGINT) AS q,"
                    + " CAST(r AS DECIMAL(38,4)) AS r, CAST(u AS DOUBLE) AS u, CAST(z AS INTEGER) AS z FROM (VALUES"
                    + " (0, '-3000000000', '-99999999.5', 0, -2147483648), (10, '4000000000', '1000000000000', 100,"
                    + " 2147483647), (10, '-3000000000', '1000000000000', 0.1, 0), (3, '7', '0.0001', 99.9, 1)) AS v(p,"
                    + " q, r, u, z)");
        }
        Random random = new Random(4711);
        Map<String, Boolean> named = new LinkedHashMap<>();
        Map<String, Boolean> lost = new LinkedHashMap<>();
        List<String> counts = new ArrayList<>();
        List<String> batch = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            String expression = number(random, 3);
            if (named.containsKey(expression)) {
                continue;
            }
            RelNode relation = relation("SELECT " + expression + " AS r FROM t", catalog);
            named.put(expression, isNamed(relation, catalog));
            batch.add(expression);
            counts.add("(SELECT COUNT(*) - COUNT(r) FROM ("
                    + RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation) + ") AS q(r))");
            if (counts.size() == 20) {
                run(counts, batch, lost);
            }
        }
        run(counts, batch, lost);
        assertThat(named.keySet().stream().filter(form -> lost.get(form) && !named.get(form)))
                .isEmpty();
        assertThat(named.values().stream().filter(is -> !is)).hasSizeGreaterThan(100);
        assertThat(lost.values().stream().filter(is -> is)).hasSizeGreaterThan(20);
    }

    private static String number(Random random, int depth) {
        List<String> leaves = List.of("p", "q", "r", "z", "u", "p", "q", "3", "-2", "0.25", "100000");
        if (depth == 0) {
            return leaves.get(random.nextInt(leaves.size()));
        }
        String a = number(random, depth - 1);
        String b = number(random, random.nextInt(depth));
        return switch (random.nextInt(12)) {
            case 0, 1 -> "(" + a + " + " + b + ")";
            case 2 -> "(" + a + " - " + b + ")";
            case 3, 4, 5 -> "(" + a + " * " + b + ")";
            case 6 -> "ABS(- " + a + ")";
            case 7 -> "ROUND(" + a + ", 1)";
            case 8 ->
                "CAST(" + a + " AS "
                        + List.of("INTEGER", "BIGINT", "DECIMAL(20,6)").get(random.nextInt(3)) + ")";
            case 9 -> "CASE WHEN z > 5 THEN " + a + " ELSE " + b + " END";
            case 10 -> "GREATEST(" + a + ", " + b + ")";
            default -> a;
        };
    }

    /** A step of one person leaves out of a sum what has more than 28 digits, and a DECIMAL what is not cut. */
    @Test
    void stepsThatAddUpWideDecimalsAreNamed() {
        Catalog catalog = catalog();
        for (String column : List.of("i", "b", "n", "m", "v", "w", "x")) {
            for (String function : List.of("SUM", "AVG", "MIN", "COUNT")) {
                Aggregate step = step("SELECT " + function + "(" + column + ") FROM edge GROUP BY s", catalog);
                // A DECIMAL(38,37) is added up to a DECIMAL(38,18), which holds ten of each of all rows.
                boolean adds = function.equals("SUM") && List.of("m", "v").contains(column);
                boolean cuts = function.equals("AVG") && List.of("m", "v").contains(column);
                assertThat(new Overflow(catalog)
                                .mayLeaveOut(step.getAggCallList().get(0), step))
                        .as(function + "(" + column + ")")
                        .isEqualTo(adds || cuts);
            }
        }
        Project project = (Project) relation(
                "SELECT n * 100 * k FROM (SELECT SUM(i) AS n, COUNT(*) AS k FROM edge GROUP BY s) AS q", catalog);
        assertThat(new Overflow(catalog).in(project.getProjects().get(0), project.getInput()))
                .hasSize(1);
    }

    private static Aggregate step(String sql, Catalog catalog) {
        RelNode relation = relation(sql, catalog);
        while (!(relation instanceof Aggregate)) {
            relation = relation.getInput(0);
        }
        return (Aggregate) relation;
    }
}
