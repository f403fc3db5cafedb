package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/**
 * Made-up tables in a DuckDB file, in columns whose own equality is coarser than what they print: texts compare without
 * regard to case or accents, times have zones. Read as declared they are the tables that they are in any other file.
 */
final class InventedDatabase implements AutoCloseable {
    private final Path file;
    private final Connection connection;

    private InventedDatabase(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    static InventedDatabase make(Path file) {
        try {
            Connection connection = new DuckDBDriver().connect("jdbc:duckdb:" + file, new Properties());
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET threads = 1; SET TimeZone = 'UTC'");
            }
            return new InventedDatabase(file, connection);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /**
     * Whether a table can be stored: the database enforces what the table declares of NULL, and made-up rows may break
     * it.
     */
    static boolean takes(Table table) {
        return table.columns().stream().allMatch(Column::nullable);
    }

    /** Adds a table with its rows, in their order. */
    SourceTable add(Table table, String name, List<List<@Nullable String>> rows) {
        List<String> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(SqlText.name(column.name()) + " " + stored(column.type()));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + SqlText.name(name) + " (" + String.join(", ", columns) + ")");
            if (!rows.isEmpty()) {
                List<String> texts = rows.stream().map(row -> row(table, row)).toList();
                statement.execute("INSERT INTO " + SqlText.name(name) + " VALUES " + String.join(", ", texts));
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return new SourceTable(table, new Source.DuckDb(file, name));
    }

    /** A row as SQL. Each value is read as declared before it is stored, so that it is the same as in a text file. */
    private static String row(Table table, List<@Nullable String> row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            String value = row.get(i);
            values.add("TRY_CAST(" + (value == null ? "NULL" : SqlText.text(value)) + " AS "
                    + table.columns().get(i).type().sql() + ")");
        }
        return "(" + String.join(", ", values) + ")";
    }

    private static String stored(ColumnType type) {
        return switch (type.kind()) {
            case VARCHAR -> "VARCHAR COLLATE NOCASE.NOACCENT";
            case TIMESTAMP -> "TIMESTAMP WITH TIME ZONE";
            case TIME -> "TIME WITH TIME ZONE";
            case INTEGER -> "BIGINT";
            case BIGINT -> "HUGEINT";
            case BOOLEAN, DECIMAL, DOUBLE, DATE -> type.sql();
        };
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
