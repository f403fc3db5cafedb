package io.tacit.engine.source;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a user writes to name a table: {@code NAME=FILE}, {@code FILE} for a table called after its file, or {@code NAME=FILE:TABLE} for a table of a DuckDB file that
 * is called otherwise there ({@code SCHEMA.TABLE} outside of its schema {@code main}).
 *
 * @param name the table's name in queries
 * @param path the file
 * @param tableInFile the table's name in a DuckDB file, where it was given
 * @param encoding of a CSV file; empty where a schema file says so, or it is UTF-8
 * @param multiline whether records of a CSV file span lines; empty where a schema file says so, or it is to be proposed
 */
public record SourceArgument(
        String name,
        Path path,
        Optional<String> tableInFile,
        Optional<TextEncoding> encoding,
        Optional<Boolean> multiline) {
    private static final int MAX_NAME_LENGTH = 128;

    /** A table of whose file nothing more is said. */
    public SourceArgument(String name, Path path, Optional<String> tableInFile) {
        this(name, path, tableInFile, Optional.empty(), Optional.empty());
    }

    /** The same table, whose encoding the owner says. */
    public SourceArgument in(TextEncoding said) {
        return new SourceArgument(name, path, tableInFile, Optional.of(said), multiline);
    }

    /** The same table, of whose records the owner says whether they span lines. */
    public SourceArgument withMultiline(Optional<Boolean> said) {
        return new SourceArgument(name, path, tableInFile, encoding, said);
    }

    /**
     * Reads the text. A colon divides file and table only when no file has the whole as its name.
     *
     * @throws Refusal SOURCE_NAME when the text has no such form or the name cannot be a table's name
     */
    public static SourceArgument parse(String text) {
        int equals = text.indexOf('=');
        boolean alone = equals < 0 || Files.exists(path(text));
        if (alone && (equals >= 0 || looksLikeFile(text))) {
            return named(checkedName(stem(text)), text);
        }
        if (equals < 1 || equals == text.length() - 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_NAME,
                    "A table is given as NAME=FILE, or as FILE for a table of that name.",
                    "For example: visits=visits.csv, or visits.csv");
        }
        return named(checkedName(text.substring(0, equals).strip()), text.substring(equals + 1));
    }

    /** A text without a name is a file, for a name alone is a slip more often than a file without an ending. */
    private static boolean looksLikeFile(String text) {
        return Files.exists(path(text)) || text.matches(".*[./\\\\*].*");
    }

    /** The file's name without folder and endings: {@code visits} of {@code data/visits.csv.gz}. */
    private static String stem(String file) {
        Path path = ParquetFiles.folder(path(file));
        String name = String.valueOf(path.getFileName());
        return name.replaceAll("(?i)(?<=.)\\.gz$", "").replaceAll("(?<=.)\\.[^.]{1,8}$", "");
    }

    private static SourceArgument named(String name, String file) {
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
