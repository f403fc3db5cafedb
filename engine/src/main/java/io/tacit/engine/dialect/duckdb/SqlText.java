package io.tacit.engine.dialect.duckdb;

/** Names and texts in quotes, as DuckDB reads them. What was released becomes no text of a statement. */
public final class SqlText {
    private SqlText() {}

    /** A name in double quotes. */
    public static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** A text in single quotes. */
    public static String text(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
