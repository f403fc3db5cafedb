package io.tacit.engine.source;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.backend.duckdb.SqlText;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks Parquet and DuckDB files for the columns that they declare themselves. */
final class AskFile {
    private static final String FILE = "file";

    private AskFile() {}

    /**
     * What a file declares.
     *
     * @param source the rows
     * @param columns those that can be read
     * @param notices names those that cannot
     */
    record Declared(Source source, List<Column> columns, List<String> notices) {}

    /** A table or view in a DuckDB file. */
    private record Relation(String schema, String name) {
        boolean is(String wanted) {
            return (schema.equals("main") && name.equalsIgnoreCase(wanted))
                    || (schema + "." + name).equalsIgnoreCase(wanted);
        }

        String written() {
            return schema.equals("main") ? name : schema + "." + name;
        }

        String sql() {
            return SqlText.name(FILE) + "." + SqlText.name(schema) + "." + SqlText.name(name);
        }
    }

    static Declared parquet(Path file, DuckDbSettings settings) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openParquet(FILE, file, settings)) {
            List<ResultColumn> columns = database.describe("SELECT * FROM " + SqlText.name(FILE));
            return declared(new Source.Parquet(file), file, columns, Set.of());
        }
    }

    static Declared duckDb(Path file, String wanted, DuckDbSettings settings) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openDatabase(FILE, file, settings)) {
            List<Relation> relations = relations(database);
            Relation found = relations.stream()
                    .filter(each -> each.is(wanted))
                    .findFirst()
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.SOURCE_SCHEMA,
                            "The file " + SourceFormat.nameOf(file) + " has no table " + wanted + ".",
                            "It has: " + names(relations) + ". Name one with NAME=FILE:TABLE."));
            List<ResultColumn> columns = database.describe("SELECT * FROM " + found.sql());
            return declared(new Source.DuckDb(file, found.written()), file, columns, notNull(database, found));
        }
    }

    private static Declared declared(Source source, Path file, List<ResultColumn> found, Set<String> notNull) {
        List<Column> columns = new ArrayList<>();
        List<String> notices = new ArrayList<>();
        for (ResultColumn each : found) {
            Optional<ColumnType> type = TypeName.fromDuckDb(each.type());
            if (type.isPresent()) {
                columns.add(new Column(each.name(), type.get(), !notNull.contains(each.name())));
            } else {
                notices.add("Column " + each.name() + " is left out: columns of type " + shortened(each.type())
                        + " cannot be queried.");
            }
        }
        if (columns.isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "No column of " + SourceFormat.nameOf(file) + " can be queried.",
                    "Columns must hold texts, numbers, dates, times or truth values.");
        }
        return new Declared(source, columns, notices);
    }

    private static String shortened(String type) {
        int end = type.indexOf('(');
        return type.endsWith("]") ? "array" : end < 0 ? type : type.substring(0, end);
    }

    private static List<Relation> relations(EmbeddedDuckDb database) {
        List<Relation> relations = new ArrayList<>();
        database.rows(
                "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'file'"
                        + " UNION ALL SELECT schema_name, view_name FROM duckdb_views()"
                        + " WHERE database_name = 'file' AND NOT internal ORDER BY 1, 2",
                row -> relations.add(new Relation(row.getString(1), row.getString(2))));
        return relations;
    }

    private static Set<String> notNull(EmbeddedDuckDb database, Relation relation) {
        Set<String> names = new HashSet<>();
        database.rows(
                "SELECT column_name FROM duckdb_columns() WHERE database_name = 'file' AND NOT is_nullable"
                        + " AND schema_name = " + SqlText.text(relation.schema())
                        + " AND table_name = " + SqlText.text(relation.name()),
                row -> names.add(row.getString(1)));
        return names;
    }

    private static String names(List<Relation> relations) {
        return relations.isEmpty()
                ? "no tables"
                : String.join(", ", relations.stream().map(Relation::written).toList());
    }
}
