package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/** The ranges within which states stay below 2^126 with 2^40 people and 2^40 rows of one person. */
final class Ranges {
    /** Largest magnitude of a bound in whole units. */
    private static final BigInteger MAX_BOUND = BigInteger.ONE.shiftLeft(86);

    /** Bits that rows·reach^power may have, so that 2^40 rows keep products below 2^126. */
    private static final int PRODUCT_BITS = 80;

    private Ranges() {}

    static void check(BigInteger low, BigInteger high) {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("low must be at most high");
        }
        if (low.abs().max(high.abs()).compareTo(MAX_BOUND) > 0) {
            throw new IllegalArgumentException("low and high must lie between -2^86 and 2^86 whole units");
        }
    }

    static void checkRows(long maxRows) {
        if (maxRows < 1 || maxRows > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxRows must be between 1 and 2147483647");
        }
    }

    /** The least number of bits to drop from a range so that rows·range^power has at most 80 bits. */
    static int coarse(BigInteger range, long maxRows, int power) {
        int rowBits = Long.SIZE - Long.numberOfLeadingZeros(maxRows);
        int allowed = (PRODUCT_BITS - rowBits) / power;
        return Math.max(0, range.bitLength() - allowed);
    }

    /** trunc(value·2^shift) of a value that is not negative. */
    static BigInteger shift(BigInteger value, int shift) {
        return value.shiftLeft(shift);
    }

    static Rational power(int exponent) {
        return exponent >= 0
                ? Rational.of(BigInteger.ONE.shiftLeft(exponent))
                : new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(-exponent));
    }
}
