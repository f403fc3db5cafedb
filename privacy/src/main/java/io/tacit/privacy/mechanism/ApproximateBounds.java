package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.Tails;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Bounds found privately from a histogram of magnitudes: the paper's APPROX_BOUNDS (section "Automatic bounds
 * determination"), with its threshold corrected.
 *
 * <p>Bin 0 holds 0 and 1; bin k holds (2^(k−1), 2^k]; bin −1−k holds what bin k holds, negated, but 0 is in bin 0.
 * Every bin gets noise, occupied or not; the bounds are the outer edges of the least and the most significant bin that
 * reaches the threshold t. The proof is in {@code ApproximateBounds.md} beside this class.
 *
 * <pre>{@code
 * ApproximateBounds bins = ApproximateBounds.NONNEGATIVE;
 * DiscreteLaplace noise = ApproximateBounds.noise(maxGroups, epsilon);
 * Optional<ApproximateBounds.Found> bounds = bins.find(histogram, noise, bits);
 * }</pre>
 *
 * @param leastBin the first bin of the histogram; smaller values are counted in it
 * @param largestBin the last bin of the histogram; larger values are counted in it
 */
public record ApproximateBounds(int leastBin, int largestBin) {
    /** All 128-bit integers. */
    public static final ApproximateBounds SIGNED = new ApproximateBounds(-127, 126);

    /** All 128-bit integers that are not negative. */
    public static final ApproximateBounds NONNEGATIVE = new ApproximateBounds(0, 126);

    /** 1 − P: the probability that some empty bin beyond the right one reaches the threshold. */
    public static final Rational FALSE_POSITIVE = Rational.of(1, 1_000_000_000);

    /** Refuses bins that no 128-bit integer has. */
    public ApproximateBounds {
        if (leastBin > largestBin || leastBin < -127 || largestBin > 126) {
            throw new IllegalArgumentException(
                    "leastBin and largestBin must lie between -127 and 126, leastBin at most largestBin");
        }
    }

    /**
     * Bounds in whole units: the outer edges of two bins.
     *
     * @param low at most {@code high}; above 0 when all values seem to be
     * @param high below 0 when all values seem to be
     */
    public record Found(BigInteger low, BigInteger high) {
        /** The same bounds, extended to 0: for sums, where nobody should be made to contribute more than they do. */
        public Found withZero() {
            return new Found(low.min(BigInteger.ZERO), high.max(BigInteger.ZERO));
        }
    }

    /** The bin of a value, before it is limited to the histogram's bins. */
    public static int bin(BigInteger value) {
        if (value.signum() < 0) {
            return -1 - bin(value.negate());
        }
        return value.compareTo(BigInteger.ONE) <= 0
                ? 0
                : value.subtract(BigInteger.ONE).bitLength();
    }

    /** The bin of this histogram that counts a value. */
    public int limitedBin(BigInteger value) {
        return Math.max(leastBin, Math.min(largestBin, bin(value)));
    }

    /**
     * The threshold: the least t with P(Z ≥ t) ≤ 1 − P^(1/(B−1)), B the number of bins.
     *
     * @param noise of each bin
     */
    public BigInteger threshold(DiscreteLaplace noise) {
        return threshold(noise, FALSE_POSITIVE);
    }

    /**
     * The threshold for another 1 − P.
     *
     * @param noise of each bin
     * @param falsePositive more than 0 and less than 1; a matter of accuracy, not of privacy
     */
    public BigInteger threshold(DiscreteLaplace noise, Rational falsePositive) {
        int others = Math.max(1, largestBin - leastBin);
        return Tails.leastWithTailAtMostShare(noise.scale(), falsePositive, others);
    }

    /**
     * The noise of each bin.
     *
     * @param entries how many entries one person has in the whole histogram at most: per group, times groups
     */
    public static DiscreteLaplace noise(long entries, Epsilon epsilon) {
        if (entries < 1) {
            throw new IllegalArgumentException("entries must be at least 1");
        }
        return DiscreteLaplace.calibrated(BigInteger.valueOf(entries), epsilon);
    }

    /** Adds noise to every bin, occupied or not: what comes out may be shown. */
    public NavigableMap<Integer, BigInteger> noisy(
            Map<Integer, BigInteger> exact, DiscreteLaplace noise, RandomBits bits) {
        DiscreteLaplaceSampler sampler = noise.sampler();
        NavigableMap<Integer, BigInteger> noisy = new TreeMap<>();
        for (int bin = leastBin; bin <= largestBin; bin++) {
            noisy.put(bin, exact.getOrDefault(bin, BigInteger.ZERO).add(sampler.draw(bits)));
        }
        return noisy;
    }

    /**
     * Finds bounds.
     *
     * @param exact the number of entries of each occupied bin
     * @return empty when no bin reaches the threshold: too few people
     */
    public Optional<Found> find(Map<Integer, BigInteger> exact, DiscreteLaplace noise, RandomBits bits) {
        NavigableMap<Integer, BigInteger> noisy = noisy(exact, noise, bits);
        return find(bin -> noisy.getOrDefault(bin, BigInteger.ZERO), threshold(noise));
    }

    /**
     * Finds bounds in a histogram that has its noise already.
     *
     * @param noisy the noisy number of entries of each bin, occupied or not; asked once for each bin
     * @param threshold of {@link #threshold}
     * @return empty when no bin reaches the threshold: too few people
     */
    public Optional<Found> find(IntFunction<BigInteger> noisy, BigInteger threshold) {
        boolean any = false;
        int least = leastBin;
        int largest = leastBin;
        for (int bin = leastBin; bin <= largestBin; bin++) {
            if (noisy.apply(bin).compareTo(threshold) >= 0) {
                least = any ? least : bin;
                largest = bin;
                any = true;
            }
        }
        return any ? Optional.of(new Found(low(least), high(largest))) : Optional.empty();
    }

    /**
     * About which share of the entries lies outside bounds that were found, from the noisy bins alone.
     *
     * @param noisy every bin with its noise
     * @return between 0 and 1; 0 where the noise leaves nothing
     */
    public double shareOutside(NavigableMap<Integer, BigInteger> noisy, Found bounds) {
        BigInteger inside = BigInteger.ZERO;
        BigInteger outside = BigInteger.ZERO;
        for (Map.Entry<Integer, BigInteger> entry : noisy.entrySet()) {
            boolean within = low(entry.getKey()).compareTo(bounds.low()) >= 0
                    && high(entry.getKey()).compareTo(bounds.high()) <= 0;
            inside = within ? inside.add(entry.getValue()) : inside;
            outside = within ? outside : outside.add(entry.getValue());
        }
        if (outside.signum() <= 0) {
            return 0;
        }
        BigInteger all = outside.add(inside.max(BigInteger.ZERO));
        return new Rational(outside, all).toDoubleNearest();
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
