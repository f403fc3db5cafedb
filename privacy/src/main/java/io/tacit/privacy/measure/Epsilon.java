package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * A pure privacy loss ε that is spent: for all outputs S and neighbours D, D′: P[M(D) ∈ S] ≤ e^ε · P[M(D′) ∈ S].
 *
 * <p>Always finite and more than 0: neither "no noise" nor "nothing spent" can be written down.
 *
 * @param value more than 0
 */
public record Epsilon(Rational value) {
    /** Refuses what is not more than 0. */
    public Epsilon {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("epsilon must be more than 0");
        }
    }

    /**
     * The exact value of a decimal.
     *
     * @throws IllegalArgumentException when it is not more than 0
     */
    public static Epsilon of(BigDecimal value) {
        return new Epsilon(Rational.of(value));
    }

    /**
     * The exact value of a decimal in text.
     *
     * @throws IllegalArgumentException when it is no number or not more than 0
     */
    public static Epsilon of(String value) {
        return of(Decimal.parse("epsilon", value));
    }

    /**
     * The exact value of a double, which for 0.1 is a little more than a tenth.
     *
     * @throws IllegalArgumentException for NaN, infinities and what is not more than 0
     */
    public static Epsilon of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("epsilon must be finite and more than 0");
        }
        return new Epsilon(Rational.ofExact(value));
    }

    /**
     * One of so many equal parts; all of them together are this again, exactly.
     *
     * @param parts at least 1
     */
    public Epsilon dividedBy(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return new Epsilon(value.dividedBy(Rational.of(parts)));
    }

    /** Both losses one after the other. */
    public Epsilon plus(Epsilon other) {
        return new Epsilon(value.plus(other.value));
    }

    /**
     * A multiple.
     *
     * @param factor more than 0
     */
    public Epsilon times(Rational factor) {
        if (factor.signum() <= 0) {
            throw new IllegalArgumentException("factor must be more than 0");
        }
        return new Epsilon(value.times(factor));
    }
}
