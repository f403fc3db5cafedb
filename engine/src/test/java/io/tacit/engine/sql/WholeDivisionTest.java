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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code //} over each pair of types and signs is what DuckDB says, and NULL where DuckDB has an error. */
@org.jspecify.annotations.NullUnmarked
class WholeDivisionTest {
    private static final Map<String, ColumnType> COLUMNS = new LinkedHashMap<>();

    private static final List<String> OPERANDS = List.of(
            "CAST(?.whole AS TINYINT)", "CAST(?.whole AS SMALLINT)", "?.whole", "?.large", "?.money", "?.measured");

    private static final List<String> VALUES =
            List.of("NULL", "0", "1", "-1", "2", "-2", "3", "7", "-7", "100", "-128");

    static {
        COLUMNS.put("whole", ColumnType.INTEGER);
        COLUMNS.put("large", ColumnType.BIGINT);
        COLUMNS.put("money", ColumnType.decimal(15, 2));
        COLUMNS.put("measured", ColumnType.DOUBLE);
    }

    @Test
    void isThatOfDuckDb() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET error_on_division_by_zero = false");
            statement.execute(table());
            for (String left : OPERANDS) {
                for (String right : OPERANDS) {
                    compare(statement, left.replace("?", "a") + " // " + right.replace("?", "b"));
                }
            }
        }
    }

    private static void compare(Statement statement, String quotient) throws SQLException {
        String rows = " FROM t AS a, t AS b ORDER BY a.place, b.place";
        String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                .sql(new SqlToRelation(catalog())
                        .analyze("SELECT " + quotient + rows)
                        .relation());
        // -128 // -1 leaves a TINYINT: an error there, and NULL here.
        String plain = "SELECT CASE WHEN typeof(" + quotient
                + ") = 'TINYINT' AND a.whole = -128 AND b.whole = -1 THEN NULL ELSE " + quotient + " END" + rows;
        assertThat(column(statement, sql)).as(quotient).isEqualTo(column(statement, plain));
        assertThat(type(statement, sql))
                .as(quotient)
                .isEqualTo(type(statement, "SELECT " + quotient + rows + " LIMIT 0"));
    }

    private static String table() {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < VALUES.size(); i++) {
            StringBuilder row = new StringBuilder("SELECT " + i + " AS place");
            for (Map.Entry<String, ColumnType> column : COLUMNS.entrySet()) {
                row.append(", CAST(")
                        .append(VALUES.get(i))
                        .append(" AS ")
                        .append(column.getValue().sql());
                row.append(") AS ").append(column.getKey());
            }
            rows.add(row.toString());
        }
        return "CREATE TABLE t AS " + String.join(" UNION ALL ", rows);
    }

    private static List<String> column(Statement statement, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                values.add(result.getString(1));
            }
        }
        return values;
    }

    private static String type(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return result.getMetaData().getColumnTypeName(1);
        }
    }

    private static Catalog catalog() {
        List<Column> columns = new ArrayList<>(List.of(Column.nullable("place", ColumnType.INTEGER)));
        COLUMNS.forEach((name, type) -> columns.add(Column.nullable(name, type)));
        return new Catalog(List.of(new Table("t", columns, new Protection.Public())));
    }
}
