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
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each expression over arguments of a few values, for each range of these that may be declared: what DuckDB computes lies
 * within the inferred range, and where the expression reaches the ends of its arguments' ranges the inferred range is no
 * wider than what is computed.
 */
@org.jspecify.annotations.NullUnmarked
class RangesOfSmallDomainsTest {
    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    /** Of the pairs of ranges one of so many is tried: {@code -Dtacit.types.share=1} tries all. */
    private static final int SHARE = Math.min(4, Integer.getInteger("tacit.types.share", 4));

    /** Results that are DOUBLE may be so far from the ends, in parts of them. */
    private static final BigDecimal SLACK = new BigDecimal("1e-12");

    /** The values that arguments of a type have, in their order. */
    @SuppressWarnings("ImmutableEnumChecker")
    private enum Argument {
        WHOLE(ColumnType.INTEGER, "-7", "-2", "0", "3", "10"),
        DECIMAL(ColumnType.decimal(5, 2), "-2.55", "-0.50", "0.00", "0.45", "1.99"),
        REAL(ColumnType.DOUBLE, "-2.5", "-1", "0", "0.25", "7"),
        DAY(ColumnType.DATE, "0001-01-01", "1969-12-28", "1970-01-01", "2000-02-29", "2020-12-31");

        private final ColumnType type;
        private final List<String> values;

        Argument(ColumnType type, String... values) {
            this.type = type;
            this.values = List.of(values);
        }

        private BigDecimal number(int place) {
            return this == DAY
                    ? BigDecimal.valueOf(LocalDate.parse(values.get(place)).toEpochDay())
                    : new BigDecimal(values.get(place));
        }

        private List<Column> columns() {
            List<Column> columns = new ArrayList<>();
            for (Between between : between()) {
                columns.add(Column.nullable(between.column(), type)
                        .within(new RowBounds(number(between.low()), number(between.high()))));
            }
            return columns;
        }

        private List<Between> between() {
            return IntStream.range(0, values.size())
                    .boxed()
                    .flatMap(
                            low -> IntStream.range(low, values.size()).mapToObj(high -> new Between(name(), low, high)))
                    .toList();
        }
    }

    /** The values of an argument from one place to another. */
    private record Between(String argument, int low, int high) {
        String column() {
            return argument.toLowerCase(Locale.ROOT) + "_" + low + "_" + high;
        }

        boolean holds(int place) {
            return low <= place && place <= high;
        }
    }

    /** A result of DuckDB, with the places of its expression and of the arguments that it was computed from. */
    private record Computed(int expression, int first, int second, BigDecimal value) {}

    /** How often an inferred range is no wider than what is computed. */
    private enum Width {
        ALWAYS,
        /** Where an argument may have all its values. */
        OF_ALL_VALUES,
        SELDOM
    }

