package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;

/** Noise on the integers, symmetric around 0. */
public sealed interface IntegerNoise permits DiscreteLaplace, DiscreteGaussian {
    /** One draw. */
    BigInteger sample(RandomBits bits);

    /**
     * A w with P(|Z| ≤ w) ≥ confidence, the least for all practical purposes.
     *
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    BigInteger halfWidth(Rational confidence);

    /**
     * A w with P(|Z| ≤ w) ≥ confidence.
     *
     * @param confidence more than 0 and less than 1; its exact value counts
     * @throws IllegalArgumentException for one outside
     */
    BigInteger halfWidth(double confidence);

    /**
     * A k ≥ 0 with P(Z ≥ k) ≤ probability, certainly; for thresholds.
     *
     * @param probability more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    BigInteger leastWithTailAtMost(Rational probability);

    /**
     * P(Z ≥ k) or more.
     *
     * @param k at least 0
     */
    double tailUp(BigInteger k);

    /** P(Z ≥ k) for any k in floating point, for intervals: to about four digits or better. */
    double tail(BigInteger k);

    /** The standard deviation, for reports. */
    double standardDeviation();
}
