package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.audit.Tape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Invented people in tables of any shape: their values lie at the ends of the types and of what was declared, their
 * names are nearly each other's, and the first of them has many rows in many groups. Nothing is read from real tables.
 */
public final class InventedPeople {
    private static final int ROWS_IN_WORDS = 10;

    private final List<Table> tables;
    private final List<Row> rows;

    /**
     * A row.
     *
     * @param table which table, from 0
     * @param owner which person, from 0; {@link #NOBODY} or {@link #SEVERAL}
     */
    record Row(int table, int owner, List<@Nullable String> values) {
        static final int NOBODY = -1;

        /** It is found through a key that rows of several people have: without one of them it is there all the same. */
        static final int SEVERAL = -2;

        Row {
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }
    }

    InventedPeople(List<Table> tables, List<Row> rows) {
        this.tables = List.copyOf(tables);
        this.rows = List.copyOf(rows);
    }

    /**
     * Makes up people.
     *
     * @param tables as declared
     * @param people how many, at least 2
     * @param seed the same for the same people
     */
    public static InventedPeople random(List<Table> tables, int people, long seed) {
        return new InventPeople(tables, people, seed).all();
    }

    /** The same without the rows of a person. */
    public InventedPeople without(int person) {
        return new InventedPeople(
                tables, rows.stream().filter(row -> row.owner() != person).toList());
    }

    /** The same without the rows of private tables that belong to nobody: a release never reads them. */
    public InventedPeople withoutNobody() {
        return new InventedPeople(
                tables,
                rows.stream()
                        .filter(row -> row.owner() != Row.NOBODY || !isPrivate(tables.get(row.table())))
                        .toList());
    }

    /** The same rows in another order, those of a person first. */
    public InventedPeople shuffled(int person, long seed) {
        List<Row> other = new ArrayList<>(rows);
        Tape tape = new Tape(seed);
        for (int i = other.size() - 1; i > 0; i--) {
            Collections.swap(other, i, (int) Math.floorMod(tape.nextLong(), i + 1L));
        }
        other.sort((a, b) -> Boolean.compare(b.owner() == person, a.owner() == person));
        return new InventedPeople(tables, other);
    }

    /** The people who have rows. */
    public List<Integer> people() {
        return rows.stream()
                .map(Row::owner)
                .filter(owner -> owner >= 0)
                .distinct()
                .sorted()
                .toList();
    }

    /** A person's rows, as text: the first of each table. */
    public String words(int person) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            int table = i;
            List<Row> own = rows.stream()
                    .filter(row -> row.owner() == person && row.table() == table)
                    .toList();
            own.stream().limit(ROWS_IN_WORDS).map(this::words).forEach(words::add);
            if (own.size() > ROWS_IN_WORDS) {
                words.add("and " + (own.size() - ROWS_IN_WORDS) + " more of "
                        + tables.get(i).name());
            }
        }
        return String.join("\n", words);
    }

    private String words(Row row) {
        Table table = tables.get(row.table());
        List<String> words = new ArrayList<>();
        for (int i = 0; i < row.values().size(); i++) {
            words.add(table.columns().get(i).name() + "=" + row.values().get(i));
        }
        return table.name() + ": " + String.join(", ", words);
    }

    /** All rows, those that others refer to first. */
    List<Row> rows() {
        return rows;
    }

    /** How many rows there are. */
    public int size() {
        return rows.size();
    }

    /**
     * Writes the tables into a new folder: every other one into a DuckDB file whose columns have collations, the rest
     * as JSON of text. In both NULL, "" and "NULL" are three.
     */
    public List<SourceTable> write(Path folder) {
        try (InventedDatabase database = InventedDatabase.open()) {
            return write(folder, database);
        }
    }

    /** The same with a writer that serves other folders too. */
    List<SourceTable> write(Path folder, InventedDatabase database) {
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve("tables.duckdb");
            database.begin(file);
            List<SourceTable> sources = new ArrayList<>();
            for (int i = 0; i < tables.size(); i++) {
                int table = i;
                List<Row> own =
                        rows.stream().filter(row -> row.table() == table).toList();
                boolean collated = i % 2 == 0 && InventedDatabase.takes(tables.get(i));
                sources.add(
                        collated
                                ? database.add(
                                        file,
                                        tables.get(i),
                                        "t" + i,
                                        own.stream().map(Row::values).toList())
                                : json(folder, i, own));
            }
            database.end();
            return sources;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private SourceTable json(Path folder, int table, List<Row> own) throws IOException {
        Path file = folder.resolve("t" + table + ".json");
        Files.write(file, own.stream().map(this::json).toList());
        return new SourceTable(tables.get(table), new Source.Json(file));
    }

    private String json(Row row) {
        List<Column> columns = tables.get(row.table()).columns();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String value = row.values().get(i);
            members.add(quoted(columns.get(i).name()) + ":" + (value == null ? "null" : quoted(value)));
        }
        return "{" + String.join(",", members) + "}";
    }

    /** A text as JSON. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** Whether a table's rows belong to people. */
    static boolean isPrivate(Table table) {
        return !table.protection().isPublic();
    }
}
