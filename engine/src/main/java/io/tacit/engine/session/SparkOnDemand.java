package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The engine for Spark, whose module is loaded when a table of a cluster is first asked for; all else is another engine's.
 *
 * @param others the engine for all other sources
 * @param seconds after which a query is stopped
 * @param ownerLog for the owner's eyes only
 */
record SparkOnDemand(DataEngine others, int seconds, Consumer<String> ownerLog) implements DataEngine {
    private DataEngine spark() {
        return SparkModule.provider().over(others, seconds, ownerLog);
    }

    private DataEngine of(List<SourceTable> tables) {
        return tables.stream()
                        .anyMatch(table ->
                                table.source().match(file -> false, server -> server.kind() == ServerKind.SPARK))
                ? spark()
                : others;
    }

    private DataEngine of(String url) {
        return ServerKind.of(url).equals(Optional.of(ServerKind.SPARK)) ? spark() : others;
    }

    @Override
    public Dialect dialect() {
        return others.dialect();
    }

    @Override
    public DataEngine holding(List<SourceTable> tables) {
        return of(tables).holding(tables);
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        return of(tables).open(tables);
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> log) {
        return new SparkOnDemand(others.alsoTelling(log), seconds, ownerLog.andThen(log));
    }

    @Override
    public FileSchema parquet(Path file) {
        return others.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return others.database(file, wanted);
    }

    @Override
    public DatabaseSchema server(String url, Predicate<String> wanted) {
        return of(url).server(url, wanted);
    }

    @Override
    public DatabaseSchema.Relation serverFiles(String url, String path) {
        return of(url).serverFiles(url, path);
    }

    @Override
    public InventedTables invented(String url, InventedTables.Texts texts) {
        return of(url).invented(url, texts);
    }

    @Override
    public Map<String, Long> lost(SourceTable table) {
        return of(List.of(table)).lost(table);
    }

    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        return of(List.of(table)).looks(table, person);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return of(tables).repeats(tables, keys);
    }
}
