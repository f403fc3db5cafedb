package io.tacit.engine.answer;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.SourceTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An isolated in-memory DuckDB that holds released and public tables only, so that any SQL may run in it.
 *
 * <p>A query without ORDER BY returns the rows of a released table in key order (NULL last) as long as it only projects
 * and filters. One thread at a time uses it; {@link #cancel} may come from any other.
 */
public final class Sandbox implements AutoCloseable {
    private Sandbox() {}

    private static IllegalStateException unfinished() {
        return new IllegalStateException("under construction");
    }

    /**
     * Prepares a sandbox. The engine starts with its first use.
     *
     * @param publicTables tables that are nobody's
     * @throws IllegalArgumentException when one of them is private
     */
    public static Sandbox open(List<SourceTable> publicTables, DuckDbSettings settings) {
        throw unfinished();
    }

    /**
     * Makes an empty released table with columns {@code c0}, {@code c1}, …, so that queries over it can be checked
     * before anything is released. An earlier one of the same name is replaced.
     */
    public void declare(String name, List<ColumnType> types) {
        throw unfinished();
    }

    /**
     * Makes a released table and fills it, sorted by its keys. An earlier one of the same name is replaced.
     *
     * @param name the table's name
     * @param types of the columns {@code c0}, {@code c1}, …
     * @param keyCount how many columns, from the left, are keys; their values are text (as a back end returns them) and
     *     are cast to their types here
     * @param rows the other values as Boolean, Integer, Long, BigInteger, BigDecimal, Double, String, LocalDate,
     *     LocalTime or LocalDateTime; null is NULL
     */
    public void load(String name, List<ColumnType> types, int keyCount, List<@Nullable Object[]> rows) {
        throw unfinished();
    }

    /**
     * Prepares a query without running it.
     *
     * @throws io.tacit.engine.refusal.Refusal ENGINE when it does not bind or its columns cannot be read as expected
     */
    public void check(String sql, List<ColumnType> expected) {
        throw unfinished();
    }

    /**
     * Runs a query.
     *
     * @param expected the types of its columns
     * @return rows of Boolean, Integer, Long, BigDecimal, Double, String, LocalDate, LocalTime, LocalDateTime or null,
     *     each as its expected type says
     * @throws io.tacit.engine.refusal.Refusal ENGINE when it fails, CANCELLED when {@link #cancel} stopped it
     */
    public List<@Nullable Object[]> run(String sql, List<ColumnType> expected) {
        throw unfinished();
    }

    /** Stops the running query at once, from another thread; without effect when none runs. */
    public void cancel() {}

    @Override
    public void close() {}
}
