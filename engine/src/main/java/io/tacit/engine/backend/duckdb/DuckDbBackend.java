package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/**
 * The declared tables in an in-memory DuckDB, one view each, named and typed as declared.
 *
 * <p>A database that failed within itself is replaced by a new one, with the same work tables. The statement that broke it
 * fails, and is not run again. A statement that finds it broken was not begun: it runs in the new one, once.
 */
public final class DuckDbBackend implements Backend {
    private final Supplier<EmbeddedDuckDb> open;
    private final Map<String, WorkTable> workTables = new LinkedHashMap<>();
    private volatile EmbeddedDuckDb database;
    private volatile boolean closed;

    private DuckDbBackend(Supplier<EmbeddedDuckDb> open) {
        this.open = open;
        this.database = open.get();
    }

    /** What a new database gets again; its rows were released before, or are nobody's. */
    private record WorkTable(List<Column> columns, List<@Nullable Object[]> rows) {
        List<ColumnType> types() {
            return columns.stream().map(Column::type).toList();
        }

        void create(EmbeddedDuckDb database, String name) {
            String declared = columns.stream()
                    .map(column ->
                            SqlText.name(column.name()) + " " + column.type().sql())
                    .collect(Collectors.joining(", "));
            database.execute("CREATE OR REPLACE TEMP TABLE " + SqlText.name(name) + " (" + declared + ")");
        }

        void fill(EmbeddedDuckDb database, String name, List<@Nullable Object[]> more) {
            database.append(EmbeddedDuckDb.TEMPORARY, name, types(), more);
        }
    }

    /**
     * Opens the declared tables. Reads no row.
     *
     * @throws Refusal SOURCE_UNREADABLE when a source cannot be opened
     */
    public static DuckDbBackend open(List<SourceTable> tables, DuckDbSettings settings) {
        return over(() -> EmbeddedDuckDb.open(tables, settings));
    }

    /** Opens what a database shows; asks for another one whenever one has failed. */
    static DuckDbBackend over(Supplier<EmbeddedDuckDb> open) {
        return new DuckDbBackend(open);
    }

    /** Runs a statement; again in a new database if the old one had failed before, so that it was not begun. */
    private void step(Consumer<EmbeddedDuckDb> statement) {
        renew();
        EmbeddedDuckDb engine = database;
        try {
            statement.accept(engine);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.ENGINE || !engine.standing().hadFailed()) {
                throw refusal;
            }
            renewOr(refusal);
            statement.accept(database);
        }
    }

    /** Why there is no new database is told by nobody once a query is paid for. */
    private void renewOr(Refusal refusal) {
        try {
            renew();
        } catch (Refusal notOpened) {
            throw refusal;
        }
    }

    /** Replaces a database that failed. */
    private void renew() {
        if (closed || !database.hasFailed()) {
            return;
        }
        database.close();
        EmbeddedDuckDb other = open.get();
        workTables.forEach((name, table) -> {
            table.create(other, name);
            if (!table.rows().isEmpty()) {
                table.fill(other, name, table.rows());
            }
        });
        database = other;
    }

    @Override
    public Dialect dialect() {
        return DuckDbDialect.DIALECT;
    }

    /** Files have no versions. A database that failed is replaced here, before anything is paid for. */
    @Override
    public void takeSnapshot() {
        renew();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        step(engine -> {
            engine.checkFiles(sql);
            expect(engine.describe(sql), keyCount, integerCount);
        });
    }

    private static void expect(List<EmbeddedDuckDb.ResultColumn> columns, int keyCount, int integerCount) {
        boolean expected = columns.size() == keyCount + integerCount;
        for (int i = 0; expected && i < columns.size(); i++) {
            expected = columns.get(i).type().equals(i < keyCount ? "VARCHAR" : "HUGEINT");
        }
        if (!expected) {
            throw notIntegers();
        }
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        step(engine -> engine.query(
                sql,
                columns -> expect(columns, keyCount, integerCount),
                chunk -> read(chunk, keyCount, integerCount, sink)));
        database.checkFilesRead(sql);
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        WorkTable table = new WorkTable(List.copyOf(columns), new ArrayList<>());
        step(engine -> table.create(engine, name));
        workTables.put(name, table);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        WorkTable table = workTables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no such work table");
        }
        step(engine -> table.fill(engine, name, rows));
        table.rows().addAll(rows);
    }

    @Override
    public void dropWorkTable(String name) {
        workTables.remove(name);
        // Of a database that failed nothing is left to be dropped, and this is no reason for a new one.
        if (!database.hasFailed()) {
            step(engine -> engine.execute("DROP TABLE IF EXISTS temp." + SqlText.name(name)));
        }
    }

    @Override
    public void cancel() {
        database.cancel();
    }

    @Override
    public void close() {
        closed = true;
        database.close();
    }

    private static void read(DuckDBDataChunkReader chunk, int keyCount, int integerCount, RowSink sink) {
        DuckDBReadableVector[] vectors = new DuckDBReadableVector[keyCount + integerCount];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = chunk.vector(i);
        }
        for (long row = 0; row < chunk.rowCount(); row++) {
            @Nullable String[] keys = new @Nullable String[keyCount];
            for (int i = 0; i < keyCount; i++) {
                keys[i] = vectors[i].isNull(row) ? null : vectors[i].getString(row);
            }
            BigInteger[] integers = new BigInteger[integerCount];
            for (int i = 0; i < integerCount; i++) {
                DuckDBReadableVector vector = vectors[keyCount + i];
                if (vector.isNull(row)) {
                    throw new IllegalStateException("a state is NULL");
                }
                integers[i] = vector.getHugeInt(row);
            }
            sink.row(keys, integers);
        }
    }

    /** A refusal for a fault of the generated SQL, not of the data, so that it depends on no value. */
    private static Refusal notIntegers() {
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not run this query.",
                "Its partial query does not return exact integers. Please report this as a mistake of Tacit.");
    }
}
