package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import java.util.Map;

/** Settles the schema of a file: reads the kept one, or proposes it once and keeps it beside the file. */
public final class DeclareSource {
    private DeclareSource() {}

    /**
     * Settles a schema.
     *
     * @param argument the table's name and file
     * @param protection whose rows it holds
     * @param overrides types that the user gives, by column name without regard to case; they are kept, too
     * @throws io.tacit.engine.refusal.Refusal SOURCE_MISSING, SOURCE_UNREADABLE or SOURCE_SCHEMA
     */
    public static DeclaredSource declare(
            SourceArgument argument, Protection protection, Map<String, ColumnType> overrides) {
        throw new IllegalStateException("under construction");
    }
}
