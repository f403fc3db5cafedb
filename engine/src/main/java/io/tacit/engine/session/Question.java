package io.tacit.engine.session;

/**
 * What an analyst asks.
 *
 * @param sql the query
 * @param fresh whether to release anew, and pay, even where the same answer is kept
 */
public record Question(String sql, boolean fresh) {
    /** A question that takes a kept answer where there is one. */
    public static Question of(String sql) {
        return new Question(sql, false);
    }

    /** The same, to be released anew. */
    public Question afresh() {
        return new Question(sql, true);
    }
}
