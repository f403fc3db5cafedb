package io.tacit.privacy.mechanism;

/**
 * The law of Σ wᵢ·Zᵢ for independent Laplace noises Zᵢ of scale 1, read off its characteristic function Π 1/(1 + wᵢ²t²)
 * by a Fourier series. Discrete Laplace noise of the same scale is a little smaller, so that intervals hold for it, too.
 * For reports alone, to about five digits.
 */
final class WeightedLaplace {
    /** The period of the series, in standard deviations; the law beyond half of it is below 10^−12. */
    private static final double PERIOD = 44;

    private static final int MOST_TERMS = 4000;
    private static final double SMALL = 1e-9;
    private static final int HALVINGS = 26;

    private WeightedLaplace() {}

    /**
     * The w with P(|Σ wᵢ·Zᵢ| ≤ w) = confidence.
     *
     * @param weights any, 0 if all are
     * @param confidence more than 0 and less than 1
     */
    static double halfWidth(double[] weights, double confidence) {
        double squares = 0;
        for (double weight : weights) {
            squares += weight * weight;
        }
        if (squares == 0) {
            return 0;
        }
        double deviation = Math.sqrt(2 * squares);
        double[] terms = terms(weights, deviation);
        double low = 0;
        double high = PERIOD / 4;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (within(terms, middle) < confidence) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high * deviation;
    }

    /** The characteristic function of the standardised sum at k·2π/PERIOD, from k = 1 on, divided by k. */
    private static double[] terms(double[] weights, double deviation) {
        double[] terms = new double[MOST_TERMS];
        for (int k = 1; k <= MOST_TERMS; k++) {
            double t = k * 2 * Math.PI / PERIOD / deviation;
            double product = 1;
            for (double weight : weights) {
                product /= 1 + weight * weight * t * t;
            }
            terms[k - 1] = product / k;
            if (terms[k - 1] < SMALL) {
                break;
            }
        }
        return terms;
    }

    /** P(|S| ≤ q) = 2q/P + (2/π)·Σ φ(2πk/P)·sin(2πkq/P)/k for the sum S of deviation 1. */
    private static double within(double[] terms, double q) {
        double sum = Math.PI * q / PERIOD;
        for (int k = 1; k <= terms.length && terms[k - 1] > 0; k++) {
            sum += terms[k - 1] * Math.sin(2 * Math.PI * k * q / PERIOD);
        }
        return 2 / Math.PI * sum;
    }
}
