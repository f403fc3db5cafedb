package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.NoiseSum;
import java.math.BigInteger;

/**
 * Keeps a group if two noisy numbers of people together reach τ: those who have a value, and those who have none. They
 * are measured at the price of one, because nobody is in both. τ = 1 + k for a k with P(Z₁ + Z₂ ≥ k) ≤ p₁ = 1 −
 * (1−δ)^(1/C_u).
 *
 * <p>A group without people is never offered. The proof is in {@code SumThreshold.md} beside this class.
 */
public final class SumThreshold {
    private SumThreshold() {}

    /**
     * τ.
     *
     * @param noise of the two numbers together
     * @param delta what the selection may spend
     * @param maxGroups C_u, at least 1
     * @throws IllegalArgumentException for fewer groups
     */
    public static BigInteger threshold(NoiseSum noise, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        return noise.leastWithTailAtMostShare(delta.value(), maxGroups).add(BigInteger.ONE);
    }
}
