package io.tacit.engine.rewrite;

/** The origin of a contribution's bounds. */
public enum BoundsOrigin {
    /** The query gives them. */
    QUERY("in the query"),
    /** They follow from what the owner declared of columns. */
    DECLARED("declared"),
    /** They follow from the expression, whatever the columns hold: {@code CASE WHEN … THEN 1 ELSE 0 END}. */
    EXPRESSION("known from the expression"),
    /** No person can have more, by the structure of the query and the keys that the owner declared unique. */
    STRUCTURE("known from the structure"),
    /** Nobody says them: they are found with a part of the budget. */
    AUTOMATIC("chosen privately"),
    /** None are needed. */
    NONE("none needed");

    private final String words;

    BoundsOrigin(String words) {
        this.words = words;
    }

    /** The origin as people read it. */
    public String words() {
        return words;
    }
}