    @Test
    void theEndsAreThoseOfTheArgument() throws SQLException {
        check(
                Width.ALWAYS,
                "WHOLE ~ x; -x; +x; ABS(x); SIGN(x); x + 1; x - 4; 2 - x; x * 2; x * -3; x * 0; -1 - x; 0 - x; x + x",
                "WHOLE ~ x / 2; x / -2; x / 4.0; x // 2; x // -3; FLOOR(x / 2); CEIL(x / 2); TRUNC(x / 2); ROUND(x / 2)",
                "WHOLE ~ FLOOR(x); CEIL(x); TRUNC(x); ROUND(x); ROUND(x, 2); TRUNC(x, 2); NULLIF(x, 100)",
                "WHOLE ~ CAST(x AS BIGINT); CAST(x AS DECIMAL(6, 2)); CAST(x AS SMALLINT); CAST(x AS DECIMAL(3, 1)) + x",
                "WHOLE ~ CAST(x AS DOUBLE); POWER(x, 0); POWER(x, 1); POWER(x, 3); SQRT(x); POWER(x, 0.5); EXP(x)",
                "WHOLE ~ CASE WHEN x >= 3 THEN x END; CASE WHEN x <= -2 THEN x END; CASE WHEN x = 3 THEN x END",
                "WHOLE ~ CASE WHEN 3 <= x THEN x END; CASE WHEN -2 >= x THEN x END; CASE WHEN NOT x < 3 THEN x END",
                "WHOLE ~ CASE WHEN x < 3 THEN NULL ELSE x END; CASE WHEN x >= 0 AND x <= 3 THEN x END",
                "DECIMAL ~ x; -x; ABS(x); SIGN(x); x + 1; x - 0.5; 2 - x; x * 2; x * -3; x * 1.5; 0 - x; x + x; ROUND(x, 3)",
                "DECIMAL ~ FLOOR(x); CEIL(x); TRUNC(x); ROUND(x); ROUND(x, 2); CASE WHEN x >= 0.45 THEN x END",
                "DECIMAL ~ CAST(x AS INTEGER); CAST(x AS BIGINT); CAST(x AS DECIMAL(4, 1)); CAST(x AS DECIMAL(9, 6))",
                "REAL ~ x; -x; ABS(x); x + 1; x - 2; 2 - x; x * 2; x * -3; x / 2; x / -2; SQRT(x); EXP(x)",
                "REAL ~ POWER(x, 3); POWER(x, 1.5); FLOOR(x); CEIL(x); TRUNC(x); ROUND(x); CBRT(x); SIGN(x) * 2",
                "REAL ~ CAST(x AS DECIMAL(4, 2)); CASE WHEN x >= 0 THEN x END; DEGREES(x); RADIANS(x)",
                "DAY ~ x; EXTRACT(YEAR FROM x); YEAR(x); LAST_DAY(x); DATE_TRUNC('day', x); x + 5; x - 7",
                "DAY ~ CASE WHEN x >= DATE '1970-01-01' THEN x END; CASE WHEN x = DATE '2000-02-29' THEN x END",
                "DAY ~ DATEDIFF('day', x, DATE '2000-01-01'); DATEDIFF('day', DATE '1970-01-01', x)",
                "DAY ~ DATEDIFF('month', x, DATE '1999-12-31'); DATEDIFF('quarter', DATE '1950-04-01', x)",
                "DAY ~ DATEDIFF('decade', x, DATE '2024-07-01'); DATEDIFF('century', DATE '1970-01-01', x)",
                "DAY ~ DATEDIFF('year', x, DATE '2024-07-01'); DATEDIFF('hour', x, DATE '1970-01-02')",
                "DAY ~ DATEDIFF('minute', x, DATE '2024-07-01'); DATEDIFF('second', x, DATE '1970-01-02')",
                "DAY ~ DATEDIFF('millennium', x, DATE '2024-07-01'); DATEDIFF('millisecond', x, DATE '1970-01-02')");
    }

    @Test
    void theEndsAreReachedByAllValues() throws SQLException {
        check(
                Width.OF_ALL_VALUES,
                "WHOLE ~ POWER(x, 2); COALESCE(x, 4); LEAST(x, 1); GREATEST(x, 1); LEAST(x, 1, -1); GREATEST(x, -3, 2)",
                "WHOLE ~ CASE WHEN x > 0 THEN x ELSE 0 END; CASE WHEN x > 0 THEN 0 ELSE x END; ROUND(x, -1)",
                "WHOLE ~ CASE WHEN 3 > x THEN 3 ELSE x END; CASE WHEN x IS NULL THEN 1 ELSE x END",
                "WHOLE ~ CASE x WHEN 3 THEN x ELSE 0 END; (CASE WHEN x > 0 THEN 2 ELSE 1 END) * 3; x % 4; x % -4",
                "WHOLE ~ CASE WHEN x BETWEEN 0 AND 3 THEN x ELSE 0 END; CASE WHEN x IN (0, 3) THEN x ELSE 1 END",
                "WHOLE ~ CASE WHEN NOT (x < 0 OR x > 3) THEN x ELSE 1 END; CASE WHEN x = 0 OR x = 3 THEN x END",
                "WHOLE ~ CASE WHEN x <= -2 THEN -2 WHEN x >= 3 THEN 3 ELSE x END; CASE WHEN x < 0 THEN -x ELSE x END",
                "DECIMAL ~ LEAST(x, 0.1); GREATEST(x, -0.1); COALESCE(x, 0.2); CASE WHEN x > 0.45 THEN 0.45 ELSE x END",
                "REAL ~ LEAST(x, 0.1); GREATEST(x, 0.1); CASE WHEN x > 0 THEN 1 ELSE x END; COALESCE(x, 3); POWER(x, 2)",
                "REAL ~ CASE WHEN x < 0 THEN 0 WHEN x > 0.25 THEN 0.25 ELSE x END; CASE WHEN x = 7 THEN x ELSE 0 END",
                "DAY ~ COALESCE(x, DATE '1990-05-05'); LEAST(x, DATE '1970-01-01'); GREATEST(x, DATE '1969-12-31')");
    }

