package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The steepest probabilities π(0) = 0, π(1), π(2), … that neighbours (e, d)-differentially private choices may have:
 * π(n) = min{e^e·π(n−1) + d, 1 − e^(−e)·(1 − π(n−1) − d), 1}, in closed form.
 *
 * <p>Source: Desfontaines, Voss, Gipson and Mandayam, "Differentially private partition selection" (2022). Every value
 * is enclosed between decimals, never rounded in an unknown direction. The proof is in
 * {@code TruncatedGeometricSeries.md} beside this class.
 */
public final class TruncatedGeometricSeries {
    private static final int SHARE_DIGITS = 40;
    private static final int GUARD_DIGITS = 20;
    private static final double LOG10_OF_2 = 0.30103;

    /** Beyond it e^x is no finite double. */
    private static final double LARGEST_EXPONENT = 700;

    /** Beyond it differences in floating point would cancel too much. */
    private static final double LARGEST_FIXED_POINT = 1000;

    private static final Enclosure ONE = new Enclosure(BigDecimal.ONE, BigDecimal.ONE);

    private final Rational e;
    private final Rational d;
    private final BigInteger turn;
    private final BigInteger certain;

    /**
     * A series.
     *
     * @param e more than 0
     * @param d more than 0 and less than 1
     * @throws IllegalArgumentException for others
     */
    public TruncatedGeometricSeries(Rational e, Rational d) {
        if (e.signum() <= 0) {
            throw new IllegalArgumentException("e must be more than 0");
        }
        if (d.signum() <= 0 || d.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("d must be more than 0 and less than 1");
        }
        this.e = e;
        this.d = d;
        turn = turn();
        BigInteger far = turn.shiftLeft(1).add(BigInteger.valueOf(4));
        certain = after(far, SHARE_DIGITS).low().signum() >= 0 ? far : BigInteger.ZERO;
    }

    /**
     * 1 − (1−δ)^(1/parts) rounded down to 40 digits: a part that so many steps may fail with together.
     *
     * @param delta more than 0 and less than 1
     * @param parts at least 1
     */
    public static Rational shareDown(Rational delta, long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return Rational.of(Enclosure.minusLogarithmOfOneMinus(delta, SHARE_DIGITS)
                .dividedBy(Enclosure.of(Rational.of(parts), SHARE_DIGITS), SHARE_DIGITS)
                .oneMinusExponentialOfNegative(SHARE_DIGITS)
                .low());
    }

    /**
     * π(n) in parts of 2^−bits: at most 2^bits·π(n), and more than 2^bits·π(n) − 2.
     *
     * @param n at least 0
     * @param bits at least 1
     */
    public BigInteger scaledDown(BigInteger n, int bits) {
        if (n.signum() < 0) {
            throw new IllegalArgumentException("n must be at least 0");
        }
        BigInteger whole = BigInteger.ONE.shiftLeft(bits);
        if (n.signum() == 0) {
            return BigInteger.ZERO;
        }
        if (certain.signum() > 0 && n.compareTo(certain) >= 0) {
            return whole;
        }
        BigDecimal factor = new BigDecimal(whole);
        for (int digits = (int) (bits * LOG10_OF_2) + GUARD_DIGITS; ; digits *= 2) {
            Enclosure value = enclosed(n, digits);
            if (value.high().subtract(value.low()).multiply(factor).compareTo(BigDecimal.ONE) < 0) {
                return value.low()
                        .multiply(factor)
                        .setScale(0, RoundingMode.FLOOR)
                        .toBigInteger()
                        .max(BigInteger.ZERO);
            }
        }
    }

    /**
     * π(n) in floating point, off by less than 10^-9; NaN where floating point does not reach.
     *
     * @param n at least 0
     */
    public double near(BigInteger n) {
        double step = e.toDoubleNearest();
        double share = d.toDoubleNearest();
        double growth = n.min(turn).doubleValue() * step;
        double fixed = share / Math.expm1(step);
        if (!(growth < LARGEST_EXPONENT) || share < Double.MIN_NORMAL || !(fixed < LARGEST_FIXED_POINT)) {
            return Double.NaN;
        }
        double reached = share * (Math.expm1(growth) / Math.expm1(step));
        double beyond = n.subtract(turn).max(BigInteger.ZERO).doubleValue() * step;
        return Math.min(1, reached - (1 - reached + fixed) * Math.expm1(-beyond));
    }

