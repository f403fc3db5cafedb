package io.tacit.engine.backend.duckdb;

/** Names and texts as DuckDB's SQL spells them. */
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
