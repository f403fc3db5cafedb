package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.GaussianTails;
import java.math.BigInteger;

/**
 * Keeps a group if its number of people with Gaussian noise reaches τ = 1 + min{k ≥ 0 : T(k) ≤ p₁}, T a proven bound of
 * the noise's tail and p₁ = 1 − (1−δ₂)^(1/C_u).
 *
 * <p>Together with all states of the release, which are (ε, δ₁)-differentially private, this is (ε, δ₁ + δ₂)-differentially
 * private. A group without people is never offered. The proof is in {@code GaussianThreshold.md} beside this class.
 */
public final class GaussianThreshold {
    private GaussianThreshold() {}

    /**
     * τ.
     *
     * @param usersNoise the noise of the number of people itself
     * @param delta δ₂, what the selection may spend
     * @param maxGroups C_u, at least 1
     * @throws IllegalArgumentException for fewer groups
     */
    public static BigInteger threshold(DiscreteGaussian usersNoise, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        return GaussianTails.leastWithTailAtMostShare(usersNoise.variance(), delta.value(), maxGroups)
                .add(BigInteger.ONE);
    }
}
