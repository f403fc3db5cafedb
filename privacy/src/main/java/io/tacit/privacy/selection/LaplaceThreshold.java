package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Tails;
import java.math.BigInteger;

/**
 * Keeps a group if its noisy number of people reaches τ (the paper's τ-thresholding, corrected).
 *
 * <p>A group in which a single person is appears with probability P(1 + Z ≥ τ) ≤ p₁ = 1 − (1−δ)^(1/C_u), so none of
 * that person's at most C_u groups appears with probability at least 1 − δ. The proof is in {@code LaplaceThreshold.md}
 * beside this class. The comparison is between integers; neither side is ever rounded afterwards.
 */
public final class LaplaceThreshold {
    private LaplaceThreshold() {}

    /**
     * τ = 1 + min{k ≥ 0 : P(Z ≥ k) ≤ p₁}, or slightly more.
     *
     * @param usersNoise the noise of the number of people itself
     * @param delta what the selection may spend
     * @param maxGroups C_u, at least 1
     */
    public static BigInteger threshold(DiscreteLaplace usersNoise, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        double single = Tails.shareOfDeltaDown(delta.value(), maxGroups);
        return usersNoise.leastWithTailAtMost(single).add(BigInteger.ONE);
    }
}
