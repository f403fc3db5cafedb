package io.tacit.engine.source;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a user writes to name a table: {@code NAME=FILE}, or {@code NAME=FILE:TABLE} for a table of a DuckDB file that
 * is called otherwise there ({@code SCHEMA.TABLE} outside of its schema {@code main}).
 *
 * @param name the table's name in queries
 * @param path the file
 * @param tableInFile the table's name in a DuckDB file, where it was given
 */
public record SourceArgument(String name, Path path, Optional<String> tableInFile) {
    private static final int MAX_NAME_LENGTH = 128;

    /**
     * Reads the text. A colon divides file and table only when no file has the whole as its name.
     *
     * @throws Refusal SOURCE_NAME when the text has no such form or the name cannot be a table's name
     */
    public static SourceArgument parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME, "A table is given as NAME=FILE.", "For example: visits=visits.csv");
        }
        String name = checkedName(text.substring(0, equals).strip());
        String file = text.substring(equals + 1);
        int colon = file.lastIndexOf(':');
        Path whole = path(file);
        if (colon > 1 && colon < file.length() - 1 && !Files.exists(whole)) {
            Path before = path(file.substring(0, colon));
            if (Files.exists(before)) {
                return new SourceArgument(name, before, Optional.of(file.substring(colon + 1)));
            }
        }
        return new SourceArgument(name, whole, Optional.empty());
    }

    private static String checkedName(String name) {
        boolean plain = name.codePoints().noneMatch(Character::isISOControl) && !name.contains("\"");
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || !plain) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME,
                    "A table's name has 1 to " + MAX_NAME_LENGTH + " characters, no quotes and no control characters.",
                    "For example: visits=visits.csv");
        }
        return name;
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException cause) {
            throw new Refusal(
                    ErrorCode.SOURCE_MISSING, "The text after = is no file's name.", "For example: visits=visits.csv");
        }
    }
}
