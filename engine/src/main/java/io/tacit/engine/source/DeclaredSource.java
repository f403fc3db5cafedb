package io.tacit.engine.source;

import io.tacit.engine.catalog.SourceTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A table whose schema is settled.
 *
 * @param table the table and where its rows lie
 * @param origin where its column types come from
 * @param schemaFile where its schema is kept, or would be; none where the file itself declares it
 * @param notices what the owner should know, in plain sentences; no data value is in them
 */
public record DeclaredSource(SourceTable table, Origin origin, Optional<Path> schemaFile, List<String> notices) {
    /** Where column types come from. */
    public enum Origin {
        /** The file itself declares them (Parquet, DuckDB, PostgreSQL). */
        FILE,
        /** Read from the schema file beside it. */
        KEPT,
        /** Proposed just now and not written yet: show it to the owner, then {@link DeclareSource#keep} it. */
        PROPOSED,
        /** Proposed just now and written beside the file. */
        WRITTEN,
        /** Proposed just now, but the folder cannot be written: the next run may propose otherwise. */
        NOT_KEPT
    }

    public DeclaredSource {
        notices = List.copyOf(notices);
    }
}
