package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.GaussianTails;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.Tails;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * The sum of two independent noises of one law: the noise of a number that is measured in two parts. Its tails are
 * bounded by those of one noise, so that thresholds are proven; they are near enough that no threshold is seen to be
 * larger. The proof is in {@code NoiseSum.md} beside this class.
 *
 * @param first one noise
 * @param second the other, of the same law
 */
public record NoiseSum(IntegerNoise first, IntegerNoise second) implements IntegerNoise {
    /** From here on the sum of two Gaussian noises is a Gaussian one but for a part in 10^8. */
    private static final Rational SMOOTH = Rational.ONE;

    private static final Rational SMOOTH_EXCESS = Rational.of((1L << 24) + 1, 1L << 24);
    private static final Rational ROUGH_EXCESS = Rational.of(9);

    /** Covers the rounding of doubles where only an interval follows. */
    private static final double SLIGHTLY_MORE = 1 + 1e-9;

    /** Refuses noises of different laws, and sums of sums. */
    public NoiseSum {
        boolean laplace = isLaplace(first) && isLaplace(second);
        boolean gaussian = isGaussian(first) && isGaussian(second);
        if (!laplace && !gaussian) {
            throw new IllegalArgumentException("first and second must be noises of one law");
        }
    }

    @Override
    public <R> R match(
            Function<DiscreteLaplace, R> laplace,
            Function<DiscreteGaussian, R> gaussian,
            Function<NoiseSum, R> sum,
            Function<LaplaceSum, R> weighted) {
        return sum.apply(this);
    }

    @Override
    public IntegerSampler sampler() {
        IntegerSampler one = first.sampler();
        IntegerSampler other = second.sampler();
        return bits -> one.draw(bits).add(other.draw(bits));
    }

    /** The larger of two scales of Laplace noise. */
    private Rational wide() {
        return scale(first).max(scale(second));
    }

    /** The smaller of two scales of Laplace noise. */
    private Rational narrow() {
        return scale(first).min(scale(second));
    }

    private boolean isGaussian() {
        return isGaussian(first);
    }

    private static boolean isLaplace(IntegerNoise noise) {
        return noise.match(one -> true, other -> false, sum -> false, weighted -> false);
    }

    private static boolean isGaussian(IntegerNoise noise) {
        return noise.match(other -> false, one -> true, sum -> false, weighted -> false);
    }

    /** The Gaussian noise with the variance of the sum. */
    private DiscreteGaussian together() {
        return new DiscreteGaussian(variance(first).plus(variance(second)));
    }

    private static Rational scale(IntegerNoise noise) {
        return noise.match(DiscreteLaplace::scale, gaussian -> noOneLaw(), sum -> noOneLaw(), weighted -> noOneLaw());
    }

    private static Rational variance(IntegerNoise noise) {
        return noise.match(
                laplace -> noOneLaw(), DiscreteGaussian::variance, sum -> noOneLaw(), weighted -> noOneLaw());
    }

    private static Rational noOneLaw() {
        throw new IllegalStateException("noise of another law");
    }

    private static void check(String name, Rational probability) {
        if (probability.signum() <= 0 || probability.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and less than 1");
        }
    }

    /** The factor by which tails may exceed those of {@link #together}. */
    private Rational excess() {
        Rational one = variance(first);
        Rational other = variance(second);
        boolean smooth = one.times(other).dividedBy(one.plus(other)).compareTo(SMOOTH) >= 0;
        return smooth ? SMOOTH_EXCESS : ROUGH_EXCESS;
    }

    @Override
    public BigInteger leastWithTailAtMost(Rational probability) {
        // Checked before it is divided, which would make 1 a probability that a tail may have.
        check("probability", probability);
        return isGaussian()
                ? GaussianTails.leastWithTailAtMost(together().variance(), probability.dividedBy(excess()))
                : least(factor -> Tails.leastWithTailAtMost(wide(), probability.dividedBy(factor)));
    }

