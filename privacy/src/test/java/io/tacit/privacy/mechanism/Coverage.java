package io.tacit.privacy.mechanism;

import io.tacit.privacy.random.SeededBits;

/** Small skewed samples, and the band in which the share of covered runs must lie. Test code only. */
final class Coverage {
    /**
     * Runs of a coverage test. With 95 % coverage 2,000 runs lie in [.925, .972] but for 3·10^-6 of all seeds; the
     * seeds are fixed, so that a run never fails by chance alone.
     */
    static final int RUNS = 2000;

    static final double LEAST = 0.925;
    static final double MOST = 0.972;

    private Coverage() {}

    /** Exponential values, many of them beyond the upper bound: skewed, and clamped on one side. */
    static double skewed(SeededBits bits, double mean) {
        return -mean * Math.log(1 - bits.nextUnit());
    }
}
