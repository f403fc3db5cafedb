package io.tacit.engine.sql;

/** How a query asks for privacy; over private tables all three mean the same operator. */
public enum Spelling {
    /** Ordinary SQL, without a clause: {@code SELECT dept, SUM(x) …}. */
    PLAIN,
    /** The paper's: {@code SELECT WITH ANONYMIZATION …, ANON_SUM(x, 0, 100)}. */
    ANONYMIZATION,
    /** GoogleSQL's: {@code SELECT WITH DIFFERENTIAL_PRIVACY …}. */
    DIFFERENTIAL_PRIVACY
}
