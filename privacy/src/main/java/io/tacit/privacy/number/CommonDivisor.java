package io.tacit.privacy.number;

import java.math.BigInteger;

/**
 * The greatest common divisor, which every fraction is brought to lowest terms with.
 *
 * <p>Most denominators are powers of two (doubles, grids) or fit a {@code long} (decimals, shares of a budget), and have
 * it in fewer steps than integers of any length.
 */
final class CommonDivisor {
    private static final int LONG_BITS = 63;

    private CommonDivisor() {}

    /**
     * The greatest integer that divides both.
     *
     * @param denominator not 0
     * @return more than 0; the distance of {@code denominator} from 0 where {@code numerator} is 0
     */
    static BigInteger of(BigInteger numerator, BigInteger denominator) {
        if (numerator.signum() == 0) {
            return denominator.abs();
        }
        int twos = denominator.getLowestSetBit();
        if (denominator.signum() > 0 && denominator.bitLength() == twos + 1) {
            return BigInteger.ONE.shiftLeft(Math.min(twos, numerator.getLowestSetBit()));
        }
        if (numerator.bitLength() <= LONG_BITS && denominator.bitLength() <= LONG_BITS) {
            return ofLongs(numerator, denominator);
        }
        return numerator.gcd(denominator);
    }

    private static BigInteger ofLongs(BigInteger numerator, BigInteger denominator) {
        long a = numerator.longValue();
        long b = denominator.longValue();
        if (a == Long.MIN_VALUE || b == Long.MIN_VALUE) {
            // Their distance from 0 fits no long.
            return numerator.gcd(denominator);
        }
        a = Math.abs(a);
        b = Math.abs(b);
        int twos = Math.min(Long.numberOfTrailingZeros(a), Long.numberOfTrailingZeros(b));
        a >>= Long.numberOfTrailingZeros(a);
        while (b != 0) {
            b >>= Long.numberOfTrailingZeros(b);
            long less = Math.min(a, b);
            b = Math.max(a, b) - less;
            a = less;
        }
        return BigInteger.valueOf(a).shiftLeft(twos);
    }
}
