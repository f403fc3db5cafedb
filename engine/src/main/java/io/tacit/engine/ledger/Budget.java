package io.tacit.engine.ledger;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.function.Function;

/** How much an account may spend in all, and how that is added up ({@code docs/design/privacy.md#accounting}). */
public sealed interface Budget {
    /** The limit of the failure probabilities of all charges: δ, or the δ of selections. */
    Rational delta();

    /**
     * An answer for each kind of budget.
     *
     * @param <R> the answer
     */
    <R> R match(Function<Basic, R> basic, Function<Concentrated, R> concentrated);

    /**
     * ε and δ, added up by basic composition.
     *
     * @param limit what all charges together may cost
     */
    record Basic(ApproximateDp limit) implements Budget {
        @Override
        public Rational delta() {
            return limit.delta();
        }

        @Override
        public <R> R match(Function<Basic, R> basic, Function<Concentrated, R> concentrated) {
            return basic.apply(this);
        }
    }

    /**
     * ρ of zero-concentrated differential privacy, and a δ for the selection of groups.
     *
     * @param rho what all charges together may cost
     * @param delta what selections may cost together, at least 0 and below 1
     */
    record Concentrated(Rho rho, Rational delta) implements Budget {
        /** Refuses what is out of range. */
        public Concentrated {
            if (delta.signum() < 0 || delta.compareTo(Rational.ONE) >= 0) {
                throw new IllegalArgumentException("delta must be at least 0 and less than 1");
            }
        }

        @Override
        public <R> R match(Function<Basic, R> basic, Function<Concentrated, R> concentrated) {
            return concentrated.apply(this);
        }
    }
}
