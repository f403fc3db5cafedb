package io.tacit.privacy.measure;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;

/**
 * A pure privacy loss: for all outputs S and neighbours D, D′: P[M(D) ∈ S] ≤ e^ε · P[M(D′) ∈ S].
 *
 * @param value more than 0
 */
public record Epsilon(Rational value) {
    public Epsilon {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException("epsilon must be more than 0");
        }
    }

    /** The exact value of a decimal. */
    public static Epsilon of(BigDecimal value) {
        return new Epsilon(Rational.of(value));
    }

    /** The exact value of a decimal in text. */
    public static Epsilon of(String value) {
        return of(new BigDecimal(value));
    }
}
