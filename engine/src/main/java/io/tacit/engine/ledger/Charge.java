package io.tacit.engine.ledger;

import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;

/**
 * What releases cost.
 *
 * @param epsilon by basic composition, at least 0
 * @param delta by basic composition; 0 where no group is selected
 * @param events what is done to one person's data, for accounts that add up otherwise
 */
public record Charge(Rational epsilon, Rational delta, List<PrivacyEvent> events) {
    /** Nothing spent. */
    public static final Charge NOTHING = new Charge(Rational.ZERO, Rational.ZERO, List.of());

    public Charge {
        events = List.copyOf(events);
    }

    /** A charge without events, known by basic composition only. */
    public Charge(Rational epsilon, Rational delta) {
        this(epsilon, delta, List.of());
    }

    /** The sum of two charges. */
    public Charge plus(Charge other) {
        List<PrivacyEvent> all = new ArrayList<>(events);
        all.addAll(other.events);
        return new Charge(epsilon.plus(other.epsilon), delta.plus(other.delta), all);
    }
}
