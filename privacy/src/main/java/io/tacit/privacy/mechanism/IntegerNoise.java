package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.function.Function;

/** Noise on the integers: what a release needs of each law. */
public sealed interface IntegerNoise permits DiscreteLaplace, DiscreteGaussian, NoiseSum, LaplaceSum {
    /**
     * An answer for each law; none has a default, so that a law cannot be forgotten.
     *
     * @param <R> the answer
     */
    <R> R match(
            Function<DiscreteLaplace, R> laplace,
            Function<DiscreteGaussian, R> gaussian,
            Function<NoiseSum, R> sum,
            Function<LaplaceSum, R> weighted);

    /** A sampler of this law, for many draws. */
    IntegerSampler sampler();

    /** One draw. */
    default BigInteger sample(RandomBits bits) {
        return sampler().draw(bits);
    }

    /**
     * A w with P(|Z| ≤ w) ≥ confidence: the least, or for {@link DiscreteGaussian} rarely the next.
     *
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    BigInteger halfWidth(Rational confidence);

    /**
     * The same for the exact value of a double.
     *
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    default BigInteger halfWidth(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        return halfWidth(Rational.ofExact(confidence));
    }

    /**
     * A k ≥ 0 for which P(Z ≥ k) ≤ probability is proven, for thresholds: never too small.
     *
     * @param probability more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    BigInteger leastWithTailAtMost(Rational probability);

    /**
     * P(Z ≥ k), or more.
     *
     * @param k at least 0
     */
    double tailUp(BigInteger k);

    /** The standard deviation, for reports: to about 12 digits. */
    double standardDeviation();
}
