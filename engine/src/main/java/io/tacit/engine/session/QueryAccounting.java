package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;

/** Who pays for queries, what is kept of them, and who is told. One query is asked at a time. */
interface QueryAccounting extends AutoCloseable {
    /** A query comes in. */
    QueryInProgress begin(Question question);

    /** What was spent since this was opened, without events. */
    Charge spent();

    @Override
    void close();
}
