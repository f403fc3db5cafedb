package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.ExponentialChoice;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The most frequent of finitely many declared values in one group: the exponential mechanism whose score of a value is
 * its weight in the {@link LeafHistogram}, leaf i standing for value number i.
 *
 * <p>Value i is chosen with probability proportional to e^(ε·weight/Δ), exactly, Δ what one person weighs at most in
 * all leaves together. There is no factor ½ in the exponent: a person only adds to weights, so that all scores and the
 * normaliser move the same way. Equal weights are equally likely, and without any weight each value is.
 *
 * <p>One release is {@code perGroup}-differentially private for one person's weights in one group; a person in C_u
 * groups loses C_u times as much, and C_u times {@link #concentratedLoss}. The proofs are in {@code MostFrequent.md}
 * beside this class.
 *
 * <pre>{@code
 * MostFrequent mode = new MostFrequent(countries.size(), maxRows, part.dividedBy(maxGroups));
 * String country = countries.get(mode.release(LeafHistogram.of(mode.weights(), leaves), bits));
 * }</pre>
 *
 * @param values how many values the domain has, between 1 and {@link LeafGrid#MOST_LEAVES}
 * @param maxRows m, how many rows one person may weigh in a group, between 1 and 2^31 − 1
 * @param perGroup ε_g, the loss of one group, between 2^-40 and 2^40
 */
public record MostFrequent(int values, long maxRows, Epsilon perGroup) {
    /** Refuses what is out of range. */
    public MostFrequent {
        if (values < 1 || values > LeafGrid.MOST_LEAVES) {
            throw new IllegalArgumentException("values must be between 1 and " + LeafGrid.MOST_LEAVES);
        }
        Ranges.checkRows(maxRows);
        Quantiles.checkLoss(perGroup);
    }

    /** What one person contributes: the rows with value i weigh on leaf i, and no other row weighs anything. */
    public LeafWeights weights() {
        LeafGrid grid = new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(values - 1L), Unit.DecimalUnit.WHOLE);
        return new LeafWeights(grid, maxRows);
    }

    /** ρ of zero-concentrated privacy, in one group: perGroup²/8, because the choice has bounded range. */
    public Rational concentratedLoss() {
        return perGroup.value().times(perGroup.value()).dividedBy(Rational.of(8));
    }

    /**
     * One release.
     *
     * @param histogram of the group; without any weight every value is as likely
     * @return the number of the value that is chosen, from 0
     * @throws IllegalArgumentException when the histogram was made for other weights
     */
    public int release(LeafHistogram histogram, RandomBits bits) {
        LeafWeights weights = weights();
        if (!histogram.weights().equals(weights)) {
            throw new IllegalArgumentException("histogram must have the weights of this choice");
        }
        Rational rate = perGroup.value().dividedBy(Rational.of(weights.sensitivity()));
        return Math.toIntExact(ExponentialChoice.draw(runs(histogram), rate, bits));
    }

    /**
     * The data-free bound of what the choice misses, in rows (weight 1): with at least this confidence the weight of
     * the value that is returned is within so much of the largest. 0 where there is one value only.
     *
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for a confidence outside
     */
    public double shortfallBound(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        double scale = maxRows / perGroup.value().toDoubleDown();
        return values == 1 ? 0 : scale * Math.log((values - 1) / (1 - confidence));
    }

    /** All values in order; the penalty of each is what its weight lacks to the largest. */
    static List<ExponentialChoice.Run> runs(LeafHistogram histogram) {
        int values = histogram.weights().grid().leaves();
        BigInteger largest = BigInteger.ZERO;
        for (int i = 0; i < histogram.size(); i++) {
            largest = largest.max(histogram.weight(i));
        }
        List<ExponentialChoice.Run> runs = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < histogram.size(); i++) {
            int leaf = histogram.leaf(i);
            if (leaf > at) {
                runs.add(ExponentialChoice.Run.level(at, leaf - at, largest));
            }
            runs.add(ExponentialChoice.Run.level(leaf, 1, largest.subtract(histogram.weight(i))));
            at = leaf + 1;
        }
        if (at < values) {
            runs.add(ExponentialChoice.Run.level(at, values - at, largest));
        }
        return runs;
    }
}
