package io.tacit.engine.source;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;

/** Reads a list such as {@code red, green,"black, or white"}: a quote in quotes is written twice. */
public final class ValueList {
    private final String text;
    private int at;

    private ValueList(String text) {
        this.text = text;
    }

    /**
     * The values; spaces around one that is not in quotes are no part of it.
     *
     * @throws Refusal SOURCE_SCHEMA when a value is missing or a quote is not closed
     */
    public static List<String> parse(String text) {
        ValueList list = new ValueList(text);
        List<String> values = new ArrayList<>();
        do {
            values.add(list.value());
        } while (list.passes(','));
        if (list.at < text.length()) {
            throw list.unreadable();
        }
        return values;
    }

    private String value() {
        passSpaces();
        if (!passes('"')) {
            int comma = text.indexOf(',', at);
            int end = comma < 0 ? text.length() : comma;
            String value = text.substring(at, end).strip();
            at = end;
            if (value.isEmpty()) {
                throw unreadable();
            }
            return value;
        }
        StringBuilder value = new StringBuilder();
        do {
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                throw unreadable();
            }
            value.append(text, at, quote);
            at = quote + 1;
            if (at < text.length() && text.charAt(at) == '"') {
                value.append('"');
            }
        } while (passes('"'));
        passSpaces();
        return value.toString();
    }

    private void passSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private boolean passes(char wanted) {
        boolean found = at < text.length() && text.charAt(at) == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private Refusal unreadable() {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The list of values " + text + " cannot be read.",
                "Write it as in red,green,\"black, or white\"; an empty text is \"\".");
    }
}
