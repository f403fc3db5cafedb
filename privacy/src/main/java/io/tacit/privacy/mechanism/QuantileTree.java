package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Any number of quantiles of one expression in one group, and intervals, from noisy counts of a tree over the leaves.
 *
 * <p>Each node of the tree but the root has the weight of its leaves and {@value #BRANCHES} children. A person is in
 * one node of each level, so that a person changes all nodes together by at most {@link #l1Sensitivity}. Every node
 * that is read gets noise, whether anyone is in it or not; only those are read on whose way a quantile lies. Their
 * counts are made consistent by weighted least squares (Hay, Rastogi, Miklau and Suciu, "Boosting the accuracy of
 * differentially private histograms through consistency", 2010) and not negative, so that quantiles never fall where
 * ranks rise.
 *
 * <p>The proof is in {@code QuantileTree.md} beside this class. Use it for more than {@link Quantiles#MOST} quantiles;
 * {@link QuantilesWithIntervals} uses it for the intervals of many.
 *
 * @param weights what one person contributes
 * @param noise of each node: its loss in one group is that of {@link #l1Sensitivity}
 */
public record QuantileTree(LeafWeights weights, DiscreteLaplace noise) {
    /** Children of a node. */
    public static final int BRANCHES = 16;

    private static final int BITS = 4;

    /**
     * A tree for one loss.
     *
     * @param perGroup ε_g, the loss of one group
     */
    public static QuantileTree calibrated(LeafWeights weights, Epsilon perGroup) {
        return new QuantileTree(weights, DiscreteLaplace.calibrated(l1Sensitivity(weights), perGroup));
    }

    /** Levels below the root, at least 1: the least number with {@value #BRANCHES}^levels ≥ leaves. */
    public static int levels(LeafGrid grid) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(grid.leaves() - 1);
        return Math.max(1, (bits + BITS - 1) / BITS);
    }

    /** m·2^shift·levels: the most by which one person changes all nodes of one group together, in L1. */
    public static BigInteger l1Sensitivity(LeafWeights weights) {
        return weights.sensitivity().multiply(BigInteger.valueOf(levels(weights.grid())));
    }

    /** (m·2^shift)²·levels: the square of the most by which one person changes them in L2. */
    public static BigInteger squaredL2Sensitivity(LeafWeights weights) {
        return weights.sensitivity().pow(2).multiply(BigInteger.valueOf(levels(weights.grid())));
    }

    /**
     * A quantile between two values, in whole units within the bounds.
     *
     * @param low at most {@code value}
     * @param value the quantile
     * @param high at least {@code value}
     */
    public record Interval(BigInteger low, BigInteger value, BigInteger high) {
        /** Refuses a value outside. */
        public Interval {
            if (low.compareTo(value) > 0 || value.compareTo(high) > 0) {
                throw new IllegalArgumentException("value must lie between low and high");
            }
        }

        /** The same interval, wide enough for a value that was found otherwise, with that value. */
        public Interval withValue(BigInteger found) {
            return new Interval(low.min(found), found, high.max(found));
        }
    }

    /**
     * One release without intervals.
     *
     * @param ranks each between 0 and 1
     * @return for each rank a value in whole units, within the bounds; never smaller for a larger rank
     * @throws IllegalArgumentException for a rank outside, or a histogram of other weights
     */
    public List<BigInteger> release(LeafHistogram histogram, List<Rational> ranks, RandomBits bits) {
        return values(read(histogram, ranks, bits), ranks);
    }

    /**
     * One release with intervals. Each covers its quantile of the weights, as limited and clamped, with about this
     * probability or more.
     *
     * @param ranks each between 0 and 1
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for an argument outside, or a histogram of other weights
     */
    public List<Interval> release(LeafHistogram histogram, List<Rational> ranks, double confidence, RandomBits bits) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        NoisyTree tree = read(histogram, ranks, bits);
        List<BigInteger> values = values(tree, ranks);
        double quantile = NormalQuantile.upper((1 - confidence) / (2 * levels(weights.grid())));
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            double rank = ranks.get(i).toDoubleNearest();
            BigInteger low = weights.grid().value(tree.least(rank, quantile));
            BigInteger high = weights.grid().lastValue(tree.largest(rank, quantile));
            BigInteger value = values.get(i);
            intervals.add(new Interval(low.min(value), value, high.max(value)));
        }
        return intervals;
    }

    /**
     * About how far, in rows (weight 1), the rank of a quantile is off at most with this confidence: from the noise of
     * the nodes that add up to a rank, before they are made consistent, so that it is rather too wide. Near the ends
     * add {@link #margin}.
     *
     * @param rank between 0 and 1
     * @param confidence more than 0 and less than 1
     */
    public double rankErrorBound(Rational rank, double confidence) {
        Quantiles.checkRank(rank);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        double q = rank.toDoubleNearest();
        double most = Math.max(q, 1 - q);
        // At most 16 nodes on the first level, and 15 on each other, all with the larger of the two factors.
        double nodes = 1 + (BRANCHES - 1.0) * levels(weights.grid());
        double deviation = most * Math.sqrt(nodes) * unitDeviation();
        return NormalQuantile.upper((1 - confidence) / 2, 3 / nodes) * deviation;
    }

    /** By how much, in rows, the targets of ranks near 0 and 1 are moved inward at most. */
    public double margin() {
        return 4 * unitDeviation();
    }

    /** The noise of one node, in rows. */
    private double unitDeviation() {
        return Math.scalb(noise.standardDeviation(), -weights.shift());
    }

    private NoisyTree read(LeafHistogram histogram, List<Rational> ranks, RandomBits bits) {
        Quantiles.checkRanks(ranks);
        if (!histogram.weights().equals(weights)) {
            throw new IllegalArgumentException("histogram must have the weights of this tree");
        }
        NoisyTree tree = new NoisyTree(histogram, noise, bits);
        tree.readFor(ranks.stream().mapToDouble(Rational::toDoubleNearest).toArray(), margin());
        return tree;
    }

    private List<BigInteger> values(NoisyTree tree, List<Rational> ranks) {
        List<BigInteger> values = new ArrayList<>();
        for (Rational rank : ranks) {
            values.add(weights.grid().value(tree.leaf(rank.toDoubleNearest(), margin())));
        }
        return values;
    }
}
