package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact fraction, always in lowest terms and with a positive denominator.
 *
 * <p>There is no way to a {@code double} but those whose names say how they round.
 *
 * @param numerator any integer
 * @param denominator more than 0
 */
public record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {
    public static final Rational ZERO = of(0);
    public static final Rational ONE = of(1);

    /** A decimal such as 1e999999999 is short to write and too long to compute with. */
    private static final int LARGEST_DECIMAL_SCALE = 10_000;

    /** Every integer of so many bits is a double. */
    private static final int DOUBLE_BITS = 53;

    /** With a quotient of about 2^121 that is shifted by less, the result lies between 2^-800 and 2^1022. */
    private static final int NORMAL_SHIFT = 900;

    /** Brings the fraction to lowest terms. */
    public Rational {
        if (denominator.signum() == 0) {
            throw new IllegalArgumentException("denominator must not be 0");
        }
        // Whole numbers, which most are, have no divisor to look for.
        if (!denominator.equals(BigInteger.ONE)) {
            BigInteger divisor = CommonDivisor.of(numerator, denominator);
            if (denominator.signum() < 0) {
                divisor = divisor.negate();
            }
            if (!divisor.equals(BigInteger.ONE)) {
                numerator = numerator.divide(divisor);
                denominator = denominator.divide(divisor);
            }
        }
    }

    /** A whole number. */
    public static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    /**
     * A fraction.
     *
     * @throws IllegalArgumentException when the denominator is 0
     */
    public static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /** A whole number. */
    public static Rational of(BigInteger value) {
        return new Rational(value, BigInteger.ONE);
    }

    /**
     * The decimal's exact value.
     *
     * @throws IllegalArgumentException when it has an exponent beyond ±10000
     */
    public static Rational of(BigDecimal value) {
        if (value.scale() > LARGEST_DECIMAL_SCALE || value.scale() < -LARGEST_DECIMAL_SCALE) {
            throw new IllegalArgumentException("value must have an exponent between -10000 and 10000");
        }
        return value.scale() >= 0
                ? new Rational(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : of(value.unscaledValue().multiply(BigInteger.TEN.pow(-value.scale())));
    }

    /**
     * The double's exact value, a multiple of a power of two.
     *
     * @throws IllegalArgumentException for NaN and infinities
     */
    public static Rational ofExact(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite");
        }
        if (value == 0) {
            return ZERO;
        }
        long bits = Double.doubleToRawLongBits(value);
        // A subnormal has no leading one, and the exponent of the least normal double.
        int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - (DOUBLE_BITS - 1);
        long digits = bits & (1L << DOUBLE_BITS - 1) - 1;
        if (Math.getExponent(value) >= Double.MIN_EXPONENT) {
            digits |= 1L << DOUBLE_BITS - 1;
        }
        BigInteger whole = BigInteger.valueOf(value < 0 ? -digits : digits);
        return exponent >= 0 ? of(whole.shiftLeft(exponent)) : new Rational(whole, BigInteger.ONE.shiftLeft(-exponent));
    }

    /** The sum. */
    public Rational plus(Rational other) {
        return new Rational(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    /** The difference. */
    public Rational minus(Rational other) {
        return plus(other.negate());
    }

    /** The product. */
    public Rational times(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /**
     * The quotient.
     *
     * @throws IllegalArgumentException when the other is 0
     */
    public Rational dividedBy(Rational other) {
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    /** The number with the other sign. */
    public Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    /** The distance from 0. */
    public Rational abs() {
        return signum() < 0 ? negate() : this;
    }

    /** The smaller of two. */
    public Rational min(Rational other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** The larger of two. */
    public Rational max(Rational other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** −1, 0 or 1 like the number. */
    public int signum() {
        return numerator.signum();
    }

    /** The largest integer that is not larger. */
    public BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** The smallest integer that is not smaller. */
    public BigInteger ceil() {
        return negate().floor().negate();
    }

    /** The least double that is not smaller; infinite beyond the largest. */
    public double toDoubleUp() {
        double near = toDoubleNearest();
        return near == Double.POSITIVE_INFINITY
                        || near != Double.NEGATIVE_INFINITY && ofExact(near).compareTo(this) >= 0
                ? near
                : Math.nextUp(near);
    }

    /** The largest double that is not larger; infinite beyond the least. */
    public double toDoubleDown() {
        // Adding 0.0 makes −0.0 a plain zero.
        return -negate().toDoubleUp() + 0.0;
    }

    /** A nearest double. */
    public double toDoubleNearest() {
        if (numerator.bitLength() <= DOUBLE_BITS && denominator.bitLength() <= DOUBLE_BITS) {
            // Both are doubles, and a quotient of doubles is rounded once.
            return (double) numerator.longValueExact() / denominator.longValueExact();
        }
        // A quotient with 60 bits more than a double holds, and a sticky bit, rounds like the exact one.
        int shift = 120 - (numerator.bitLength() - denominator.bitLength());
        BigInteger scaled = shift >= 0 ? numerator.shiftLeft(shift) : numerator;
        BigInteger divisor = shift >= 0 ? denominator : denominator.shiftLeft(-shift);
        BigInteger[] parts = scaled.divideAndRemainder(divisor);
        BigInteger quotient = parts[0].shiftLeft(1);
        if (parts[1].signum() != 0) {
            quotient = quotient.add(BigInteger.valueOf(numerator.signum()));
        }
        if (Math.abs(shift) < NORMAL_SHIFT) {
            // Far from the ends of doubles, a power of two changes no digit.
            return Math.scalb(quotient.doubleValue(), -shift - 1);
        }
        return new BigDecimal(quotient).multiply(powerOfTwo(-shift - 1)).doubleValue();
    }

    private static BigDecimal powerOfTwo(int exponent) {
        return exponent >= 0
                ? new BigDecimal(BigInteger.ONE.shiftLeft(exponent))
                : new BigDecimal(BigInteger.valueOf(5).pow(-exponent), -exponent);
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE) ? numerator.toString() : numerator + "/" + denominator;
    }
}
