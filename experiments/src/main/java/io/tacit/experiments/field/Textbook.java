package io.tacit.experiments.field;

import io.tacit.experiments.LaplaceErrors;
import java.util.Arrays;

/**
 * The errors that the best simple mechanisms of the literature would have over one group, told what no private system
 * may know: the names of the groups, the least and the largest number, the bound that makes the error least, and for
 * means and variances the number of people. No private system can promise to reach them.
 */
final class Textbook {
    private static final int CANDIDATES = 60;
    private static final int HALVINGS = 60;

    private final double[] sorted;
    private final double epsilon;

    /**
     * @param numbers of the group, one for each person
     * @param epsilon ε, all of it for one aggregate
     */
    Textbook(double[] numbers, double epsilon) {
        this.sorted = numbers.clone();
        this.epsilon = epsilon;
        Arrays.sort(sorted);
    }

    /** A count, and a number of different values where each person has one: Laplace noise of scale 1/ε (Dwork et al. 2006). */
    double count() {
        return LaplaceErrors.median(1 / epsilon, 0);
    }

    /** A sum of numbers clamped at u: Laplace noise of scale max(|l|, u)/ε, u being the best one (Dwork et al. 2006). */
    double sum() {
        double exact = Arrays.stream(sorted).sum();
        return best(bound -> {
            double kept = Arrays.stream(sorted).map(x -> Math.min(x, bound)).sum();
            return LaplaceErrors.median(Math.max(Math.abs(sorted[0]), Math.abs(bound)) / epsilon, kept - exact);
        });
    }

    /** A mean of n numbers, n known: one person replaced changes it by (u − l)/n (Dwork et al. 2006). */
    double mean() {
        double exact = Arrays.stream(sorted).average().orElseThrow();
        return best(bound -> {
            double kept =
                    Arrays.stream(sorted).map(x -> Math.min(x, bound)).average().orElseThrow();
            return LaplaceErrors.median((bound - sorted[0]) / sorted.length / epsilon, kept - exact);
        });
    }

    /**
     * A variance of n numbers, n known: one person replaced changes it by at most (u − l)²·(n − 1)/n² (Du et al. 2020,
     * "Differentially private confidence intervals").
     */
    double variance() {
        double exact = variance(Double.POSITIVE_INFINITY);
        double n = sorted.length;
        return best(bound -> {
            double range = bound - sorted[0];
            return LaplaceErrors.median(range * range * (n - 1) / n / n / epsilon, variance(bound) - exact);
        });
    }

    private double variance(double bound) {
        double mean =
                Arrays.stream(sorted).map(x -> Math.min(x, bound)).average().orElseThrow();
        return Arrays.stream(sorted)
                .map(x -> Math.min(x, bound) - mean)
                .map(x -> x * x)
                .average()
                .orElseThrow();
    }

    /**
     * A median by the exponential mechanism (McSherry and Talwar 2007; Smith 2011): a number x within the bounds has
     * density ∝ e^(−ε·|rank(x) − n/2|), as a rank less half of the number of people changes by ½ with one person. The
     * median of |x − the median|, from the density itself.
     */
    double median() {
        int n = sorted.length;
        double exact = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        double low = 0;
        double high = sorted[n - 1] - sorted[0];
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (chance(exact, middle) < 0.5) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The chance that the exponential mechanism is off by at most an error. */
    private double chance(double exact, double error) {
        double inside = 0;
        double all = 0;
        for (int i = 0; i + 1 < sorted.length; i++) {
            double weight = Math.exp(-epsilon * Math.abs(i + 1 - sorted.length / 2.0));
            double from = Math.max(sorted[i], exact - error);
            double to = Math.min(sorted[i + 1], exact + error);
            all += weight * (sorted[i + 1] - sorted[i]);
            inside += weight * Math.max(0, to - from);
        }
        return inside / all;
    }

    /** An error by the bound. */
    private interface ErrorOfBound {
        double at(double bound);
    }

    /** The least error of any bound among the numbers: more and more of the largest are cut off. */
    private double best(ErrorOfBound error) {
        double least = error.at(sorted[sorted.length - 1]);
        double off = 1;
        for (int i = 0; i < CANDIDATES && off < sorted.length / 2.0; i++) {
            least = Math.min(least, error.at(sorted[sorted.length - 1 - (int) off]));
            off *= 1.2;
        }
        return least;
    }
}
