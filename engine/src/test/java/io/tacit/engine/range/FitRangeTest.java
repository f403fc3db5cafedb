package io.tacit.engine.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TacitTypeSystem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.calcite.rel.type.RelDataType;
import org.junit.jupiter.api.Test;

/**
 * For every pair of types of numbers, values at which a conversion is no longer exact: DuckDB's result lies within the
 * range of the conversion, which is no wider than the last places of its types.
 */
class FitRangeTest {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(5, 2),
            ColumnType.decimal(18, 4),
            ColumnType.decimal(38, 0),
            ColumnType.decimal(38, 10),
            ColumnType.decimal(38, 22),
            ColumnType.decimal(38, 23),
            ColumnType.decimal(38, 30),
            ColumnType.DOUBLE);

    private static final List<String> VALUES = List.of(
            "0",
            "1",
            "0.1",
            "0.005",
            "0.99996",
            "999.994",
            "999.996",
            "2147483647",
            "2147483647.4",
            "2147483648",
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "900719925474.0993",
            "900719925474.09925",
            "9223372036854775807",
            "9223372036854775807.7",
            "123456789012345678901234567.5678901234",
            "7.1234567890123456789012",
            "7.12345678901234567890123",
            "7.123456789012345678901234567891",
            "0.0000000000000000000000000003");

    @Test
    void whatIsConvertedLiesWithin() throws SQLException {
        int converted = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (ColumnType from : TYPES) {
                for (ColumnType to : TYPES) {
                    for (String value : VALUES) {
                        for (String sign : List.of("", "-")) {
                            String sql = "TRY_CAST('" + sign + value + "' AS " + from.sql() + ")";
                            try (ResultSet row = statement.executeQuery(
                                    "SELECT " + sql + ", TRY_CAST(" + sql + " AS " + to.sql() + ")")) {
                                row.next();
                                if (row.getObject(1) != null) {
                                    check(sql + " AS " + to.sql(), from, exact(row, 1), to, exact(row, 2));
                                    converted++;
                                }
                            }
                        }
                    }
                }
            }
        }
        assertThat(converted).isGreaterThan(1_000);
    }

    /**
     * Decimals of every number of places, most of them near 2^53: beyond it, and beyond 10^22, the digits or the power of ten
     * are no DOUBLE, and their quotient may be the second DOUBLE from the value. Whether an engine divides so or finds the
     * nearest DOUBLE, as this DuckDB does, its result lies within.
     */
    @Test
    void decimalsOfEveryScaleLieWithinOnceReal() throws SQLException {
        Random random = new Random(20);
        int secondFrom = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (int scale = 0; scale <= 38; scale++) {
                ColumnType from = ColumnType.decimal(38, scale);
                List<String> values = new ArrayList<>();
                for (int i = 0; i < 60; i++) {
                    BigInteger digits = new BigInteger(51 + random.nextInt(i % 4 == 0 ? 70 : 4), random);
                    BigDecimal value = new BigDecimal(i % 2 == 0 ? digits : digits.negate(), scale);
                    values.add("('" + value.toPlainString() + "'::" + from.sql() + ")");
                }
                try (ResultSet rows = statement.executeQuery(
                        "SELECT v, CAST(v AS DOUBLE) FROM (VALUES " + String.join(", ", values) + ") AS t(v)")) {
                    while (rows.next()) {
                        BigDecimal value = exact(rows, 1);
                        BigDecimal quotient = new BigDecimal(
                                value.movePointRight(scale).doubleValue() / Double.parseDouble("1e" + scale));
                        check(value + " as a quotient", from, value, ColumnType.DOUBLE, quotient);
                        check(value + " AS DOUBLE", from, value, ColumnType.DOUBLE, exact(rows, 2));
                        BigDecimal below = NeighbouringDoubles.below(value).orElseThrow();
                        BigDecimal above = NeighbouringDoubles.above(value).orElseThrow();
                        secondFrom += ValueRange.of(below, above).contains(quotient) ? 0 : 1;
                    }
                }
            }
        }
        assertThat(secondFrom).isGreaterThan(10);
    }

    private static BigDecimal exact(ResultSet row, int column) throws SQLException {
        Object value = row.getObject(column);
        return value == null
                ? null
                : value instanceof Double real ? new BigDecimal(real) : new BigDecimal(value.toString());
    }

    private static void check(String sql, ColumnType from, BigDecimal value, ColumnType to, BigDecimal found) {
        RelDataType source = ColumnTypes.toCalcite(TacitTypeSystem.factory(), from);
        RelDataType target = ColumnTypes.toCalcite(TacitTypeSystem.factory(), to);
        ValueRange range = FitRange.converted(ValueRange.of(value, value), source, target);
        if (found == null) {
            // What does not fit is NULL: a range of values around it ends with the type.
            ValueRange around = FitRange.converted(
                    ValueRange.of(value.min(BigDecimal.ZERO), value.max(BigDecimal.ZERO)), source, target);
            assertThat(value.signum() > 0 ? around.largest() : around.least())
                    .as(sql)
                    .isEqualByComparingTo(value.signum() > 0 ? most(to) : least(to));
            return;
        }
        assertThat(range.isBounded() && range.contains(found))
                .as(sql + " is " + found + ", not in " + range)
                .isTrue();
        BigDecimal places = to.kind() == ColumnType.Kind.DOUBLE || from.kind() == ColumnType.Kind.DOUBLE
                ? new BigDecimal(Math.ulp(value.doubleValue())).multiply(BigDecimal.valueOf(16))
                : BigDecimal.ZERO;
        if (from.kind() == ColumnType.Kind.DOUBLE && to.kind() == ColumnType.Kind.DECIMAL) {
            places = places.add(BigDecimal.valueOf(2).movePointLeft(to.scale()));
        }
        assertThat(range.largest().subtract(range.least()))
                .as(sql + " is " + found + ", and not as wide as " + range)
                .isLessThanOrEqualTo(places);
    }

    private static BigDecimal most(ColumnType type) {
        return switch (type.kind()) {
            case INTEGER -> new BigDecimal("2147483647");
            case BIGINT -> new BigDecimal("9223372036854775807");
            default -> new BigDecimal("9".repeat(type.precision())).movePointLeft(type.scale());
        };
    }

    private static BigDecimal least(ColumnType type) {
        BigDecimal opposite = most(type).negate();
        return type.kind() == ColumnType.Kind.DECIMAL ? opposite : opposite.subtract(BigDecimal.ONE);
    }
}
