package io.tacit.privacy.audit;

/**
 * How often something happened in independent trials, and between which probabilities its own then lies.
 *
 * <p>The bounds are Chernoff's in relative entropy: with x hits in n trials of probability p, P(x/n ≥ s) ≤
 * e^(−n·D(s‖p)) for s above p, and the same below. They hold for every n and p, unlike normal intervals, and are a
 * little wider than those of Clopper and Pearson (1934).
 *
 * @param hits how often it happened
 * @param trials of how many, at least 1
 * @param low not below this, but for a chance of {@code mistake}
 * @param high not above this, but for a chance of {@code mistake}
 */
public record Share(long hits, long trials, double low, double high) {
    private static final int BISECTIONS = 60;

    public Share {
        if (trials < 1 || hits < 0 || hits > trials || !(low <= high)) {
            throw new IllegalArgumentException("a share needs trials, and no more hits than those");
        }
    }

    /**
     * The share of hits among trials.
     *
     * @param mistake the chance with which each of the two bounds may be wrong, more than 0 and less than 1
     */
    public static Share of(long hits, long trials, double mistake) {
        if (!(mistake > 0 && mistake < 1)) {
            throw new IllegalArgumentException("mistake must be more than 0 and less than 1");
        }
        double share = (double) hits / trials;
        double most = -Math.log(mistake) / trials;
        return new Share(hits, trials, bound(share, 0, most), bound(share, 1, most));
    }

    /** The share itself. */
    public double estimate() {
        return (double) hits / trials;
    }

    /** The point between share and end, toward the end, where the relative entropy passes {@code most}. */
    private static double bound(double share, double end, double most) {
        double inside = share;
        double outside = end;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (inside + outside) / 2;
            if (relativeEntropy(share, middle) <= most) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return outside;
    }

    /** D(s‖p) of two coins, in nats. */
    static double relativeEntropy(double s, double p) {
        return term(s, p) + term(1 - s, 1 - p);
    }

    private static double term(double s, double p) {
        if (s == 0) {
            return 0;
        }
        return p == 0 ? Double.POSITIVE_INFINITY : s * Math.log(s / p);
    }
}
