package io.tacit.privacy.audit;

import java.math.BigInteger;

/** Upper bounds, for every number of draws, of how probable a deviation as large as the one seen is under the law. */
final class Chance {
    private static final double ROUNDING = 1e-6;

    private Chance() {}

    /**
     * The bound for a share: Chernoff's, doubled because either side is looked at.
     *
     * @param hits seen
     * @param trials independent, at least 1
     * @param p the probability of a hit
     */
    static double ofShare(long hits, long trials, double p) {
        return atMost(2 * Math.exp(-trials * Share.relativeEntropy((double) hits / trials, p)));
    }

    /**
     * The bound for the counts of several outcomes: P(D(p̂‖p) ≥ t) ≤ e^(−nt)·(e·n·t/(k−1))^(k−1) for t more than
     * (k−1)/n (Agrawal, "Finite-sample concentration of the multinomial in relative entropy", 2020).
     *
     * @param counts seen
     * @param p the probabilities of the outcomes, of which counts are 0 where they are
     */
    static double ofCounts(long[] counts, double[] p) {
        long trials = 0;
        for (long count : counts) {
            trials += count;
        }
        double nt = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                nt += counts[i] * Math.log(counts[i] / (trials * p[i]));
            }
        }
        int freedom = counts.length - 1;
        if (freedom == 0 || nt <= freedom) {
            return 1;
        }
        return atMost(Math.exp(-nt + freedom * (1 + Math.log(nt / freedom))));
    }

    /**
     * The bound for a mean of sizes: Chernoff's with the law's own moments, doubled.
     *
     * @param law of a draw
     * @param sum of the sizes
     * @param trials at least 1
     */
    static double ofMean(NoiseLaw law, double sum, long trials) {
        double mean = sum / trials;
        if (mean == 0) {
            // Nothing but zeros: the bound in the limit.
            return ofShare(0, trials, 2 * law.tail(BigInteger.ONE));
        }
        double best = 0;
        double near = law.tilt(mean);
        for (int i = -10; i <= 10; i++) {
            double u = near * (1 + i / 50.0);
            if (u < 1) {
                best = Math.max(best, u * mean - law.logMoment(u));
            }
        }
        return atMost(2 * Math.exp(-trials * best));
    }

    private static double atMost(double bound) {
        return Math.min(1, bound * (1 + ROUNDING));
    }
}
