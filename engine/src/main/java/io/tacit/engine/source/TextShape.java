package io.tacit.engine.source;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.text.TextRows;
import java.util.List;
import java.util.Optional;

/**
 * What a text file looks like before its columns have types.
 *
 * @param format how its lines divide; none for JSON
 * @param header the cells of its first line, or the names of its members
 * @param names of its columns
 * @param ambiguous those of them that mean each other
 * @param rows its lines
 * @param notices what the owner should know
 */
record TextShape(
        Optional<CsvFormat> format,
        List<String> header,
        List<String> names,
        AmbiguousNames ambiguous,
        TextRows rows,
        List<String> notices) {
    /** The names that mean one column each, in the file's order. */
    List<String> usable() {
        return names.stream().filter(name -> !ambiguous.has(name)).toList();
    }
}