    /** π(n) for n ≥ 1, never above 1. */
    private Enclosure enclosed(BigInteger n, int digits) {
        if (n.compareTo(turn) <= 0) {
            return before(n, digits);
        }
        Enclosure aboveOne = after(n, digits);
        return new Enclosure(
                BigDecimal.ONE.add(aboveOne.low()).min(BigDecimal.ONE),
                BigDecimal.ONE.add(aboveOne.high()).min(BigDecimal.ONE));
    }

    /** d·expm1(n·e)/expm1(e) = d·(1 − e^(−ne))/((1 − e^(−e))·e^(−(n−1)e)). */
    private Enclosure before(BigInteger n, int digits) {
        Enclosure growth = distance(n, digits).oneMinusExponentialOfNegative(digits);
        Enclosure decay = distance(n.subtract(BigInteger.ONE), digits).exponentialOfNegative(digits);
        return times(Enclosure.of(d, digits), growth)
                .dividedBy(first(digits), digits)
                .dividedBy(decay, digits);
    }

    /** π(n) − 1 where it is not cut off at 0: D·(1 − e^(−je)) − (1 − π(turn))·e^(−je), D = d/expm1(e), j = n − turn. */
    private Enclosure after(BigInteger n, int digits) {
        BigInteger j = n.subtract(turn);
        Enclosure reached = before(turn, digits);
        Enclosure missing = new Enclosure(
                BigDecimal.ONE.subtract(reached.high()).max(BigDecimal.ZERO), BigDecimal.ONE.subtract(reached.low()));
        Enclosure decay = distance(j, digits).exponentialOfNegative(digits);
        Enclosure gained = times(
                times(Enclosure.of(d, digits), distance(BigInteger.ONE, digits).exponentialOfNegative(digits))
                        .dividedBy(first(digits), digits),
                distance(j, digits).oneMinusExponentialOfNegative(digits));
        Enclosure left = times(missing, decay);
        return new Enclosure(gained.low().subtract(left.high()), gained.high().subtract(left.low()));
    }

    /** 1 + ⌊log1p(tanh(e/2)·(1/d − 1))/e⌋, the last n of the growing part. */
    private BigInteger turn() {
        for (int digits = SHARE_DIGITS; ; digits *= 2) {
            // 1 + tanh(e/2)·(1/d − 1), tanh(e/2) = (1 − e^(−e))/(1 + e^(−e)).
            Enclosure decay = distance(BigInteger.ONE, digits).exponentialOfNegative(digits);
            Enclosure tangent = first(digits).dividedBy(ONE.plus(decay, digits), digits);
            Enclosure excess =
                    times(tangent, Enclosure.of(Rational.ONE.dividedBy(d).minus(Rational.ONE), digits));
            Enclosure logarithm = excess.high().compareTo(BigDecimal.ONE) <= 0
                    ? excess.logarithmOfOnePlus(digits)
                    : ONE.plus(excess, digits).logarithm(digits);
            BigInteger low = Rational.of(logarithm.low()).dividedBy(e).floor();
            BigInteger high = Rational.of(logarithm.high()).dividedBy(e).floor();
            if (low.equals(high)) {
                return low.add(BigInteger.ONE);
            }
        }
    }

    private Enclosure first(int digits) {
        return distance(BigInteger.ONE, digits).oneMinusExponentialOfNegative(digits);
    }

    private Enclosure distance(BigInteger n, int digits) {
        return Enclosure.of(e.times(Rational.of(n)), digits);
    }

    /** The exact product of the ends of two numbers that are not negative: a few digits more, nothing lost. */
    private static Enclosure times(Enclosure one, Enclosure other) {
        return new Enclosure(one.low().multiply(other.low()), one.high().multiply(other.high()));
    }
}
