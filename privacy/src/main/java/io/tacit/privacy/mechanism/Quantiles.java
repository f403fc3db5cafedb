package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Up to {@value #MOST} quantiles of one expression in one group, MIN and MAX among them, from one histogram.
 *
 * <p>One quantile is the exponential mechanism over all leaves, occupied or not, with the score −max(0, W_&lt;(y) − t,
 * t − W_≤(y)) of a leaf y for the target t = q·W: it is 0 for the leaf that holds the quantile, however many values are
 * equal. Several are found by recursive halving (Kaplan, Schnapp, Stemmer, "Differentially private approximate
 * quantiles", 2022): the middle one first; what weighs at most as much goes left, the rest right. Where many values are
 * equal the leaf itself is cut in proportion, at one of 4096 places. Targets near the ends are moved
 * inward a little (κ), else an empty leaf beyond all values would be as good as the smallest value.
 *
 * <p>One release is {@code perGroup}-differentially private for one person's weights in one group; a person in C_u
 * groups loses C_u times as much, and C_u times {@link #concentratedLoss}. The proofs are in {@code Quantiles.md}
 * beside this class.
 *
 * <p>How SQL asks for it, all quantiles of one (expression, bounds, filter, m) in one call:
 *
 * <table>
 * <caption>Ranks</caption>
 * <tr><th>SQL</th><th>ranks</th></tr>
 * <tr><td>MIN(x), MAX(x)</td><td>0, 1</td></tr>
 * <tr><td>MEDIAN(x)</td><td>1/2</td></tr>
 * <tr><td>PERCENTILE_CONT(p), PERCENTILE_DISC(p)</td><td>p, exactly as written</td></tr>
 * <tr><td>APPROX_QUANTILES(x, n)</td><td>0, 1/n, 2/n, …, 1: n+1 values, MIN and MAX first and last</td></tr>
 * </table>
 *
 * <pre>{@code
 * LeafWeights weights = new LeafWeights(new LeafGrid(low, high, column), maxRows);
 * Quantiles median = new Quantiles(weights, List.of(Rational.of(1, 2)), part.dividedBy(maxGroups));
 * List<BigInteger> wholeUnits = median.release(LeafHistogram.of(weights, leaves), bits);
 * }</pre>
 *
 * @param weights what one person contributes
 * @param ranks each between 0 and 1, in any order; from 1 to {@value #MOST} different ones
 * @param perGroup ε_g, the loss of one group
 */
public record Quantiles(LeafWeights weights, List<Rational> ranks, Epsilon perGroup) {
    /** Beyond this a {@link QuantileTree} is needed. It is faster beyond 30 already, and a little less accurate. */
    public static final int MOST = 127;

    /** Refuses ranks out of range. */
    public Quantiles {
        ranks = List.copyOf(ranks);
        checkRanks(ranks);
        if (new TreeSet<>(ranks).size() > MOST) {
            throw new IllegalArgumentException("ranks must be at most " + MOST + " different ones");
        }
        checkLoss(perGroup);
    }

    static void checkRanks(List<Rational> ranks) {
        if (ranks.isEmpty()) {
            throw new IllegalArgumentException("ranks must be at least one");
        }
        for (Rational rank : ranks) {
            checkRank(rank);
        }
    }

    static void checkRank(Rational rank) {
        if (rank.signum() < 0 || rank.compareTo(Rational.ONE) > 0) {
            throw new IllegalArgumentException("ranks must be between 0 and 1");
        }
    }

    /**
     * Refuses a loss per group with which no quantiles can be drawn.
     *
     * @throws IllegalArgumentException for one outside 2^-40 to 2^40
     */
    public static void checkLoss(Epsilon perGroup) {
        Rational value = perGroup.value();
        if (value.compareTo(Rational.of(1, 1L << 40)) < 0 || value.compareTo(Rational.of(1L << 40)) > 0) {
            throw new IllegalArgumentException(
                    "epsilon of quantiles in one group (perGroup) must be between 2^-40 and 2^40");
        }
    }

    /** How many times a person's weight is looked at: ⌊log2 of the number of different ranks⌋ + 1. */
    public int levels() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(new TreeSet<>(ranks).size());
    }

    /** The ε of a level: an equal part. */
    public Epsilon perLevel() {
        return perGroup.dividedBy(levels());
    }

    /** ρ of zero-concentrated privacy, in one group: levels·perLevel²/8, because each level has bounded range. */
    public Rational concentratedLoss() {
        Rational part = perLevel().value();
        return part.times(part).times(Rational.of(levels(), 8));
    }

    /**
     * One release.
     *
     * @param histogram of the group; without any weight values are drawn from the whole range
     * @return for each rank, in the order of {@link #ranks}, a value in whole units, within the bounds; never smaller
     *     for a larger rank
     * @throws IllegalArgumentException when the histogram was made for other weights
     */
    public List<BigInteger> release(LeafHistogram histogram, RandomBits bits) {
        if (!histogram.weights().equals(weights)) {
            throw new IllegalArgumentException("histogram must have the weights of these quantiles");
        }
        List<Rational> sorted = List.copyOf(new TreeSet<>(ranks));
        Map<Rational, Integer> found = new HashMap<>();
        long last = (long) weights.grid().leaves() * QuantileChoice.SLICES - 1;
        new Halving(histogram, perLevel(), bits, found).release(sorted, new Part(0, last, Rational.ZERO, Rational.ONE));
        List<BigInteger> values = new ArrayList<>();
        for (Rational rank : ranks) {
            values.add(weights.grid().value(Objects.requireNonNull(found.get(rank))));
        }
        return values;
    }

    /**
     * The data-free bound of a rank error, in rows (weight 1): with at least this confidence the leaf that is returned
     * holds a rank within so much of q·W. Where many values are equal, another 1/4096 of their weight on each level but
     * the last. For ranks near the ends it includes by how much their target is moved inward.
     *
     * @param rank one of {@link #ranks}
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for arguments outside
     */
    public double rankErrorBound(Rational rank, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        return bounds(rank, confidence).error;
    }

    /**
     * About by how many rows (weight 1) the target of a rank near an end is moved inward: so many rows lie beyond MIN and
     * MAX, or half of the group if that is less. 0 for ranks that are not near an end.
     *
     * @param rank one of {@link #ranks}
     * @throws IllegalArgumentException for another rank
     */
    public double rowsInward(Rational rank) {
        return bounds(rank, 1.0 / 2).inward;
    }

    /**
     * What is known of a rank without data, in rows.
     *
     * @param error how far it is off at most
     * @param inward by how much its target is moved
     */
    private record Bounds(double error, double inward) {}

    private Bounds bounds(Rational rank, double confidence) {
        if (!ranks.contains(rank)) {
            throw new IllegalArgumentException("rank must be one of the ranks");
        }
        double scale = 2 * weights.maxRows() / perLevel().value().toDoubleDown();
        double missed = (1 - confidence) / levels();
        List<Rational> sorted = List.copyOf(new TreeSet<>(ranks));
        Part part = new Part(0, 0, Rational.ZERO, Rational.ONE);
        double error = 0;
        while (true) {
            int middle = part.middle(sorted);
            Rational cut = sorted.get(middle);
            double inside = part.inside(cut).toDoubleNearest();
            double outcomes = weights.grid().leaves() * (sorted.size() == 1 ? 1.0 : QuantileChoice.SLICES);
            double logarithm = Math.log(outcomes / missed);
            boolean near = QuantileChoice.isNear(part.inside(cut));
            double inward = near ? scale * Math.log(100 * outcomes) : 0;
            error += near ? scale * logarithm + inward : scale * logarithm * Math.max(inside, 1 - inside);
            int side = rank.compareTo(cut);
            if (side == 0) {
                return new Bounds(error, inward);
            }
            part = side < 0 ? new Part(0, 0, part.low(), cut) : new Part(0, 0, cut, part.high());
            sorted = side < 0 ? sorted.subList(0, middle) : sorted.subList(middle + 1, sorted.size());
        }
    }

    /**
     * Slices, and the ranks at their ends.
     *
     * @param first slice
     * @param last slice
     * @param low the rank that was cut at before the first slice
     * @param high the rank that was cut at after the last slice
     */
    private record Part(long first, long last, Rational low, Rational high) {
        /**
         * The index of the rank that is drawn next: of the two in the middle the one nearer to one half of the part.
         */
        int middle(List<Rational> sorted) {
            int one = (sorted.size() - 1) / 2;
            int other = sorted.size() / 2;
            return distance(sorted.get(other)).compareTo(distance(sorted.get(one))) < 0 ? other : one;
        }

        private Rational distance(Rational rank) {
            return inside(rank).minus(Rational.of(1, 2)).abs();
        }

        /** The place of a rank between the ends, from 0 to 1. */
        Rational inside(Rational rank) {
            return rank.minus(low).dividedBy(high.minus(low));
        }
    }

    /**
     * The recursion.
     *
     * @param found the leaf of each rank, as they come
     */
    private record Halving(LeafHistogram histogram, Epsilon epsilon, RandomBits bits, Map<Rational, Integer> found) {
        void release(List<Rational> sorted, Part part) {
            if (sorted.isEmpty()) {
                return;
            }
            int middle = part.middle(sorted);
            Rational rank = sorted.get(middle);
            boolean alone = sorted.size() == 1;
            QuantileChoice choice =
                    new QuantileChoice(histogram, part.first(), part.last(), alone, part.inside(rank), epsilon);
            long chosen = choice.draw(bits);
            if (alone) {
                found.put(rank, (int) chosen);
                return;
            }
            found.put(rank, leaf(chosen));
            release(sorted.subList(0, middle), new Part(part.first(), chosen, part.low(), rank));
            List<Rational> larger = sorted.subList(middle + 1, sorted.size());
            if (chosen == part.last()) {
                larger.forEach(each -> found.put(each, leaf(chosen)));
            } else {
                release(larger, new Part(chosen + 1, part.last(), rank, part.high()));
            }
        }

        private static int leaf(long slice) {
            return (int) (slice / QuantileChoice.SLICES);
        }
    }
}
