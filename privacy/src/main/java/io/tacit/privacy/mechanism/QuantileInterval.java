package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.OneSidedSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * An interval around a quantile that was drawn before, which shrinks towards the drawn value until noise says that it
 * may be too short.
 *
 * <p>Windows reach 0, 1, 2, 3, 4, 6, 9, 13, … leaves to either side of the drawn leaf. From the widest on each is asked
 * how sure it is: by how much the target rank q·W lies inside its ends. The first whose answer is not above a noisy target ends the
 * run, and the one before it is the interval. All questions together cost what one costs (the sparse vector technique,
 * as in {@link AboveThreshold}), here with noise of one side only, and windows that are far too wide stop nobody. A wrong
 * interval has passed the first wrong window, whose answer is 0 or less: that is one event, however many windows there are.
 *
 * <p>For the ranks 0 and 1 one end is the bound itself, and the interval holds the least or the largest value. For other
 * ranks near 0 or 1 an eighth of the loss tells first whether enough rows lie beyond the quantile for an end there; where
 * not, that end is the bound.
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
    private static final Rational OF_ROWS_BEYOND = Rational.of(1, 8);

    /** Refuses what is out of range. */
    public QuantileInterval {
        Quantiles.checkRank(rank);
        Quantiles.checkLoss(perGroup);
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
    }

    /** ρ of zero-concentrated privacy, in one group: perGroup²/2, as of anything that costs perGroup. */
    public Rational concentratedLoss() {
        return perGroup.value().times(perGroup.value()).dividedBy(Rational.of(2));
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
        Ends ends = ends(histogram, bits);
        ShrinkingNoise noise = noise(ends.count());
        BigInteger target = noise.target(bits);
        OneSidedSampler ofAnswers = noise.answers();
        List<Window> windows = windows(leaf, ends);
        int place = windows.size() - 1;
        while (place > 0 && sure(histogram, windows.get(place - 1)).compareTo(target.add(ofAnswers.draw(bits))) > 0) {
            place--;
        }
        Window found = windows.get(place);
        return new QuantileTree.Interval(
                weights.grid().value(found.first()), value, weights.grid().lastValue(found.last()));
    }

    /** Which ends are looked for; the others are bounds. */
    private enum Ends {
        LOWER,
        UPPER,
        BOTH;

        int count() {
            return this == BOTH ? 2 : 1;
        }
    }

    private boolean isNear() {
        return !isExtreme() && QuantileChoice.isNear(rank);
    }

    private boolean isExtreme() {
        return rank.signum() == 0 || rank.equals(Rational.ONE);
    }

    private Ends inward() {
        return rank.compareTo(Rational.of(1, 2)) > 0 ? Ends.LOWER : Ends.UPPER;
    }

    /** Near 0 and 1 both ends, if so many rows seem to lie beyond that an end there may be sure. */
    private Ends ends(LeafHistogram histogram, RandomBits bits) {
        if (!isNear()) {
            return isExtreme() ? inward() : Ends.BOTH;
        }
        DiscreteLaplace ofWeight = DiscreteLaplace.calibrated(weights.sensitivity(), perGroup.times(OF_ROWS_BEYOND));
        BigInteger noisy = histogram.between(0, weights.grid().leaves()).add(ofWeight.sample(bits));
        Rational beyond = Rational.of(noisy).times(rank.min(Rational.ONE.minus(rank)));
        return beyond.times(Rational.of(rank.denominator())).compareTo(Rational.of(noise(2).enoughForAnEnd())) < 0
                ? inward()
                : Ends.BOTH;
    }

    private ShrinkingNoise noise(int ends) {
        Rational left = isNear() ? Rational.ONE.minus(OF_ROWS_BEYOND) : Rational.ONE;
        return ShrinkingNoise.of(weights, rank, perGroup.times(left), ends, confidence);
    }

    /**
     * Leaves from one to another.
     *
     * @param first of them
     * @param last of them
     */
    private record Window(int first, int last) {}

    /** The narrowest first: each reaches half as much again as the one before; the last one holds all that there can be. */
    private List<Window> windows(int leaf, Ends ends) {
        int last = weights.grid().leaves() - 1;
        int below = ends == Ends.UPPER ? 0 : leaf;
        int above = ends == Ends.LOWER ? 0 : last - leaf;
        List<Window> windows = new ArrayList<>();
        int farthest = Math.max(below, above);
        for (int reach = 0; reach < farthest; reach = Math.max(reach + 1, reach * 3 / 2)) {
            windows.add(new Window(
                    ends == Ends.UPPER ? 0 : Math.max(0, leaf - reach),
                    ends == Ends.LOWER ? last : (int) Math.min(last, (long) leaf + reach)));
        }
        windows.add(new Window(0, last));
        return windows;
    }

    /**
     * By how much, in weight times the denominator of the rank, the target is inside: of the ends that are no bounds the
     * less sure one. One of them is none in every window but the widest.
     */
    private BigInteger sure(LeafHistogram histogram, Window window) {
        int leaves = weights.grid().leaves();
        BigInteger denominator = rank.denominator();
        BigInteger target = rank.numerator().multiply(histogram.between(0, leaves));
        BigInteger below = target.subtract(histogram.between(0, window.first()).multiply(denominator));
        BigInteger above =
                histogram.between(0, window.last() + 1L).multiply(denominator).subtract(target);
        return window.first() == 0 ? above : window.last() == leaves - 1 ? below : below.min(above);
    }

    /**
     * About how many rows (weight 1) lie between the quantile and each end of the interval; fewer where a bound is
     * nearer, more where many values are equal.
     */
    public double rowsBeside() {
        double wide = noise(isExtreme() ? 1 : 2).typical() / rank.denominator().doubleValue();
        return Math.scalb(wide, -weights.shift());
    }
}
