package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * An upper bound of the upper tail of the discrete Gaussian law P(Z = z) ∝ e^(−z²/2σ²): P(Z ≥ k) ≤ T(k) =
 * e^(−k²/2σ²)/(1 − e^(−(2k+1)/2σ²))/max(1, σ√(2π)) for k ≥ 0.
 *
 * <p>A solution in doubles, refined by Newton's method on enclosures of ln T where k is large, finds the integer; the
 * answer always satisfies the inequality with everything rounded to the safe side. The proof is in
 * {@code GaussianTails.md} beside this class.
 */
public final class GaussianTails {
    private static final int DIGITS = 24;

    /** The most digits of an enclosure; if they do not decide between two integers, the larger one is taken. */
    private static final int MOST_DIGITS = 200;

    /** Newton's steps at most; each doubles the digits that are right. */
    private static final int STEPS = 16;

    /** The size in bits below which the guess in doubles is the least integer or next to it. */
    private static final int SURE_BITS = 44;

    /** The largest k/σ that is searched: e^(−x²/2) is below 10^-300 there. */
    private static final double LARGEST_QUOTIENT = 80;

    private static final int HALVINGS = 60;
    private static final double LARGE = 1e140;

    /** π, rounded down: a smaller one makes T larger. */
    private static final BigDecimal PI_DOWN = new BigDecimal("3.14159265358979323846264338327950288419716939937510");

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final Enclosure ONE = new Enclosure(BigDecimal.ONE, BigDecimal.ONE);

    /**
     * Doubles decide where ln T(k) − ln p is farther from 0 than this; their error is below 10^-11 where they are used.
     */
    private static final double MARGIN = 1e-9;

    private static final RecentTails FOUND = new RecentTails();

    private GaussianTails() {}

    /**
     * The least integer k ≥ 0 with T(k) ≤ p; of variances beyond 10^300 possibly a slightly larger one.
     *
     * @param variance σ², more than 0
     * @param probability p, in (0, 1)
     * @throws IllegalArgumentException for an argument out of range
     */
    public static BigInteger leastWithTailAtMost(Rational variance, Rational probability) {
        Tails.checkProbability("probability", probability);
        checkVariance(variance);
        return FOUND.of(variance, probability, 0, () -> least(variance, digits -> Enclosure.of(probability, digits)));
    }

    /**
     * The least integer k ≥ 0 with T(k) ≤ 1 − (1−δ)^(1/parts): the share of each of {@code parts} independent events of
     * which none may happen with probability 1 − δ; of variances beyond 10^300 possibly a slightly larger one.
     *
     * @param variance σ², more than 0
     * @param delta δ, in (0, 1)
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public static BigInteger leastWithTailAtMostShare(Rational variance, Rational delta, long parts) {
        Tails.checkProbability("delta", delta);
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        checkVariance(variance);
        return FOUND.of(variance, delta, parts, () -> least(variance, digits -> Tails.share(delta, parts, digits)));
    }

    /**
     * T(k), or slightly more; at most 1.
     *
     * @param variance σ², more than 0
     * @param k at least 0
     * @throws IllegalArgumentException for an argument out of range
     */
    public static double tailUp(Rational variance, BigInteger k) {
        checkVariance(variance);
        if (k.signum() < 0) {
            throw new IllegalArgumentException("k must be at least 0");
        }
        BigDecimal exponent = new Tail(variance, ONE, DIGITS).excess(k).high().negate();
        return exponent.signum() <= 0
                ? 1
                : new Enclosure(exponent, exponent)
                        .exponentialOfNegative(DIGITS)
                        .toDoubleUp();
    }

