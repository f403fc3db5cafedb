package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.KeyColumns;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * The same views over the same DuckDB files, in a DuckDB that rewrites no query: what it answers is what the SQL says,
 * and no statistics of a table come into it.
 */
@NullUnmarked
public final class OptimizersOff implements Backend {
    private final Connection connection;

    /** @param tables of DuckDB files only */
    public OptimizersOff(List<SourceTable> tables) {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
            execute("SET TimeZone = 'UTC'; SET threads = 1; PRAGMA disable_optimizer");
            Map<String, String> attached = new HashMap<>();
            for (SourceTable table : tables) {
                Source.DuckDb file = (Source.DuckDb) table.source();
                String name = attached.computeIfAbsent(file.path().toString(), path -> "file" + attached.size());
                execute("ATTACH IF NOT EXISTS " + SqlText.text(file.path().toString()) + " AS " + name
                        + " (READ_ONLY)");
                List<String> names =
                        table.table().columns().stream().map(Column::name).toList();
                String relation = new StoredTable((DuckDBConnection) connection, SqlText.name(name), file, false)
                        .relation(table.table(), names);
                execute(TableView.create(table, relation, stored(relation, names), keys(table, tables)));
            }
        } catch (SQLException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static Set<String> keys(SourceTable table, List<SourceTable> tables) {
        return KeyColumns.of(
                table.table(), tables.stream().map(SourceTable::table).toList());
    }

    private List<ResultColumn> stored(String relation, List<String> names) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + relation)) {
            List<ResultColumn> columns = EmbeddedDuckDb.columns(statement);
            return names.stream()
                    .map(name -> columns.stream()
                            .filter(column -> column.name().equalsIgnoreCase(name))
                            .findFirst()
                            .orElseThrow())
                    .toList();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public Dialect dialect() {
        return DuckDbDialect.DIALECT;
    }

    @Override
    public void takeSnapshot() {}

    @Override
    public void check(String sql, int keyCount, int integerCount) {}

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String[] keys = new String[keyCount];
                BigInteger[] integers = new BigInteger[integerCount];
                for (int i = 0; i < keyCount; i++) {
                    keys[i] = rows.getString(1 + i);
                }
                for (int i = 0; i < integerCount; i++) {
                    integers[i] = (BigInteger) rows.getObject(1 + keyCount + i);
                }
                sink.row(keys, integers);
            }
        } catch (SQLException cause) {
            throw new IllegalStateException(sql, cause);
        }
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        throw new UnsupportedOperationException("queries of one release need none");
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        throw new UnsupportedOperationException("queries of one release need none");
    }

    @Override
    public void dropWorkTable(String name) {
        throw new UnsupportedOperationException("queries of one release need none");
    }

    @Override
    public void cancel() {}

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException cause) {
            throw new IllegalStateException(cause);
        }
    }
}
