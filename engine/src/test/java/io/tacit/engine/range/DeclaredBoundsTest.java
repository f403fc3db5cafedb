package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.RealFunction;
import io.tacit.engine.sql.ResultRange;
import io.tacit.engine.sql.ScalarFunction;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.engine.sql.WholeFunction;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine computes from values within declared bounds lies within the interval of the expression. */
@org.jspecify.annotations.NullUnmarked
class DeclaredBoundsTest {
    private static final int ROWS = 150;

    /** Four thousand before a release. */
    private static final int EXPRESSIONS = Integer.getInteger("tacit.expressions", 1000);

    private static final List<Column> COLUMNS = List.of(
            column("i", ColumnType.INTEGER, "-5", "7"),
            column("k", ColumnType.INTEGER, "1", "9"),
            column("b", ColumnType.BIGINT, "-3000000000", "9007199254740995"),
            column("d", ColumnType.decimal(12, 2), "-10.25", "99.99"),
            column("p", ColumnType.decimal(4, 3), "0", "0.1"),
            column("w", ColumnType.decimal(38, 10), "-5.0000000001", "123456789012.5"),
            column("x", ColumnType.DOUBLE, "-3.5", "1000"),
            column("y", ColumnType.DOUBLE, "0.1", "2.7"),
            column("z", ColumnType.DOUBLE, "0", "1e300"),
            column("day", ColumnType.DATE, "8035", "10561"),
            column("moment", ColumnType.TIMESTAMP, "694224000000001", "912556800000000"),
            Column.nullable("m", ColumnType.INTEGER).among(new Domain(List.of("3", "-4", "12"))),
            Column.nullable("u", ColumnType.DOUBLE),
            Column.nullable("s", ColumnType.VARCHAR));

    private static final Catalog CATALOG = new Catalog(List.of(new Table("t", COLUMNS, new Protection.Public())));

    private static final Set<ColumnType.Kind> NUMBERS = EnumSet.of(
            ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT, ColumnType.Kind.DECIMAL, ColumnType.Kind.DOUBLE);

