package io.tacit.engine.randomqueries;

/** For whom a query is printed. */
public enum Dialect {
    /** As an analyst asks Tacit. */
    TACIT,

    /**
     * As DuckDB computes the same without privacy: people's rows carry their person in the column {@code unit_}, and
     * what has no value is NULL by an explicit guard.
     */
    PLAIN
}
