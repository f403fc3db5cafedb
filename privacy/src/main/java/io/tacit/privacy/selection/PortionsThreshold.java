package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Keeps a group if the sum of its noisy {@linkplain io.tacit.privacy.mechanism.Portions portions} reaches τ people: a
 * person has portions that add up to one, so the sum counts people. τ = 1 + k for a k with P(Z₁ + … + Z_n ≥ k) ≤ p₁ = 1
 * − (1−δ)^(1/C_u), the Z in units of one person.
 *
 * <p>A group without people is never offered. The proof is in {@code PortionsThreshold.md} beside this class.
 */
public final class PortionsThreshold {
    private PortionsThreshold() {}

    /**
     * τ, in whole people.
     *
     * @param noise of all portions together, for the largest sensitivity that portions may have
     * @param person how many units of the noise are one person; no more than the portions of one person really are
     * @param delta what the selection may spend
     * @param maxGroups C_u, at least 1
     * @throws IllegalArgumentException for fewer groups
     */
    public static BigInteger threshold(LaplaceSum noise, BigInteger person, Delta delta, long maxGroups) {
        if (maxGroups < 1) {
            throw new IllegalArgumentException("maxGroups must be at least 1");
        }
        BigInteger units = noise.leastWithTailAtMostShare(delta.value(), maxGroups);
        return Rational.of(units).dividedBy(Rational.of(person)).ceil().add(BigInteger.ONE);
    }
}
