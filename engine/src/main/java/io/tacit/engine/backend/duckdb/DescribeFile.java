package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.DataEngine.FileSchema;
import io.tacit.engine.backend.DataEngine.Unread;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.DatabaseSchema.Reference;
import io.tacit.engine.backend.DatabaseSchema.Relation;
import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Asks Parquet and DuckDB files for what they declare themselves. Reads no row. */
final class DescribeFile {
    private static final String FILE = "file";
    private static final String MAIN = "main";

    private DescribeFile() {}

    /** A table or view in a DuckDB file. */
    private record Name(String schema, String table, boolean view) {
        String shown() {
            return schema.equals(MAIN) ? table : schema + "." + table;
        }

        /** A name with a dot could mean two tables. */
        boolean isPlain() {
            return schema.indexOf('.') < 0 && table.indexOf('.') < 0;
        }

        String sql() {
            return SqlText.name(FILE) + "." + SqlText.name(schema) + "." + SqlText.name(table);
        }

        /** The condition that finds this table in DuckDB's own tables. */
        String described() {
            return " WHERE database_name = 'file' AND schema_name = " + SqlText.text(schema) + " AND table_name = "
                    + SqlText.text(table);
        }
    }

    /**
     * What Parquet files declare. Where they differ, down to DuckDB's own types, it is what the files of most rows declare:
     * not what the first file does, which may be there for one person's sake. The log names those that differ, for the
     * owner.
     */
    static FileSchema parquet(Path path, DuckDbSettings settings) {
        List<Path> files = ParquetFiles.of(path);
        Map<Parquet, List<Path>> parts = new LinkedHashMap<>();
        files.forEach(file -> parts.computeIfAbsent(one(file, settings), none -> new ArrayList<>())
                .add(file));
        Parquet common = parts.size() == 1 ? parts.keySet().iterator().next() : ofMostRows(parts, settings);
        parts.forEach((found, those) -> {
            if (!found.equals(common)) {
                settings.ownerLog()
                        .accept(those + " have other columns than the files of most rows beside them. Their values are"
                                + " read as the declared types, and as NULL where they are none.");
            }
        });
        return common.schema();
    }

    /** What the files of most rows declare; of as many the first. */
    private static Parquet ofMostRows(Map<Parquet, List<Path>> parts, DuckDbSettings settings) {
        Parquet most = parts.keySet().iterator().next();
        long rows = -1;
        for (Map.Entry<Parquet, List<Path>> each : parts.entrySet()) {
            long here = each.getValue().stream()
                    .mapToLong(file -> rows(file, settings))
                    .sum();
            if (here > rows) {
                rows = here;
                most = each.getKey();
            }
        }
        return most;
    }

