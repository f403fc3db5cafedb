package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.privacy.accounting.PrivacyEvent;
import java.math.BigDecimal;

/**
 * What was spent, by both ways of adding up.
 *
 * @param epsilon by basic composition
 * @param delta by basic composition, conversions included
 * @param rho of all events
 * @param selectionDelta δ of all events, without conversions
 */
record Amounts(BigDecimal epsilon, BigDecimal delta, BigDecimal rho, BigDecimal selectionDelta) {
    static final Amounts NOTHING = new Amounts(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    /** What a request costs each of its accounts, rounded up. */
    static Amounts of(ChargeRequest request) {
        return new Amounts(
                BookDecimals.up(request.loss().epsilon()),
                BookDecimals.up(request.loss().delta()),
                BookDecimals.up(PrivacyEvent.concentrated(request.events()).rho()),
                BookDecimals.up(PrivacyEvent.delta(request.events())));
    }

    Amounts plus(Amounts other) {
        return new Amounts(
                epsilon.add(other.epsilon),
                delta.add(other.delta),
                rho.add(other.rho),
                selectionDelta.add(other.selectionDelta));
    }

    /** Whether all numbers are the same, however they are written. */
    boolean same(Amounts other) {
        return epsilon.compareTo(other.epsilon) == 0
                && delta.compareTo(other.delta) == 0
                && rho.compareTo(other.rho) == 0
                && selectionDelta.compareTo(other.selectionDelta) == 0;
    }
}
