package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.Tails;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;

/**
 * Noise on the integers with P(Z = z) ∝ e^(−|z|/b).
 *
 * <p>Added to integer states of L1 sensitivity Δ it is (Δ/b)-differentially private: the proof is in {@code
 * DiscreteLaplace.md} beside this class.
 *
 * <pre>{@code
 * DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(5), Epsilon.of("0.5")); // b = 10
 * BigInteger noisy = exact.add(noise.sample(bits));
 * }</pre>
 *
 * @param scale b, more than 0
 */
public record DiscreteLaplace(Rational scale) {
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
            throw new IllegalArgumentException("l1Sensitivity must be at least 1; a state without one has no noise");
        }
        return new DiscreteLaplace(Rational.of(l1Sensitivity).dividedBy(epsilon.value()));
    }

    /** One draw. */
    public BigInteger sample(RandomBits bits) {
        return sampler().draw(bits);
    }

    /** A sampler of this law, for many draws. */
    public DiscreteLaplaceSampler sampler() {
        return new DiscreteLaplaceSampler(scale);
    }

    /**
     * The least w with P(|Z| ≤ w) ≥ confidence, or a slightly larger one.
     *
     * @param confidence in (0, 1)
     */
    public BigInteger halfWidth(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        return leastWithTailAtMost((1 - confidence) / 2)
                .subtract(BigInteger.ONE)
                .max(BigInteger.ZERO);
    }

    /** The least k ≥ 0 with P(Z ≥ k) ≤ probability, or a slightly larger one. */
    public BigInteger leastWithTailAtMost(double probability) {
        return Tails.leastWithTailAtMostUp(scale, probability);
    }

    /** P(Z ≥ k) for k ≥ 0, or slightly more. */
    public double tailUp(BigInteger k) {
        return Tails.tailUp(scale, k);
    }
}
