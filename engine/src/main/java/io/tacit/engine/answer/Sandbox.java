package io.tacit.engine.answer;

import io.tacit.engine.backend.KeyText;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An isolated in-memory DuckDB that holds released and public tables only, so that any SQL may run in it.
 *
 * <p>A query without ORDER BY returns the rows of a released table in key order (NULL last) as long as it only projects
 * and filters. A database that failed within itself is replaced by an empty one at the next use. One thread at a time uses it; {@link #cancel} may come from any other.
 */
public final class Sandbox implements AutoCloseable {
    private static final String ARRIVING = "rows that arrive";

    private final Supplier<EmbeddedDuckDb> open;
    private final Set<String> shown = new HashSet<>();
    private volatile @Nullable EmbeddedDuckDb database;

    private Sandbox(Supplier<EmbeddedDuckDb> open) {
        this.open = open;
    }

    /**
     * Prepares a sandbox. The engine starts with its first use.
     *
     * @param publicTables tables that are nobody's
     * @throws IllegalArgumentException when one of them is private
     */
    public static Sandbox open(List<SourceTable> publicTables, DuckDbSettings settings) {
        for (SourceTable each : publicTables) {
            if (!each.table().protection().isPublic()) {
                throw new IllegalArgumentException("a private table may not enter the sandbox");
            }
        }
        List<SourceTable> tables = List.copyOf(publicTables);
        return over(() -> EmbeddedDuckDb.open(tables, settings));
    }

    /** A sandbox in databases that are opened elsewhere. */
    static Sandbox over(Supplier<EmbeddedDuckDb> open) {
        return new Sandbox(open);
    }

    /**
     * Makes an empty released table with columns {@code c0}, {@code c1}, …, so that queries over it can be checked
     * before anything is released. An earlier one of the same name is replaced.
     */
    public void declare(String name, List<ColumnType> types) {
        declare(name, types, 0);
    }

    /**
     * Makes an empty released table with arrays of redrawn values behind the other columns.
     *
     * @param arrays how many
     */
    public void declare(String name, List<ColumnType> types, int arrays) {
        started().execute(createTable(name, types, arrays));
    }

    /**
     * Makes a released table and fills it, sorted by its keys. An earlier one of the same name is replaced.
     *
     * @param name the table's name
     * @param types of the columns {@code c0}, {@code c1}, …
     * @param keyCount how many columns, from the left, are keys; their values are text, as a back end returns them
     * @param rows the other values as Boolean, Integer, Long, BigInteger, BigDecimal, Double, String, LocalDate,
     *     LocalTime or LocalDateTime; null is NULL
     * @throws IllegalArgumentException when a value does not fit its column
     */
    public void load(String name, List<ColumnType> types, int keyCount, List<@Nullable Object[]> rows) {
        load(name, types, keyCount, rows, List.of(), List.of());
    }

    /**
     * Makes a released table with arrays of redrawn values behind the other columns, and fills it, sorted by its keys.
     *
     * @param arrays which of a row's redrawn values they are
     * @param redrawn for each row its redrawn values; without rows all arrays are empty
     * @throws IllegalArgumentException when a value does not fit its column
     */
    public void load(
            String name,
            List<ColumnType> types,
            int keyCount,
            List<@Nullable Object[]> rows,
            List<Integer> arrays,
            List<List<double @Nullable []>> redrawn) {
        EmbeddedDuckDb engine = started();
        RedrawnTable beside = new RedrawnTable(types.size(), arrays);
        engine.execute(createTable(ARRIVING, beside.numbered(types), 0));
        engine.append(
                EmbeddedDuckDb.MEMORY,
                ARRIVING,
                beside.numbered(types),
                beside.numbered(KeyText.typed(rows, types, keyCount)));
        beside.load(engine, redrawn);
        engine.execute(
                "CREATE OR REPLACE TABLE " + SqlText.name(name) + " AS " + beside.select(ARRIVING) + order(keyCount));
        beside.drop(engine);
        engine.execute("DROP TABLE " + SqlText.name(ARRIVING));
    }

    /** Whether a query over the sandbox may name a table: never false where it does. */
    public static boolean mayName(String sql, String table) {
        return DuckDbDialect.DIALECT.literals().mayName(sql, table);
    }

    /**
     * Makes a public table whose rows lie on a server. An earlier one of the same name is replaced.
     *
     * @param rows the texts of {@link KeyText}, or null
     * @throws IllegalArgumentException when the table is private, or a text is none of its column's type
     */
    public void show(Table table, List<@Nullable Object[]> rows) {
        if (!table.protection().isPublic()) {
            throw new IllegalArgumentException("a private table may not enter the sandbox");
        }
        List<ColumnType> types = table.columns().stream().map(Column::type).toList();
        String columns = table.columns().stream()
                .map(column -> SqlText.name(column.name()) + " " + column.type().sql())
                .collect(Collectors.joining(", "));
        started().execute("CREATE OR REPLACE TABLE " + SqlText.name(table.name()) + " (" + columns + ")");
        started().append(EmbeddedDuckDb.MEMORY, table.name(), types, KeyText.typed(rows, types, types.size()));
        shown.add(table.name());
    }

    /** Whether a public table whose rows lie on a server is there. */
    public boolean shows(Table table) {
        // First a new database in place of one that failed, which shows nothing yet.
        EmbeddedDuckDb engine = started();
        return !engine.hasFailed() && shown.contains(table.name());
    }

    /**
     * Prepares a query without running it.
     *
     * @throws Refusal ENGINE when it does not bind or its columns cannot be read as expected
     */
    public void check(String sql, List<ResultType> expected) {
        started().checkFiles(sql);
        expect(sql, expected);
    }

    private void expect(String sql, List<ResultType> expected) {
        List<ResultColumn> columns = started().describe(sql);
        boolean readable = columns.size() == expected.size();
        for (int i = 0; readable && i < columns.size(); i++) {
            readable = TypedValue.readable(columns.get(i).type(), expected.get(i));
        }
        if (!readable) {
            throw new Refusal(
                    ErrorCode.ENGINE,
                    "The engine could not run this query.",
                    "The columns of the answer have other types than planned. Please report this as a mistake of"
                            + " Tacit.");
        }
    }

    /**
     * Runs a query.
     *
     * @param expected the types of its columns
     * @return rows of Boolean, Integer, Long, BigDecimal, Double, String, LocalDate, LocalTime, LocalDateTime, null, or
     *     a List of such, each as its expected type says
     * @throws Refusal ENGINE when it fails, CANCELLED when {@link #cancel} stopped it
     */
    public List<@Nullable Object[]> run(String sql, List<ResultType> expected) {
        expect(sql, expected);
        List<@Nullable Object[]> rows = new ArrayList<>();
        started().rows(ArrayValues.readable(sql, expected), row -> {
            @Nullable Object[] values = new @Nullable Object[expected.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = TypedValue.read(row, i + 1, expected.get(i));
            }
            rows.add(values);
        });
        started().checkFilesRead(sql);
        return rows;
    }

    /** Stops the running query at once, from another thread; without effect when none runs. */
    public void cancel() {
        EmbeddedDuckDb engine = database;
        if (engine != null) {
            engine.cancel();
        }
    }

    @Override
    public void close() {
        EmbeddedDuckDb engine = database;
        if (engine != null) {
            engine.close();
        }
    }

    private EmbeddedDuckDb started() {
        EmbeddedDuckDb engine = database;
        if (engine != null && engine.hasFailed()) {
            // What it held is gone with it; whoever asks on declares and loads first.
            engine.close();
            shown.clear();
            engine = null;
        }
        if (engine == null) {
            engine = open.get();
            database = engine;
        }
        return engine;
    }

    private static String createTable(String name, List<ColumnType> types, int arrays) {
        StringJoiner columns = new StringJoiner(", ", " (", ")");
        for (int i = 0; i < types.size(); i++) {
            columns.add("c" + i + " " + types.get(i).sql());
        }
        for (int i = 0; i < arrays; i++) {
            columns.add("c" + (types.size() + i) + " DOUBLE[]");
        }
        return "CREATE OR REPLACE TABLE " + SqlText.name(name) + columns;
    }

    private static String order(int keyCount) {
        if (keyCount == 0) {
            return "";
        }
        StringJoiner columns = new StringJoiner(", ", " ORDER BY ", "");
        for (int i = 0; i < keyCount; i++) {
            columns.add("c" + i + " ASC NULLS LAST");
        }
        return columns.toString();
    }
}
