package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * An interval around a quantile that was drawn before: a pair of leaves, one at most and one at least its leaf, drawn
 * by the exponential mechanism.
 *
 * <p>Candidates for an end lie 0, 1, 2, 3, 4, 6, 9, 13, … leaves from the drawn leaf, so that there are few of them,
 * whatever the bounds. An end is sure by as much as the target rank q·W is beyond it; the pair is penalised by how far
 * the less fitting of its ends is from being sure by {@link #margin}. Only one of the two ends can be wrong, because
 * the drawn leaf stands on one side of the quantile; so all of 1 − confidence is spent on it.
 *
 * <p>For the ranks 0 and 1 one end is the bound itself, and the interval holds the least or the largest value.
 *
 * <p>One release is {@code perGroup}-differentially private for one person's weights in one group; a person in C_u
 * groups loses C_u times as much. The proofs are in {@code QuantileInterval.md} beside this class.
 *
 * @param weights what one person contributes
 * @param rank of the quantile, between 0 and 1
 * @param perGroup the loss of one group, between 2^-40 and 2^40
 * @param confidence more than 0 and less than 1
 */
public record QuantileInterval(LeafWeights weights, Rational rank, Epsilon perGroup, double confidence) {
    /** Refuses what is out of range. */
    public QuantileInterval {
        Quantiles.checkRank(rank);
        Quantiles.checkLoss(perGroup);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
    }

    /** ρ of zero-concentrated privacy, in one group: perGroup²/8, because the choice has bounded range. */
    public Rational concentratedLoss() {
        return perGroup.value().times(perGroup.value()).dividedBy(Rational.of(8));
    }

    /**
     * One release.
     *
     * @param histogram of the group; without any weight the interval says nothing
     * @param value the drawn quantile in whole units, public by now
     * @return holds the value; holds the least value x with W_≤(x) ≥ q·W with the confidence or more
     * @throws IllegalArgumentException when the histogram was made for other weights
     */
    public QuantileTree.Interval release(LeafHistogram histogram, BigInteger value, RandomBits bits) {
        if (!histogram.weights().equals(weights)) {
            throw new IllegalArgumentException("histogram must have the weights of this interval");
        }
        int leaf = weights.grid().leaf(value);
        List<Integer> lower = rank.signum() == 0 ? List.of(0) : candidates(leaf, -1, 0);
        int last = weights.grid().leaves() - 1;
        List<Integer> upper = rank.equals(Rational.ONE) ? List.of(last) : candidates(leaf, 1, last);
        Penalties penalties = new Penalties(histogram, margin(lower.size(), upper.size()));
        IntervalEnds ends = new IntervalEnds(penalties.below(lower), penalties.above(upper));
        int[] pair = ends.draw(penalties.rate(), bits);
        return new QuantileTree.Interval(
                weights.grid().value(lower.get(pair[0])), value, weights.grid().lastValue(upper.get(pair[1])));
    }

    /** How far from the drawn leaf ends are looked for: each distance is half as much again as the one before. */
    private static List<Integer> candidates(int leaf, int direction, int last) {
        List<Integer> candidates = new ArrayList<>(List.of(leaf));
        int furthest = Math.abs(last - leaf);
        for (int distance = 1; distance <= furthest; distance = Math.max(distance + 1, distance * 3 / 2)) {
            candidates.add(leaf + direction * distance);
        }
        if (candidates.get(candidates.size() - 1) != last) {
            candidates.add(last);
        }
        return candidates;
    }

    /** Δ·φ: by how much one person changes how sure an end is. */
    private Rational change() {
        Rational most = rank.max(Rational.ONE.minus(rank));
        return most.times(Rational.of(weights.sensitivity()));
    }

    /** By how much, in weight, an end should be sure: so that none that is wrong is as likely as 1 − confidence. */
    private BigInteger margin(int lower, int upper) {
        double logarithm = StrictMath.log((double) lower * upper) - StrictMath.log(1 - confidence);
        return change().times(Rational.of(2))
                .times(Rational.ofExact(logarithm))
                .dividedBy(perGroup.value())
                .ceil();
    }

    /**
     * About how many rows (weight 1) lie between the quantile and each end of the interval; fewer where a bound is
     * nearer, more where many values are equal.
     */
    public double rowsBeside() {
        int most = candidates(0, 1, weights.grid().leaves() - 1).size();
        boolean extreme = rank.signum() == 0 || rank.equals(Rational.ONE);
        return Math.scalb(margin(extreme ? 1 : most, most).doubleValue(), -weights.shift());
    }

    /** Penalties of ends, in weight times the denominator of the rank. */
    private final class Penalties {
        private final LeafHistogram histogram;
        private final BigInteger margin;
        private final BigInteger target;
        private final BigInteger denominator = rank.denominator();

        Penalties(LeafHistogram histogram, BigInteger margin) {
            this.histogram = histogram;
            this.margin = margin.multiply(denominator);
            target = rank.numerator()
                    .multiply(histogram.between(0, weights.grid().leaves()));
        }

        Rational rate() {
            return perGroup.value().dividedBy(change().times(Rational.of(2)).times(Rational.of(denominator)));
        }

        /** An end before the quantile is sure by what the target has more than the weight before it. */
        List<BigInteger> below(List<Integer> ends) {
            return penalties(ends.stream()
                    .map(end -> target.subtract(histogram.between(0, end).multiply(denominator)))
                    .toList());
        }

        /** An end after it is sure by what the weight up to it has more than the target. */
        List<BigInteger> above(List<Integer> ends) {
            return penalties(ends.stream()
                    .map(end ->
                            histogram.between(0, end + 1L).multiply(denominator).subtract(target))
                    .toList());
        }

        /** The first end that is sure enough has none; the last one is always sure enough. */
        private List<BigInteger> penalties(List<BigInteger> sure) {
            List<BigInteger> penalties = new ArrayList<>();
            for (int i = 0; i < sure.size(); i++) {
                BigInteger missing = i == sure.size() - 1 ? BigInteger.ZERO : margin.subtract(sure.get(i));
                BigInteger beyond = i == 0 ? BigInteger.ZERO : sure.get(i - 1).subtract(margin);
                penalties.add(missing.max(beyond).max(BigInteger.ZERO));
            }
            return penalties;
        }
    }
}
