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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/** The declared tables in an in-memory DuckDB, one view each, named and typed as declared. */
public final class DuckDbBackend implements Backend {
    private final EmbeddedDuckDb database;
    private final Map<String, List<ColumnType>> workTables = new HashMap<>();

    private DuckDbBackend(EmbeddedDuckDb database) {
        this.database = database;
    }

    /**
     * Opens the declared tables. Reads no row.
     *
     * @throws Refusal SOURCE_UNREADABLE when a source cannot be opened
     */
    public static DuckDbBackend open(List<SourceTable> tables, DuckDbSettings settings) {
        return new DuckDbBackend(EmbeddedDuckDb.open(tables, settings));
    }

    @Override
    public Dialect dialect() {
        return DuckDbDialect.DIALECT;
    }

    /** Files have no versions. */
    @Override
    public void takeSnapshot() {}

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        database.checkFiles(sql);
        expect(database.describe(sql), keyCount, integerCount);
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
        database.query(
                sql,
                columns -> expect(columns, keyCount, integerCount),
                chunk -> read(chunk, keyCount, integerCount, sink));
        database.checkFilesRead(sql);
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        String declared = columns.stream()
                .map(column -> SqlText.name(column.name()) + " " + column.type().sql())
                .collect(Collectors.joining(", "));
        database.execute("CREATE OR REPLACE TEMP TABLE " + SqlText.name(name) + " (" + declared + ")");
        workTables.put(name, columns.stream().map(Column::type).toList());
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        List<ColumnType> types = workTables.get(name);
        if (types == null) {
            throw new IllegalArgumentException("there is no such work table");
        }
        database.append(EmbeddedDuckDb.TEMPORARY, name, types, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        workTables.remove(name);
        database.execute("DROP TABLE IF EXISTS temp." + SqlText.name(name));
    }

    @Override
    public void cancel() {
        database.cancel();
    }

    @Override
    public void close() {
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
