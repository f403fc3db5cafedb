package io.tacit.privacy.number;

import java.math.BigInteger;

/**
 * e^(−x) in integers: numbers are counted in units of 2^(−bits), and every result is within {@link #error} units of the
 * true one.
 *
 * <p>For choices that must be exact: a caller that compares with such a result takes the error into account and asks
 * for more bits when it matters. The proof is in {@code ExponentialTable.md} beside this class.
 */
public final class ExponentialTable {
    /** Bits that are looked up at a time, and how often. */
    private static final int STEP = 8;

    private static final int STEPS = 4;

    /** More than the rounding of a product of so many factors loses. */
    private static final int GUARD = 32;

    private static final int MASK = (1 << STEP) - 1;

    private final int bits;
    private final BigInteger one;
    private final BigInteger logarithmOfTwo;
    private final BigInteger[][] powers = new BigInteger[STEPS][1 << STEP];

    /**
     * A table.
     *
     * @param bits after the point, between 64 and 65536
     * @throws IllegalArgumentException for any other number
     */
    public ExponentialTable(int bits) {
        if (bits < 64 || bits > 65_536) {
            throw new IllegalArgumentException("bits must be between 64 and 65536");
        }
        this.bits = bits;
        one = BigInteger.ONE.shiftLeft(bits);
        logarithmOfTwo = logarithmOfTwo(bits + GUARD).shiftRight(GUARD);
        int guarded = bits + GUARD;
        for (int step = 0; step < STEPS; step++) {
            BigInteger factor = series(BigInteger.ONE.shiftLeft(guarded - STEP * (step + 1)), guarded);
            BigInteger power = BigInteger.ONE.shiftLeft(guarded);
            for (int i = 0; i <= MASK; i++) {
                powers[step][i] = power.shiftRight(GUARD);
                power = power.multiply(factor).shiftRight(guarded);
            }
        }
    }

    /** Digits after the point. */
    public int bits() {
        return bits;
    }

    /** One, in units. */
    public BigInteger one() {
        return one;
    }

    /** By how many units a result may differ from e^(−x), for the x that is given or one that is smaller by a unit. */
    public long error() {
        return 4L * bits;
    }

    /**
     * e^(−x), 0 for a large x and exactly one for 0.
     *
     * @param x in units, at least 0
     * @throws IllegalArgumentException for a negative one
     */
    public BigInteger exponentialOfNegative(BigInteger x) {
        if (x.signum() < 0) {
            throw new IllegalArgumentException("x must be at least 0");
        }
        if (x.bitLength() > bits + Integer.SIZE - 1) {
            return BigInteger.ZERO;
        }
        BigInteger[] parts = x.divideAndRemainder(logarithmOfTwo);
        if (parts[0].bitLength() > Integer.SIZE - 1 || parts[0].intValueExact() > bits) {
            return BigInteger.ZERO;
        }
        BigInteger rest = parts[1];
        BigInteger result = one;
        for (int step = 0; step < STEPS; step++) {
            int index = rest.shiftRight(bits - STEP * (step + 1)).intValue() & MASK;
            if (index != 0) {
                result = result.equals(one)
                        ? powers[step][index]
                        : result.multiply(powers[step][index]).shiftRight(bits);
            }
        }
        BigInteger small =
                rest.and(BigInteger.ONE.shiftLeft(bits - STEP * STEPS).subtract(BigInteger.ONE));
        if (small.signum() != 0) {
            result = result.multiply(series(small, bits)).shiftRight(bits);
        }
        return result.shiftRight(parts[0].intValueExact());
    }

    /** e^(−y) = 1 − y + y²/2 − … for y in [0, 2^-8], with so many bits. */
    private static BigInteger series(BigInteger y, int bits) {
        BigInteger sum = BigInteger.ONE.shiftLeft(bits).subtract(y);
        BigInteger term = y;
        for (int k = 2; term.signum() != 0; k++) {
            term = term.multiply(y).shiftRight(bits).divide(BigInteger.valueOf(k));
            sum = (k & 1) == 0 ? sum.add(term) : sum.subtract(term);
        }
        return sum;
    }

    /** ln 2 = 2·artanh(1/3) = 2·(1/3 + 1/3³/3 + 1/3⁵/5 + …), with so many bits, rounded down. */
    private static BigInteger logarithmOfTwo(int bits) {
        BigInteger nine = BigInteger.valueOf(9);
        BigInteger power = BigInteger.ONE.shiftLeft(bits + 1).divide(BigInteger.valueOf(3));
        BigInteger sum = BigInteger.ZERO;
        for (int k = 1; power.signum() != 0; k += 2) {
            sum = sum.add(power.divide(BigInteger.valueOf(k)));
            power = power.divide(nine);
        }
        return sum;
    }
}
