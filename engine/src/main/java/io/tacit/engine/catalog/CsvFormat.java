package io.tacit.engine.catalog;

/**
 * How a line of a text file divides into fields.
 *
 * @param delimiter the ASCII character between two fields
 * @param quoted whether a field may stand in double quotes, in which the delimiter is text and {@code ""} is one quote
 * @param encoding how its bytes stand for characters
 * @param multiline whether a field in quotes may hold line breaks, so that a record spans lines
 */
public record CsvFormat(char delimiter, boolean quoted, TextEncoding encoding, boolean multiline) {
    private static final char LAST_ASCII = 127;

    public CsvFormat {
        if (delimiter == 0 || delimiter > LAST_ASCII || delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
            throw new IllegalArgumentException("no such delimiter");
        }
        if (multiline && !quoted) {
            throw new IllegalArgumentException("a field without quotes ends with its line");
        }
    }

    /** A format whose every line is a record. */
    public CsvFormat(char delimiter, boolean quoted, TextEncoding encoding) {
        this(delimiter, quoted, encoding, false);
    }

    /** A format of a file in UTF-8 whose every line is a record. */
    public CsvFormat(char delimiter, boolean quoted) {
        this(delimiter, quoted, TextEncoding.UTF_8);
    }

    /** The same format, with records that may span lines or not. */
    public CsvFormat withMultiline(boolean other) {
        return new CsvFormat(delimiter, quoted, encoding, other);
    }
}
