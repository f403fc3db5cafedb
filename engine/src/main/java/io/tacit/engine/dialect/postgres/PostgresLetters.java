package io.tacit.engine.dialect.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Capital and small letters. Which letters the server's own functions change depends on a database's locale, on how the
 * server was built and on its version. Here each letter becomes the one that DuckDB makes of it, by a list of all pairs;
 * none becomes two.
 */
final class PostgresLetters {
    /** What UPPER makes. */
    static final PostgresLetters CAPITAL = new PostgresLetters("upper");

    /** What LOWER makes. */
    static final PostgresLetters SMALL = new PostgresLetters("lower");

    /** How many characters are taken apart, which is faster and needs more memory. */
    private static final int TAKEN_APART = 1_000;

    /** The function of the server. */
    private final String function;

    /** The letters beyond ASCII that are changed. */
    private final String changed;

    /** What each becomes. */
    private final String into;

    private PostgresLetters(String function) {
        this.function = function;
        List<String> lines = lines(function);
        this.changed = lines.get(0);
        this.into = lines.get(1);
    }

    private static List<String> lines(String function) {
        try (InputStream file =
                Objects.requireNonNull(PostgresLetters.class.getResourceAsStream(function + ".letters"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A text with its letters changed. In the collation C the server's own function knows the letters of ASCII alone, which
     * are all letters of most texts. Of another text each character is looked up, in an object of JSON, which is searched
     * by halves; {@code translate} goes through all letters for each.
     */
    String of(String text) {
        String ascii = function + "(v.a COLLATE \"C\")";
        String apart = "(SELECT string_agg(COALESCE(" + PostgresText.text(pairs())
                + "::jsonb ->> u.c, u.c), '' ORDER BY u.n) FROM unnest(string_to_array(" + ascii
                + ", NULL)) WITH ORDINALITY AS u(c, n))";
        return "("
                + Once.of(
                        text,
                        "CASE WHEN octet_length(v.a) = length(v.a) THEN " + ascii + " WHEN length(v.a) <= "
                                + TAKEN_APART + " THEN " + apart + " ELSE translate(" + ascii + ", "
                                + PostgresText.text(changed) + ", " + PostgresText.text(into) + ") END")
                + " COLLATE \"C\")";
    }

    private String pairs() {
        int[] from = changed.codePoints().toArray();
        int[] to = into.codePoints().toArray();
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < from.length; i++) {
            text.append(i == 0 ? "\"" : ",\"")
                    .appendCodePoint(from[i])
                    .append("\":\"")
                    .appendCodePoint(to[i])
                    .append('"');
        }
        return text.append('}').toString();
    }
}
