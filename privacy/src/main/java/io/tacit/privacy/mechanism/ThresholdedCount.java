package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Predicate;

/**
 * The number of people in a group that appears only because that very number, with its noise, reached a threshold τ.
 *
 * <p>Seen numbers are then too large on average, and the plain interval would miss small groups nearly always. This one
 * inverts the law of n + Z given n + Z ≥ τ: it covers n ≥ {@code least} at its confidence among the groups that appear.
 * The proof is in {@code ThresholdedCount.md} beside this class.
 *
 * @param noise of the number of people
 * @param threshold τ
 * @param least the least that the number can be
 */
public record ThresholdedCount(IntegerNoise noise, BigInteger threshold, BigInteger least) {
    /**
     * The number of all people in a group, at least one.
     *
     * @throws IllegalArgumentException for a threshold that empty groups could reach
     */
    public ThresholdedCount(IntegerNoise noise, BigInteger threshold) {
        this(noise, threshold, BigInteger.ONE);
        if (threshold.signum() <= 0) {
            throw new IllegalArgumentException("threshold must be at least 1");
        }
    }

    /**
     * The number of people who have something, perhaps none, where the others were counted with a noise of their own
     * and the sum of both counts reached a threshold: given the noisy number of the others, this count reached the rest
     * of the threshold.
     *
     * @param left the threshold less the noisy number of the others
     */
    public static ThresholdedCount ofPart(IntegerNoise noise, BigInteger left) {
        return new ThresholdedCount(noise, left, BigInteger.ZERO);
    }

    /**
     * The number that was seen, and its interval.
     *
     * @param noisy at least τ
     * @param confidence more than 0 and less than 1
     */
    public DecimalEstimate estimate(BigInteger noisy, double confidence) {
        if (noisy.compareTo(threshold) < 0) {
            throw new IllegalArgumentException("noisy must be at least the threshold");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        Law law = law();
        double side = (1 - confidence) / 2;
        BigInteger low =
                law.atLeast(noisy, least) > side ? least : between(least, noisy, n -> law.atLeast(noisy, n) > side);
        // Without the truncation, and with half of the side, no larger number is accepted.
        BigInteger beyond = noisy.add(beyondTail(side / 2));
        BigInteger above = noisy.add(BigInteger.ONE);
        BigInteger rejected = between(noisy.subtract(BigInteger.ONE), beyond, n -> 1 - law.atLeast(above, n) <= side);
        BigInteger high = rejected.subtract(BigInteger.ONE);
        return new DecimalEstimate(
                new BigDecimal(noisy), new BigDecimal(low.min(noisy)), new BigDecimal(high.max(noisy)));
    }

    private Law law() {
        return noise.<Law>match(
                laplace -> new LaplaceLaw(laplace.scale(), laplace.scale().toDoubleNearest(), threshold),
                gaussian -> new GaussianLaw(new DiscreteLaw(gaussian.sigma()), threshold),
                sum -> (y, n) ->
                        Math.exp(Math.min(0, sum.logAtLeast(y.subtract(n)) - sum.logAtLeast(threshold.subtract(n)))),
                weighted -> (y, n) -> Math.exp(
                        Math.min(0, weighted.logAtLeast(y.subtract(n)) - weighted.logAtLeast(threshold.subtract(n)))));
    }

    /**
     * A k with P(Z ≥ k) ≤ p that is not much larger than the least: for Laplace noise from P(Z ≥ k) ≤ e^(−k/b), as the
     * least takes ten times as long.
     */
    private BigInteger beyondTail(double p) {
        double margin = 0.01;
        return noise.match(
                laplace -> laplace.scale()
                        .times(Rational.ofExact(margin - Math.log(p)))
                        .ceil(),
                gaussian -> gaussian.halfWidth(1 - 2 * p).add(BigInteger.ONE),
                sum -> sum.halfWidth(1 - 2 * p).add(BigInteger.ONE),
                weighted -> weighted.halfWidth(1 - 2 * p).add(BigInteger.ONE));
    }

    /** The least integer beyond {@code outside} with a property that {@code inside} and all integers above have. */
    private static BigInteger between(BigInteger outside, BigInteger inside, Predicate<BigInteger> property) {
        BigInteger without = outside;
        BigInteger with = inside;
        while (with.subtract(without).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = without.add(with).shiftRight(1);
            if (property.test(middle)) {
                with = middle;
            } else {
                without = middle;
            }
        }
        return with;
    }

    /** The law of n + Z given n + Z ≥ τ. */
    private interface Law {
        /** P(n + Z ≥ y | n + Z ≥ τ) for y ≥ τ; it does not fall when n grows. */
        double atLeast(BigInteger y, BigInteger n);
    }

    /** Quotients of tails, as differences of their logarithms: no tail is too small for them. */
    private record GaussianLaw(DiscreteLaw law, BigInteger threshold) implements Law {
        @Override
        public double atLeast(BigInteger y, BigInteger n) {
            double needed = law.logAtLeast(y.subtract(n).doubleValue());
            double least = law.logAtLeast(threshold.subtract(n).doubleValue());
            return Math.exp(Math.min(0, needed - least));
        }
    }

    /** b as a fraction and as a double, which is infinite for a tiny ε. */
    private record LaplaceLaw(Rational fraction, double scale, BigInteger threshold) implements Law {
        private static final double LARGE_SCALE = 0x1p500;

        @Override
        public double atLeast(BigInteger y, BigInteger n) {
            double needed = steps(y.subtract(n));
            double least = steps(threshold.subtract(n));
            return least >= 0 ? Math.exp(least - needed) : tail(needed) / tail(least);
        }

        /** P(Z ≥ k) with k/b given. */
        private double tail(double steps) {
            double step = 1 / scale;
            double a = Math.exp(-step);
            return steps >= 0 ? Math.exp(-steps) / (1 + a) : 1 - Math.exp(steps - step) / (1 + a);
        }

        /** k/b; where both could be infinite as doubles the fraction is divided first. */
        private double steps(BigInteger k) {
            return scale < LARGE_SCALE
                    ? k.doubleValue() / scale
                    : Rational.of(k).dividedBy(fraction).toDoubleNearest();
        }
    }
}
