package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.function.Function;

/** The real value of one whole unit of a column: everything before the noise is counted in whole units. */
public sealed interface Unit {
    /**
     * An answer for each kind of unit; none has a default.
     *
     * @param <R> the answer
     */
    <R> R match(Function<DecimalUnit, R> decimal, Function<BinaryGrid, R> grid);

    /** The real value of one, more than 0. */
    Rational size();

    /** A lower bound in whole units, rounded down, so that bounds are never empty. */
    default BigInteger lowerBound(Rational low) {
        return low.dividedBy(size()).floor();
    }

    /** An upper bound in whole units, rounded up, so that bounds are never empty. */
    default BigInteger upperBound(Rational high) {
        return high.dividedBy(size()).ceil();
    }

    /**
     * The unscaled integers of a decimal; with scale 0 whole numbers.
     *
     * @param scale digits after the point, between 0 and 1000
     */
    record DecimalUnit(int scale) implements Unit {
        /** Whole numbers: one counts one. */
        public static final DecimalUnit WHOLE = new DecimalUnit(0);

        /** Refuses a scale out of range. */
        public DecimalUnit {
            if (scale < 0 || scale > 1000) {
                throw new IllegalArgumentException("scale must be between 0 and 1000");
            }
        }

        @Override
        public <R> R match(Function<DecimalUnit, R> decimal, Function<BinaryGrid, R> grid) {
            return decimal.apply(this);
        }

        @Override
        public Rational size() {
            return new Rational(BigInteger.ONE, BigInteger.TEN.pow(scale));
        }
    }

    /**
     * Multiples of a power of two, for doubles. Each row is rounded to one before anything is added up.
     *
     * @param exponent of the power, between -1000 and 1000
     */
    record BinaryGrid(int exponent) implements Unit {
        /** Bits of resolution within the bounds. */
        private static final int BITS = 40;

        /** Bits by which bounds may exceed their distance and still fit states: see {@link Ranges}. */
        private static final int BITS_OF_BOUNDS = 80;

        /** The finest grid: of bounds as near 0 as this nothing is left under noise. */
        private static final int FINEST = -200;

        /** The coarsest grid: of the largest doubles. */
        private static final int COARSEST = 1000;

        /** Refuses an exponent out of range. */
        public BinaryGrid {
            if (exponent < -1000 || exponent > 1000) {
                throw new IllegalArgumentException("exponent must be between -1000 and 1000");
            }
        }

        /**
         * The grid of a column, from its bounds alone and never from data: about 2^-40 of the larger one.
         *
         * @param low at most {@code high}
         * @throws IllegalArgumentException when the bounds are the wrong way round
         */
        public static BinaryGrid forBounds(Rational low, Rational high) {
            check(low, high);
            return grid(low.abs().max(high.abs()), BITS);
        }

        /**
         * The grid of a column whose values are centred first, from its bounds alone: about 2^-40 of their distance,
         * but not so fine that the bounds themselves would not fit.
         *
         * @param low at most {@code high}
         * @throws IllegalArgumentException when the bounds are the wrong way round
         */
        public static BinaryGrid forDistance(Rational low, Rational high) {
            check(low, high);
            if (low.equals(high)) {
                return forBounds(low, high);
            }
            int fine = grid(high.minus(low), BITS).exponent;
            int fitting = grid(low.abs().max(high.abs()), BITS_OF_BOUNDS).exponent;
            return new BinaryGrid(Math.max(fine, fitting));
        }

        private static void check(Rational low, Rational high) {
            if (low.compareTo(high) > 0) {
                throw new IllegalArgumentException("low must be at most high");
            }
        }

        private static BinaryGrid grid(Rational largest, int bits) {
            if (largest.signum() == 0) {
                return new BinaryGrid(-bits);
            }
            int magnitude =
                    largest.numerator().bitLength() - largest.denominator().bitLength();
            return new BinaryGrid(Math.min(COARSEST, Math.max(magnitude - bits, FINEST)));
        }

        @Override
        public <R> R match(Function<DecimalUnit, R> decimal, Function<BinaryGrid, R> grid) {
            return grid.apply(this);
        }

        @Override
        public Rational size() {
            return Ranges.power(exponent);
        }
    }
}
