package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/** The real value of one whole unit of a column: everything before the noise is counted in whole units. */
public sealed interface Unit {
    /** The real value of one. */
    Rational size();

    /**
     * The unscaled integers of a decimal, or whole numbers.
     *
     * @param scale digits after the point, at least 0
     */
    record DecimalUnit(int scale) implements Unit {
        public DecimalUnit {
            if (scale < 0) {
                throw new IllegalArgumentException("scale must be at least 0");
            }
        }

        @Override
        public Rational size() {
            return new Rational(BigInteger.ONE, BigInteger.TEN.pow(scale));
        }
    }

    /**
     * Multiples of a power of two, for doubles.
     *
     * @param exponent of the power, in [-1000, 1000]
     */
    record BinaryGrid(int exponent) implements Unit {
        private static final int BITS = 40;

        /** The finest grid of the least bounds: differences below it cannot be seen under noise. */
        private static final int FINEST = -200;

        public BinaryGrid {
            if (exponent < -1000 || exponent > 1000) {
                throw new IllegalArgumentException("exponent must be between -1000 and 1000");
            }
        }

        /** The grid of a column, from its bounds alone: about 2^-40 of the larger one. */
        public static BinaryGrid forBounds(Rational low, Rational high) {
            if (low.compareTo(high) > 0) {
                throw new IllegalArgumentException("low must be at most high");
            }
            Rational largest = low.abs().max(high.abs());
            if (largest.signum() == 0) {
                return new BinaryGrid(-BITS);
            }
            int magnitude =
                    largest.numerator().bitLength() - largest.denominator().bitLength();
            return new BinaryGrid(Math.max(magnitude - BITS, FINEST));
        }

        @Override
        public Rational size() {
            return exponent >= 0
                    ? Rational.of(BigInteger.ONE.shiftLeft(exponent))
                    : new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(-exponent));
        }
    }
}