    /**
     * A k ≥ 0 for which P(Z ≥ k) ≤ 1 − (1−δ)^(1/parts) is proven: see {@link Tails#leastWithTailAtMostShare}.
     *
     * @param delta δ, in (0, 1)
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public BigInteger leastWithTailAtMostShare(Rational delta, long parts) {
        check("delta", delta);
        return isGaussian()
                ? GaussianTails.leastWithTailAtMostShare(together().variance(), delta.dividedBy(excess()), parts)
                : least(factor -> Tails.leastWithTailAtMostShare(wide(), delta.dividedBy(factor), parts));
    }

    /**
     * The least k whose tail, times the factor by which the sum's may be larger, is small enough.
     *
     * @param leastOfWide the least k of the wider noise for a probability divided by a factor
     */
    private BigInteger least(Function<Rational, BigInteger> leastOfWide) {
        Rational ratio = narrow().dividedBy(wide());
        Rational rest = Rational.ONE.minus(ratio.times(ratio));
        BigInteger linear = BigInteger.ZERO;
        while (true) {
            Rational factor = Rational.of(5, 4)
                    .plus(Rational.of(linear.add(BigInteger.ONE)).dividedBy(wide().times(Rational.of(2))));
            BigInteger next = leastOfWide.apply(factor);
            if (next.compareTo(linear) <= 0) {
                break;
            }
            linear = next;
        }
        return rest.signum() == 0 ? linear : linear.min(leastOfWide.apply(Rational.ONE.dividedBy(rest)));
    }

    @Override
    public BigInteger halfWidth(Rational confidence) {
        check("confidence", confidence);
        Rational missed = Rational.ONE.minus(confidence);
        if (isGaussian()) {
            return together().halfWidth(Rational.ONE.minus(missed.dividedBy(excess())));
        }
        double side = missed.dividedBy(Rational.of(2)).toDoubleDown();
        BigInteger outside = BigInteger.ZERO;
        // The proven bound is never too small, and so at least 1; the closed form is exact but for rounding.
        BigInteger inside = leastWithTailAtMost(missed.dividedBy(Rational.of(2)));
        while (inside.subtract(outside).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = inside.add(outside).shiftRight(1);
            if (Math.exp(logAtLeast(middle)) * SLIGHTLY_MORE <= side) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return inside.subtract(BigInteger.ONE);
    }

    @Override
    public double tailUp(BigInteger k) {
        return isGaussian()
                ? Math.min(1, together().tailUp(k) * excess().toDoubleUp())
                : Math.min(1, Math.exp(logAtLeast(k)) * SLIGHTLY_MORE);
    }

    @Override
    public double standardDeviation() {
        return Math.hypot(first.standardDeviation(), second.standardDeviation());
    }

    /** ln P(Z ≥ k), to about 9 digits: for intervals and reports alone. */
    double logAtLeast(BigInteger k) {
        if (isGaussian()) {
            return new DiscreteLaw(together().sigma()).logAtLeast(k.doubleValue());
        }
        return k.signum() > 0 ? logTail(k) : Math.log1p(-Math.exp(logTail(BigInteger.ONE.subtract(k))));
    }

    /**
     * With a = e^(−1/b₁), c = e^(−1/b₂): P(Z ≥ k) = ((1−c)²·a^k/(1+a) − (c/a)·(1−a)²·c^k/(1+c)) / ((1−c/a)(1−ac)), and
     * for a = c a^k·((1−a)(k+1+2a²/(1−a²)) + a)/(1+a)².
     */
    private double logTail(BigInteger k) {
        double wide = 1 / wide().toDoubleNearest();
        double narrow = 1 / narrow().toDoubleNearest();
        double steps = k.doubleValue() * wide;
        double a = Math.exp(-wide);
        if (narrow - wide <= 1e-5 * wide) {
            double rest = -Math.expm1(-wide);
            double sum = rest * (k.doubleValue() + 1) + 2 * a * a / (1 + a) + a;
            return -steps + Math.log(sum) - 2 * Math.log1p(a);
        }
        double c = Math.exp(-narrow);
        double apart = -Math.expm1(wide - narrow);
        double one = Math.expm1(-narrow) * Math.expm1(-narrow) / (1 + a);
        double other = Math.exp(wide - narrow) * Math.expm1(-wide) * Math.expm1(-wide) / (1 + c);
        double sum = one - other * Math.exp(k.doubleValue() * (wide - narrow));
        return -steps + Math.log(sum) - Math.log(apart) - Math.log(-Math.expm1(-wide - narrow));
    }
}
