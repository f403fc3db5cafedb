package io.tacit.engine.backend.server;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.KeyText;
import io.tacit.engine.backend.PublicTableRows;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server's back end, and small public tables that lie in files beside it: their rows, which are nobody's, are read once and
 * go to the server with each query that names them, as those of work tables do.
 */
public final class BesidePublicFiles implements Backend {
    /** What is larger belongs on the server. */
    private static final int MOST_ROWS = 100_000;

    private final Backend server;
    private final DataEngine engineOfFiles;
    private final List<SourceTable> files;
    private final Set<String> read = new HashSet<>();

    private BesidePublicFiles(Backend server, DataEngine engineOfFiles, List<SourceTable> files) {
        this.server = server;
        this.engineOfFiles = engineOfFiles;
        this.files = files;
    }

    /**
     * Opens the tables.
     *
     * @param tables those of one server, and perhaps public ones of files
     * @param server opens all others, among which people's rows in a file are refused
     * @param engineOfFiles reads the others when a query names one
     */
    public static Backend open(
            List<SourceTable> tables, Function<List<SourceTable>, Backend> server, DataEngine engineOfFiles) {
        List<SourceTable> files =
                tables.stream().filter(BesidePublicFiles::isPublicFile).toList();
        Backend opened = server.apply(onServer(tables));
        return files.isEmpty() ? opened : new BesidePublicFiles(opened, engineOfFiles, files);
    }

    private static List<SourceTable> onServer(List<SourceTable> tables) {
        return tables.stream().filter(table -> !isPublicFile(table)).toList();
    }

    /** Counts values that occur more than once, as {@link DataEngine#repeats} does. */
    @FunctionalInterface
    public interface Repeats {
        /** The number of such values of each key. */
        Map<DataEngine.Key, Long> of(List<SourceTable> tables, List<DataEngine.Key> keys);
    }

    /** The repeated values of each key, counted where its table is. */
    public static Map<DataEngine.Key, Long> repeats(
            List<SourceTable> tables, List<DataEngine.Key> keys, Repeats server, DataEngine engineOfFiles) {
        Map<DataEngine.Key, Long> repeats = new HashMap<>();
        List<SourceTable> there = onServer(tables);
        Map<Boolean, List<DataEngine.Key>> split = keys.stream()
                .collect(Collectors.partitioningBy(key ->
                        there.stream().anyMatch(table -> table.table().name().equals(key.table()))));
        repeats.putAll(server.of(there, split.getOrDefault(true, List.of())));
        List<DataEngine.Key> ofFiles = split.getOrDefault(false, List.of());
        if (!ofFiles.isEmpty()) {
            repeats.putAll(engineOfFiles.repeats(
                    tables.stream().filter(BesidePublicFiles::isPublicFile).toList(), ofFiles));
        }
        return repeats;
    }

    private static boolean isPublicFile(SourceTable table) {
        return table.table().protection().isPublic() && table.source().match(file -> true, server -> false);
    }

    @Override
    public Dialect dialect() {
        return server.dialect();
    }

    @Override
    public void takeSnapshot() {
        server.takeSnapshot();
    }

    @Override
    public void check(String sql, int keyCount, int integerCount) {
        show(sql);
        server.check(sql, keyCount, integerCount);
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        show(sql);
        server.run(sql, keyCount, integerCount, sink);
    }

    private void show(String sql) {
        for (SourceTable file : files) {
            Table table = file.table();
            if (dialect().literals().mayName(sql, table.name()) && !read.contains(table.name())) {
                // Read first: of a file that cannot be read the server must not keep an empty table.
                List<@Nullable Object[]> rows = rows(file);
                server.createWorkTable(table.name(), table.columns());
                server.fillWorkTable(table.name(), rows);
                read.add(table.name());
            }
        }
    }

    private List<@Nullable Object[]> rows(SourceTable file) {
        Table table = file.table();
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (Backend opened = engineOfFiles.open(List.of(file))) {
            List<@Nullable String[]> texts = PublicTableRows.read(
                    table,
                    opened,
                    MOST_ROWS,
                    "The public table " + table.name() + " has too many rows to go with a query.",
                    "Load its file into the server; up to 100,000 rows may stay beside it.");
            for (@Nullable String[] keys : texts) {
                @Nullable Object[] row = new @Nullable Object[keys.length];
                for (int i = 0; i < keys.length; i++) {
                    String text = keys[i];
                    row[i] = text == null
                            ? null
                            : KeyText.value(text, table.columns().get(i).type());
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        server.createWorkTable(name, columns);
    }

    @Override
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        server.fillWorkTable(name, rows);
    }

    @Override
    public void dropWorkTable(String name) {
        server.dropWorkTable(name);
    }

    @Override
    public void cancel() {
        server.cancel();
    }

    @Override
    public void close() {
        server.close();
    }
}
