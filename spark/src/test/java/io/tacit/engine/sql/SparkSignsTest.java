package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.spark.TestCluster;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decimals of every type with the other sign and without one, with all their digits, and their signs: Spark itself rounds
 * them to 34 digits, and fails where that makes a digit more.
 */
@NullUnmarked
@Tag("process")
class SparkSignsTest {
    @ParameterizedTest
    @ValueSource(ints = {33, 34, 35, 36, 37, 38})
    void haveAllDigits(int precision) {
        List<Column> columns = IntStream.rangeClosed(0, precision)
                .mapToObj(scale -> Column.nullable("d" + scale, ColumnType.decimal(precision, scale)))
                .toList();
        List<BigInteger> values = values(precision);
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[columns.size()]);
        for (BigInteger value : values) {
            rows.add(columns.stream()
                    .map(column -> new BigDecimal(value, column.type().scale()).toPlainString())
                    .toArray(String[]::new));
        }
        String name = "signs" + precision;
        TestCluster.table(
                name,
                TestCluster.names(columns),
                columns.stream().map(column -> column.type().sql()).toList(),
                rows);
        SqlToRelation planner =
                new SqlToRelation(new Catalog(List.of(new Table(name, columns, new Protection.Public()))));
        List<String> expressions = new ArrayList<>();
        columns.forEach(column -> expressions.addAll(
                Arrays.asList("-" + column.name(), "ABS(" + column.name() + ")", "SIGN(" + column.name() + ")")));
        String sql = RelationToSql.overPeople(SparkDialect.DIALECT)
                .sql(planner.analyze("SELECT " + String.join(", ", expressions) + " FROM " + name)
                        .relation());
        List<Row> answer = TestCluster.owner().sql(sql).collectAsList();
        assertThat(answer).hasSize(rows.size());
        for (int i = 0; i < expressions.size(); i++) {
            int place = i;
            int scale = i / 3;
            List<BigDecimal> expected = new ArrayList<>();
            expected.add(null);
            for (BigInteger value : values) {
                BigDecimal given = new BigDecimal(value, scale);
                expected.add(
                        switch (i % 3) {
                            case 0 -> given.negate();
                            case 1 -> given.abs();
                            default -> sign(given, precision);
                        });
            }
            assertThat(answer.stream().map(row -> row.getDecimal(place)).toList())
                    .as(expressions.get(i) + " of " + precision + " digits")
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    /** No value where all digits stand behind the point. */
    private static BigDecimal sign(BigDecimal value, int precision) {
        return value.scale() == precision && value.signum() != 0
                ? null
                : BigDecimal.valueOf(value.signum()).setScale(value.scale());
    }

    private static List<BigInteger> values(int precision) {
        BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
        BigInteger mixed = new BigInteger("12345678901234567890123456789012345678".substring(0, precision));
        return List.of(
                most, most.negate(), mixed, mixed.negate(), BigInteger.ONE, BigInteger.ONE.negate(), BigInteger.ZERO);
    }
}