    @Test
    void whatIsComputedLiesWithin() throws SQLException {
        check(
                Width.SELDOM,
                "WHOLE ~ 6 / x; -6 / x; 0 / x; 6 // x; -7 // x; x % 2; x % -3; x % 1; 5 % x; -5 % x; 0 % x; x / x; x % x",
                "WHOLE ~ TRUNC(x, -1); ROUND(x, -2); POWER(x, -1); POWER(2, x); LN(x); SIN(x); COS(x); ATAN(x); CBRT(x)",
                "WHOLE ~ CASE WHEN x <> 3 THEN x END; CASE WHEN x < 3 THEN x END; CASE WHEN x > -2 THEN -x END; NULLIF(x, 10)",
                "WHOLE ~ CASE WHEN x > 0 AND x < 5 THEN x ELSE 0 END; CASE WHEN x < 0 OR x > 5 THEN x ELSE -x END; x // x",
                "WHOLE ~ CASE WHEN NOT (x > 0 AND x < 5) THEN x ELSE 1 END; x * x; x - x + 1; CAST(x AS DECIMAL(1, 0))",
                "DECIMAL ~ x / 0.3; 1 / x; x % 0.7; x % -1; 2.5 % x; ROUND(x, 1); TRUNC(x, 1); ROUND(x, -1); x * x; x // 0.4",
                "DECIMAL ~ CAST(x AS DECIMAL(2, 2)); CASE WHEN x = -0.5 THEN x END; CASE WHEN x <> 1.99 THEN x END",
                "DECIMAL ~ CASE WHEN x > 0 THEN 0 ELSE x END; CASE WHEN x >= 0 THEN x ELSE 0 END; CASE WHEN 0 > x THEN 0 ELSE x END",
                "REAL ~ 1 / x; x / 0.3; ROUND(x, 1); TRUNC(x, 1); ROUND(x, -1); SIN(x); COS(x); ASIN(x); ACOS(x); x * x",
                "REAL ~ x % 2; x // 2; POWER(x, -1); POWER(x, 0.3); CAST(x AS DECIMAL(18, 12)); CAST(x AS INTEGER)",
                "WHOLE ~ CASE WHEN x <= CAST(2.7 AS INTEGER) THEN x END; CASE WHEN CAST(-1.5 AS INTEGER) <= x THEN x END",
                "WHOLE ~ CASE WHEN x = CAST(2.7 AS BIGINT) THEN x END; CASE WHEN x > CAST(10.4 AS INTEGER) THEN 0 ELSE x END",
                "DECIMAL ~ CASE WHEN x >= CAST(0.449 AS DECIMAL(3, 2)) THEN x END; CASE WHEN x < CAST(0.4 AS INTEGER) THEN x END",
                "REAL ~ CAST(LEAST(x, 2) * 858993459.2 AS INTEGER); CASE WHEN x >= CAST(0.3 AS INTEGER) THEN x END",
                "DAY ~ CASE WHEN x >= CAST('1970-01-01' AS DATE) THEN x END; CASE WHEN x < CAST(TIMESTAMP '2000-02-29 10:00:00'"
                        + " AS DATE) THEN x END; CASE WHEN x <= CAST(DATE '1970-01-01' AS TIMESTAMP) THEN x END",
                "REAL ~ LN(x); LOG10(x); LOG2(x); ATAN(x); TANH(x)",
                "DAY ~ EXTRACT(MONTH FROM x); EXTRACT(DAY FROM x); EXTRACT(QUARTER FROM x); EXTRACT(DOW FROM x); DAYOFYEAR(x)",
                "DAY ~ EXTRACT(WEEK FROM x); EXTRACT(ISODOW FROM x); DATE_TRUNC('week', x); DATE_TRUNC('month', x)",
                "DAY ~ DATE_TRUNC('quarter', x); DATE_TRUNC('year', x); x + INTERVAL '1' MONTH; x - INTERVAL '1' YEAR",
                "DAY ~ x + INTERVAL '3' DAY; x - INTERVAL '2' DAY; DATEDIFF('year', x, x); DATEDIFF('month', x, x)",
                "DAY ~ DATEDIFF('week', x, DATE '1999-12-31'); DATEDIFF('week', DATE '1970-01-05', x)");
    }

