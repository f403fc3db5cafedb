package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Asks Parquet and DuckDB files for the columns that they declare themselves. */
final class AskFile {
    private AskFile() {}

    /**
     * What a file declares.
     *
     * @param source the rows
     * @param columns those that can be read
     * @param ambiguous columns whose names mean each other
     * @param notices names those that cannot
     */
    record Declared(Source source, List<Column> columns, AmbiguousNames ambiguous, List<String> notices) {}

    static Declared parquet(Path file, DataEngine engine) {
        return declared(new Source.Parquet(file), SourceFormat.nameOf(file), engine.parquet(file));
    }

    /** What a table of a DuckDB file declares; a view only where its rows are nobody's. */
    static Declared duckDb(Path file, String wanted, boolean open, DataEngine engine) {
        DatabaseSchema schema = engine.database(file, DatabaseSchema.nameInFile(wanted)::equalsIgnoreCase);
        DatabaseSchema.Relation found = schema.tableOfFile(wanted)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The file " + SourceFormat.nameOf(file) + " has no table " + wanted + ".",
                        "It has: " + names(schema) + ". Name one with NAME=FILE:TABLE."));
        if (found.view() && !open) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    wanted + " is a view of " + SourceFormat.nameOf(file) + ".",
                    viewOfPeople(found.name()));
        }
        return declared(new Source.DuckDb(file, found.name()), SourceFormat.nameOf(file), found.declared());
    }

    /** What to do about a view of a DuckDB file over people's rows. */
    static String viewOfPeople(String name) {
        return "A view may mix people, or fail for one person's value: name the table below it, or store the view's rows"
                + " with CREATE TABLE … AS FROM " + name + ".";
    }

    static Declared declared(Source source, String what, DataEngine.FileSchema found) {
        if (found.columns().isEmpty()) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "No column of " + what + " can be queried."
                            + found.ambiguous()
                                    .leftOut()
                                    .map(left -> " " + left)
                                    .orElse(""),
                    "Columns must hold texts, numbers, dates, times or truth values.");
        }
        String unread = found.unread().stream()
                .filter(each -> !found.ambiguous().has(each.name()))
                .map(each -> each.name() + " (" + each.type() + ")")
                .collect(Collectors.joining(", "));
        List<String> notices = new ArrayList<>();
        if (!unread.isEmpty()) {
            notices.add("Left out, since columns of these types cannot be queried: " + unread + ".");
        }
        found.ambiguous().leftOut().ifPresent(notices::add);
        return new Declared(source, found.columns(), found.ambiguous(), notices);
    }

    private static String names(DatabaseSchema schema) {
        return schema.names().isEmpty() ? "no tables" : String.join(", ", schema.names());
    }
}
