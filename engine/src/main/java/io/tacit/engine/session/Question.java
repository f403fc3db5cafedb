package io.tacit.engine.session;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an analyst asks.
 *
 * @param sql the query
 * @param fresh whether to release anew, and pay, even where the same answer is kept
 */
public record Question(String sql, boolean fresh) {
    private static final Pattern FRESH =
            Pattern.compile("\\s*FRESH(?=\\s+(?:SELECT|WITH)\\b)", Pattern.CASE_INSENSITIVE);

    /** A text that begins with {@code FRESH SELECT} or {@code FRESH WITH} asks for a new release. */
    public Question {
        Matcher word = FRESH.matcher(sql);
        if (word.lookingAt()) {
            fresh = true;
            // Blanks keep the places of everything behind it.
            sql = word.group().replaceAll("\\S", " ") + sql.substring(word.end());
        }
    }

    /** A question that takes a kept answer where there is one, unless its text asks for a new one. */
    public static Question of(String sql) {
        return new Question(sql, false);
    }

    /** The same, to be released anew. */
    public Question afresh() {
        return new Question(sql, true);
    }
}
