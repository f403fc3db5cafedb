package io.tacit.engine.pushdown;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sums, extremes and clamped sums of every type of decimals are those of whole units, added up one row after the other. */
@NullUnmarked
class DecimalSumsTest {
    private static final int MOST_DIGITS = 38;

    /** Digits after the point that a whole unit has at most. */
    private static final int MOST_OF_UNIT = 12;

    /** Precision and scale of decimals whose sums have room for all values. */
    private static final int NARROW = 28;

    private static final BigInteger END = BigInteger.TEN.pow(25);
    private static final int COPIES = 3;

    @Test
    void areThoseOfWholeUnits() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            checkAll(connection, DuckDbDialect.DIALECT);
        }
    }

    @Test
    @Tag("process")
    void areThoseOfWholeUnitsOnAServer() throws Exception {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            checkAll(connection, PostgresDialect.DIALECT);
        }
    }

    private static void checkAll(Connection connection, Dialect dialect) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int precision = 1; precision <= MOST_DIGITS; precision++) {
                for (int scale = 0; scale <= precision; scale++) {
                    check(statement, dialect, ColumnType.decimal(precision, scale));
                }
            }
        }
    }

    private static void check(Statement statement, Dialect dialect, ColumnType type) throws SQLException {
        Unit unit = new Unit.DecimalUnit(Math.min(type.scale(), MOST_OF_UNIT));
        RowIntegers integers = new RowIntegers(dialect, new ValueColumn(0, RowCount.EVERY_ROW, type, unit));
        List<BigInteger> edges = edges(type);
        List<BigInteger> units =
                edges.stream().map(value -> wholeUnits(type, value)).toList();
        List<String> columns = new ArrayList<>();
        List<BigInteger> expected = new ArrayList<>();
        columns.add(integers.unitsOfSum("s"));
        expected.add(sum(units, value -> value));
        columns.add(dialect.wholeNumbers().of(integers.row("a")));
        expected.add(units.stream().reduce(BigInteger::min).orElseThrow());
        columns.add(dialect.wholeNumbers().of(integers.row("z")));
        expected.add(units.stream().reduce(BigInteger::max).orElseThrow());
        StringBuilder clampedSums = new StringBuilder();
        BigInteger low = BigInteger.valueOf(-3);
        for (BigInteger high : List.of(BigInteger.TWO, BigInteger.TEN.pow(24), END.subtract(BigInteger.ONE))) {
            Optional<String> clamped = integers.addsInOwnType(high)
                    ? integers.clampedSum("c0", " FILTER (WHERE c0 IS NOT NULL)", low, high)
                    : Optional.empty();
            if (clamped.isPresent()) {
                String name = "y" + columns.size();
                clampedSums.append(", ").append(clamped.get()).append(" AS ").append(name);
                columns.add(integers.units(name));
                expected.add(sum(units, value -> value.min(high).max(low)));
            }
        }
        String values = edges.stream()
                .map(value -> "(CAST(" + text(type, value) + " AS " + type.sql() + "))")
                .collect(Collectors.joining(", "));
        String rows = "SELECT v.c0 AS c0 FROM (VALUES " + values + ", (NULL)) AS v(c0), generate_series(1, " + COPIES
                + ") AS g";
        String sql = "SELECT " + String.join(", ", columns) + " FROM (SELECT " + integers.sum("c0", "")
                + " AS s, MIN(c0) AS a, MAX(c0) AS z" + clampedSums + " FROM (" + rows + ") AS r) AS u";
        List<BigInteger> found = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            for (int i = 1; i <= columns.size(); i++) {
                found.add(new BigInteger(result.getString(i)));
            }
        }
        assertThat(found).as(type.sql()).isEqualTo(expected);
    }

    private static BigInteger sum(List<BigInteger> units, UnaryOperator<BigInteger> each) {
        return units.stream().map(each).reduce(BigInteger.ZERO, BigInteger::add).multiply(BigInteger.valueOf(COPIES));
    }

    /** The formula of {@link RowIntegers}. */
    private static BigInteger wholeUnits(ColumnType type, BigInteger digits) {
        int scale = Math.min(type.scale(), MOST_OF_UNIT);
        BigInteger units = new BigDecimal(digits, type.scale())
                .setScale(scale, RoundingMode.HALF_UP)
                .unscaledValue();
        boolean narrow = type.precision() + type.scale() <= NARROW && type.scale() == scale;
        return narrow ? units : units.min(END).max(END.negate());
    }

    /** Numbers of last digits: the ends of the type and of what is added up, both sides of them, and common ones. */
    private static List<BigInteger> edges(ColumnType type) {
        BigInteger largest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        List<BigInteger> edges = new ArrayList<>();
        for (BigInteger edge : List.of(
                BigInteger.ZERO,
                BigInteger.ONE,
                BigInteger.valueOf(5),
                BigInteger.valueOf(1_234_567),
                BigInteger.TEN.pow(24).add(BigInteger.valueOf(7)),
                END.subtract(BigInteger.ONE),
                END,
                END.add(BigInteger.ONE),
                largest)) {
            if (edge.compareTo(largest) <= 0) {
                edges.add(edge);
                edges.add(edge.negate());
            }
        }
        // Sums that are not 0.
        edges.add(largest);
        edges.add(largest);
        edges.add(BigInteger.ONE);
        return edges;
    }

    private static String text(ColumnType type, BigInteger digits) {
        return "'" + new BigDecimal(digits, type.scale()).toPlainString() + "'";
    }
}
