package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Tails;
import java.math.BigInteger;

/**
 * Keeps a group if its noisy number of people reaches τ (the paper's τ-thresholding, with the power of its proof
 * corrected).
 *
 * <p>A group in which a single person is appears with probability P(1 + Z ≥ τ) ≤ p₁ = 1 − (1−δ)^(1/C_u), so none of
 * that person's at most C_u groups appears with probability at least 1 − δ. A group without people is never offered.
 * The comparison is between integers; neither side is ever rounded afterwards. The proof is in {@code
 * LaplaceThreshold.md} beside this class.
 */
public final class LaplaceThreshold {
    private LaplaceThreshold() {}

    /**
     * τ = 1 + min{k ≥ 0 : P(Z ≥ k) ≤ p₁}, exactly.
     *
     * @param usersNoise the noise of the number of people itself, with its own part of ε
     * @param delta what the selection may spend
     * @param maxGroups C_u, at least 1
     * @throws IllegalArgumentException for fewer groups
     */
    public static BigInteger threshold(DiscreteLaplace usersNoise, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        return Tails.leastWithTailAtMostShare(usersNoise.scale(), delta.value(), maxGroups)
                .add(BigInteger.ONE);
    }

    /**
     * How many people a group needs to appear with probability at least one half. That is τ itself: P(Z ≥ 0) is more
     * than one half and P(Z ≥ 1) is less.
     *
     * @param usersNoise as for {@link #threshold}
     * @param delta as for {@link #threshold}
     * @param maxGroups as for {@link #threshold}
     */
    public static BigInteger fiftyPercentSize(DiscreteLaplace usersNoise, Delta delta, long maxGroups) {
        return threshold(usersNoise, delta, maxGroups);
    }
}
