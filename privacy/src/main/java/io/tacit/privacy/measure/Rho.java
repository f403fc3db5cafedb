package io.tacit.privacy.measure;

import io.tacit.privacy.number.Concentrated;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * A zero-concentrated loss ρ that is spent (Bun and Steinke 2016): for all α > 1 the Rényi divergence of order α between the
 * outputs on neighbours is at most αρ. Losses of releases over the same people add up.
 *
 * @param value more than 0
 */
public record Rho(Rational value) {
    /** Refuses what is not more than 0. */
    public Rho {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("rho must be more than 0");
        }
    }

    /**
     * The exact value of a decimal.
     *
     * @throws IllegalArgumentException when it is not more than 0
     */
    public static Rho of(BigDecimal value) {
        return new Rho(Rational.of(value));
    }

    /**
     * The exact value of a decimal in text.
     *
     * @throws IllegalArgumentException when it is no number or not more than 0
     */
    public static Rho of(String value) {
        return of(Decimal.parse("rho", value));
    }

    /**
     * The largest loss with which a release is (ε, δ)-differentially private, or a millionth less.
     *
     * @throws IllegalArgumentException for ε above 10^6 and δ below 10^-299
     */
    public static Rho largestWithin(Epsilon epsilon, Delta delta) {
        return new Rho(Concentrated.rhoDown(epsilon.value(), delta.value()));
    }

    /** A δ, never too small, with which a release of this loss is (ε, δ)-differentially private; 1 promises nothing. */
    public Rational deltaAt(Rational epsilon) {
        return Rational.ofExact(Concentrated.deltaUp(epsilon, value));
    }

    /**
     * An ε, never too small, with which a release of this loss is (ε, δ)-differentially private.
     *
     * @throws IllegalArgumentException for δ below 10^-299
     */
    public Epsilon epsilonAt(Delta delta) {
        return new Epsilon(Rational.ofExact(Concentrated.epsilonUp(value, delta.value())));
    }

    /** Both losses one after the other. */
    public Rho plus(Rho other) {
        return new Rho(value.plus(other.value));
    }

    /**
     * A multiple.
     *
     * @param factor more than 0
     */
    public Rho times(Rational factor) {
        if (factor.signum() <= 0) {
            throw new IllegalArgumentException("factor must be more than 0");
        }
        return new Rho(value.times(factor));
    }

    /**
     * One of so many equal parts.
     *
     * @param parts at least 1
     */
    public Rho dividedBy(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return new Rho(value.dividedBy(Rational.of(parts)));
    }
}
