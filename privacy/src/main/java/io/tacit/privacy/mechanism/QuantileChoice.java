package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.ExponentialChoice;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * One quantile of a part of a histogram, by the exponential mechanism: see {@link Quantiles} and its proof.
 *
 * <p>A leaf is cut into {@link #SLICES} slices of equal weight, so that a part can begin and end inside a leaf. Weights
 * are counted in slices: a leaf of weight w has {@code SLICES} slices of w each.
 */
final class QuantileChoice {
    /** How many slices a leaf has. A power of two, so that weights that are scaled by one stay small. */
    static final int SLICES = 1 << 12;

    /** Ranks this near to 0 or 1 have their target moved inward. */
    private static final Rational NEAR = Rational.of(1, 8);

    private final LeafHistogram histogram;
    private final long first;
    private final long last;
    private final boolean whole;
    private final int from;
    private final int to;
    private final BigInteger base;
    private final BigInteger numerator;
    private final BigInteger denominator;
    private final Rational rate;

    /**
     * A choice in the slices from {@code first} to {@code last}.
     *
     * @param whole whether leaves are chosen, not slices
     * @param rank q within the part, between 0 and 1
     */
    QuantileChoice(LeafHistogram histogram, long first, long last, boolean whole, Rational rank, Epsilon epsilon) {
        this.histogram = histogram;
        this.first = first;
        this.last = last;
        this.whole = whole;
        from = histogram.indexFrom(first / SLICES);
        to = histogram.indexFrom(last / SLICES + 1);
        base = position(first);
        Rational weight = Rational.of(position(last + 1).subtract(base));
        BigInteger sensitivity = histogram.weights().sensitivity().multiply(BigInteger.valueOf(SLICES));
        Rational target = rank.times(weight);
        Rational factor = rank.max(Rational.ONE.minus(rank));
        if (isNear(rank)) {
            Rational margin = Rational.of(BigInteger.valueOf(SLICES))
                    .times(Rational.of(margin(histogram.weights(), outcomes(), epsilon)));
            Rational half = weight.times(Rational.of(1, 2));
            target = target.max(margin.min(half)).min(weight.minus(margin).max(half));
            factor = Rational.ONE;
        }
        numerator = target.numerator();
        denominator = target.denominator();
        rate = epsilon.value()
                .dividedBy(factor.times(Rational.of(sensitivity)).times(Rational.of(2)))
                .dividedBy(Rational.of(denominator));
    }

    /** Whether the target of a rank is moved inward. */
    static boolean isNear(Rational rank) {
        return rank.min(Rational.ONE.minus(rank)).compareTo(NEAR) <= 0;
    }

    /**
     * κ: by how much, in weight, a target near an end is moved inward at most, so that with probability 99 % no empty
     * leaf beyond all values is chosen. Any number that does not depend on data is private.
     */
    static BigInteger margin(LeafWeights weights, long outcomes, Epsilon epsilon) {
        Rational logarithm = Rational.ofExact(StrictMath.log(100.0 * outcomes));
        return Rational.of(weights.sensitivity())
                .times(Rational.of(2))
                .times(logarithm)
                .dividedBy(epsilon.value())
                .ceil();
    }

    /** The slice, or leaf, that is chosen. */
    long draw(RandomBits bits) {
        return ExponentialChoice.draw(this::upTo, rate, bits);
    }

    /** The rate of the choice: an outcome has the weight e^(−rate·penalty). */
    Rational rate() {
        return rate;
    }

    private long outcomes() {
        return whole ? last / SLICES - first / SLICES + 1 : last - first + 1;
    }

    /** The outcomes whose target is within a distance, in their order. */
    ExponentialChoice.View upTo(BigInteger horizon) {
        // In whole slices' weight, rounded outward.
        BigInteger least = numerator.subtract(horizon).divide(denominator).subtract(BigInteger.ONE);
        BigInteger most = numerator.add(horizon).divide(denominator).add(BigInteger.ONE);
        int begin = firstEndingFrom(least);
        int end = firstBeginningAfter(most);
        long at = begin == from ? first : lastSlice(begin - 1) + 1;
        long before = count(first, at - 1);
        List<ExponentialChoice.Run> runs = new ArrayList<>();
        for (int i = begin; i < end; i++) {
            gap(at, firstSlice(i) - 1, relative(i, firstSlice(i)), runs);
            occupied(i, runs);
            at = lastSlice(i) + 1;
        }
        long stop = end == to ? last : firstSlice(end) - 1;
        BigInteger position = end == to ? position(last + 1).subtract(base) : relative(end, firstSlice(end));
        gap(at, stop, position, runs);
        return new ExponentialChoice.View(before, runs, count(stop + 1, last));
    }

    private void gap(long start, long stop, BigInteger position, List<ExponentialChoice.Run> runs) {
        long count = count(start, stop);
        if (count > 0) {
            runs.add(ExponentialChoice.Run.level(
                    outcome(start),
                    count,
                    position.multiply(denominator).subtract(numerator).abs()));
        }
    }

    private void occupied(int i, List<ExponentialChoice.Run> runs) {
        BigInteger begin = relative(i, firstSlice(i)).multiply(denominator).subtract(numerator);
        BigInteger step = histogram.weight(i).multiply(denominator);
        long slices = lastSlice(i) - firstSlice(i) + 1;
        if (whole) {
            BigInteger end = begin.add(step.multiply(BigInteger.valueOf(slices)));
            BigInteger penalty = begin.max(end.negate()).max(BigInteger.ZERO);
            runs.add(ExponentialChoice.Run.level(histogram.leaf(i), 1, penalty));
            return;
        }
        // Slice j, from begin + j·step to begin + (j+1)·step: before, at, or after 0.
        BigInteger limited = begin.negate().max(BigInteger.ZERO).min(step.multiply(BigInteger.valueOf(slices)));
        BigInteger[] zero = limited.divideAndRemainder(step);
        long ended = zero[0].longValueExact();
        // A slice that ends or begins at 0 itself is at 0, as the page's score says of leaves.
        boolean between = zero[1].signum() != 0;
        long below = between || ended == 0 || begin.negate().compareTo(limited) > 0 ? ended : ended - 1;
        long above = begin.signum() > 0 ? 0 : Math.min(slices, ended + 1);
        long start = firstSlice(i);
        if (below > 0) {
            BigInteger nearest =
                    begin.add(step.multiply(BigInteger.valueOf(below))).negate();
            runs.add(new ExponentialChoice.Run(start + below - 1, true, below, nearest, step));
        }
        if (above > below) {
            runs.add(ExponentialChoice.Run.level(start + below, above - below, BigInteger.ZERO));
        }
        if (above < slices) {
            BigInteger nearest = begin.add(step.multiply(BigInteger.valueOf(above)));
            runs.add(new ExponentialChoice.Run(start + above, false, slices - above, nearest, step));
        }
    }

    private long outcome(long slice) {
        return whole ? slice / SLICES : slice;
    }

    /** How many outcomes begin or go on in these slices; a gap or a leaf is never cut but at the ends of the part. */
    private long count(long start, long stop) {
        if (stop < start) {
            return 0;
        }
        return whole ? stop / SLICES - start / SLICES + 1 : stop - start + 1;
    }

    /** The weight before a slice, in slices' weight. */
    private BigInteger position(long slice) {
        long leaf = slice / SLICES;
        int index = histogram.indexFrom(leaf);
        BigInteger position = histogram.before(index).multiply(BigInteger.valueOf(SLICES));
        return index < histogram.size() && histogram.leaf(index) == leaf
                ? position.add(histogram.weight(index).multiply(BigInteger.valueOf(slice % SLICES)))
                : position;
    }

    /** The weight of the part before a slice of an occupied leaf. */
    private BigInteger relative(int index, long slice) {
        return histogram
                .before(index)
                .multiply(BigInteger.valueOf(SLICES))
                .add(histogram
                        .weight(index)
                        .multiply(BigInteger.valueOf(slice - (long) histogram.leaf(index) * SLICES)))
                .subtract(base);
    }

    private long firstSlice(int index) {
        return Math.max(first, (long) histogram.leaf(index) * SLICES);
    }

    private long lastSlice(int index) {
        return Math.min(last, (histogram.leaf(index) + 1L) * SLICES - 1);
    }

    /** The first leaf of the part that ends at this weight or later. */
    private int firstEndingFrom(BigInteger weight) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (relative(middle, lastSlice(middle) + 1).compareTo(weight) >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The first leaf of the part that begins after this weight. */
    private int firstBeginningAfter(BigInteger weight) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (relative(middle, firstSlice(middle)).compareTo(weight) > 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
