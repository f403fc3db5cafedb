package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.Optional;

/**
 * Something that a release measures in each group.
 *
 * @param kind how it is made private
 * @param stretch for an additive state: its noise is that of an equal part of the budget times this, at least 1. One
 *     person then uses 1/stretch of the distance that the noise is made for
 * @param epsilon a part of its own, where the query gave one
 */
public record Measurement(Kind kind, Rational stretch, Optional<Epsilon> epsilon) {
    /** How a measurement is made private. */
    public enum Kind {
        /** Noise on an integer state. */
        ADDITIVE,
        /**
         * Values drawn by the exponential mechanism, whose losses have bounded range: quantiles, the most frequent
         * value.
         */
        CHOICE
    }

    /** Squares: their values are at most half of the squared range, so twice the noise costs a quarter. */
    public static final Measurement SQUARES = new Measurement(Kind.ADDITIVE, Rational.of(2), Optional.empty());

    /** Any other state. */
    public static final Measurement STATE = new Measurement(Kind.ADDITIVE, Rational.ONE, Optional.empty());

    /** All quantiles of one column. */
    public static final Measurement QUANTILES = new Measurement(Kind.CHOICE, Rational.ONE, Optional.empty());

    /** Refuses a stretch below 1. */
    public Measurement {
        if (stretch.compareTo(Rational.ONE) < 0) {
            throw new IllegalArgumentException("stretch must be at least 1");
        }
    }

    /** The same measurement with an ε of its own. */
    public Measurement with(Epsilon own) {
        return new Measurement(kind, stretch, Optional.of(own));
    }
}
