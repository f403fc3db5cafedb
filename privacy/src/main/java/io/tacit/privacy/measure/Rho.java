package io.tacit.privacy.measure;

import io.tacit.privacy.number.Concentration;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * A loss ρ of zero-concentrated differential privacy that is spent: for all α &gt; 1 and neighbours D, D′ the Rényi
 * divergence of order α of M(D) from M(D′) is at most αρ (Bun and Steinke 2016).
 *
 * <p>Always finite and more than 0: neither "no noise" nor "nothing spent" can be written down.
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
     * The exact value of a double.
     *
     * @throws IllegalArgumentException for NaN, infinities and what is not more than 0
     */
    public static Rho of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("rho must be finite and more than 0");
        }
        return new Rho(Rational.ofExact(value));
    }

    /**
     * The largest ρ, rounded down to 12 digits, all of whose releases together are (ε, δ)-differentially private.
     *
     * @throws IllegalArgumentException for ε and δ so small that none is found
     */
    public static Rho largestWithin(Epsilon epsilon, Delta delta) {
        return new Rho(Concentration.rhoDown(epsilon.value(), delta.value()));
    }

    /**
     * One of so many equal parts; all of them together are this again, exactly.
     *
     * @param parts at least 1
     */
    public Rho dividedBy(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return new Rho(value.dividedBy(Rational.of(parts)));
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
     * A δ, never too small, with which a release of this loss is (ε, δ)-differentially private; 1 promises nothing.
     *
     * @param epsilon at least 0
     */
    public Rational deltaAt(Rational epsilon) {
        return Concentration.deltaUp(value, epsilon);
    }
}
