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
 * Writes made-up tables into DuckDB files, in columns whose own equality is coarser than what they print: texts compare
 * without regard to case or accents, times have zones. Read as declared they are the tables that they are in any other
 * file. One serves many files: to start DuckDB takes longer than to write one.
 */
final class InventedDatabase implements AutoCloseable {
    private static final String ATTACHED = "made_up";

    private final Connection connection;

    private InventedDatabase(Connection connection) {
        this.connection = connection;
    }

    static InventedDatabase open() {
        try {
            InventedDatabase opened =
                    new InventedDatabase(new DuckDBDriver().connect("jdbc:duckdb:", new Properties()));
            opened.execute("SET threads = 1; SET TimeZone = 'UTC'");
            return opened;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Begins a new file, into which tables are added until it is ended. */
    void begin(Path file) {
        execute("ATTACH " + SqlText.text(file.toString()) + " AS " + ATTACHED);
        execute("USE " + ATTACHED);
    }

    /** Ends the file: all of it is written, and others may open it. */
    void end() {
        execute("CHECKPOINT");
        execute("USE memory");
        execute("DETACH " + ATTACHED);
    }

    private void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
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

    /** Adds a table with its rows, in their order, to the file that was begun. */
    SourceTable add(Path file, Table table, String name, List<List<@Nullable String>> rows) {
        List<String> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            columns.add(SqlText.name(column.name()) + " " + stored(column.type()));
        }
        execute("CREATE TABLE " + SqlText.name(name) + " (" + String.join(", ", columns) + ")");
        if (!rows.isEmpty()) {
            execute("INSERT INTO " + SqlText.name(name) + " " + read(table, rows));
        }
        return new SourceTable(table, new Source.DuckDb(file, name));
    }

    /** Writes a Parquet file. */
    void parquet(Path file, Table table, List<List<@Nullable String>> rows) {
        List<String> names = table.columns().stream()
                .map(column -> SqlText.name(column.name()))
                .toList();
        execute("COPY (SELECT * FROM (" + read(table, rows) + ") AS t(" + String.join(", ", names) + ")) TO "
                + SqlText.text(file.toString()) + " (FORMAT parquet)");
    }

    /**
     * Rows as SQL. Each value is read as declared before it is stored, so that it is the same as in a text file. They are
     * cast together: to plan one cast for each value takes several times as long.
     */
    private static String read(Table table, List<List<@Nullable String>> rows) {
        List<String> casts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            names.add("c" + i);
            casts.add("TRY_CAST(c" + i + " AS " + table.columns().get(i).type().sql() + ")");
        }
        List<String> texts = rows.stream().map(InventedDatabase::row).toList();
        return "SELECT " + String.join(", ", casts) + " FROM (VALUES " + String.join(", ", texts) + ") AS texts("
                + String.join(", ", names) + ")";
    }

    private static String row(List<@Nullable String> row) {
        List<String> values = new ArrayList<>();
        for (String value : row) {
            values.add(value == null ? "NULL::VARCHAR" : SqlText.text(value));
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
