package io.tacit.engine.source;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.backend.duckdb.SqlText;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a DuckDB file declares of all its tables. Reads no row.
 *
 * @param tables its tables and views, by name
 */
public record DuckDbSchema(List<Relation> tables) {
    private static final String FILE = "file";

    /**
     * A table or view.
     *
     * @param name with its schema before a dot, unless that is {@code main}
     * @param columns those that can be read
     * @param unread names of those whose type cannot
     * @param unique sets of columns that an enforced constraint keeps unique
     * @param references its foreign keys of one column
     */
    public record Relation(
            String name,
            List<Column> columns,
            List<String> unread,
            List<List<String>> unique,
            List<Reference> references) {
        /** Whether an enforced constraint keeps the values of a column unique. */
        public boolean isUnique(String column) {
            return unique.stream().anyMatch(set -> set.size() == 1 && set.get(0).equalsIgnoreCase(column));
        }
    }

    /**
     * A foreign key.
     *
     * @param column the referring column
     * @param table the table referred to, in the same schema
     * @param target the column referred to
     */
    public record Reference(String column, String table, String target) {}

    public DuckDbSchema {
        tables = List.copyOf(tables);
    }

    /** The table of that name, compared without regard to case. */
    public Optional<Relation> table(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String bare = wanted.startsWith("main.") ? wanted.substring("main.".length()) : wanted;
        return tables.stream()
                .filter(each -> each.name().equalsIgnoreCase(bare))
                .findFirst();
    }

    /**
     * Asks a file.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when it cannot be opened
     */
    public static DuckDbSchema read(Path file, DuckDbSettings settings) {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.openDatabase(FILE, file, settings)) {
            List<String[]> names = new ArrayList<>();
            database.rows(
                    "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'file'"
                            + " UNION ALL SELECT schema_name, view_name FROM duckdb_views()"
                            + " WHERE database_name = 'file' AND NOT internal ORDER BY 1, 2",
                    row -> names.add(new String[] {row.getString(1), row.getString(2)}));
            return new DuckDbSchema(names.stream()
                    .map(name -> relation(database, name[0], name[1]))
                    .toList());
        }
    }

    private static Relation relation(EmbeddedDuckDb database, String schema, String name) {
        List<String> notNull = new ArrayList<>();
        String here = " WHERE database_name = 'file' AND schema_name = " + SqlText.text(schema) + " AND table_name = "
                + SqlText.text(name);
        database.rows(
                "SELECT column_name FROM duckdb_columns()" + here + " AND NOT is_nullable",
                row -> notNull.add(row.getString(1)));
        List<Column> columns = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        String sql = SqlText.name(FILE) + "." + SqlText.name(schema) + "." + SqlText.name(name);
        for (ResultColumn each : database.describe("SELECT * FROM " + sql)) {
            Optional<ColumnType> type = TypeName.fromDuckDb(each.type());
            type.ifPresentOrElse(
                    known -> columns.add(new Column(each.name(), known, !notNull.contains(each.name()))),
                    () -> unread.add(each.name()));
        }
        List<List<String>> unique = new ArrayList<>();
        List<Reference> references = new ArrayList<>();
        database.rows(
                "SELECT constraint_type, array_to_string(constraint_column_names, chr(10)),"
                        + " coalesce(referenced_table, ''), array_to_string(referenced_column_names, chr(10)) FROM duckdb_constraints()"
                        + here
                        + " AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')",
                row -> {
                    List<String> of = lines(row.getString(2));
                    if (!row.getString(1).equals("FOREIGN KEY")) {
                        unique.add(of);
                    } else if (of.size() == 1) {
                        references.add(new Reference(of.get(0), row.getString(3), row.getString(4)));
                    }
                });
        String shown = schema.equals("main") ? name : schema + "." + name;
        return new Relation(shown, columns, unread, unique, references);
    }

    private static List<String> lines(String text) {
        return Arrays.asList(text.split("\n", -1));
    }
}
