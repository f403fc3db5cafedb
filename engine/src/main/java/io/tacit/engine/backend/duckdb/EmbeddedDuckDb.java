package io.tacit.engine.backend.duckdb;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.KeyColumns;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
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
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
    private static final long CANCEL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Failures failures;
    private final PrivateFolder folder;
    private final DuckDBConnection connection;
    private final Standing standing;
    private final List<OpenedFile> files = new ArrayList<>();
    private final Object lock = new Object();
    private @Nullable Statement running;
    private boolean appending;
    private boolean cancelled;

    private EmbeddedDuckDb(Failures failures, PrivateFolder folder, DuckDBConnection connection) {
        this.failures = failures;
        this.folder = folder;
        this.connection = connection;
        this.standing = new Standing(connection);
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
            List<Table> all = tables.stream().map(SourceTable::table).toList();
            for (SourceTable table : tables) {
                opening.show(table, KeyColumns.of(table.table(), all));
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

    /** Opens a database that shows what it is told to show. */
    static EmbeddedDuckDb start(DuckDbSettings settings, OpenSources.Sources sources) {
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
            OpenSources opening = new OpenSources(connection, settings, failures, folder.path());
            opening.open(sources);
            database.watch(opening.shown());
            return database;
        } catch (SQLException cause) {
            closeAll(database, folder);
            throw failures.start(cause);
        } catch (RuntimeException refused) {
            closeAll(database, folder);
            throw refused;
        }
    }

    private void watch(Map<SourceTable, List<Path>> shown) {
        shown.forEach((table, paths) -> {
            try {
                files.add(OpenedFile.of(table, paths, this));
            } catch (IOException cause) {
                throw failures.source(cause, paths.get(0));
            }
        });
    }

    /**
     * Compares what the files of the tables that a query names declare of themselves with what they declared when they were
     * opened. Reads headers and stored schemas, and no value.
     *
     * @throws Refusal SOURCE_SCHEMA when one declares something else, SOURCE_UNREADABLE when one is gone
     */
    public void checkFiles(String sql) {
        named(sql).forEach(OpenedFile::checkBefore);
    }

    /**
     * Compares once more after a query has read them.
     *
     * @throws Refusal SOURCE_SCHEMA when one was replaced meanwhile, or declares something else, SOURCE_UNREADABLE when
     *     one is gone
     */
    public void checkFilesRead(String sql) {
        named(sql).forEach(OpenedFile::checkAfter);
    }

    private List<OpenedFile> named(String sql) {
        return files.stream()
                .filter(file -> DuckDbDialect.DIALECT.literals().mayName(sql, file.table()))
                .toList();
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
                    standing.handsOver();
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
            standing.look(cause);
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
            LockSupport.parkNanos(CANCEL_PAUSE_NANOS);
        }
    }

    /** Whether it failed within itself, so that it answers no statement any more. */
    public boolean hasFailed() {
        return standing.hasFailed();
    }

    Standing standing() {
        return standing;
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
                standing.begins();
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
            standing.look(cause);
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
}
