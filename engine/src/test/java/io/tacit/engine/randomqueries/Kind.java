package io.tacit.engine.randomqueries;

/** What an expression's values are. */
public enum Kind {
    WHOLE,
    DECIMAL,
    REAL,
    TEXT,
    DATE,
    TRUTH;

    /** Whether values can be added up. */
    boolean isNumber() {
        return this == WHOLE || this == DECIMAL || this == REAL;
    }
}
