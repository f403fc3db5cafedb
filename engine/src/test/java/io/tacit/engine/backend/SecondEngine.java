package io.tacit.engine.backend;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Another engine that holds people's rows: a DuckDB of one thread, apart from the one that a session brings with it. It
 * says in the owner's log which tables it opened, so that a test sees who was asked. Exists in test code only.
 */
public final class SecondEngine implements DataEngine {
    private final DuckDbEngine rows;

    /** An engine. */
    public SecondEngine(Consumer<String> ownerLog) {
        this(new DuckDbEngine(new DuckDbSettings(256, 1, ownerLog)));
    }

    private SecondEngine(DuckDbEngine rows) {
        this.rows = rows;
    }

    @Override
    public Dialect dialect() {
        return rows.dialect();
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        List<String> names = new ArrayList<>();
        tables.forEach(table -> names.add(table.table().name()));
        if (!names.isEmpty()) {
            rows.settings().ownerLog().accept(opened(names));
        }
        return rows.open(tables);
    }

    /** What it says when it opens tables. */
    public static String opened(List<String> tables) {
        return "opened " + String.join(", ", tables);
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> ownerLog) {
        return new SecondEngine(new DuckDbEngine(rows.settings().alsoTelling(ownerLog)));
    }

    @Override
    public FileSchema parquet(Path file) {
        return rows.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return rows.database(file, wanted);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return rows.repeats(tables, keys);
    }
}
