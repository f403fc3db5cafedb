package io.tacit.engine.catalog;

/**
 * How a line of a text file divides into fields.
 *
 * @param delimiter the ASCII character between two fields
 * @param quoted whether a field may stand in double quotes, in which the delimiter is text and {@code ""} is one quote
 */
public record CsvFormat(char delimiter, boolean quoted) {
    private static final char LAST_ASCII = 127;

    public CsvFormat {
        if (delimiter == 0 || delimiter > LAST_ASCII || delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
            throw new IllegalArgumentException("no such delimiter");
        }
    }
}
