package io.tacit.privacy.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How probable each leaf is for the first quantile that is drawn of several, and each interval around a known one: worked
 * out slice by slice from what the pages claim, with parts of the loss that are divided here and not by the mechanisms.
 * One person weighs 1, and has one row.
 *
 * @param people how many there are in each leaf
 */
record QuantileLaw(List<Integer> people) {
    /** How many places a leaf can be cut at. */
    private static final int SLICES = 4096;

    private static final double NEAR = 1.0 / 8;

    QuantileLaw {
        people = List.copyOf(people);
    }

    /** Into how many equal parts the loss of so many quantiles is divided: as often as their number can be halved. */
    static int levels(int ranks) {
        int levels = 0;
        for (int left = ranks; left > 0; left /= 2) {
            levels++;
        }
        return levels;
    }

    /**
     * The probabilities of the leaves.
     *
     * @param rank of the quantile that is drawn first
     * @param alone whether no other is drawn
     * @param epsilon the loss of one level
     */
    double[] first(double rank, boolean alone, double epsilon) {
        int slices = alone ? 1 : SLICES;
        double all = weightBefore(people.size());
        boolean near = Math.min(rank, 1 - rank) <= NEAR;
        double factor = near ? 1 : Math.max(rank, 1 - rank);
        double target = rank * all;
        if (near) {
            double inward = 2 / epsilon * Math.log(100.0 * people.size() * slices);
            target = Math.min(Math.max(target, Math.min(inward, all / 2)), Math.max(all - inward, all / 2));
        }
        double[] leaves = new double[people.size()];
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            double each = people.get(leaf) / (double) slices;
            for (int slice = 0; slice < slices; slice++) {
                double before = weightBefore(leaf) + slice * each;
                double penalty = Math.max(0, Math.max(before - target, target - before - each));
                leaves[leaf] += Math.exp(-epsilon * penalty / 2 / factor);
            }
        }
        return shares(leaves);
    }

    /**
     * The probabilities of pairs of a lower and an upper leaf, all of them: one after the other by the lower, then the
     * upper. For so few leaves windows grow by one leaf to either side.
     *
     * @param leaf that was drawn for the rank
     * @param epsilon the loss of this interval
     */
    double[] interval(double rank, int leaf, double epsilon, double confidence) {
        if (rank == 0 || rank == 1) {
            return shrinking(rank, leaf, rank == 1, rank == 0, epsilon, 1 - confidence);
        }
        if (Math.min(rank, 1 - rank) > NEAR) {
            return shrinking(rank, leaf, true, true, epsilon, 1 - confidence);
        }
        // An eighth of the loss decides whether there are two ends.
        double left = epsilon * 7 / 8;
        double most = Math.max(rank, 1 - rank);
        double enough = margin(most, 2 * most, left, 1 - confidence) + 3 * ofAnswers(2 * most, left);
        double missing = enough / Math.min(rank, 1 - rank) - weightBefore(people.size());
        double both = missing > 0 ? Math.exp(-missing * epsilon / 8) / 2 : 1 - Math.exp(missing * epsilon / 8) / 2;
        double[] two = shrinking(rank, leaf, true, true, left, 1 - confidence);
        double[] one = shrinking(rank, leaf, rank > 0.5, rank < 0.5, left, 1 - confidence);
        double[] pairs = new double[two.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = both * two[i] + (1 - both) * one[i];
        }
        return pairs;
    }

    /** How often a run ends with each pair of ends, of which one or both are looked for. */
    private double[] shrinking(double rank, int leaf, boolean lower, boolean upper, double epsilon, double missed) {
        double most = Math.max(rank, 1 - rank);
        double range = lower && upper ? 2 * most : 1;
        int last = people.size() - 1;
        int reach = Math.max(lower ? leaf : 0, upper ? last - leaf : 0);
        double[] pairs = new double[people.size() * people.size()];
        List<Double> needed = new ArrayList<>();
        double reached = 1;
        for (; reach > 0; reach--) {
            int low = lower ? Math.max(0, leaf - reach + 1) : 0;
            int high = upper ? Math.min(last, leaf + reach - 1) : last;
            double below = low == 0 ? Double.POSITIVE_INFINITY : rank * weightBefore(last + 1) - weightBefore(low);
            double above =
                    high == last ? Double.POSITIVE_INFINITY : weightBefore(high + 1) - rank * weightBefore(last + 1);
            needed.add(margin(most, range, epsilon, missed) - Math.min(below, above));
            double passed = allPass(needed, ofTarget(most, epsilon), ofAnswers(range, epsilon));
            pairs[place(lower ? Math.max(0, leaf - reach) : 0, upper ? Math.min(last, leaf + reach) : last)] +=
                    reached - passed;
            reached = passed;
        }
        pairs[place(lower ? leaf : 0, upper ? leaf : last)] += reached;
        return pairs;
    }

    private int place(int low, int high) {
        return low * people.size() + high;
    }

    /** Two fifths of the loss are for the noise of the target, which any answer moves by so much at most. */
    private static double ofTarget(double most, double epsilon) {
        return most / (0.4 * epsilon);
    }

    /** Three fifths are for that of answers, all of which one person moves within such a range. */
    private static double ofAnswers(double range, double epsilon) {
        return range / (0.6 * epsilon);
    }

    private static double margin(double most, double range, double epsilon, double missed) {
        double target = ofTarget(most, epsilon);
        return target * Math.max(0, Math.log(target / (target + ofAnswers(range, epsilon)) / missed));
    }

    /**
     * How often the target's noise, of mean a, exceeds each of these by more than an answer's, of mean b: the integral of
     * e^(−x/a)/a·Π(1 − e^((n − x)/b)) over the noise x of the target.
     */
    private static double allPass(List<Double> needed, double a, double b) {
        double from = Math.max(0, Collections.max(needed));
        double[] powers = new double[needed.size() + 1];
        powers[0] = 1;
        for (double one : needed) {
            for (int i = powers.length - 1; i > 0; i--) {
                powers[i] -= powers[i - 1] * Math.exp((one - from) / b);
            }
        }
        double sum = 0;
        for (int i = 0; i < powers.length; i++) {
            sum += powers[i] / (1 + i * a / b);
        }
        return Math.exp(-from / a) * sum;
    }

    private double weightBefore(int leaf) {
        return people.subList(0, leaf).stream().mapToInt(here -> here).sum();
    }

    private static double[] shares(double[] weights) {
        double all = 0;
        for (double weight : weights) {
            all += weight;
        }
        double[] shares = new double[weights.length];
        for (int i = 0; i < weights.length; i++) {
            shares[i] = weights[i] / all;
        }
        return shares;
    }
}
