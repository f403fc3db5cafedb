package io.tacit.privacy.number;

/**
 * The upper tail of the standard normal law, to about 13 digits: for intervals and reports, which nobody's privacy
 * rests on.
 *
 * <p>Power series of the error function near 0 and Laplace's continued fraction of the tail beyond (Abramowitz and
 * Stegun, 7.1.6 and 26.2.14).
 */
public final class NormalTail {
    private static final double LOG_OF_ROOT_OF_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    private static final double SERIES_UP_TO = 2.5;
    private static final int TERMS = 120;

    private NormalTail() {}

    /**
     * ln P(X ≥ x), also where P is below all doubles.
     *
     * @param x any number but NaN
     */
    public static double logarithm(double x) {
        if (x > SERIES_UP_TO) {
            return x == Double.POSITIVE_INFINITY
                    ? Double.NEGATIVE_INFINITY
                    : -x * x / 2 - LOG_OF_ROOT_OF_TWO_PI + Math.log(ratio(x));
        }
        return x < -SERIES_UP_TO ? Math.log1p(-above(-x)) : Math.log(above(x));
    }

    /**
     * P(X ≥ x).
     *
     * @param x any number but NaN
     */
    public static double above(double x) {
        if (x > SERIES_UP_TO) {
            return Math.exp(logarithm(x));
        }
        if (x < -SERIES_UP_TO) {
            return 1 - above(-x);
        }
        // Φ(x) − ½ = φ(x)·(x + x³/3 + x⁵/15 + …).
        double term = x;
        double sum = x;
        for (int n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
            term *= x * x / n;
            sum += term;
        }
        return 0.5 - sum * Math.exp(-x * x / 2 - LOG_OF_ROOT_OF_TWO_PI);
    }

    /**
     * The x with P(X ≥ x) = p.
     *
     * @param p more than 0 and less than 1
     * @throws IllegalArgumentException for one outside
     */
    public static double quantile(double p) {
        if (!(p > 0 && p < 1)) {
            throw new IllegalArgumentException("p must be more than 0 and less than 1");
        }
        if (p > 0.5) {
            return -quantile(1 - p);
        }
        // ln P(X ≥ x) is concave, so that Newton's method, begun where the tail is too large, never jumps back.
        double target = Math.log(p);
        double x = 0;
        for (int i = 0; i < 60; i++) {
            double logarithm = logarithm(x);
            double slope = Math.exp(-x * x / 2 - LOG_OF_ROOT_OF_TWO_PI - logarithm);
            double step = (logarithm - target) / slope;
            x += step;
            if (Math.abs(step) <= 1e-15 * Math.max(1e-3, Math.abs(x))) {
                break;
            }
        }
        return x;
    }

    /** P(X ≥ x)/φ(x) = 1/(x + 1/(x + 2/(x + 3/(x + …)))). */
    private static double ratio(double x) {
        double fraction = x;
        for (int n = TERMS; n >= 1; n--) {
            fraction = x + n / fraction;
        }
        return 1 / fraction;
    }
}
