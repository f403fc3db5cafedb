package io.tacit.privacy.number;

/** The standard normal law in floating point, for intervals and reports; no guarantee rests on it. */
public final class Normal {
    private static final double ROOT_OF_TWO_PI = Math.sqrt(2 * Math.PI);
    private static final double SERIES_END = 2.5;
    private static final int FRACTIONS = 200;
    private static final int HALVINGS = 100;
    private static final double FARTHEST = 40;

    private Normal() {}

    /**
     * P(N ≥ x), to about 14 digits.
     *
     * @param x any number; infinities are 0 and 1
     */
    public static double tail(double x) {
        if (x < 0) {
            return 1 - tail(-x);
        }
        if (x > FARTHEST) {
            return 0;
        }
        double density = Math.exp(-x * x / 2) / ROOT_OF_TWO_PI;
        if (x < SERIES_END) {
            double term = x;
            double sum = x;
            for (int n = 1; term > sum * 1e-17; n++) {
                term *= x * x / (2 * n + 1);
                sum += term;
            }
            return 0.5 - density * sum;
        }
        double fraction = 0;
        for (int n = FRACTIONS; n >= 1; n--) {
            fraction = n / (x + fraction);
        }
        return density / (x + fraction);
    }

    /**
     * The x with P(N ≥ x) = p.
     *
     * @param p more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    public static double quantile(double p) {
        if (!(p > 0 && p < 1)) {
            throw new IllegalArgumentException("p must be more than 0 and less than 1");
        }
        double low = -FARTHEST;
        double high = FARTHEST;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (tail(middle) > p) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
