package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;

/**
 * The loss of ε-differential privacy.
 *
 * @param epsilon at least 0
 */
public record PureDp(Rational epsilon) implements PrivacyLoss {
    /** Nothing spent. */
    public static final PureDp NOTHING = new PureDp(Rational.ZERO);

    /** Refuses what is below 0. */
    public PureDp {
        if (epsilon.signum() < 0) {
            throw new IllegalArgumentException("epsilon must be at least 0");
        }
    }

    /** The loss of a release that spends ε. */
    public static PureDp of(Epsilon epsilon) {
        return new PureDp(epsilon.value());
    }

    @Override
    public Rational delta() {
        return Rational.ZERO;
    }

    /** Both losses one after the other, still pure. */
    public PureDp plus(PureDp other) {
        return new PureDp(epsilon.plus(other.epsilon));
    }
}
