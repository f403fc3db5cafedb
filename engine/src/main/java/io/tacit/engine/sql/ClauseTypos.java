package io.tacit.engine.sql;

import io.tacit.engine.refusal.NearestName;
import io.tacit.grammar.Keywords;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the word that was meant to begin a clause, such as FROM, where one typing error made a name of it: {@code COUNT(*)
 * FORM orders} is read as a column called FORM, and the parser stops only behind it.
 */
final class ClauseTypos {
    private static final List<String> CLAUSES = List.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "JOIN",
            "BY",
            "UNION",
            "SELECT",
            "DISTINCT",
            "BETWEEN",
            "DESC");

    private static final Pattern WORD_BEFORE = Pattern.compile("([A-Za-z]{3,10})\\s+$");

    private ClauseTypos() {}

    /** The advice, where the word at which reading stopped, or the one before it, is nearly such a word. */
    static Optional<String> advice(String text, int stopped, String word) {
        Matcher before = WORD_BEFORE.matcher(text).region(Math.max(0, stopped - 40), stopped);
        return (before.find() ? meant(before.group(1)) : Optional.<String>empty()).or(() -> meant(word));
    }

    private static Optional<String> meant(String written) {
        return Keywords.isSometimes(written) || written.length() < 3
                ? Optional.empty()
                : NearestName.of(written, CLAUSES)
                        .filter(clause -> Math.abs(clause.length() - written.length()) <= 1)
                        .map(clause -> "Did you mean " + clause + " instead of " + written + "?");
    }
}
