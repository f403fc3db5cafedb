package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;

/** Pays for queries, keeps their answers, and logs them. One query is asked at a time. */
interface QueryAccounting extends AutoCloseable {
    /** Begins to account for a query that comes in. */
    QueryInProgress begin(Question question);

    /** What was spent since this accounting was opened, without events. */
    Charge spent();

    @Override
    void close();
}
