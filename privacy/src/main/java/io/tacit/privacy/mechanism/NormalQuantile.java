package io.tacit.privacy.mechanism;

/** Quantiles of sums of independent noise, to about nine digits, for intervals: no decision about privacy uses them. */
final class NormalQuantile {
    private static final int HALVINGS = 80;

    private NormalQuantile() {}

    /**
     * The z that a standard normal number exceeds with this probability.
     *
     * @param probability more than 0 and less than 1
     */
    static double upper(double probability) {
        double low = -40;
        double high = 40;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (tail(middle) > probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /**
     * The same for a standardised sum with heavier tails: Cornish and Fisher's correction (1938).
     *
     * @param excess of the kurtosis over the normal one, at least 0
     */
    static double upper(double probability, double excess) {
        return corrected(upper(probability), excess);
    }

    static double corrected(double z, double excess) {
        return Math.max(z, z + excess * (z * z * z - 3 * z) / 24);
    }

    /** P(N ≥ z): a series near 0 and a continued fraction beyond. */
    static double tail(double z) {
        if (z < 0) {
            return 1 - tail(-z);
        }
        double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        if (z < 4) {
            double term = z;
            double sum = z;
            for (int k = 3; term > 1e-18 * sum; k += 2) {
                term *= z * z / k;
                sum += term;
            }
            return 0.5 - density * sum;
        }
        double fraction = z;
        for (int k = 60; k > 0; k--) {
            fraction = z + k / fraction;
        }
        return density / fraction;
    }
}
