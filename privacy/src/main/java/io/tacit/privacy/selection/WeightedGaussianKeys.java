package io.tacit.privacy.selection;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.GaussianTails;
import java.math.BigInteger;

/**
 * Selection for queries that show keys and nothing else: a person of d ≤ D₀ keys adds ⌊2^20/√d⌋ to each, the sums get
 * discrete Gaussian noise, and keys whose noisy sum reaches τ appear (Gopi, Gulhane, Kulkarni, Shen, Shokouhi and
 * Yekhanin 2020; Swanberg, Desfontaines and Haney 2023).
 *
 * <p>One person changes all sums together by at most 2^20 in L2, however many keys that person has. The proof is in
 * {@code WeightedGaussianKeys.md} beside this class.
 *
 * @param noise of every sum
 * @param threshold τ, in the same parts of 2^−20
 */
public record WeightedGaussianKeys(DiscreteGaussian noise, BigInteger threshold) {
    /** The L2 sensitivity of all sums together: what a whole person weighs. */
    public static final BigInteger WHOLE = BigInteger.ONE.shiftLeft(20);

    /** The largest number of keys: more would take long, and hardly lower τ. */
    private static final int MOST_KEYS = 1000;

    /** Refuses a threshold that a lone person could pass without noise. */
    public WeightedGaussianKeys {
        if (threshold.compareTo(WHOLE) < 0) {
            throw new IllegalArgumentException("threshold must be at least 2^20");
        }
    }

    /**
     * The selection whose threshold fails with at most δ₂.
     *
     * @param rho what the noise spends: (ε, δ₁) by conversion
     * @param delta δ₂, what the threshold may spend
     * @param maxKeys D₀, the most keys that one person keeps, between 1 and 1000
     */
    public static WeightedGaussianKeys of(Rho rho, Delta delta, int maxKeys) {
        checkKeys(maxKeys);
        DiscreteGaussian noise = DiscreteGaussian.calibrated(WHOLE.multiply(WHOLE), rho);
        BigInteger threshold = BigInteger.ZERO;
        for (int keys = 1; keys <= maxKeys; keys++) {
            BigInteger beyond = GaussianTails.leastWithTailAtMostShare(noise.variance(), delta.value(), keys);
            threshold = threshold.max(weight(keys).add(beyond));
        }
        return new WeightedGaussianKeys(noise, threshold);
    }

    /**
     * What a person adds to each of so many keys: ⌊2^20/√d⌋.
     *
     * @param keys d, between 1 and 1000
     */
    public static BigInteger weight(int keys) {
        checkKeys(keys);
        return WHOLE.multiply(WHOLE).divide(BigInteger.valueOf(keys)).sqrt();
    }

    /**
     * Whether a key appears.
     *
     * @param noisySum the sum of weights of at least one person, with its noise
     */
    public boolean keeps(BigInteger noisySum) {
        return noisySum.compareTo(threshold) >= 0;
    }

    private static void checkKeys(int keys) {
        if (keys < 1 || keys > MOST_KEYS) {
            throw new IllegalArgumentException("the number of keys must be between 1 and " + MOST_KEYS);
        }
    }
}
