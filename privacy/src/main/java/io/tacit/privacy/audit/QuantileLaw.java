package io.tacit.privacy.audit;

import java.util.ArrayList;
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
     * upper. For so few leaves every one is a candidate.
     *
     * @param leaf that was drawn for the rank
     * @param epsilon the loss of this interval
     */
    double[] interval(double rank, int leaf, double epsilon, double confidence) {
        List<Integer> lower = rank == 0 ? List.of(0) : ends(leaf, -1);
        List<Integer> upper = rank == 1 ? List.of(people.size() - 1) : ends(leaf, 1);
        double factor = Math.max(rank, 1 - rank);
        double margin = 2 * factor / epsilon * Math.log(lower.size() * upper.size() / (1 - confidence));
        double target = rank * weightBefore(people.size());
        List<Double> below =
                penalties(lower.stream().map(end -> target - weightBefore(end)).toList(), margin);
        List<Double> above = penalties(
                upper.stream().map(end -> weightBefore(end + 1) - target).toList(), margin);
        double[] pairs = new double[people.size() * people.size()];
        for (int i = 0; i < lower.size(); i++) {
            for (int j = 0; j < upper.size(); j++) {
                pairs[lower.get(i) * people.size() + upper.get(j)] =
                        Math.exp(-epsilon * Math.max(below.get(i), above.get(j)) / 2 / factor);
            }
        }
        return shares(pairs);
    }

    private List<Integer> ends(int leaf, int direction) {
        List<Integer> ends = new ArrayList<>();
        for (int end = leaf; end >= 0 && end < people.size(); end += direction) {
            ends.add(end);
        }
        return ends;
    }

    private static List<Double> penalties(List<Double> sure, double margin) {
        List<Double> penalties = new ArrayList<>();
        for (int i = 0; i < sure.size(); i++) {
            double missing = i == sure.size() - 1 ? 0 : margin - sure.get(i);
            double beyond = i == 0 ? 0 : sure.get(i - 1) - margin;
            penalties.add(Math.max(0, Math.max(missing, beyond)));
        }
        return penalties;
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
