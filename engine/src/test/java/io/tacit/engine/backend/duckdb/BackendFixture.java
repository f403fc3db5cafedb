package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Short ways to say what the tests of this package need. */
final class BackendFixture {
    static final CsvFormat COMMAS = new CsvFormat(',', true);

    private BackendFixture() {}

    static DuckDbSettings settings(int threads) {
        return new DuckDbSettings(256, threads, message -> {});
    }

    static SourceTable table(String name, Source source, Column... columns) {
        return new SourceTable(new Table(name, List.of(columns), new Protection.UnitColumn("id")), source);
    }

    static Column column(String name, ColumnType type) {
        return Column.nullable(name, type);
    }

    /** The rows of a query whose columns are all keys, as text. */
    static List<String> rows(Backend backend, String sql, int keyCount, int integerCount) {
        List<String> rows = new ArrayList<>();
        backend.run(
                sql,
                keyCount,
                integerCount,
                (keys, integers) -> rows.add(Arrays.toString(keys) + Arrays.toString(integers)));
        rows.sort(null);
        return rows;
    }
}
