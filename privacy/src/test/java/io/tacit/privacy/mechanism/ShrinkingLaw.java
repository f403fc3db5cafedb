package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often a run of a {@link QuantileInterval} around leaf 20 of 64 ends with each window, at 95 %, by the definition and
 * in floating point. Test code only.
 *
 * @param weights of 64 leaves, of people with one row each
 * @param rank of the quantile
 * @param drawn the leaf, 20
 */
record ShrinkingLaw(LeafWeights weights, double rank, int drawn) {
    static final int LEAVES = 64;

    private static final List<Integer> REACHES = List.of(42, 28, 19, 13, 9, 6, 4, 3, 2, 1, 0);

    /**
     * The probability of each interval.
     *
     * @param epsilon what the run spends
     * @param both whether both ends are looked for; else the lower one
     */
    Map<QuantileTree.Interval, Double> of(Map<Integer, BigInteger> leaves, double epsilon, boolean both) {
        double target = rank * before(leaves, LEAVES);
        List<Double> needed = new ArrayList<>();
        Map<QuantileTree.Interval, Double> law = new HashMap<>();
        double reached = 1;
        int reach = LEAVES;
        for (int next : REACHES) {
            boolean isBound = drawn - next <= 0;
            if (isBound && !both) {
                continue;
            }
            double below = isBound ? Double.POSITIVE_INFINITY : target - before(leaves, drawn - next);
            double above = both ? before(leaves, drawn + next + 1) - target : Double.POSITIVE_INFINITY;
            needed.add(margin(epsilon, both) - Math.min(below, above));
            double passed = allPass(needed, ofTarget(epsilon), ofAnswers(epsilon, both));
            law.merge(interval(reach, both), reached - passed, Double::sum);
            reached = passed;
            reach = next;
        }
        law.merge(interval(reach, both), reached, Double::sum);
        return law;
    }

    /** How sure a window must be that the mean noise of the target does not lower it, in people. */
    double margin(double epsilon, boolean both) {
        double target = ofTarget(epsilon);
        return target * Math.max(0, Math.log(target / (target + ofAnswers(epsilon, both)) / 0.05));
    }

    private double ofTarget(double epsilon) {
        return Math.max(rank, 1 - rank) / (0.4 * epsilon);
    }

    double ofAnswers(double epsilon, boolean both) {
        return (both ? 2 * Math.max(rank, 1 - rank) : 1) / (0.6 * epsilon);
    }

    /**
     * How often a target's noise, of mean a, exceeds each of these by more than noise of mean b, drawn for each anew: the
     * integral of e^(−x/a)/a·Π(1 − e^((n − x)/b)) from the largest of them, or 0, on.
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

    /** How many people have a smaller leaf. */
    double before(Map<Integer, BigInteger> leaves, int leaf) {
        return leaves.entrySet().stream()
                .filter(each -> each.getKey() < leaf)
                .mapToDouble(each ->
                        each.getValue().doubleValue() / weights.sensitivity().doubleValue())
                .sum();
    }

    private QuantileTree.Interval interval(int reach, boolean both) {
        return new QuantileTree.Interval(
                BigInteger.valueOf(Math.max(0, drawn - reach)),
                BigInteger.valueOf(drawn),
                BigInteger.valueOf(both ? Math.min(LEAVES - 1, drawn + reach) : LEAVES - 1));
    }
}
