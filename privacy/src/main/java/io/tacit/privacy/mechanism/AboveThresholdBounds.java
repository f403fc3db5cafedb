package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds found privately by raising a limit until only about 10/ε people lie beyond it ({@link AboveThreshold}).
 *
 * <p>Each histogram counts every <em>person once</em>, whatever the number of that person's groups or rows: by the largest
 * |contribution| that the limit of groups left ({@link #magnitude}), or by the largest and by the smallest row
 * ({@link #range}). Bin 0 holds 0 and 1; bin i holds what is beyond ⌈2^((i−1)/2)⌉ up to ⌈2^(i/2)⌉; bin −1−i holds what bin i
 * holds, negated, but 0 is in bin 0. Bin 2 has no integers. Empty bins may be left out. The proof is in {@code
 * AboveThresholdBounds.md} beside this class.
 *
 * <pre>{@code
 * Optional<ApproximateBounds.Found> bounds =
 *         AboveThresholdBounds.NONNEGATIVE.magnitude(usersByLargest, Epsilon.of("0.25"), bits);
 * }</pre>
 *
 * @param leastBin the first bin of the histograms; smaller values are counted in it
 * @param largestBin the last bin of the histograms; larger values are counted in it
 */
public record AboveThresholdBounds(int leastBin, int largestBin) {
    /** All 128-bit integers. */
    public static final AboveThresholdBounds SIGNED = new AboveThresholdBounds(-253, 252);

    /** All 128-bit integers that are not negative. */
    public static final AboveThresholdBounds NONNEGATIVE = new AboveThresholdBounds(0, 252);

    private static final int WITHOUT_INTEGERS = 2;
    private static final Rational TEN = Rational.of(10);
    private static final Rational TWO = Rational.of(2);

    /** Refuses bins that no 128-bit integer has. */
    public AboveThresholdBounds {
        if (leastBin > largestBin || leastBin < -253 || largestBin > 252) {
            throw new IllegalArgumentException(
                    "leastBin and largestBin must lie between -253 and 252, leastBin at most largestBin");
        }
    }

    /** The bin of a value, before it is limited to the histogram's bins. */
    public static int bin(BigInteger value) {
        if (value.signum() < 0) {
            return -1 - bin(value.negate());
        }
        int doubling = ApproximateBounds.bin(value);
        boolean lowerHalf = doubling > 0 && value.compareTo(edge(2 * doubling - 1)) <= 0;
        return 2 * doubling - (lowerHalf ? 1 : 0);
    }

    /** The bin of this histogram that counts a value. */
    public int limitedBin(BigInteger value) {
        return Math.max(leastBin, Math.min(largestBin, bin(value)));
    }

    /** The largest magnitude of bin i ≥ 0: ⌈2^(i/2)⌉. */
    public static BigInteger edge(int bin) {
        BigInteger power = BigInteger.ONE.shiftLeft(bin);
        // A power of an odd number of twos has no whole root.
        return bin % 2 == 0 ? power.sqrt() : power.sqrt().add(BigInteger.ONE);
    }

    /** How many people a run aims to leave beyond a limit: ⌈10/ε⌉. */
    public static BigInteger target(Epsilon epsilon) {
        return TEN.dividedBy(epsilon.value()).ceil();
    }

    /**
     * A limit T of magnitudes.
     *
     * @param users by the bin, at least 0, of their largest |contribution|; each person once
     * @param epsilon what finding T costs
     * @return [0, T] if these bins have no negative values, else [−T, T]; empty when there seem to be too few people
     */
    public Optional<ApproximateBounds.Found> magnitude(
            Map<Integer, BigInteger> users, Epsilon epsilon, RandomBits bits) {
        int last = Math.max(largestBin, leastBin < 0 ? -1 - leastBin : 0);
        return found(users, rising(0, last), epsilon, bits)
                .map(AboveThresholdBounds::high)
                .map(limit -> new ApproximateBounds.Found(leastBin < 0 ? limit.negate() : BigInteger.ZERO, limit));
    }

    /**
     * A range of rows, by two runs of half of ε each.
     *
     * @param usersByLargest by the bin of their largest row; each person once
     * @param usersBySmallest by the bin of their smallest row; the same people
     * @param epsilon what finding both ends costs
     * @return {@code low} below {@code high}; empty when there seem to be too few people
     */
    public Optional<ApproximateBounds.Found> range(
            Map<Integer, BigInteger> usersByLargest,
            Map<Integer, BigInteger> usersBySmallest,
            Epsilon epsilon,
            RandomBits bits) {
        Epsilon half = epsilon.dividedBy(2);
        Optional<Integer> upper = found(usersByLargest, rising(leastBin, largestBin), half, bits);
        Optional<Integer> lower = found(usersBySmallest, falling(largestBin, leastBin), half, bits);
        if (upper.isEmpty() || lower.isEmpty()) {
            return Optional.empty();
        }
        // Noise may, rarely, bring the ends past each other.
        int least = Math.min(lower.get(), upper.get());
        int largest = Math.max(lower.get(), upper.get());
        return Optional.of(new ApproximateBounds.Found(low(least), high(largest)));
    }

    /** One run: is there anybody, then "how many are beyond this bin?" for each bin but the last, which all are within. */
    private static Optional<Integer> found(
            Map<Integer, BigInteger> users, List<Integer> bins, Epsilon epsilon, RandomBits bits) {
        BigInteger target = target(epsilon);
        BigInteger beyond = users.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
        List<BigInteger> excesses = new ArrayList<>();
        excesses.add(beyond.subtract(target).subtract(margin(bins.size(), epsilon)));
        for (int bin : bins.subList(0, bins.size() - 1)) {
            beyond = beyond.subtract(users.getOrDefault(bin, BigInteger.ZERO));
            excesses.add(beyond.subtract(target));
        }
        int place = new AboveThreshold(epsilon).firstNotAbove(excesses, bits);
        return place == 0 ? Optional.empty() : Optional.of(bins.get(place - 1));
    }

    /** (2/ε)(ln #steps + 3): so many more than the target must there be to begin. */
    private static BigInteger margin(int steps, Epsilon epsilon) {
        Rational logarithm = Rational.ofExact(StrictMath.log(steps) + 3);
        return TWO.dividedBy(epsilon.value()).times(logarithm).ceil();
    }

    private static List<Integer> rising(int from, int to) {
        List<Integer> bins = new ArrayList<>();
        for (int bin = from; bin <= to; bin++) {
            if (bin != WITHOUT_INTEGERS && bin != -1 - WITHOUT_INTEGERS) {
                bins.add(bin);
            }
        }
        return bins;
    }

    private static List<Integer> falling(int from, int to) {
        List<Integer> bins = new ArrayList<>();
        for (int bin : rising(to, from)) {
            bins.add(0, bin);
        }
        return bins;
    }

    private static BigInteger low(int bin) {
        if (bin < 0) {
            return edge(-1 - bin).negate();
        }
        return bin == 0 ? BigInteger.ZERO : edge(bin - 1);
    }

    private static BigInteger high(int bin) {
        if (bin >= 0) {
            return edge(bin);
        }
        return bin == -1 ? BigInteger.ZERO : edge(-2 - bin).negate();
    }
}