    /** How many rows a file says that it has. */
    private static long rows(Path file, DuckDbSettings settings) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openParquet(FILE, file, settings)) {
            AtomicLong rows = new AtomicLong();
            String pattern = TableView.pattern(file.toAbsolutePath().toString());
            database.rows(
                    "SELECT num_rows FROM parquet_file_metadata(" + SqlText.text(pattern) + ")",
                    row -> rows.addAndGet(row.getLong(1)));
            return rows.get();
        }
    }

    /**
     * What one file declares.
     *
     * @param schema as it is shown
     * @param types of the columns that are read, as DuckDB writes them
     */
    private record Parquet(FileSchema schema, List<String> types) {}

    private static Parquet one(Path file, DuckDbSettings settings) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openParquet(FILE, file, settings)) {
            List<ResultColumn> found = database.describe("SELECT * FROM " + SqlText.name(FILE));
            List<ResultColumn> own = ParquetColumns.own(database, file, found);
            return new Parquet(
                    columns(own, Set.of(), neverRead(file, settings)),
                    own.stream()
                            .map(ResultColumn::type)
                            .filter(type -> StoredType.read(type).isPresent())
                            .toList());
        }
    }

    /** Columns that are left out since one value could make the reader fail, and why. */
    private static Map<String, String> neverRead(Path file, DuckDbSettings settings) {
        Map<String, String> words = new HashMap<>();
        try {
            ParquetFooter.of(file).leaves().stream()
                    .filter(ParquetLeaf::flat)
                    .forEach(leaf -> leaf.neverRead().ifPresent(word -> words.put(leaf.name(), word)));
        } catch (IOException cause) {
            throw new Failures(settings.ownerLog()).source(cause, file);
        }
        return words;
    }

    static DatabaseSchema database(Path file, DuckDbSettings settings, Predicate<String> wanted) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openDatabase(FILE, file, settings)) {
            List<Name> names = new ArrayList<>();
            database.rows(
                    "SELECT schema_name, table_name, false FROM duckdb_tables() WHERE database_name = 'file'"
                            + " UNION ALL SELECT schema_name, view_name, true FROM duckdb_views()"
                            + " WHERE database_name = 'file' AND NOT internal ORDER BY 1, 2",
                    row -> names.add(new Name(row.getString(1), row.getString(2), row.getBoolean(3))));
            names.removeIf(name -> !name.isPlain());
            return new DatabaseSchema(
                    names.stream().map(Name::shown).toList(),
                    names.stream()
                            .filter(name -> wanted.test(name.shown()))
                            .map(name -> relation(database, name))
                            .toList());
        }
    }

    private static Relation relation(EmbeddedDuckDb database, Name name) {
        Set<String> notNull = new HashSet<>();
        database.rows(
                "SELECT column_name FROM duckdb_columns()" + name.described() + " AND NOT is_nullable",
                row -> notNull.add(row.getString(1)));
        List<ResultColumn> found = database.describe("SELECT * FROM " + name.sql());
        List<List<String>> unique = new ArrayList<>();
        List<Reference> references = new ArrayList<>();
        database.rows(
                "SELECT constraint_type, array_to_string(constraint_column_names, chr(10)),"
                        + " coalesce(referenced_table, ''), array_to_string(referenced_column_names, chr(10))"
                        + " FROM duckdb_constraints()" + name.described()
                        + " AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')",
                row -> {
                    List<String> of = lines(row.getString(2));
                    if (!row.getString(1).equals("FOREIGN KEY")) {
                        if (stayDifferent(of, found)) {
                            unique.add(of);
                        }
                    } else if (of.size() == 1) {
                        references.add(new Reference(of.get(0), row.getString(3), row.getString(4)));
                    }
                });
        Map<String, String> computed = new HashMap<>();
        database.rows(
                "SELECT column_name FROM duckdb_columns()" + name.described() + " AND is_generated",
                row -> computed.put(row.getString(1), "generated by an expression"));
        return new Relation(
                name.shown(), columns(found, notNull, computed), unique, references, Optional.empty(), name.view());
    }

    /** Whether values that are different in some columns are different as they are read. */
    private static boolean stayDifferent(List<String> key, List<ResultColumn> columns) {
        return columns.stream()
                .filter(column -> key.stream().anyMatch(column.name()::equalsIgnoreCase))
                .allMatch(column -> StoredType.staysDifferent(column.type()));
    }

    private static List<String> lines(String text) {
        return Arrays.asList(text.split("\n", -1));
    }

    /** The columns of a table; those that are never read are left out with a word why. */
    private static FileSchema columns(List<ResultColumn> found, Set<String> notNull, Map<String, String> neverRead) {
        List<Column> columns = new ArrayList<>();
        List<Unread> unread = new ArrayList<>();
        for (ResultColumn each : found) {
            if (neverRead.containsKey(each.name())) {
                unread.add(new Unread(each.name(), neverRead.get(each.name())));
                continue;
            }
            Optional<ColumnType> type = StoredType.read(each.type());
            type.ifPresentOrElse(
                    known -> columns.add(new Column(
                            each.name(),
                            known,
                            !notNull.contains(each.name()) || !StoredType.isNeverLost(each.type()))),
                    () -> unread.add(new Unread(each.name(), shortened(each.type()))));
        }
        return new FileSchema(
                columns,
                unread,
                AmbiguousNames.of(found.stream().map(ResultColumn::name).toList()));
    }

    private static String shortened(String type) {
        int end = type.indexOf('(');
        return type.endsWith("]") ? "array" : end < 0 ? type : type.substring(0, end);
    }
}
