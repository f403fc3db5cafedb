package io.tacit.engine.ledger;

import io.tacit.privacy.number.Rational;
import java.util.List;

/**
 * Adds up what one session spent, by basic composition. It lives as long as its process and knows no limit: it is for
 * an owner who asks about their own file. Nothing is ever taken back, whatever happens to the query afterwards.
 */
public final class SessionLedger {
    private Rational epsilon = Rational.ZERO;
    private Rational delta = Rational.ZERO;

    /** Writes down the charges of one query, all of them, before any of its data is read. */
    public synchronized void charge(List<Charge> charges) {
        for (Charge charge : charges) {
            epsilon = epsilon.plus(charge.epsilon());
            delta = delta.plus(charge.delta());
        }
    }

    /** The total so far. */
    public synchronized Charge spent() {
        return new Charge(epsilon, delta);
    }
}