    @Test
    void theEndsOfTwoArgumentsAreThoseOfTheResult() throws SQLException {
        check(
                Width.ALWAYS,
                "WHOLE ~ WHOLE ~ x + y; x - y; x * y",
                "DECIMAL ~ WHOLE ~ x + y; x - y; y - x; x * y",
                "REAL ~ WHOLE ~ x + y; x - y; x * y",
                "DAY ~ DAY ~ DATEDIFF('day', x, y); DATEDIFF('month', x, y); DATEDIFF('year', x, y)",
                "DAY ~ WHOLE ~ x + y; x - y");
    }

    @Test
    void whatIsComputedOfTwoArgumentsLiesWithin() throws SQLException {
        check(
                Width.SELDOM,
                "WHOLE ~ WHOLE ~ x / y; x // y; x % y; CASE WHEN x < y THEN x ELSE y END; POWER(x, y); NULLIF(x, y)",
                "WHOLE ~ WHOLE ~ CASE WHEN y > 0 THEN x WHEN x > 0 THEN -x ELSE y END; CASE WHEN x > 0 OR y > 0 THEN x ELSE y END",
                "WHOLE ~ WHOLE ~ CASE WHEN x > 0 AND y > 0 THEN x ELSE -x END; CASE WHEN NOT (x > 0 AND y > 0) THEN x ELSE 50 END",
                "WHOLE ~ WHOLE ~ LEAST(x, y); GREATEST(x, y); COALESCE(NULLIF(x, 3), y); ROUND(x / y, 1); ABS(x) % y",
                "DECIMAL ~ WHOLE ~ x / y; y / x; x % y; y % x; LEAST(x, y); x // y",
                "REAL ~ WHOLE ~ x / y; y / x; GREATEST(x, y)",
                "DAY ~ DAY ~ DATEDIFF('week', x, y); LEAST(x, y); CASE WHEN x > DATE '1970-01-01' THEN y ELSE x END",
                "DAY ~ WHOLE ~ x + y * INTERVAL '1' DAY; x + y * INTERVAL '-1' DAY; x - y * INTERVAL '-2' DAY",
                "DAY ~ WHOLE ~ x + INTERVAL '3' DAY * y; x - y * INTERVAL '0' DAY; x + y * INTERVAL '24' HOUR");
    }

    /** Lines of expressions behind the types of {@code x} and {@code y}; those of the same types are planned together. */
    private static void check(Width width, String... lines) throws SQLException {
        Map<List<Argument>, List<String>> expressions = new LinkedHashMap<>();
        for (String line : lines) {
            int end = line.lastIndexOf('~');
            List<Argument> arguments = Arrays.stream(line.substring(0, end).split("~"))
                    .map(argument -> Argument.valueOf(argument.strip()))
                    .toList();
            Arrays.stream(line.substring(end + 1).split(";"))
                    .map(String::strip)
                    .forEach(expressions.computeIfAbsent(arguments, of -> new ArrayList<>())::add);
        }
        for (Map.Entry<List<Argument>, List<String>> entry : expressions.entrySet()) {
            check(entry.getKey(), entry.getValue(), width);
        }
    }

    private static void check(List<Argument> arguments, List<String> expressions, Width width) throws SQLException {
        List<Computed> computed = computed(arguments, expressions);
        List<Choice> choices = choices(arguments, expressions);
        String columns = choices.stream().map(Choice::sql).collect(Collectors.joining(", "));
        RelNode relation = new SqlToRelation(CATALOG)
                .analyze("SELECT " + columns + " FROM t, t AS s")
                .relation();
        DeclaredBounds bounds = new DeclaredBounds(CATALOG);
        for (int i = 0; i < choices.size(); i++) {
            check(choices.get(i), computed, bounds.of(relation, i), width);
        }
    }

