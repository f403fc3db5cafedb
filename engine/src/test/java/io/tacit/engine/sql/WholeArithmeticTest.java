package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Arithmetic of whole numbers over each pair of integer types at the ends of each type is that of exact numbers. What
 * leaves the type of the result is NULL and never another value; of types up to INTEGER no sum, difference or product
 * does.
 */
@org.jspecify.annotations.NullUnmarked
class WholeArithmeticTest {
    private enum Whole {
        TINYINT("CAST(?.small AS TINYINT)", 1),
        SMALLINT("CAST(?.small AS SMALLINT)", 2),
        INTEGER("?.whole", 4),
        BIGINT("?.large", 8),
        HUGEINT("?.huge", 16);

        private final String operand;
        private final BigInteger largest;

        Whole(String operand, int bytes) {
            this.operand = operand;
            this.largest = bytes == 16
                    ? BigInteger.TEN.pow(38).subtract(BigInteger.ONE)
                    : BigInteger.ONE.shiftLeft(8 * bytes - 1).subtract(BigInteger.ONE);
        }

        BigInteger least() {
            return this == HUGEINT ? largest.negate() : largest.negate().subtract(BigInteger.ONE);
        }

        boolean holds(BigInteger value) {
            return value.compareTo(least()) >= 0 && value.compareTo(largest) <= 0;
        }
    }

    private static final Map<String, BinaryOperator<BigInteger>> OPERATORS = new LinkedHashMap<>();

    static {
        OPERATORS.put("+", BigInteger::add);
        OPERATORS.put("-", BigInteger::subtract);
        OPERATORS.put("*", BigInteger::multiply);
        OPERATORS.put("//", (a, b) -> b.signum() == 0 ? null : a.divide(b));
        OPERATORS.put("%", (a, b) -> b.signum() == 0 ? null : a.remainder(b));
    }

    private static final Map<String, ColumnType> COLUMNS = Map.of(
            "small", ColumnType.INTEGER,
            "whole", ColumnType.INTEGER,
            "large", ColumnType.BIGINT,
            "huge", ColumnType.decimal(38, 0));

    /** The ends of every type, and what lies around zero. */
    private static final List<BigInteger> VALUES = Stream.concat(
                    Stream.of(-7, -2, -1, 0, 1, 2, 7).map(BigInteger::valueOf),
                    Stream.of(Whole.values())
                            .flatMap(type -> Stream.of(
                                    type.least(),
                                    type.least().add(BigInteger.ONE),
                                    type.largest,
                                    type.largest.subtract(BigInteger.ONE))))
            .distinct()
            .toList();

    @Test
    void isExact() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(table());
            for (Whole left : Whole.values()) {
                for (Whole right : Whole.values()) {
                    for (Map.Entry<String, BinaryOperator<BigInteger>> operator : OPERATORS.entrySet()) {
                        pair(statement, left, right, operator.getKey(), operator.getValue());
                    }
                }
                one(statement, left, "-x", BigInteger::negate);
                one(statement, left, "ABS(x)", BigInteger::abs);
                one(statement, left, "SIGN(x)", value -> BigInteger.valueOf(value.signum()));
            }
        }
    }

    private static void pair(
            Statement statement, Whole left, Whole right, String sign, BinaryOperator<BigInteger> exact)
            throws SQLException {
        String text = left.operand.replace("?", "a") + " " + sign + " " + right.operand.replace("?", "b");
        List<String> found = column(statement, text, " FROM t AS a, t AS b ORDER BY a.place, b.place");
        boolean wide = left == Whole.HUGEINT || right == Whole.HUGEINT;
        boolean narrow = left.compareTo(Whole.BIGINT) < 0 && right.compareTo(Whole.BIGINT) < 0;
        boolean closed = sign.equals("//") || sign.equals("%");
        int at = 0;
        for (BigInteger a : VALUES) {
            for (BigInteger b : VALUES) {
                BigInteger value = left.holds(a) && right.holds(b) ? exact.apply(a, b) : null;
                String one = found.get(at++);
                String place = a + " of " + left + " " + sign + " " + b + " of " + right;
                Whole result = closed ? (left.compareTo(right) > 0 ? left : right) : Whole.BIGINT;
                if (value == null) {
                    assertThat(one).as(place).isNull();
                } else if (narrow && !closed || !wide && result.holds(value)) {
                    assertThat(one).as(place).isEqualTo(value.toString());
                } else if (one != null) {
                    assertThat(new BigDecimal(one)).as(place).isEqualByComparingTo(new BigDecimal(value));
                } else {
                    assertThat(wide || !result.holds(value)).as(place).isTrue();
                }
            }
        }
    }

    private static void one(
            Statement statement, Whole type, String form, java.util.function.UnaryOperator<BigInteger> exact)
            throws SQLException {
        String text = form.replace("x", type.operand.replace("?", "a"));
        List<String> found = column(statement, text, " FROM t AS a ORDER BY a.place");
        int at = 0;
        for (BigInteger a : VALUES) {
            BigInteger value = type.holds(a) ? exact.apply(a) : null;
            String expected = value == null || !type.holds(value) ? null : value.toString();
            assertThat(found.get(at++)).as(form + " of " + a + " of " + type).isEqualTo(expected);
        }
    }

    private static String table() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < VALUES.size(); i++) {
            BigInteger value = VALUES.get(i);
            rows.add("SELECT " + i + " AS place, " + cell(Whole.INTEGER, value, "INTEGER") + " AS small, "
                    + cell(Whole.INTEGER, value, "INTEGER") + " AS whole, " + cell(Whole.BIGINT, value, "BIGINT")
                    + " AS large, " + cell(Whole.HUGEINT, value, "DECIMAL(38,0)") + " AS huge");
        }
        return "CREATE TABLE t AS " + String.join(" UNION ALL ", rows);
    }

    private static String cell(Whole type, BigInteger value, String name) {
        return "CAST(" + (type.holds(value) ? "'" + value + "'" : "NULL") + " AS " + name + ")";
    }

    private static List<String> column(Statement statement, String expression, String rows) throws SQLException {
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(catalog())
                        .analyze("SELECT " + expression + rows)
                        .relation());
        List<String> values = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                values.add(result.getString(1));
            }
        }
        return values;
    }

    private static Catalog catalog() {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("place", ColumnType.INTEGER)));
        COLUMNS.forEach((name, type) -> columns.add(Column.nullable(name, type)));
        return new Catalog(List.of(new Table("t", columns, new Protection.Public())));
    }
}
