package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.SourceTable;
import java.util.List;

/** The declared tables in an in-memory DuckDB, one view each, named and typed as declared. */
public final class DuckDbBackend implements Backend {
    private DuckDbBackend() {}

    private static IllegalStateException unfinished() {
        return new IllegalStateException("under construction");
    }

    /**
     * Opens the declared tables. Reads no row.
     *
     * @throws io.tacit.engine.refusal.Refusal when a source cannot be opened
     */
    public static DuckDbBackend open(List<SourceTable> tables, DuckDbSettings settings) {
        throw unfinished();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        throw unfinished();
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        throw unfinished();
    }

    @Override
    public void createWorkTable(String name, String sql) {
        throw unfinished();
    }

    @Override
    public void fillWorkTable(String name, String sql) {
        throw unfinished();
    }

    @Override
    public void dropWorkTable(String name) {
        throw unfinished();
    }

    @Override
    public void cancel() {}

    @Override
    public void close() {}
}