    private static void check(Choice choice, List<Computed> computed, ValueRange range, Width width) {
        List<BigDecimal> values =
                computed.stream().filter(choice::holds).map(Computed::value).toList();
        if (values.isEmpty()) {
            return;
        }
        BigDecimal least = Collections.min(values);
        BigDecimal largest = Collections.max(values);
        String is = choice.sql() + " is from " + least + " to " + largest;
        assertThat(range.contains(least) && range.contains(largest))
                .as(is + ", not within " + range)
                .isTrue();
        boolean exact = width == Width.ALWAYS || width == Width.OF_ALL_VALUES && choice.isOfAll();
        assertThat(!exact || isNear(range.low(), least) && isNear(range.high(), largest))
                .as(is + ", and not as wide as " + range)
                .isTrue();
    }

    /**
     * An expression over arguments of which each has some of its values.
     *
     * @param place of the expression among those that are checked together
     */
    private record Choice(int place, String sql, List<Between> arguments) {
        boolean holds(Computed one) {
            return one.expression() == place
                    && arguments.get(0).holds(one.first())
                    && arguments.get(arguments.size() - 1).holds(arguments.size() == 1 ? one.first() : one.second());
        }

        boolean isOfAll() {
            return arguments.stream()
                    .allMatch(argument -> argument.high() - argument.low() + 1
                            == Argument.valueOf(argument.argument()).values.size());
        }
    }

    private static List<Choice> choices(List<Argument> arguments, List<String> expressions) {
        List<Choice> choices = new ArrayList<>();
        int seen = 0;
        for (int i = 0; i < expressions.size(); i++) {
            for (Between first : arguments.get(0).between()) {
                String sql = expressions.get(i).replaceAll("\\bx\\b", "t." + first.column());
                if (arguments.size() == 1) {
                    choices.add(new Choice(i, sql, List.of(first)));
                } else {
                    for (Between second : arguments.get(1).between()) {
                        if (SHARE == 1 || (seen++ + i) % SHARE == 0) {
                            choices.add(new Choice(
                                    i, sql.replaceAll("\\by\\b", "s." + second.column()), List.of(first, second)));
                        }
                    }
                }
            }
        }
        return choices;
    }

    private static boolean isNear(Optional<BigDecimal> end, BigDecimal value) {
        return end.isPresent()
                && end.get()
                                .subtract(value)
                                .abs()
                                .compareTo(SLACK.multiply(value.abs().max(BigDecimal.ONE)))
                        <= 0;
    }

    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            Arrays.stream(Argument.values())
                    .flatMap(argument -> argument.columns().stream())
                    .toList(),
            new Protection.Public())));

    /** What DuckDB computes of all values, or of all pairs of values; NULL and NaN are no values. */
    private static List<Computed> computed(List<Argument> arguments, List<String> expressions) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            columns.add(Column.nullable(i == 0 ? "i" : "j", ColumnType.INTEGER));
            columns.add(Column.nullable(i == 0 ? "x" : "y", arguments.get(i).type));
        }
        Catalog catalog = new Catalog(List.of(new Table("v", columns, new Protection.Public())));
        RelNode relation = new SqlToRelation(catalog)
                .analyze("SELECT i, " + (arguments.size() == 1 ? "0" : "j") + ", " + String.join(", ", expressions)
                        + " FROM v")
                .relation();
        String values = IntStream.range(0, arguments.size())
                .mapToObj(i -> values(arguments.get(i), i == 0 ? "i, x" : "j, y"))
                .collect(Collectors.joining(" CROSS JOIN "));
        List<Computed> computed = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TEMP TABLE v AS SELECT * FROM " + values);
            try (ResultSet rows = statement.executeQuery(
                    RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation))) {
                while (rows.next()) {
                    for (int i = 0; i < expressions.size(); i++) {
                        Object value = rows.getObject(3 + i);
                        if (value != null && !(value instanceof Double real && !Double.isFinite(real))) {
                            computed.add(
                                    new Computed(i, rows.getInt(1), rows.getInt(2), DeclaredBoundsTest.number(value)));
                        }
                    }
                }
            }
        }
        for (int i = 0; i < expressions.size(); i++) {
            int place = i;
            assertThat(computed).as(expressions.get(i)).anyMatch(one -> one.expression() == place);
        }
        return computed;
    }

    private static String values(Argument argument, String names) {
        return IntStream.range(0, argument.values.size())
                .mapToObj(i -> "(" + i + ", CAST('" + argument.values.get(i) + "' AS " + argument.type.sql() + "))")
                .collect(Collectors.joining(", ", "(VALUES ", ") AS v_" + names.charAt(0) + "(" + names + ")"));
    }
}
