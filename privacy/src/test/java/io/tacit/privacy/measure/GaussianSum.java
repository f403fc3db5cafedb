package io.tacit.privacy.measure;

import java.util.Arrays;

/**
 * Independent discrete Gaussian noises of one variance, each on an integer that one person changes by 1: their exact δ,
 * from the law of the sum, on which alone the ratio of the two probabilities depends.
 */
public final class GaussianSum {
    /** Standard deviations beyond which next to nothing lies. */
    private static final double REACH = 11;

    private final double variance;
    private final int integers;
    private final int furthest;
    private final double[] law;

    /**
     * A law.
     *
     * @param integers how many, at least 0
     */
    public GaussianSum(double variance, int integers) {
        this.variance = variance;
        this.integers = integers;
        int alone = (int) Math.ceil(REACH * Math.sqrt(variance)) + 1;
        double[] one = new double[2 * alone + 1];
        Arrays.setAll(one, i -> Math.exp(-(i - alone) * (double) (i - alone) / (2 * variance)));
        double all = Arrays.stream(one).sum();
        double[] sum = {1};
        for (int i = 0; i < integers; i++) {
            double[] more = new double[sum.length + one.length - 1];
            for (int j = 0; j < sum.length; j++) {
                for (int k = 0; k < one.length; k++) {
                    more[j + k] += sum[j] * one[k] / all;
                }
            }
            sum = more;
        }
        law = sum;
        furthest = law.length / 2;
    }

    /**
     * The least δ with P(S) ≤ e^ε·Q(S) + δ for all S, P with the person and Q without, or the other way round.
     *
     * @param unseen how likely it is, with the person, that nothing else is seen of that person: all else is seen with
     *     the person alone
     */
    public double delta(double epsilon, double unseen) {
        double with = 1 - unseen;
        double without = 0;
        for (int i = 0; i < law.length; i++) {
            double ratio = Math.exp((2.0 * (i - furthest) - integers) / (2 * variance));
            with += law[i] * Math.max(0, unseen * ratio - Math.exp(epsilon));
            without += law[i] * Math.max(0, 1 - Math.exp(epsilon) * unseen * ratio);
        }
        return Math.max(with, without);
    }
}
