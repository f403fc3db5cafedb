package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.sql.SqlToRelation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Numbers at and beyond the ends of a type, as that type: rounded with halves away from zero, and NULL where they do not fit. */
@NullUnmarked
class CastsAtTheEndsTest {
    private static final Map<String, BigDecimal> MOST = new LinkedHashMap<>();

    static {
        MOST.put("INTEGER", new BigDecimal(Integer.MAX_VALUE));
        MOST.put("BIGINT", new BigDecimal(Long.MAX_VALUE));
        MOST.put("SMALLINT", new BigDecimal(Short.MAX_VALUE));
        MOST.put("DECIMAL(5, 2)", new BigDecimal("999.99"));
        MOST.put("DECIMAL(3, 3)", new BigDecimal("0.999"));
        MOST.put("DECIMAL(20, 0)", new BigDecimal("99999999999999999999"));
    }

    private static final SqlToRelation ANALYZER = new SqlToRelation(new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("w", ColumnType.decimal(38, 4)),
                    Column.nullable("x", ColumnType.DOUBLE),
                    Column.nullable("s", ColumnType.VARCHAR)),
            new Protection.Public()))));

    /** Around zero, and around both ends of each type by parts of its last digit. */
    private static List<BigDecimal> numbers() {
        Set<BigDecimal> numbers = new TreeSet<>();
        for (BigDecimal most : MOST.values()) {
            for (String parts : List.of("0", "0.4", "0.5", "0.6", "1", "1.5")) {
                BigDecimal part = new BigDecimal(parts).scaleByPowerOfTen(-most.scale());
                for (BigDecimal number : List.of(most.add(part), most.subtract(part), part)) {
                    numbers.add(number.stripTrailingZeros());
                    numbers.add(number.negate().stripTrailingZeros());
                }
            }
        }
        return numbers.stream().filter(number -> number.scale() <= 4).toList();
    }

    private static BigDecimal fitted(BigDecimal number, String type) {
        BigDecimal most = MOST.get(type);
        BigDecimal least =
                type.startsWith("DECIMAL") ? most.negate() : most.negate().subtract(BigDecimal.ONE);
        BigDecimal rounded = number.setScale(most.scale(), RoundingMode.HALF_UP);
        return rounded.compareTo(most) > 0 || rounded.compareTo(least) < 0 ? null : rounded;
    }

    /** The number that a column holds of one: a DOUBLE may hold its neighbour, which as a decimal is its shortest form. */
    private static BigDecimal held(BigDecimal number, String column, String type) {
        return !column.equals("x")
                ? number
                : type.startsWith("DECIMAL")
                        ? BigDecimal.valueOf(number.doubleValue())
                        : new BigDecimal(number.doubleValue());
    }

    private static void fit(Connection connection, Dialect dialect) throws SQLException {
        List<BigDecimal> numbers = numbers();
        List<String> wrong = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (i integer, w decimal(38, 4), x double precision, s text)");
            List<String> rows = new ArrayList<>();
            for (BigDecimal number : numbers) {
                String plain = number.toPlainString();
                rows.add("(" + rows.size() + ", " + plain + ", CAST('" + plain + "' AS double precision), '" + plain
                        + "')");
            }
            statement.execute("INSERT INTO t VALUES " + String.join(", ", rows));
            for (String column : List.of("w", "x", "s")) {
                for (String type : MOST.keySet()) {
                    if (column.equals("x") && type.equals("DECIMAL(20, 0)")) {
                        // Beyond 2^53 each engine has its own digits of a DOUBLE.
                        continue;
                    }
                    String sql = "SELECT i, CAST(" + column + " AS " + type + ") FROM t";
                    try (ResultSet result = statement.executeQuery(RelationToSql.overPeople(dialect)
                            .sql(ANALYZER.analyze(sql).relation()))) {
                        while (result.next()) {
                            BigDecimal number = numbers.get(result.getInt(1));
                            BigDecimal expected = fitted(held(number, column, type), type);
                            BigDecimal read = result.getBigDecimal(2);
                            if (expected == null || read == null
                                    ? (expected == null) != (read == null)
                                    : expected.compareTo(read) != 0) {
                                wrong.add(column + " " + number + " as " + type + " is " + read + ", not " + expected);
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void onDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            fit(connection, DuckDbDialect.DIALECT);
        }
    }

    @Tag("process")
    @Test
    void onPostgres() throws SQLException {
        try (Connection connection = DriverManager.getConnection(TestServer.database())) {
            fit(connection, PostgresDialect.DIALECT);
        }
    }
}
