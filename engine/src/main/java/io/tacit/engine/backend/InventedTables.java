package io.tacit.engine.backend;

import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables that somebody makes up in an engine, to test it or to measure it: in a schema of their own with a name that nobody
 * chose, which goes away with all that is in it when they are closed.
 */
public interface InventedTables extends AutoCloseable {
    /** How texts are stored. */
    enum Texts {
        /** As usual. */
        USUAL,
        /** Where the engine can, in columns that take texts for equal that differ in case. */
        ALIKE
    }

    /**
     * Adds a table with its rows, in their order.
     *
     * @param table as it will be declared; its name need not be free in the engine
     * @param rows its rows
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when the engine does not take it
     */
    SourceTable add(Table table, Rows rows);

    /** Rows that are read once. */
    @FunctionalInterface
    interface Rows {
        /**
         * Hands over each row.
         *
         * @param row gets a text for each column, as DuckDB writes its value; null is NULL
         */
        void each(Consumer<@Nullable String[]> row);
    }

    /**
     * Removes them.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE, with the schema's name, when the engine does not
     */
    @Override
    void close();
}
