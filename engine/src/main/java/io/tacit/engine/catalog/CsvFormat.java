package io.tacit.engine.catalog;

/**
 * How a line of a text file divides into fields.
 *
 * @param delimiter the ASCII character between two fields
 * @param quoted whether a field may stand in double quotes, in which the delimiter is text and {@code ""} is one quote
 * @param encoding how its bytes stand for characters
 */
public record CsvFormat(char delimiter, boolean quoted, TextEncoding encoding) {
    private static final char LAST_ASCII = 127;

    public CsvFormat {
        if (delimiter == 0 || delimiter > LAST_ASCII || delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
            throw new IllegalArgumentException("no such delimiter");
        }
    }

    /** A format of a file in UTF-8. */
    public CsvFormat(char delimiter, boolean quoted) {
        this(delimiter, quoted, TextEncoding.UTF_8);
    }
}
