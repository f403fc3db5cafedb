package io.tacit.privacy.audit;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * A real number of at least 0 between two multiples of 2^−{@value #BITS}. Written for the tester, from integers alone,
 * so that a mistake in the library's own enclosures is not repeated when their results are checked.
 *
 * @param low at most the number
 * @param high at least the number
 */
record Between(BigInteger low, BigInteger high) {
    private static final int BITS = 384;
    private static final BigInteger UNIT = BigInteger.ONE.shiftLeft(BITS);

    static final Between ONE = new Between(UNIT, UNIT);
    static final Between ZERO = new Between(BigInteger.ZERO, BigInteger.ZERO);

    static Between of(Rational value) {
        BigInteger[] parts = value.numerator().shiftLeft(BITS).divideAndRemainder(value.denominator());
        return new Between(parts[0], parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE));
    }

    Between plus(Between other) {
        return new Between(low.add(other.low), high.add(other.high));
    }

    /** The difference, at least 0: a negative one becomes 0. */
    Between minus(Between other) {
        return new Between(
                low.subtract(other.high).max(BigInteger.ZERO),
                high.subtract(other.low).max(BigInteger.ZERO));
    }

    Between times(Between other) {
        return new Between(low.multiply(other.low).shiftRight(BITS), up(high.multiply(other.high), UNIT));
    }

    /** The quotient; the divisor is more than 0. */
    Between dividedBy(Between other) {
        return new Between(low.shiftLeft(BITS).divide(other.high), up(high.shiftLeft(BITS), other.low));
    }

    Between power(long exponent) {
        Between result = ONE;
        Between square = this;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            result = (rest & 1) == 1 ? result.times(square) : result;
            square = rest > 1 ? square.times(square) : square;
        }
        return result;
    }

    /** e^(−x), from the series of e^y with y = x/2^m below ½ and m squarings. */
    static Between exponentialOfNegative(Rational x) {
        int halvings = Math.max(0, x.ceil().bitLength() + 1);
        Between y = of(x.dividedBy(Rational.of(BigInteger.ONE.shiftLeft(halvings))));
        Between sum = ONE;
        Between term = ONE;
        for (long n = 1; term.high.compareTo(BigInteger.ONE) > 0; n++) {
            term = term.times(y).dividedBy(of(Rational.of(n)));
            sum = sum.plus(term);
        }
        // What is left out is less than the last term, as each one is less than half of the one before.
        Between power =
                ONE.dividedBy(new Between(sum.low, sum.high.add(term.high).add(BigInteger.ONE)));
        for (int i = 0; i < halvings; i++) {
            power = power.times(power);
        }
        return power;
    }

    /** Whether it surely is at most another. */
    boolean isAtMost(Between other) {
        return high.compareTo(other.low) <= 0;
    }

    /** About the middle, for messages. */
    double toDouble() {
        return new Rational(low.add(high), UNIT.shiftLeft(1)).toDoubleNearest();
    }

    private static BigInteger up(BigInteger numerator, BigInteger denominator) {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
    }
}
