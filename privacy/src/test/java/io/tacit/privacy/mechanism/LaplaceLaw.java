package io.tacit.privacy.mechanism;

/** Probabilities of discrete Laplace noise, from the formula alone. Test code only. */
public final class LaplaceLaw {
    private final double b;
    private final double a;

    /** The law of a scale. */
    public LaplaceLaw(double scale) {
        b = scale;
        a = Math.exp(-1 / scale);
    }

    /** P(Z = z). */
    public double at(long z) {
        return (1 - a) / (1 + a) * Math.exp(-Math.abs(z) / b);
    }

    /** P(Z ≥ z). */
    public double atLeast(long z) {
        return z >= 0 ? Math.exp(-z / b) / (1 + a) : 1 - atLeast(1 - z);
    }
}
