package io.tacit.cli;

import io.tacit.engine.refusal.Refusal;

/** A refusal together with the query that it is about, so that its place can be shown. */
final class QueryRefused extends RuntimeException {
    private final Refusal refusal;
    private final String sql;

    QueryRefused(Refusal refusal, String sql) {
        super(refusal.getMessage());
        this.refusal = refusal;
        this.sql = sql;
    }

    Refusal refusal() {
        return refusal;
    }

    String sql() {
        return sql;
    }
}
