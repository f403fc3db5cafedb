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
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Exact numbers of every width, computed with and compared with each other: right to the result's last place, or NULL; never another number, and no error. */
@NullUnmarked
class DecimalsAreNeverWrongTest {
    private static final double NEAR = 1e-14;
    private static final BigDecimal SMALL = BigDecimal.valueOf(1_000);
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.INTEGER,
            ColumnType.BIGINT,
            ColumnType.decimal(5, 2),
            ColumnType.decimal(10, 8),
            ColumnType.decimal(38, 0),
            ColumnType.decimal(38, 9));
    private static final List<String> OPERATIONS = List.of(
            "%s + %s",
            "%s - %s", "%s * %s", "CASE WHEN a.n >= 0 THEN %s ELSE %s END", "COALESCE(NULLIF(%1$s, %1$s), %2$s)");
    private static final List<String> COMPARISONS = List.of("%s = %s", "%s < %s", "%s IS DISTINCT FROM %s");

    private static BigDecimal most(ColumnType type) {
        return switch (type.kind()) {
            case INTEGER -> BigDecimal.valueOf(Integer.MAX_VALUE);
            case BIGINT -> BigDecimal.valueOf(Long.MAX_VALUE);
            default -> new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
        };
    }

    /** The ends, what is next to them, one and what is next to it, as far as the type has them. */
    private static List<BigDecimal> values(ColumnType type) {
        BigDecimal most = most(type);
        BigDecimal step = BigDecimal.ONE.scaleByPowerOfTen(-type.scale());
        BigDecimal one = BigDecimal.ONE.min(most);
        return List.of(
                most, most.subtract(step), most.negate(), step, BigDecimal.ZERO, one, one.subtract(step), one.negate());
    }

    private static BigDecimal exact(int operation, BigDecimal a, BigDecimal b) {
        return switch (operation) {
            case 0 -> a.add(b);
            case 1 -> a.subtract(b);
            case 2 -> a.multiply(b);
            case 3 -> a;
            default -> b;
        };
    }

    private static boolean holds(int comparison, BigDecimal a, BigDecimal b) {
        int order = a.compareTo(b);
        return comparison == 0 ? order == 0 : comparison == 1 ? order < 0 : order != 0;
    }

    private static boolean isNear(BigDecimal read, BigDecimal exact, RelNode relation, int column) {
        var type = relation.getRowType().getFieldList().get(column).getType();
        BigDecimal error = read.subtract(exact).abs();
        return type.getSqlTypeName().getName().equals("DOUBLE")
                ? error.doubleValue() <= NEAR * exact.abs().doubleValue()
                : error.compareTo(new BigDecimal("0.5").scaleByPowerOfTen(-type.getScale())) <= 0;
    }

    @Test
    void areRightOrNull() throws SQLException {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("n", ColumnType.INTEGER)));
        IntStream.range(0, TYPES.size()).forEach(i -> columns.add(Column.nullable("c" + i, TYPES.get(i))));
        SqlToRelation analyzer =
                new SqlToRelation(new Catalog(List.of(new Table("t", columns, new Protection.Public()))));
        List<String> wrong = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (n integer, "
                    + IntStream.range(0, TYPES.size())
                            .mapToObj(i -> "c" + i + " " + TYPES.get(i).sql())
                            .collect(Collectors.joining(", "))
                    + ")");
            for (int row = 0; row < values(TYPES.get(0)).size(); row++) {
                int place = row;
                statement.execute("INSERT INTO t VALUES (" + row + ", "
                        + TYPES.stream()
                                .map(type -> values(type).get(place).toPlainString())
                                .collect(Collectors.joining(", "))
                        + ")");
            }
            for (int left = 0; left < TYPES.size(); left++) {
                for (int right = 0; right < TYPES.size(); right++) {
                    List<String> all = new ArrayList<>(List.of("a.n", "b.n"));
                    for (String expression : OPERATIONS) {
                        all.add(String.format(expression, "a.c" + left, "b.c" + right));
                    }
                    for (String expression : COMPARISONS) {
                        all.add(String.format(expression, "a.c" + left, "b.c" + right));
                    }
                    RelNode relation = analyzer.analyze("SELECT " + String.join(", ", all) + " FROM t a, t b")
                            .relation();
                    try (ResultSet result = statement.executeQuery(
                            RelationToSql.overPeople(DuckDbDialect.DIALECT).sql(relation))) {
                        while (result.next()) {
                            BigDecimal a = values(TYPES.get(left)).get(result.getInt(1));
                            BigDecimal b = values(TYPES.get(right)).get(result.getInt(2));
                            boolean small = a.abs().max(b.abs()).compareTo(SMALL) < 0 && a.scale() + b.scale() < 20;
                            for (int i = 0; i < OPERATIONS.size(); i++) {
                                String read = result.getString(i + 3);
                                if (read == null
                                        ? small
                                        : !isNear(new BigDecimal(read), exact(i, a, b), relation, i + 2)) {
                                    wrong.add(all.get(i + 2) + " of " + a + ", " + b + " is " + read);
                                }
                            }
                            for (int i = 0; i < COMPARISONS.size(); i++) {
                                Object read = result.getObject(OPERATIONS.size() + i + 3);
                                if (read == null ? small : !Objects.equals(read, holds(i, a, b))) {
                                    wrong.add(
                                            all.get(OPERATIONS.size() + i + 2) + " of " + a + ", " + b + " is " + read);
                                }
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong.stream().limit(20)).isEmpty();
    }
}
