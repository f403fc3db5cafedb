package io.tacit.privacy.mechanism;

import java.util.Arrays;

/**
 * The ratio of two weighted sums of counts that all have Laplace noise of one scale, with its interval by Fieller's
 * argument: r is in the interval if the counts, weighed by a − r·b, add up to no more than noise alone may.
 */
final class Ratio {
    private static final double CONFIDENCE = GroupCounts.CONFIDENCE;
    private static final int HALVINGS = 18;

    private final double[] counts;
    private final double[] above;
    private final double[] below;

    Ratio(int size) {
        counts = new double[size];
        above = new double[size];
        below = new double[size];
    }

    /**
     * Sets one term.
     *
     * @param count noisy
     * @param numerator its weight above the line, at most {@code denominator}
     * @param denominator its weight below the line, at least 0
     */
    void set(int index, double count, double numerator, double denominator) {
        counts[index] = count;
        above[index] = numerator;
        below[index] = denominator;
    }

    /** The ratio itself, between 0 and 1; 0 where the sum below the line is not positive. */
    double estimate() {
        double under = sum(below);
        return under > 0 ? Math.max(0, Math.min(1, sum(above) / under)) : 0;
    }

    /**
     * An end of the interval within [0, 1].
     *
     * @param scale of the noise
     * @param lower which end
     */
    double end(double scale, boolean lower) {
        double inside = estimate();
        double outside = lower ? 0 : 1;
        if (sum(below) <= 0 || holds(outside, scale)) {
            return outside;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (inside + outside) / 2;
            if (holds(middle, scale)) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return outside;
    }

    private boolean holds(double ratio, double scale) {
        double[] weights = new double[counts.length];
        Arrays.setAll(weights, i -> above[i] - ratio * below[i]);
        return Math.abs(sum(weights)) <= scale * WeightedLaplace.halfWidth(weights, CONFIDENCE);
    }

    private double sum(double[] weights) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i] * weights[i];
        }
        return sum;
    }
}