    private static BigInteger least(Rational variance, IntFunction<Enclosure> probability) {
        // The digits of k before the point, and 24 more.
        int digits = Math.min(MOST_DIGITS, DIGITS + variance.floor().bitLength() / 6);
        Tail tail = new Tail(variance, probability.apply(digits), digits);
        BigInteger k = tail.guess();
        for (int i = 0; i < STEPS && k.bitLength() > SURE_BITS; i++) {
            BigInteger step = tail.step(k);
            k = k.add(step).max(BigInteger.ZERO);
            if (step.bitLength() <= 1) {
                break;
            }
        }
        // Where Newton did not end at the least, doubled strides find it.
        BigInteger stride = BigInteger.ONE;
        while (!tail.isAtMost(k)) {
            k = k.add(stride);
            stride = stride.shiftLeft(1);
        }
        BigInteger with = k;
        BigInteger without = k;
        stride = BigInteger.ONE;
        while (without.signum() >= 0 && tail.isAtMost(without)) {
            with = without;
            without = with.subtract(stride).max(BigInteger.ONE.negate());
            stride = stride.shiftLeft(1);
        }
        while (with.subtract(without).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = without.add(with).shiftRight(1);
            if (tail.isAtMost(middle)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return with;
    }

    private static void checkVariance(Rational variance) {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
    }

    /** ln T(k) − ln p; in doubles first, and what is expensive only if they leave it open. */
    private static final class Tail {
        private final Rational variance;
        private final Enclosure probability;
        private final int digits;
        private final double sigma;
        private final double constant;
        private final boolean doubles;
        private @Nullable Enclosure rest;

        Tail(Rational variance, Enclosure probability, int digits) {
            this.variance = variance;
            this.probability = probability;
            this.digits = digits;
            double exact = Math.sqrt(variance.toDoubleNearest());
            double p = probability.low().doubleValue();
            sigma = Math.max(1 / LARGE, Math.min(LARGE, exact));
            constant = Math.log(Math.max(p, Double.MIN_NORMAL)) + Math.log(Math.max(1, sigma * Math.sqrt(2 * Math.PI)));
            doubles = exact > 1e-3 && exact < LARGE && p > 1e-300;
        }

        /** ln max(1, σ√(2π)) + ln p. */
        private Enclosure rest() {
            Enclosure found = rest;
            if (found == null) {
                BigDecimal normalization = normalization(variance, digits);
                found = new Enclosure(normalization, normalization).plus(probability.logarithm(digits), digits);
                rest = found;
            }
            return found;
        }

        private double inDoubles(double x) {
            return -x * x / 2 - Math.log(-Math.expm1(-(x + 0.5 / sigma) / sigma)) - constant;
        }

        /** ln max(1, σ√(2π)), rounded down. */
        private static BigDecimal normalization(Rational variance, int digits) {
            Rational square = Rational.of(PI_DOWN).times(Rational.of(2)).times(variance);
            return square.compareTo(Rational.ONE) <= 0
                    ? BigDecimal.ZERO
                    : Enclosure.of(square, digits)
                            .logarithm(digits)
                            .low()
                            .divide(TWO, new MathContext(digits, RoundingMode.FLOOR));
        }

        boolean isAtMost(BigInteger k) {
            if (doubles && k.bitLength() <= SURE_BITS) {
                double x = k.doubleValue() / sigma;
                double excess = inDoubles(x);
                if (x < LARGEST_QUOTIENT && Math.abs(excess) > MARGIN) {
                    return excess < 0;
                }
            }
            return excess(k).high().signum() <= 0;
        }

        Enclosure excess(BigInteger k) {
            Rational twice = variance.times(Rational.of(2));
            Enclosure power = Enclosure.of(Rational.of(k.multiply(k)).dividedBy(twice), digits);
            Rational next = Rational.of(k.shiftLeft(1).add(BigInteger.ONE)).dividedBy(twice);
            Enclosure series = Enclosure.of(next, digits)
                    .oneMinusExponentialOfNegative(digits)
                    .logarithm(digits);
            return power.plus(series, digits).plus(rest(), digits).negate();
        }

        /** The solution in doubles, by halving over k/σ: to about 15 digits. */
        BigInteger guess() {
            double low = 0;
            double high = LARGEST_QUOTIENT;
            for (int i = 0; i < HALVINGS; i++) {
                double x = low / 2 + high / 2;
                if (inDoubles(x) > 0) {
                    low = x;
                } else {
                    high = x;
                }
            }
            // √(x²·σ²), rounded up: σ itself may be beyond the doubles.
            Rational x = Rational.ofExact(high);
            return x.times(x).times(variance).floor().sqrt().add(BigInteger.ONE);
        }

        /** Newton's step: minus the excess over its derivative −k/σ² − (1/σ²)/(e^y − 1), y = (2k+1)/2σ². */
        BigInteger step(BigInteger k) {
            BigDecimal excess = excess(k).high();
            double y = Rational.of(k.shiftLeft(1).add(BigInteger.ONE))
                    .dividedBy(variance.times(Rational.of(2)))
                    .toDoubleNearest();
            double inverse = Math.max(1 / Math.expm1(y), 0);
            Rational slope = Rational.of(k).plus(Rational.ofExact(Double.isFinite(inverse) ? inverse : 0));
            return slope.signum() == 0
                    ? BigInteger.ZERO
                    : Rational.of(excess).times(variance).dividedBy(slope).floor();
        }
    }
}
