package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.backend.LookAtValues;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * DuckDB inside this process, over files.
 *
 * @param settings what each database that it opens may use
 */
public record DuckDbEngine(DuckDbSettings settings) implements DataEngine {
    /** With standard settings. */
    public static DuckDbEngine standard() {
        return new DuckDbEngine(DuckDbSettings.standard());
    }

    /**
     * Begins to load the engine in the background, which takes a fifth of a second the first time in a process. For
     * callers that have other things to do first; without effect on anything else.
     */
    public static void preload() {
        Thread loading = new Thread(
                () -> EmbeddedDuckDb.open(List.of(), DuckDbSettings.standard()).close(), "tacit-load-duckdb");
        loading.setDaemon(true);
        // A failure shows again, with its message, when the engine is opened.
        loading.setUncaughtExceptionHandler((thread, failure) -> {});
        loading.start();
    }

    @Override
    public Dialect dialect() {
        return DuckDbDialect.DIALECT;
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        return DuckDbBackend.open(tables, settings);
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> ownerLog) {
        return new DuckDbEngine(settings.alsoTelling(ownerLog));
    }

    @Override
    public FileSchema parquet(Path file) {
        return DescribeFile.parquet(file, settings);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return DescribeFile.database(file, settings, wanted);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        Map<Key, Long> repeats = new HashMap<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(tables, settings)) {
            for (Key key : keys) {
                List<String> columns = key.columns().stream().map(SqlText::name).toList();
                database.rows(
                        "SELECT count(*) FROM (SELECT 1 FROM " + SqlText.name(key.table()) + " WHERE "
                                + String.join(" IS NOT NULL AND ", columns) + " IS NOT NULL GROUP BY "
                                + String.join(", ", columns) + " HAVING count(*) > 1)",
                        row -> repeats.put(key, row.getLong(1)));
            }
        }
        return repeats;
    }

    @Override
    public Map<String, Long> lost(SourceTable table) {
        Map<String, Long> lost = new TreeMap<>();
        boolean typed = table.source()
                .match(
                        file -> file.matchFormat(csv -> false, parquet -> true, json -> false, duckDb -> true),
                        server -> false);
        if (typed) {
            try (EmbeddedDuckDb database = EmbeddedDuckDb.openLost(table, settings)) {
                List<String> names =
                        table.table().columns().stream().map(Column::name).toList();
                String sums = names.stream()
                        .map(name -> "coalesce(sum(" + SqlText.name(name) + "), 0)")
                        .collect(Collectors.joining(", "));
                database.rows(
                        "SELECT " + sums + " FROM " + SqlText.name(table.table().name()), row -> {
                            for (int i = 0; i < names.size(); i++) {
                                lost.put(names.get(i), row.getLong(i + 1));
                            }
                        });
            }
        }
        lost.values().removeIf(count -> count == 0);
        return lost;
    }

    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        Map<String, Likeness> looks = new HashMap<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), settings)) {
            for (Column column : table.table().columns()) {
                LookAtValues look = new LookAtValues(column, person, SqlText::name);
                if (look.tells()) {
                    database.rows(
                            look.sql(SqlText.name(table.table().name())),
                            row -> look.judge(row).ifPresent(kind -> looks.put(column.name(), kind)));
                }
            }
        }
        return looks;
    }
}
