package io.tacit.privacy.measure;

import io.tacit.privacy.number.Concentration;
import io.tacit.privacy.number.Rational;

/**
 * The loss of ρ-zero-concentrated differential privacy: no pair (ε, δ) but a curve of them. Like {@link PrivacyLoss} it
 * may be nothing, and losses add up.
 *
 * @param rho at least 0
 */
public record ZeroConcentratedDp(Rational rho) {
    /** Nothing spent. */
    public static final ZeroConcentratedDp NOTHING = new ZeroConcentratedDp(Rational.ZERO);

    /** Refuses what is below 0. */
    public ZeroConcentratedDp {
        if (rho.signum() < 0) {
            throw new IllegalArgumentException("rho must be at least 0");
        }
    }

    /** The loss of a release that spends ρ. */
    public static ZeroConcentratedDp of(Rho rho) {
        return new ZeroConcentratedDp(rho.value());
    }

    /** The loss of a pure release: ε²/2 (Bun and Steinke 2016, proposition 1.4). */
    public static ZeroConcentratedDp ofPure(Epsilon epsilon) {
        return new ZeroConcentratedDp(epsilon.value().times(epsilon.value()).dividedBy(Rational.of(2)));
    }

    /** Both losses one after the other. */
    public ZeroConcentratedDp plus(ZeroConcentratedDp other) {
        return new ZeroConcentratedDp(rho.plus(other.rho));
    }

    /** Whether this loss is no more than another. */
    public boolean isWithin(ZeroConcentratedDp limit) {
        return rho.compareTo(limit.rho) <= 0;
    }

    /** δ(ε; ρ) at this ε, rounded up: 0 for a loss of nothing, and 1 where nothing is promised. */
    public Rational delta(Epsilon epsilon) {
        return rho.signum() == 0 ? Rational.ZERO : Concentration.deltaUp(rho, epsilon.value());
    }

    /** The pair (ε, δ) with this δ, ε rounded up. */
    public ApproximateDp at(Delta delta) {
        return new ApproximateDp(epsilon(delta), delta.value());
    }

    /** The least ε with this δ, rounded up; 0 is possible. */
    public Rational epsilon(Delta delta) {
        return rho.signum() == 0 ? Rational.ZERO : Concentration.epsilonUp(rho, delta.value());
    }
}
