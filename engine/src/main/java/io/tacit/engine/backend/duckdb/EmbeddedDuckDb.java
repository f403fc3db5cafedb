package io.tacit.engine.backend.duckdb;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBPreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory DuckDB that shows declared tables and can reach nothing else: no other file, no network, no extension,
 * no setting. What it spills goes to a private folder that is removed with it (see {@link OpenSources}).
 *
 * <p>All failures are refusals without detail; the detail goes to the owner's log. One thread at a time uses it;
 * {@link #cancel} may come from any other.
 */
public final class EmbeddedDuckDb implements AutoCloseable {
    /** DuckDB's name for the database in memory. */
    public static final String MEMORY = "memory";

    /** DuckDB's name for the database of temporary tables. */
    static final String TEMPORARY = "temp";

    private static final int CANCEL_ATTEMPTS = 100;
    private static final long CANCEL_PAUSE_MILLIS = 2;

    private final Failures failures;
    private final PrivateFolder folder;
    private final DuckDBConnection connection;
    private final Object lock = new Object();
    private @Nullable Statement running;
    private boolean appending;
    private boolean cancelled;

    private EmbeddedDuckDb(Failures failures, PrivateFolder folder, DuckDBConnection connection) {
        this.failures = failures;
        this.folder = folder;
        this.connection = connection;
    }

    /**
     * A column of a query's result.
     *
     * @param name as the query names it
     * @param type as DuckDB spells it
     */
    public record ResultColumn(String name, String type) {}

    /** Reads a result, chunk by chunk. */
    @FunctionalInterface
    public interface ChunkReader {
        /** Reads one chunk, which is valid during the call only. */
        void read(DuckDBDataChunkReader chunk) throws SQLException;
    }

    /** Reads a result, row by row. */
    @FunctionalInterface
    public interface RowReader {
        /** Reads the row at which the result stands. */
        void read(ResultSet row) throws SQLException;
    }

    /** Something to do with a prepared statement. */
    @FunctionalInterface
    private interface Step<T> {
        T run(DuckDBPreparedStatement statement) throws SQLException;
    }

    /**
     * Opens a database with a view for each table. Reads no row.
     *
     * @throws Refusal SOURCE_UNREADABLE when a source cannot be opened
     */
    public static EmbeddedDuckDb open(List<SourceTable> tables, DuckDbSettings settings) {
        return start(settings, opening -> {
            for (SourceTable table : tables) {
                opening.show(table);
            }
        });
    }

    /** Opens a database with a view that counts a table's values that their types do not know, as {@link OpenSources#showLost}. */
    static EmbeddedDuckDb openLost(SourceTable table, DuckDbSettings settings) {
        return start(settings, opening -> opening.showLost(table));
    }

    /** Opens a database that may read one Parquet file: for asking it for its columns. */
    public static EmbeddedDuckDb openParquet(String name, Path path, DuckDbSettings settings) {
        return start(settings, opening -> opening.showParquet(name, path));
    }

    /** Opens a database to which a DuckDB file is attached under a name: for asking it for its tables. */
    public static EmbeddedDuckDb openDatabase(String name, Path path, DuckDbSettings settings) {
        return start(settings, opening -> opening.attach(name, path));
    }

    private static EmbeddedDuckDb start(DuckDbSettings settings, OpenSources.Sources sources) {
        Failures failures = new Failures(settings.ownerLog());
        PrivateFolder folder;
        try {
            folder = PrivateFolder.create(settings.spill());
        } catch (IOException cause) {
            throw failures.start(cause);
        }
        EmbeddedDuckDb database = null;
        try {
            DuckDBConnection connection =
                    (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
            database = new EmbeddedDuckDb(failures, folder, connection);
            new OpenSources(connection, settings, failures, folder.path()).open(sources);
            return database;
        } catch (SQLException cause) {
            closeAll(database, folder);
            throw failures.start(cause);
        } catch (RuntimeException refused) {
            closeAll(database, folder);
            throw refused;
        }
    }

    private static void closeAll(@Nullable EmbeddedDuckDb database, PrivateFolder folder) {
        if (database == null) {
            folder.close();
        } else {
            database.close();
        }
    }

    /** The columns of a query's result. Binds the query and runs nothing. */
    public List<ResultColumn> describe(String sql) {
        return step(sql, EmbeddedDuckDb::columns);
    }

    static List<ResultColumn> columns(PreparedStatement statement) throws SQLException {
        ResultSetMetaData metadata = statement.getMetaData();
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
            columns.add(new ResultColumn(metadata.getColumnName(i), metadata.getColumnTypeName(i)));
        }
        return columns;
    }

    /** Runs a statement that has no result. */
    public void execute(String sql) {
        step(sql, DuckDBPreparedStatement::execute);
    }

    /** Runs a query after a check of its result's columns; one binding of the query serves both. */
    public void query(String sql, Consumer<List<ResultColumn>> expected, ChunkReader reader) {
        step(sql, statement -> {
            expected.accept(columns(statement));
            try (DuckDBChunkedResult result = statement.query()) {
                while (result.nextChunk()) {
                    stopIfCancelled();
                    reader.read(result.chunk());
                }
                return true;
            }
        });
    }

    /** Runs a query and reads it row by row. */
    public void rows(String sql, RowReader reader) {
        step(sql, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    stopIfCancelled();
                    reader.read(rows);
                }
                return true;
            }
        });
    }

    /**
     * Appends rows to a table.
     *
     * @param database that holds it: {@link #MEMORY}, or {@link #TEMPORARY} for temporary tables
     * @param rows values as {@link ColumnValue} has them
     * @throws IllegalArgumentException when a value is none of its column's type
     */
    public void append(String database, String table, List<ColumnType> types, List<@Nullable Object[]> rows) {
        synchronized (lock) {
            appending = true;
            cancelled = false;
        }
        try (DuckDBAppender appender = connection.createAppender(database, "main", table)) {
            for (@Nullable Object[] row : rows) {
                stopIfCancelled();
                ColumnValue.append(appender, row, types);
            }
            appender.flush();
        } catch (SQLException cause) {
            stopIfCancelled();
            throw failures.query(cause);
        } finally {
            synchronized (lock) {
                appending = false;
            }
        }
    }

    /** Stops the running query at once, from another thread; without effect when none runs. */
    public void cancel() {
        Statement target;
        synchronized (lock) {
            target = running;
            cancelled = target != null || appending;
        }
        // An interrupt that comes just before the engine starts to work is lost, so it is repeated.
        for (int attempt = 0; target != null && attempt < CANCEL_ATTEMPTS; attempt++) {
            synchronized (lock) {
                if (running != target) {
                    return;
                }
                interrupt(target);
            }
            pause();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException cause) {
            failures.query(cause);
        } finally {
            folder.close();
        }
    }

    private <T> T step(String sql, Step<T> step) {
        try (DuckDBPreparedStatement statement = (DuckDBPreparedStatement) connection.prepareStatement(sql)) {
            synchronized (lock) {
                running = statement;
                cancelled = false;
            }
            try {
                return step.run(statement);
            } finally {
                synchronized (lock) {
                    running = null;
                }
            }
        } catch (Refusal refusal) {
            throw refusal;
        } catch (SQLException | RuntimeException cause) {
            stopIfCancelled();
            throw failures.query(cause);
        }
    }

    private void stopIfCancelled() {
        synchronized (lock) {
            if (cancelled) {
                throw failures.cancelled();
            }
        }
    }

    private static void interrupt(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException alreadyClosed) {
            return;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(CANCEL_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
