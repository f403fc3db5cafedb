package io.tacit.experiments;

import java.util.Arrays;

/**
 * What becomes of exact counts under discrete Laplace noise and a threshold, by the law alone: P(noise ≤ k) is
 * 1 − p<sup>k+1</sup> / (1 + p) for k ≥ 0 and p<sup>−k</sup> / (1 + p) below, with p = e<sup>−1/b</sup>.
 */
public final class CountErrors {
    private final double[] people;
    private final double[] truth;
    private final double scale;
    private final double threshold;

    /**
     * Counts that are compared with the threshold themselves.
     *
     * @param people the exact number of people of each group: what is compared with the threshold
     * @param scale b of the noise, more than 0
     * @param threshold a group is shown if its noisy count is at least this; minus infinity where all are shown
     */
    public CountErrors(double[] people, double scale, double threshold) {
        this(people, people, scale, threshold);
    }

    /**
     * Counts.
     *
     * @param kept what of each group is left to count, after limits
     * @param truth the true value of each group, more than 0
     */
    public CountErrors(double[] kept, double[] truth, double scale, double threshold) {
        this.people = kept.clone();
        this.truth = truth.clone();
        this.scale = scale;
        this.threshold = threshold;
    }

    /** The chance that the noise is at most a whole number. */
    private double upTo(double whole) {
        double p = Math.exp(-1 / scale);
        return whole >= 0 ? 1 - Math.pow(p, whole + 1) / (1 + p) : Math.pow(p, -whole) / (1 + p);
    }

    private double shown(int group) {
        return threshold == Double.NEGATIVE_INFINITY ? 1 : 1 - upTo(Math.ceil(threshold - people[group]) - 1);
    }

    /** The mean share of groups that are not shown. */
    public double suppression() {
        double sum = 0;
        for (int i = 0; i < people.length; i++) {
            sum += 1 - shown(i);
        }
        return sum / people.length;
    }

    /** Of the groups that are shown, the chance that the relative error of one of them is at most this. */
    public double chance(double error) {
        double all = 0;
        double within = 0;
        for (int i = 0; i < people.length; i++) {
            double bias = truth[i] - people[i];
            // A hair more, so that an error that is exactly this one counts.
            double far = error * truth[i] * (1 + 1e-12);
            double least = Math.max(Math.ceil(bias - far), Math.ceil(threshold - people[i]));
            double most = Math.floor(bias + far);
            all += shown(i);
            within += most >= least ? upTo(most) - upTo(least - 1) : 0;
        }
        return within / all;
    }

    /** The median relative error of the groups that are shown. */
    public double median() {
        double low = 0;
        double high = Arrays.stream(people).max().orElseThrow() + 100 * scale;
        for (int i = 0; i < 200; i++) {
            double middle = (low + high) / 2;
            if (chance(middle) < 0.5) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
