package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * The ranges within which every intermediate of a state stays below 2^126, so that 128-bit integers are enough, with up
 * to 2^31 rows of one person in a group and 2^40 people. {@code State.md} beside this class has the arithmetic.
 */
final class Ranges {
    /** Every bound in whole units is smaller than this: 2^40 people then add up to less than 2^126. */
    private static final BigInteger BOUND_LIMIT = BigInteger.ONE.shiftLeft(86);

    /** Bits that maxRows·reach^power may have: another 2^31 rows, and 2 more bits, still fit. */
    private static final int PRODUCT_BITS = 80;

    private Ranges() {}

    static void check(BigInteger low, BigInteger high) {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("low must be at most high");
        }
        if (low.abs().max(high.abs()).compareTo(BOUND_LIMIT) >= 0) {
            throw new IllegalArgumentException(
                    "low and high must be more than -2^86 and less than 2^86 whole units of the column");
        }
    }

    static void checkRows(long maxRows) {
        if (maxRows < 1 || maxRows > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxRows must be between 1 and 2147483647");
        }
    }

    /** The least number of bits to drop from a range so that maxRows·range^power has at most 80 bits. */
    static int coarse(BigInteger range, long maxRows, int power) {
        int rowBits = Long.SIZE - Long.numberOfLeadingZeros(maxRows);
        int allowed = (PRODUCT_BITS - rowBits) / power;
        return Math.max(0, range.bitLength() - allowed);
    }

    static BigInteger clamp(BigInteger value, BigInteger low, BigInteger high) {
        return value.max(low).min(high);
    }

    /** y = trunc((2·clamp(q) − (low+high)) / 2^coarse). */
    static BigInteger deviation(BigInteger q, BigInteger low, BigInteger high, int coarse) {
        return clamp(q, low, high).shiftLeft(1).subtract(low.add(high)).divide(BigInteger.ONE.shiftLeft(coarse));
    }

    /** trunc(value·2^shift / rows): toward zero, and 0 without rows. */
    static BigInteger scaled(BigInteger value, int shift, BigInteger rows) {
        if (rows.signum() == 0) {
            return BigInteger.ZERO;
        }
        return shift >= 0 ? value.shiftLeft(shift).divide(rows) : value.divide(rows.shiftLeft(-shift));
    }

    /** trunc(min(rows, maxRows)·sum·2^shift / rows): what a person's sum over so many rows weighs. */
    static BigInteger weighed(BigInteger sum, int rows, long maxRows, int shift) {
        return scaled(sum.multiply(BigInteger.valueOf(Math.min(rows, maxRows))), shift, BigInteger.valueOf(rows));
    }

    static Rational power(int exponent) {
        return exponent >= 0
                ? Rational.of(BigInteger.ONE.shiftLeft(exponent))
                : new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(-exponent));
    }
}
