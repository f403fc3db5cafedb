package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Two decimals between which a real number certainly lies.
 *
 * <p>Every operation rounds the lower end down and the upper end up, and adds what a series leaves out to the upper
 * end, so that an enclosure is right whatever the number of digits; more digits only make it narrower. Privacy
 * decisions take the end that is safe, or ask for more digits until both ends agree. The proof is in
 * {@code Enclosure.md} beside this class.
 *
 * @param low at most the number
 * @param high at least the number
 */
record Enclosure(BigDecimal low, BigDecimal high) {
    /** Digits that repeated squaring of e^r may lose: 2^30 squarings' errors are below 10^10. */
    private static final int GUARD = 12;

    /** Beyond this exponent e^(−y) is only known to lie in [0, 10^-400000]. */
    private static final BigDecimal LARGEST_EXPONENT = BigDecimal.valueOf(1_000_000);

    private static final BigDecimal TINY = BigDecimal.ONE.scaleByPowerOfTen(-400_000);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal QUARTER = new BigDecimal("0.25");
    private static final double LOG2_OF_10 = 3.321928094887362;

    /** By number of digits, of which callers use few. */
    private static final Map<Integer, Enclosure> LOGARITHMS_OF_TWO = new ConcurrentHashMap<>();

    Enclosure {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("low must be at most high");
        }
    }

    /** A fraction to so many digits. */
    static Enclosure of(Rational value, int digits) {
        BigDecimal numerator = new BigDecimal(value.numerator());
        BigDecimal denominator = new BigDecimal(value.denominator());
        return new Enclosure(numerator.divide(denominator, down(digits)), numerator.divide(denominator, up(digits)));
    }

    Enclosure negate() {
        return new Enclosure(high.negate(), low.negate());
    }

    Enclosure plus(Enclosure other, int digits) {
        return new Enclosure(low.add(other.low, down(digits)), high.add(other.high, up(digits)));
    }

    /** The quotient of two numbers that are not negative. */
    Enclosure dividedBy(Enclosure positive, int digits) {
        return new Enclosure(low.divide(positive.high, down(digits)), high.divide(positive.low, up(digits)));
    }

    /** e^(−y) for y ≥ 0. */
    Enclosure exponentialOfNegative(int digits) {
        return new Enclosure(
                high.compareTo(LARGEST_EXPONENT) > 0
                        ? BigDecimal.ZERO
                        : BigDecimal.ONE.divide(exponentialUp(high, digits), down(digits)),
                low.compareTo(LARGEST_EXPONENT) > 0
                        ? TINY
                        : BigDecimal.ONE.divide(exponentialDown(low, digits), up(digits)));
    }

    /** 1 − e^(−y) for y ≥ 0, without loss of digits for small y. */
    Enclosure oneMinusExponentialOfNegative(int digits) {
        if (high.compareTo(QUARTER) > 0) {
            Enclosure rest = exponentialOfNegative(digits);
            return new Enclosure(
                    BigDecimal.ONE.subtract(rest.high, down(digits)), BigDecimal.ONE.subtract(rest.low, up(digits)));
        }
        // 1 − e^(−y) = (e^y − 1)·e^(−y), and e^y − 1 is a series of positive terms.
        Enclosure growth = new Enclosure(seriesDown(low, digits), seriesUp(high, digits));
        Enclosure decay = exponentialOfNegative(digits);
        return new Enclosure(
                growth.low.multiply(decay.low, down(digits)), growth.high.multiply(decay.high, up(digits)));
    }

    /** ln of a positive number. */
    Enclosure logarithm(int digits) {
        return new Enclosure(logarithm(low, down(digits)), logarithm(high, up(digits)));
    }

    /** ln(1 + x) for x in [0, 1], without loss of digits for small x. */
    Enclosure logarithmOfOnePlus(int digits) {
        // ln(1+x) = 2·artanh(x/(2+x)).
        BigDecimal least = low.divide(TWO.add(low, up(digits)), down(digits));
        BigDecimal largest = high.divide(TWO.add(high, down(digits)), up(digits));
        return twice(artanhDown(least, digits), artanhUp(largest, digits), digits);
    }

    /** −ln(1 − x) for a fraction x in (0, 1), without loss of digits for small x. */
    static Enclosure minusLogarithmOfOneMinus(Rational x, int digits) {
        if (x.compareTo(Rational.of(1, 2)) > 0) {
            return of(Rational.ONE.minus(x), digits).logarithm(digits).negate();
        }
        // −ln(1−x) = 2·artanh(x/(2−x)).
        Enclosure z = of(x.dividedBy(Rational.of(2).minus(x)), digits);
        return twice(artanhDown(z.low, digits), artanhUp(z.high, digits), digits);
    }

    /** The least double that is at least the upper end. */
    double toDoubleUp() {
        double near = high.doubleValue();
        return Double.isInfinite(near) || new BigDecimal(near).compareTo(high) >= 0 ? near : Math.nextUp(near);
    }

    private static BigDecimal exponentialDown(BigDecimal y, int digits) {
        MathContext guarded = down(digits + GUARD);
        int halvings = halvings(y);
        BigDecimal part = y.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings)), guarded);
        BigDecimal power = BigDecimal.ONE.add(seriesDown(part, digits + GUARD), guarded);
        for (int i = 0; i < halvings; i++) {
            power = power.multiply(power, guarded);
        }
        return power;
    }

    private static BigDecimal exponentialUp(BigDecimal y, int digits) {
        MathContext guarded = up(digits + GUARD);
        int halvings = halvings(y);
        BigDecimal part = y.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings)), guarded);
        BigDecimal power = BigDecimal.ONE.add(seriesUp(part, digits + GUARD), guarded);
        for (int i = 0; i < halvings; i++) {
            power = power.multiply(power, guarded);
        }
        return power;
    }

    /** So many that the series converges fast. */
    private static int halvings(BigDecimal y) {
        return Math.max(0, 8 + magnitude(y));
    }

    /** At most e^y − 1 = y + y²/2 + … for y in [0, 1/2]. */
    private static BigDecimal seriesDown(BigDecimal y, int digits) {
        return series(y, digits, down(digits)).sum();
    }

    /** At least e^y − 1; the rest after a term is below that term. */
    private static BigDecimal seriesUp(BigDecimal y, int digits) {
        MathContext up = up(digits);
        Partial partial = series(y, digits, up);
        return partial.sum().add(partial.last(), up);
    }

    /** The first terms of a series and the last of them, all rounded one way. */
    private record Partial(BigDecimal sum, BigDecimal last) {}

    private static Partial series(BigDecimal y, int digits, MathContext rounded) {
        BigDecimal enough = y.scaleByPowerOfTen(-digits);
        BigDecimal sum = y;
        BigDecimal term = y;
        for (int k = 2; term.compareTo(enough) > 0; k++) {
            term = term.multiply(y, rounded).divide(BigDecimal.valueOf(k), rounded);
            sum = sum.add(term, rounded);
        }
        return new Partial(sum, term);
    }

    /** At most artanh z = z + z³/3 + z⁵/5 + … for z in [0, 1/2]. */
    private static BigDecimal artanhDown(BigDecimal z, int digits) {
        return artanh(z, digits, down(digits)).sum();
    }

    /** At least artanh z; the rest after a term is below the power of z in that term. */
    private static BigDecimal artanhUp(BigDecimal z, int digits) {
        MathContext up = up(digits);
        Partial partial = artanh(z, digits, up);
        return partial.sum().add(partial.last(), up);
    }

    /** The last is the power of z in the last term. */
    private static Partial artanh(BigDecimal z, int digits, MathContext rounded) {
        BigDecimal square = z.multiply(z, rounded);
        BigDecimal enough = z.scaleByPowerOfTen(-digits);
        BigDecimal sum = z;
        BigDecimal power = z;
        for (int k = 3; power.compareTo(enough) > 0; k += 2) {
            power = power.multiply(square, rounded);
            sum = sum.add(power.divide(BigDecimal.valueOf(k), rounded), rounded);
        }
        return new Partial(sum, power);
    }

    /**
     * At most ln v = k·ln 2 + 2·artanh((c−1)/(c+1)) with v = c·2^k and c near 1, or at least, as the context rounds. Each
     * end of an enclosure needs one end of each part alone, and a series costs more than all else here.
     */
    private static BigDecimal logarithm(BigDecimal v, MathContext rounded) {
        int k = magnitude(v);
        BigDecimal power = new BigDecimal(BigInteger.ONE.shiftLeft(Math.abs(k)));
        BigDecimal near = nearOne(k >= 0 ? v.divide(power, rounded) : v.multiply(power, rounded), rounded);
        Enclosure two = LOGARITHMS_OF_TWO.computeIfAbsent(rounded.getPrecision(), Enclosure::logarithmOfTwo);
        boolean low = rounded.getRoundingMode() == RoundingMode.FLOOR;
        BigDecimal end = low == (k >= 0) ? two.low : two.high;
        return end.multiply(BigDecimal.valueOf(k), rounded).add(near, rounded);
    }

    /** ln 2 = 2·artanh(1/3). */
    private static Enclosure logarithmOfTwo(int digits) {
        Enclosure third = of(Rational.of(1, 3), digits);
        return twice(artanhDown(third.low, digits), artanhUp(third.high, digits), digits);
    }

    /** At most ln c = 2·artanh((c−1)/(c+1)) for c in [1/3, 3], or at least, as the context rounds. */
    private static BigDecimal nearOne(BigDecimal c, MathContext rounded) {
        int digits = rounded.getPrecision();
        boolean low = rounded.getRoundingMode() == RoundingMode.FLOOR;
        boolean negative = c.compareTo(BigDecimal.ONE) < 0;
        // What is subtracted is rounded the other way: the lower end of a negative number has the larger size.
        boolean small = low != negative;
        MathContext size = small ? down(digits) : up(digits);
        BigDecimal z = c.subtract(BigDecimal.ONE).abs().divide(c.add(BigDecimal.ONE), size);
        BigDecimal half = small ? artanhDown(z, digits) : artanhUp(z, digits);
        BigDecimal twice = half.multiply(TWO, size);
        return negative ? twice.negate() : twice;
    }

    /** About log2 of a number that is not negative: c = v/2^k lies in [1/3, 3]; 0 has a magnitude of nothing. */
    private static int magnitude(BigDecimal v) {
        if (v.signum() == 0) {
            return -8;
        }
        double leading = v.unscaledValue().bitLength() - 0.5;
        return (int) Math.round(leading - v.scale() * LOG2_OF_10);
    }

    private static Enclosure twice(BigDecimal low, BigDecimal high, int digits) {
        return new Enclosure(low.multiply(TWO, down(digits)), high.multiply(TWO, up(digits)));
    }

    private static MathContext down(int digits) {
        return new MathContext(digits, RoundingMode.FLOOR);
    }

    private static MathContext up(int digits) {
        return new MathContext(digits, RoundingMode.CEILING);
    }
}
