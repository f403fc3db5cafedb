package io.tacit.privacy.mechanism;

/** Probabilities of discrete Gaussian noise, summed from the definition alone. Test code only. */
public final class GaussianLaw {
    private final double variance;
    private final double total;

    /** The law of a variance. */
    public GaussianLaw(double variance) {
        this.variance = variance;
        double sum = 0;
        for (long z = reach(); z >= 1; z--) {
            sum += 2 * weight(z);
        }
        total = sum + 1;
    }

    private long reach() {
        return 2 + (long) (40 * Math.sqrt(variance));
    }

    private double weight(long z) {
        return Math.exp(-(double) z * z / (2 * variance));
    }

    /** P(Z = z). */
    public double at(long z) {
        return weight(z) / total;
    }

    /** P(Z ≥ z). */
    public double atLeast(long z) {
        if (z <= 0) {
            return 1 - atLeast(1 - z);
        }
        double sum = 0;
        for (long j = z + reach(); j >= z; j--) {
            sum += weight(j);
        }
        return sum / total;
    }
}
