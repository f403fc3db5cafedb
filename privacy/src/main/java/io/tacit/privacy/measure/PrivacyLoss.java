package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;

/**
 * What a release costs each person. Unlike {@link Epsilon}, which is spent and never 0, a loss may be nothing.
 *
 * <p>Losses of releases over the same people add up (basic composition), also when later releases are chosen
 * adaptively.
 */
public sealed interface PrivacyLoss permits PureDp, ApproximateDp {
    /** ε, at least 0. */
    Rational epsilon();

    /** δ, at least 0 and below 1; 0 for a pure loss. */
    Rational delta();

    /**
     * Both losses one after the other.
     *
     * @throws IllegalArgumentException when the δ add up to 1 or more: nothing would be promised
     */
    default ApproximateDp plus(PrivacyLoss other) {
        return new ApproximateDp(epsilon().plus(other.epsilon()), delta().plus(other.delta()));
    }

    /** Whether this loss is no more than another in both parts. */
    default boolean isWithin(PrivacyLoss limit) {
        return epsilon().compareTo(limit.epsilon()) <= 0 && delta().compareTo(limit.delta()) <= 0;
    }
}
