package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;

/** Pays for queries, keeps their answers, and logs them. One query is asked at a time. */
interface QueryAccounting extends AutoCloseable {
    /** A query comes in. */
    QueryInProgress begin(Question question);

    /** What was spent since this was opened, without events. */
    Charge spent();

    @Override
    void close();
}