    private static final Set<ColumnType.Kind> WHOLE = EnumSet.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT);

    private static Connection connection;

    private static Column column(String name, ColumnType type, String low, String high) {
        return Column.nullable(name, type).within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    @BeforeAll
    static void create() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        List<String> columns = COLUMNS.stream()
                .map(column -> column.name() + " " + column.type().sql())
                .toList();
        Random random = new Random(17);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (" + String.join(", ", columns) + ")");
            for (int row = 0; row < ROWS; row++) {
                List<String> values = new ArrayList<>();
                for (Column column : COLUMNS) {
                    values.add(value(column, random));
                }
                statement.execute("INSERT INTO t VALUES (" + String.join(", ", values) + ")");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    /** Often an end, sometimes NULL; of the columns of which nothing is said, anything. */
    private static String value(Column column, Random random) {
        if (random.nextInt(12) == 0) {
            return "NULL";
        }
        if (column.domain().isPresent()) {
            return column.domain().get().values().get(random.nextInt(3));
        }
        if (column.bounds().isEmpty()) {
            return column.type().equals(ColumnType.VARCHAR)
                    ? List.of("'12'", "'-3.5'", "'abc'", "'1e99'").get(random.nextInt(4))
                    : List.of("'NaN'", "'Infinity'", "'-Infinity'", "-0.0", "1e308", "5")
                                    .get(random.nextInt(6)) + "::DOUBLE";
        }
        RowBounds bounds = column.bounds().get();
        BigDecimal share = random.nextInt(3) == 0
                ? BigDecimal.valueOf(random.nextInt(2))
                : BigDecimal.valueOf(random.nextInt(1001), 3);
        BigDecimal value = bounds.low().add(bounds.high().subtract(bounds.low()).multiply(share));
        return switch (column.type().kind()) {
            case DATE -> "DATE '" + LocalDate.ofEpochDay(value.longValue()) + "'";
            case TIMESTAMP -> "make_timestamp(" + value.longValue() + ")";
            case DOUBLE -> "'" + value.doubleValue() + "'::DOUBLE";
            default ->
                value.setScale(column.type().scale(), RoundingMode.HALF_UP).toPlainString();
        };
    }

    @Test
    @Tag("fuzz")
    void whatIsComputedLiesWithinTheInterval() throws SQLException {
        int bounded = 0;
        int tried = 0;
        for (int seed = 0; seed < EXPRESSIONS; seed++) {
            RandomExpressions expressions = new RandomExpressions(new Random(seed));
            String sql = expressions.query();
            RelNode relation;
            try {
                relation = new SqlToRelation(CATALOG).analyze(sql).relation();
            } catch (Refusal refused) {
                // Such as a type that two branches do not share.
                continue;
            }
            ValueRange interval = new DeclaredBounds(CATALOG).of(relation, 0);
            check(sql, relation, interval);
            tried++;
            bounded += interval.isBounded() ? 1 : 0;
        }
        // Most of them are in fact checked, and most have an interval.
        assertThat(tried).isGreaterThan(EXPRESSIONS / 2);
        assertThat(bounded).isGreaterThan(tried / 3);
    }

    /** Whatever the specification of a function of numbers says, over each column, and pair of columns, that it may be of. */
    @Test
    void eachFunctionOfNumbersLiesWithinItsRange() throws SQLException {
        int bounded = within(RealFunction.values(), NUMBERS) + within(WholeFunction.values(), WHOLE);
        assertThat(bounded).isGreaterThan(200);
    }

    /** How many of the topic's functions over one column or two are bounded. */
    private static int within(ScalarFunction[] topic, Set<ColumnType.Kind> kinds) throws SQLException {
        List<String> one = COLUMNS.stream()
                .filter(column -> kinds.contains(column.type().kind()))
                .map(Column::name)
                .toList();
        List<String> two = one.stream()
                .flatMap(first -> one.stream().map(second -> first + ", " + second))
                .toList();
        int bounded = 0;
        for (ScalarFunction function : topic) {
            if (function.specification().range().equals(ResultRange.unknown())) {
                continue;
            }
            SqlOperandCountRange count = function.operator().getOperandCountRange();
            for (String arguments : count.isValidCount(1) ? one : count.isValidCount(2) ? two : List.<String>of()) {
                String sql = "SELECT " + function.operator().getName() + "(" + arguments + ") FROM t";
                RelNode relation = new SqlToRelation(CATALOG).analyze(sql).relation();
                ValueRange interval = new DeclaredBounds(CATALOG).of(relation, 0);
                check(sql, relation, interval);
                bounded += interval.isBounded() ? 1 : 0;
            }
        }
        return bounded;
    }

    private static void check(String sql, RelNode relation, ValueRange interval) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation))) {
            while (rows.next()) {
                Object value = rows.getObject(1);
                if (value instanceof Double real && !real.isNaN() && !Double.isFinite(real)) {
                    boolean open = real > 0
                            ? interval.high().isEmpty()
                            : interval.low().isEmpty();
                    assertThat(open && !interval.never())
                            .as(sql + " gives " + value + ", not in " + interval)
                            .isTrue();
                } else if (value != null && !value.equals(Double.NaN)) {
                    assertThat(interval.contains(number(value)))
                            .as(sql + " gives " + value + ", not in " + interval)
                            .isTrue();
                }
            }
        }
    }

    static BigDecimal number(Object value) {
        if (value instanceof Double real) {
            return new BigDecimal(real);
        }
        if (value instanceof LocalDate day) {
            return BigDecimal.valueOf(day.toEpochDay());
        }
        if (value instanceof Timestamp time) {
            return BigDecimal.valueOf(
                    ChronoUnit.MICROS.between(LocalDate.EPOCH.atStartOfDay(), time.toLocalDateTime()));
        }
        if (value instanceof Date day) {
            return BigDecimal.valueOf(day.toLocalDate().toEpochDay());
        }
        return value instanceof BigInteger whole ? new BigDecimal(whole) : new BigDecimal(value.toString());
    }

    /** Each aggregate of rows that all have one value, which a step of sums may not hold to its last digit. */
    @Test
    void aggregatesOfOneValueLieWithin() throws SQLException {
        for (String value :
                List.of("0.1", "-0.1", "0.7", "-0.7", "1e-12", "-1e-12", "333.3333333", "-333.3333333", "-1e14")) {
            for (String aggregate : List.of("AVG", "SUM", "MIN", "MAX", "MEDIAN")) {
                String sql = "SELECT " + aggregate + "(r) AS v FROM (SELECT i, CAST(" + value
                        + " AS DOUBLE) AS r FROM t) AS s GROUP BY i";
                check(sql, new SqlToRelation(CATALOG).analyze(sql).relation(), interval(sql));
            }
        }
    }

    /** Of the last days of two years' months, one of which is longer, in every unit: the first day lies within. */
    @Test
    void theFirstDaysOfUnitsLieWithin() {
        for (LocalDate month = LocalDate.of(1995, 1, 1); month.getYear() < 1997; month = month.plusMonths(1)) {
            LocalDate day = month.plusMonths(1).minusDays(1);
            Map<String, LocalDate> first = Map.of(
                    "day", day,
                    "week", day.with(DayOfWeek.MONDAY),
                    "month", month,
                    "quarter", month.withMonth((month.getMonthValue() - 1) / 3 * 3 + 1),
                    "year", month.withDayOfYear(1));
            first.forEach((unit, begins) -> {
                ValueRange interval =
                        interval("SELECT DATE_TRUNC('" + unit + "', day) FROM t WHERE day = DATE '" + day + "'");
                assertThat(interval.contains(BigDecimal.valueOf(begins.toEpochDay())))
                        .as(unit + " of " + day + ": " + interval)
                        .isTrue();
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "d ~ -10.25 ~ 99.99",
                "d * (1 - p) ~ -10.25 ~ 99.99",
                "-d ~ -99.99 ~ 10.25",
                "x / 2 ~ -1.75 ~ 500",
                "i / k ~ -5 ~ 7",
                "k / 0.5 ~ 2 ~ 18",
                "k / i ~ ~",
                "i % 4 ~ -3 ~ 3",
                "k % 100 ~ 0 ~ 9",
                "ABS(i) ~ 0 ~ 7",
                "SIGN(k) ~ 1 ~ 1",
                "ROUND(d) ~ -10 ~ 100",
                "ROUND(d, 1) ~ -10.3 ~ 100",
                "FLOOR(d) ~ -11 ~ 99",
                "CEIL(d) ~ -10 ~ 100",
                "TRUNC(d) ~ -10 ~ 99",
                "CAST(d AS INTEGER) ~ -10 ~ 100",
                "CAST(x AS DECIMAL(6,2)) ~ -3.5 ~ 1000",
                "CAST(x AS DECIMAL(4,2)) ~ -3.5 ~ 99.99",
                "CAST(i > 2 AS INTEGER) ~ 0 ~ 1",
                "SQRT(k) ~ 1 ~ 3",
                "EXP(i * 0) ~ 1 ~ 1",
                "POWER(i, 2) ~ 0 ~ 49",
                "CASE WHEN s = 'a' THEN 1 ELSE 0 END ~ 0 ~ 1",
                "CASE WHEN s = 'a' THEN d END ~ -10.25 ~ 99.99",
                "CASE WHEN u > 5 THEN 5 WHEN u < 0 THEN 0 ELSE u END ~ 0 ~ 5",
                "CASE WHEN u BETWEEN 0 AND 5 THEN u END ~ 0 ~ 5",
                "CASE WHEN NOT (u < 1 OR u > 5) THEN u ELSE 2 END ~ 1 ~ 5",
                "CASE WHEN u IN (1, 3) THEN u ELSE 2 END ~ 1 ~ 3",
                "COALESCE(d, 0) ~ -10.25 ~ 99.99",
                "NULLIF(i, 7) ~ -5 ~ 7",
                "GREATEST(i, 0) ~ 0 ~ 7",
                "LEAST(GREATEST(u, 0), 100) ~ 0 ~ 100",
                "LEAST(u, 100) ~ ~ 100",
                "EXTRACT(MONTH FROM day) ~ 1 ~ 12",
                "EXTRACT(YEAR FROM day) ~ 1992 ~ 1998",
                "m ~ -4 ~ 12",
                "u ~ ~",
                "u + 1 ~ ~",
                "u * 0 ~ ~",
                "day ~ 8035 ~ 10561",
                "moment ~ 694224000000001 ~ 912556800000000",
                "CAST(moment AS DATE) ~ ~",
                "CAST(day AS TIMESTAMP) ~ ~",
                "moment + INTERVAL '1' DAY ~ ~",
                "CASE WHEN day >= DATE '1995-01-01' THEN day END ~ 9131 ~ 10561",
                "CAST(s AS INTEGER) ~ ~",
                "LENGTH(s) ~ ~",
                "b * b ~ ~ 9223372036854775807",
            })
    void theIntervalsOfExamples(String expression, BigDecimal low, BigDecimal high) {
        ValueRange interval = interval("SELECT " + expression + " FROM t");
        if (expression.equals("b * b")) {
            assertThat(interval.high()).contains(high);
            return;
        }
        assertThat(near(interval.low().orElse(null), low)).as(interval + "").isTrue();
        assertThat(near(interval.high().orElse(null), high)).as(interval + "").isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "SELECT u FROM t WHERE u >= 2 AND u < 9 ~ 2 ~ 9",
                "SELECT day FROM t WHERE day BETWEEN DATE '1995-01-01' AND DATE '1995-12-31' ~ 9131 ~ 9495",
                "SELECT day FROM t WHERE DATE '1995-12-31' > day ~ 8035 ~ 9495",
                "SELECT moment FROM t WHERE moment >= DATE '1995-01-01' AND moment < TIMESTAMP '1995-01-01"
                        + " 00:00:00.000002' ~ 788918400000000 ~ 788918400000002",
                "SELECT MAX(moment) FROM t GROUP BY i ~ 694224000000001 ~ 912556800000000",
                "SELECT MEDIAN(day) FROM t GROUP BY i ~ 8035 ~ 10561",
                "SELECT EXTRACT(YEAR FROM m) FROM (SELECT MEDIAN(day) AS m FROM t GROUP BY i) ~ 1992 ~ 1998",
                "SELECT d FROM (SELECT d FROM t UNION ALL SELECT x FROM t) ~ -10.25 ~ 1000",
                "SELECT a.d FROM t AS b LEFT JOIN t AS a ON a.i = b.i ~ -10.25 ~ 99.99",
                "SELECT MAX(d) FROM t GROUP BY i ~ -10.25 ~ 99.99",
                "SELECT AVG(x) FROM t GROUP BY i ~ -3.5 ~ 1000",
                "SELECT MEDIAN(k) FROM t GROUP BY i ~ 1 ~ 9",
                "SELECT SUM(d) FROM t GROUP BY i ~ ~",
                "SELECT SUM(k) FROM t GROUP BY i ~ 1 ~",
                "SELECT COUNT(*) FROM t GROUP BY i ~ 0 ~",
                "SELECT LEAST(COUNT(*), 10) FROM t GROUP BY i ~ 0 ~ 10",
                "SELECT i FROM t GROUP BY i ~ -5 ~ 7",
                "SELECT VAR_POP(i) FROM t GROUP BY i ~ ~",
                "SELECT (SELECT MAX(k) FROM t) FROM t ~ 1 ~ 9",
                "SELECT v FROM (VALUES (1), (5), (NULL)) AS q(v) ~ 1 ~ 5"
            })
    void theIntervalsOfRelations(String sql, BigDecimal low, BigDecimal high) {
        ValueRange interval = interval(sql);
        assertThat(near(interval.low().orElse(null), low)).as(interval + "").isTrue();
        assertThat(near(interval.high().orElse(null), high)).as(interval + "").isTrue();
    }

    /** A chain of subqueries, each of which reads the one below twice, is looked at once for each. */
    @Test
    void sharedFieldsAreLookedAtOnce() {
        String sql = "SELECT i FROM t";
        for (int level = 0; level < 40; level++) {
            sql = String.format(Locale.ROOT, "SELECT LEAST(i, 3) + GREATEST(i, -3) AS i FROM (%s)", sql);
        }
        assertThat(interval(sql).never()).isFalse();
    }

    private static ValueRange interval(String sql) {
        return new DeclaredBounds(CATALOG)
                .of(new SqlToRelation(CATALOG).analyze(sql).relation(), 0);
    }

    /** But for the last places of a DOUBLE. */
    private static boolean near(BigDecimal end, BigDecimal wanted) {
        if (end == null || wanted == null) {
            return end == null && wanted == null;
        }
        return end.subtract(wanted).abs().compareTo(new BigDecimal("1e-10")) < 0;
    }
}
