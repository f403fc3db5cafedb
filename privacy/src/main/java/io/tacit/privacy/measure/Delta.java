package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * The probability δ by which a guarantee may fail; to be chosen far below one over the number of people, as a public
 * constant.
 *
 * @param value more than 0 and less than 1
 */
public record Delta(Rational value) {
    /** Refuses what is not between 0 and 1. */
    public Delta {
        if (value.signum() <= 0 || value.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be more than 0 and less than 1");
        }
    }

    /**
     * The exact value of a decimal.
     *
     * @throws IllegalArgumentException when it is not between 0 and 1
     */
    public static Delta of(BigDecimal value) {
        return new Delta(Rational.of(value));
    }

    /**
     * The exact value of a decimal in text.
     *
     * @throws IllegalArgumentException when it is no number or not between 0 and 1
     */
    public static Delta of(String value) {
        return of(Decimal.parse("delta", value));
    }

    /**
     * The exact value of a double.
     *
     * @throws IllegalArgumentException for NaN and what is not between 0 and 1
     */
    public static Delta of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("delta must be more than 0 and less than 1");
        }
        return new Delta(Rational.ofExact(value));
    }
}
