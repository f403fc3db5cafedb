package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Independent discrete Laplace noises of one scale, each times a weight, added up: the noise of a number that is read
 * off several {@linkplain Portions portions}. Tails are those of continuous Laplace noises, and one step for each noise
 * more, so scales should be large. The proof is in {@code LaplaceSum.md} beside this class.
 *
 * @param scale b of each noise, more than 0
 * @param weights one for each noise, none of them 0, at most {@value LaplaceSums#MOST}
 */
public record LaplaceSum(Rational scale, List<BigInteger> weights) implements IntegerNoise {
    private static final int HALVINGS = 60;

    /** Covers the rounding of doubles where only an interval follows. */
    private static final double SLIGHTLY_MORE = 1 + 1e-7;

    /** Refuses a scale that is not more than 0, and weights that are none. */
    public LaplaceSum {
        weights = List.copyOf(weights);
        boolean zero = weights.stream().anyMatch(weight -> weight.signum() == 0);
        if (scale.signum() <= 0 || weights.isEmpty() || weights.size() > LaplaceSums.MOST || zero) {
            throw new IllegalArgumentException(
                    "scale must be more than 0, and weights 1 to " + LaplaceSums.MOST + " numbers, none of them 0");
        }
    }

    @Override
    public <R> R match(
            Function<DiscreteLaplace, R> laplace,
            Function<DiscreteGaussian, R> gaussian,
            Function<NoiseSum, R> sum,
            Function<LaplaceSum, R> weighted) {
        return weighted.apply(this);
    }

    @Override
    public IntegerSampler sampler() {
        IntegerSampler one = new DiscreteLaplace(scale).sampler();
        return bits -> {
            BigInteger sum = BigInteger.ZERO;
            for (BigInteger weight : weights) {
                sum = sum.add(one.draw(bits).multiply(weight));
            }
            return sum;
        };
    }

    /** The largest magnitude of a weight. */
    private BigInteger largest() {
        return weights.stream().map(BigInteger::abs).reduce(BigInteger.ZERO, BigInteger::max);
    }

    /** By how much the sum may differ from that of continuous noises. */
    private BigInteger steps() {
        return weights.stream().map(BigInteger::abs).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private boolean alike() {
        return weights.stream().allMatch(weight -> weight.abs().equals(largest()));
    }

    @Override
    public BigInteger leastWithTailAtMost(Rational probability) {
        return least(LaplaceSums.quantileUp(weights.size(), probability));
    }

    /**
     * A k ≥ 0 for which P(Z ≥ k) ≤ 1 − (1−δ)^(1/parts) is proven.
     *
     * @param delta δ, in (0, 1)
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public BigInteger leastWithTailAtMostShare(Rational delta, long parts) {
        return least(LaplaceSums.quantileUpOfShare(weights.size(), delta, parts));
    }

    private BigInteger least(Rational quantile) {
        return quantile.times(scale).times(Rational.of(largest())).ceil().add(steps());
    }

    @Override
    public BigInteger halfWidth(Rational confidence) {
        if (confidence.signum() <= 0 || confidence.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        if (weights.size() == 1) {
            return new DiscreteLaplace(scale).halfWidth(confidence).multiply(largest());
        }
        Rational missed = Rational.ONE.minus(confidence);
        if (alike()) {
            return least(LaplaceSums.quantileUp(weights.size(), missed.dividedBy(Rational.of(2))));
        }
        double[] relative = relative();
        double side = missed.toDoubleDown();
        double outside = 0;
        double inside = 1;
        while (LaplaceSums.twoSided(inside, relative) * SLIGHTLY_MORE > side) {
            inside *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = outside / 2 + inside / 2;
            if (LaplaceSums.twoSided(middle, relative) * SLIGHTLY_MORE > side) {
                outside = middle;
            } else {
                inside = middle;
            }
        }
        return least(Rational.ofExact(inside));
    }

    /** The weights relative to the largest. */
    private double[] relative() {
        Rational most = Rational.of(largest());
        return weights.stream()
                .mapToDouble(weight -> Rational.of(weight.abs()).dividedBy(most).toDoubleNearest())
                .toArray();
    }

    @Override
    public double tailUp(BigInteger k) {
        BigInteger left = k.subtract(steps());
        return left.signum() <= 0 ? 1 : Math.min(1, Math.exp(logAtLeast(left)) * SLIGHTLY_MORE);
    }

    @Override
    public double standardDeviation() {
        double squares =
                DoubleStream.of(relative()).map(weight -> weight * weight).sum();
        return new DiscreteLaplace(scale).standardDeviation() * largest().doubleValue() * Math.sqrt(squares);
    }

    /**
     * ln P(Y ≥ k) of the sum Y of continuous noises, as if all weights were the largest, to about 9 digits: for
     * intervals and reports alone.
     */
    double logAtLeast(BigInteger k) {
        return LaplaceSums.logarithm(
                weights.size(),
                Rational.of(k)
                        .dividedBy(scale)
                        .dividedBy(Rational.of(largest()))
                        .toDoubleNearest());
    }
}
