package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * The probability by which a guarantee may fail.
 *
 * @param value in (0, 1)
 */
public record Delta(Rational value) {
    public Delta {
        if (value.signum() <= 0 || value.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be more than 0 and less than 1");
        }
    }

    /** The exact value of a decimal. */
    public static Delta of(BigDecimal value) {
        return new Delta(Rational.of(value));
    }

    /** The exact value of a decimal in text. */
    public static Delta of(String value) {
        return of(new BigDecimal(value));
    }
}
