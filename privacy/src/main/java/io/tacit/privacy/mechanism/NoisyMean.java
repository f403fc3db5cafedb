package io.tacit.privacy.mechanism;

/**
 * A mean from a noisy weight and a noisy centred sum: mid + centred / max(1, weight), clamped to its bounds.
 *
 * <p>The interval holds every mean μ for which |centred − (μ − mid)·weight| is at most the quantile of |Z₁ − (μ −
 * mid)·Z₂|, the noise that this pivot has (Fieller's construction; proof in {@code NoisyMean.md} beside this class). It
 * covers at its confidence however small the group is, and may be all of [low, high].
 *
 * @param low the lower bound of a mean
 * @param high the upper bound of a mean
 * @param centredScale the Laplace scale of the centred sum, in real units; 0 for a constant
 * @param weightScale the Laplace scale of the weight
 */
public record NoisyMean(double low, double high, double centredScale, double weightScale) {
    private static final int STEPS = 64;
    private static final int HALVINGS = 40;

    /**
     * The mean and its interval.
     *
     * @param weight the noisy weight
     * @param centred the noisy centred sum, in real units
     * @param confidence in (0, 1)
     */
    public Estimate estimate(double weight, double centred, double confidence) {
        double middle = low / 2 + high / 2;
        double half = high / 2 - low / 2;
        double centre = clamp(centred / Math.max(1, weight), -half, half);
        double value = clamp(middle + centre, low, high);
        if (half == 0) {
            return new Estimate(value, value, value);
        }
        double alpha = 1 - confidence;
        double left = edge(weight, centred, alpha, -half, half);
        double right = edge(weight, centred, alpha, half, -half);
        if (Double.isNaN(left)) {
            return new Estimate(value, value, value);
        }
        return new Estimate(
                value,
                Math.min(value, clamp(middle + left, low, high)),
                Math.max(value, clamp(middle + right, low, high)));
    }

    /** The first deviation from one end towards the other that the pivot accepts; NaN if none does. */
    private double edge(double weight, double centred, double alpha, double from, double to) {
        double outside = from;
        for (int i = 0; i <= STEPS; i++) {
            double inside = from + (to - from) * i / STEPS;
            if (accepts(weight, centred, alpha, inside)) {
                return i == 0 ? inside : halve(weight, centred, alpha, outside, inside);
            }
            outside = inside;
        }
        double best = clamp(centred / Math.max(1, weight), Math.min(from, to), Math.max(from, to));
        return accepts(weight, centred, alpha, best) ? halve(weight, centred, alpha, from, best) : Double.NaN;
    }

    private double halve(double weight, double centred, double alpha, double outside, double inside) {
        double rejected = outside;
        double accepted = inside;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = rejected / 2 + accepted / 2;
            if (accepts(weight, centred, alpha, middle)) {
                accepted = middle;
            } else {
                rejected = middle;
            }
        }
        return rejected;
    }

    private boolean accepts(double weight, double centred, double alpha, double deviation) {
        return tail(Math.abs(centred - deviation * weight), centredScale, Math.abs(deviation) * weightScale) >= alpha;
    }

    /** P(|Z₁ − Z₂| > t) for independent Laplace noises of scales a and b. */
    static double tail(double t, double a, double b) {
        if (a == 0 && b == 0) {
            return t > 0 ? 0 : 1;
        }
        if (Math.abs(a - b) <= 1e-6 * Math.max(a, b)) {
            double scale = Math.max(a, b);
            return Math.exp(-t / scale) * (1 + t / (2 * scale));
        }
        double first = a == 0 ? 0 : a * a * Math.exp(-t / a);
        double second = b == 0 ? 0 : b * b * Math.exp(-t / b);
        return (first - second) / (a * a - b * b);
    }

    private static double clamp(double value, double least, double largest) {
        return Math.max(least, Math.min(largest, value));
    }
}
