package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;

/**
 * The loss of (ε, δ)-differential privacy.
 *
 * @param epsilon at least 0
 * @param delta at least 0 and below 1
 */
public record ApproximateDp(Rational epsilon, Rational delta) implements PrivacyLoss {
    /** Refuses what is out of range. */
    public ApproximateDp {
        if (epsilon.signum() < 0) {
            throw new IllegalArgumentException("epsilon must be at least 0");
        }
        if (delta.signum() < 0 || delta.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be at least 0 and less than 1");
        }
    }

    /** The loss of a release that spends both. */
    public static ApproximateDp of(Epsilon epsilon, Delta delta) {
        return new ApproximateDp(epsilon.value(), delta.value());
    }
}
