package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Parquet files declare of their columns, under the names that they have themselves. DuckDB gives another name to one
 * that is there already, but for the case of letters; under that name nobody knows whose column it is.
 */
final class ParquetColumns implements OpenedFile.Facts {
    /** Of so many files all are asked anew each time, of more only those that were written since. */
    private static final int FEW = 16;

    private final EmbeddedDuckDb database;
    private final List<Path> files;
    private final Map<Path, String> written = new HashMap<>();
    private final Map<Path, List<Node>> known = new HashMap<>();

    /** @param database may read the files */
    ParquetColumns(EmbeddedDuckDb database, List<Path> files) {
        this.database = database;
        this.files = files;
    }

    /** A node of a schema, whose children follow it. What a row may leave out is no part of it. */
    private record Node(String name, long children, String type) {}

    /**
     * What all files declare.
     *
     * @param names of the columns of the first
     */
    record Found(List<String> names, List<List<Node>> schemas) {}

    @Override
    public Found read() throws IOException {
        List<List<Node>> schemas = new ArrayList<>();
        for (Path file : files) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            String state = now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
            if (files.size() <= FEW || !state.equals(written.put(file, state))) {
                known.put(file, schema(database, file));
            }
            List<Node> schema = known.getOrDefault(file, List.of());
            schemas.add(!schemas.isEmpty() && schema.equals(schemas.get(0)) ? schemas.get(0) : schema);
        }
        return new Found(names(schemas.get(0)), schemas);
    }

    private static List<Node> schema(EmbeddedDuckDb database, Path file) {
        List<Node> nodes = new ArrayList<>();
        database.rows(
                "SELECT name, coalesce(num_children, 0), concat_ws(' ', type, type_length, converted_type, logical_type,"
                        + " precision, scale) FROM parquet_schema("
                        + SqlText.text(TableView.pattern(file.toAbsolutePath().toString())) + ")",
                row -> nodes.add(new Node(row.getString(1), row.getLong(2), row.getString(3))));
        return nodes;
    }

    /**
     * The columns of a file as it names them. Reads no row.
     *
     * @param database may read it
     * @param found the columns as the engine names them
     * @throws Refusal SOURCE_UNREADABLE when these are others
     */
    static List<ResultColumn> own(EmbeddedDuckDb database, Path file, List<ResultColumn> found) {
        List<String> names = names(schema(database, file));
        if (names.size() != found.size()) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The file " + file.getFileName() + " does not say what its columns are.",
                    "Write it anew with another program.");
        }
        List<ResultColumn> own = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            own.add(new ResultColumn(names.get(i), found.get(i).type()));
        }
        return own;
    }

    /** The names of the root's children; each node stands before all that is below it. */
    private static List<String> names(List<Node> nodes) {
        List<String> names = new ArrayList<>();
        int at = 1;
        while (at < nodes.size()) {
            names.add(nodes.get(at).name());
            at = behind(nodes, at);
        }
        return names;
    }

    private static int behind(List<Node> nodes, int at) {
        int next = at + 1;
        for (long left = nodes.get(at).children(); left > 0 && next < nodes.size(); left--) {
            next = behind(nodes, next);
        }
        return next;
    }
}
