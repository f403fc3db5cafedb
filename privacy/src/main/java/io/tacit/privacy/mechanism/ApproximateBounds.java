package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Bounds found privately from a histogram of magnitudes (the paper's APPROX_BOUNDS, with its threshold corrected).
 *
 * <p>Bin 0 holds 0 and 1; bin k holds (2^(k−1), 2^k]; bin −1−k holds what bin k holds, negated, but 0 is in bin 0. Every
 * bin gets noise, occupied or not; the bounds are the outer edges of the least and the most significant bin that reaches
 * the threshold t. The proof is in {@code ApproximateBounds.md} beside this class.
 *
 * @param leastBin the first bin of the histogram; smaller values are counted in it
 * @param largestBin the last bin of the histogram; larger values are counted in it
 */
public record ApproximateBounds(int leastBin, int largestBin) {
    /** The probability that some empty bin reaches the threshold, over the whole histogram. */
    static final double FALSE_POSITIVE = 1e-6;

    public ApproximateBounds {
        if (leastBin > largestBin || leastBin < -127 || largestBin > 126) {
            throw new IllegalArgumentException("bins must lie between -127 and 126, the least first");
        }
    }

    /**
     * Bounds in whole units.
     *
     * @param low at most {@code high}
     * @param high the outer edge of the most significant bin
     */
    public record Found(BigInteger low, BigInteger high) {}

    /** The bin of a value, before it is limited to the histogram's bins. */
    public static int bin(BigInteger value) {
        if (value.signum() < 0) {
            return -1 - bin(value.negate());
        }
        return value.compareTo(BigInteger.ONE) <= 0
                ? 0
                : value.subtract(BigInteger.ONE).bitLength();
    }

    /**
     * The threshold: the least t with P(Z ≥ t) ≤ 1 − P^(1/(B−1)), P = 1 − 10^-6, B the number of bins.
     *
     * @param noise of each bin
     */
    public BigInteger threshold(DiscreteLaplace noise) {
        int bins = largestBin - leastBin + 1;
        double single = -Math.expm1(Math.log1p(-FALSE_POSITIVE) / Math.max(1, bins - 1));
        return noise.leastWithTailAtMost(single);
    }

    /**
     * The noise of each bin.
     *
     * @param entries how many entries one person has in the histogram at most
     */
    public static DiscreteLaplace noise(long entries, Epsilon epsilon) {
        return DiscreteLaplace.calibrated(BigInteger.valueOf(entries), epsilon);
    }

    /**
     * Finds bounds.
     *
     * @param exact the number of entries of each occupied bin
     * @return empty when no bin reaches the threshold: too few people
     */
    public Optional<Found> find(Map<Integer, BigInteger> exact, DiscreteLaplace noise, RandomBits bits) {
        DiscreteLaplaceSampler sampler = noise.sampler();
        return find(bin -> exact.getOrDefault(bin, BigInteger.ZERO).add(sampler.draw(bits)), threshold(noise));
    }

    /**
     * Finds bounds in a histogram that has its noise already.
     *
     * @param noisy the noisy number of entries of each bin, occupied or not
     * @param threshold of {@link #threshold}
     * @return empty when no bin reaches the threshold: too few people
     */
    public Optional<Found> find(IntFunction<BigInteger> noisy, BigInteger threshold) {
        Integer least = null;
        int largest = leastBin;
        for (int bin = leastBin; bin <= largestBin; bin++) {
            if (noisy.apply(bin).compareTo(threshold) >= 0) {
                least = least == null ? bin : least;
                largest = bin;
            }
        }
        return least == null ? Optional.empty() : Optional.of(new Found(low(least), high(largest)));
    }

    private static BigInteger low(int bin) {
        if (bin < 0) {
            return BigInteger.ONE.shiftLeft(-1 - bin).negate();
        }
        return bin == 0 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bin - 1);
    }

    private static BigInteger high(int bin) {
        if (bin >= 0) {
            return BigInteger.ONE.shiftLeft(bin);
        }
        return bin == -1 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(-2 - bin).negate();
    }
}
