package io.tacit.engine.dialect.postgres;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;

/** Names and texts in quotes, as PostgreSQL reads them with standard_conforming_strings on. */
public final class PostgresText {
    private PostgresText() {}

    /** A name in double quotes. */
    public static String name(String name) {
        return '"' + known(name).replace("\"", "\"\"") + '"';
    }

    /** A text in single quotes. */
    public static String text(String text) {
        return '\'' + known(text).replace("'", "''") + '\'';
    }

    /** {@code table} or {@code schema.table}, in quotes; a name without schema is one of the schema public. */
    public static String qualified(String table) {
        int dot = table.indexOf('.');
        return dot < 0
                ? name("public") + "." + name(table)
                : name(table.substring(0, dot)) + "." + name(table.substring(dot + 1));
    }

    private static String known(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new Refusal(ErrorCode.INVALID_QUERY, "PostgreSQL has no text with the character 0.", "Leave it out.");
        }
        return text;
    }
}
