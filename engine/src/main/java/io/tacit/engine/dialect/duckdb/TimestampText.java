package io.tacit.engine.dialect.duckdb;

/**
 * Texts as timestamps, in UTC: one that says an offset or a zone is that instant, and one without is taken as it is. DuckDB
 * alone reads the offset of a TIMESTAMP and drops it, so that one instant would be several times. The session's time zone is UTC.
 */
public final class TimestampText {
    /** Blanks before an offset, which the reader of instants does not take. */
    private static final String BLANKS = "'\\s+([+-][0-9]{2}(:?[0-9]{2})?)\\s*$', '\\1'";

    private TimestampText() {}

    /** The timestamp that a text is; NULL where it is none, or says a zone that does not exist. */
    public static String read(String text) {
        return "COALESCE(" + instant(text) + ", " + instant("regexp_replace(" + text + ", " + BLANKS + ")") + ")";
    }

    private static String instant(String text) {
        return "TRY_CAST(TRY_CAST(" + text + " AS TIMESTAMPTZ) AS TIMESTAMP)";
    }
}
