package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@link Quantiles} of one expression in one group, and an interval of values around some of them.
 *
 * <p>Where an interval is wanted at all, values are drawn with two thirds of the loss. The last third is divided among
 * the {@link QuantileInterval}s of up to {@value #MOST_WINDOWS} ranks; for more of them it goes to one {@link
 * QuantileTree}, whose error does not grow with their number.
 *
 * <p>The proof is in {@code QuantilesWithIntervals.md} beside this class.
 *
 * @param weights what one person contributes
 * @param ranks which quantiles, as of {@link Quantiles}
 * @param wanted those of the ranks whose intervals are wanted; may be empty
 * @param perGroup ε_g, the loss of one group
 * @param confidence of intervals, more than 0 and less than 1
 */
public record QuantilesWithIntervals(
        LeafWeights weights, List<Rational> ranks, Set<Rational> wanted, Epsilon perGroup, double confidence) {
    /** Up to so many ranks have windows of their own: beyond, one tree is more accurate. */
    public static final int MOST_WINDOWS = 8;

    private static final long SHARES = 3;

    /** Refuses intervals of other ranks, and a confidence out of range. */
    public QuantilesWithIntervals {
        ranks = List.copyOf(ranks);
        wanted = Set.copyOf(wanted);
        if (!ranks.containsAll(wanted)) {
            throw new IllegalArgumentException("intervals must be those of the ranks");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
    }

    /**
     * The smallest part of a loss that a release divides.
     *
     * @param wanted how many intervals there are
     * @throws IllegalArgumentException for a loss with which no quantiles can be drawn
     */
    public static Epsilon checkedLoss(Epsilon perGroup, int wanted) {
        Epsilon least = wanted == 0 ? perGroup : perGroup.dividedBy(SHARES * Math.min(wanted, MOST_WINDOWS));
        Quantiles.checkLoss(perGroup);
        Quantiles.checkLoss(least);
        return least;
    }

    /** The mechanism that draws the values. */
    public Quantiles values() {
        Epsilon share = wanted.isEmpty() ? perGroup : perGroup.times(Rational.of(SHARES - 1, SHARES));
        return new Quantiles(weights, ranks, share);
    }

    private QuantileInterval window(Rational rank) {
        return new QuantileInterval(weights, rank, perGroup.dividedBy(SHARES * wanted.size()), confidence);
    }

    private QuantileTree tree() {
        return QuantileTree.calibrated(weights, perGroup.dividedBy(SHARES));
    }

    private boolean windows() {
        return wanted.size() <= MOST_WINDOWS;
    }

    /**
     * One release.
     *
     * @param histogram of the group; without any weight values are drawn from the whole range
     * @return for each rank, in the order of {@link #ranks}, a value in whole units with its interval; the whole range
     *     where none is wanted
     * @throws IllegalArgumentException when the histogram was made for other weights
     */
    public List<QuantileTree.Interval> release(LeafHistogram histogram, RandomBits bits) {
        List<BigInteger> values = values().release(histogram, bits);
        List<Rational> ofTree =
                windows() ? List.of() : ranks.stream().filter(wanted::contains).toList();
        List<QuantileTree.Interval> read =
                ofTree.isEmpty() ? List.of() : tree().release(histogram, ofTree, confidence, bits);
        List<QuantileTree.Interval> intervals = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            Rational rank = ranks.get(i);
            BigInteger value = values.get(i);
            if (!wanted.contains(rank)) {
                intervals.add(new QuantileTree.Interval(low(), value, high()));
            } else if (windows()) {
                intervals.add(window(rank).release(histogram, value, bits));
            } else {
                intervals.add(open(rank, read.get(ofTree.indexOf(rank))).withValue(value));
            }
        }
        return intervals;
    }

    private BigInteger low() {
        return weights.grid().low();
    }

    private BigInteger high() {
        return weights.grid().high();
    }

    /** The least and the largest value are as far out as the bounds let them be. */
    private QuantileTree.Interval open(Rational rank, QuantileTree.Interval interval) {
        return new QuantileTree.Interval(
                rank.signum() == 0 ? low() : interval.low(),
                interval.value(),
                rank.equals(Rational.ONE) ? high() : interval.high());
    }

    /**
     * About how many rows (weight 1) lie between the quantile and each end of its interval; fewer where a bound is
     * nearer, more where many values are equal.
     *
     * @param rank one of the wanted ones
     * @throws IllegalArgumentException for another rank
     */
    public double rowsBeside(Rational rank) {
        if (!wanted.contains(rank)) {
            throw new IllegalArgumentException("rank must be one of those whose intervals are wanted");
        }
        return windows() ? window(rank).rowsBeside() : tree().rankErrorBound(rank, confidence);
    }
}
