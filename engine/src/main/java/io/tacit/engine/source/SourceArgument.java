package io.tacit.engine.source;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a user writes to name a table: {@code NAME=FILE}, or {@code NAME=FILE:TABLE} for a table of a DuckDB file that
 * is called otherwise.
 *
 * @param name the table's name in queries
 * @param path the file
 * @param tableInFile the table's name in a DuckDB file, where it was given
 */
public record SourceArgument(String name, Path path, Optional<String> tableInFile) {
    /**
     * Reads the text.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_NAME when the name cannot be a table's name
     */
    public static SourceArgument parse(String text) {
        int equals = text.indexOf('=');
        return new SourceArgument(text.substring(0, equals), Path.of(text.substring(equals + 1)), Optional.empty());
    }
}
