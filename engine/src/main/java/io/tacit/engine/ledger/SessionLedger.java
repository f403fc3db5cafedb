package io.tacit.engine.ledger;

import java.util.List;

/**
 * Adds up what one session spent, by basic composition. It lives as long as its process and knows no limit: it is for
 * an owner who asks about their own file. Nothing is ever taken back, whatever happens to the query afterwards.
 */
public final class SessionLedger {
    private Charge spent = Charge.NOTHING;

    /** Writes down the charge of one query, before any of its data is read. */
    public synchronized void charge(Charge charge) {
        // The events of a session that asks for ever would not fit into memory, and nobody reads them.
        spent = new Charge(spent.epsilon().plus(charge.epsilon()), spent.delta().plus(charge.delta()), List.of());
    }

    /** The total so far, without its events. */
    public synchronized Charge spent() {
        return spent;
    }
}
