package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.Tails;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * Noise on the integers with P(Z = z) ∝ e^(−|z|/b).
 *
 * <p>Added to integer states that one person changes by at most Δ in L1, over all groups together, it is
 * (Δ/b)-differentially private: the proof is in {@code DiscreteLaplace.md} beside this class. Source: Ghosh,
 * Roughgarden and Sundararajan (2009).
 *
 * <pre>{@code
 * DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(5), Epsilon.of("0.5")); // b = 10
 * BigInteger noisy = exact.add(noise.sample(bits));
 * }</pre>
 *
 * @param scale b, more than 0
 */
public record DiscreteLaplace(Rational scale) implements IntegerNoise {
    /** Refuses what is not more than 0. */
    public DiscreteLaplace {
        if (scale.signum() <= 0) {
            throw new IllegalArgumentException("scale must be more than 0");
        }
    }

    /**
     * The noise that makes a state private: b = Δ/ε.
     *
     * @param l1Sensitivity Δ, the most by which one person changes the state over all groups, at least 1
     * @throws IllegalArgumentException for a sensitivity below 1: it would mean no noise
     */
    public static DiscreteLaplace calibrated(BigInteger l1Sensitivity, Epsilon epsilon) {
        if (l1Sensitivity.signum() <= 0) {
            throw new IllegalArgumentException(
                    "l1Sensitivity must be at least 1; what nobody can change is a constant and gets no noise at all");
        }
        return new DiscreteLaplace(Rational.of(l1Sensitivity).dividedBy(epsilon.value()));
    }

    @Override
    public <R> R match(
            Function<DiscreteLaplace, R> laplace,
            Function<DiscreteGaussian, R> gaussian,
            Function<NoiseSum, R> sum,
            Function<LaplaceSum, R> weighted) {
        return laplace.apply(this);
    }

    @Override
    public DiscreteLaplaceSampler sampler() {
        return new DiscreteLaplaceSampler(scale);
    }

    /**
     * The loss of adding this noise to a state.
     *
     * @param l1Sensitivity the most by which one person changes the state over all groups, at least 1
     * @return ε = Δ/b, exactly
     */
    public Epsilon lossAt(BigInteger l1Sensitivity) {
        return new Epsilon(Rational.of(l1Sensitivity).dividedBy(scale));
    }

    /**
     * The least w with P(|Z| ≤ w) ≥ confidence.
     *
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    @Override
    public BigInteger halfWidth(Rational confidence) {
        if (confidence.signum() <= 0 || confidence.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        Rational oneSide = Rational.ONE.minus(confidence).dividedBy(Rational.of(2));
        return leastWithTailAtMost(oneSide).subtract(BigInteger.ONE).max(BigInteger.ZERO);
    }

    /**
     * The least k ≥ 0 with P(Z ≥ k) ≤ probability.
     *
     * @param probability more than 0 and less than 1; its exact value counts
     * @throws IllegalArgumentException for one outside
     */
    public BigInteger leastWithTailAtMost(double probability) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException("probability must be more than 0 and less than 1");
        }
        return leastWithTailAtMost(Rational.ofExact(probability));
    }

    /**
     * The least k ≥ 0 with P(Z ≥ k) ≤ probability.
     *
     * @param probability more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    @Override
    public BigInteger leastWithTailAtMost(Rational probability) {
        return Tails.leastWithTailAtMost(scale, probability);
    }

    /**
     * P(Z ≥ k), or slightly more.
     *
     * @param k at least 0
     */
    @Override
    public double tailUp(BigInteger k) {
        return Tails.tailUp(scale, k);
    }

    /** The standard deviation √(2a)/(1−a), a = e^(−1/b), for reports: to about 15 digits. */
    @Override
    public double standardDeviation() {
        double step = 1 / scale.toDoubleNearest();
        return Math.sqrt(2) * Math.exp(-step / 2) / -Math.expm1(-step);
    }
}
