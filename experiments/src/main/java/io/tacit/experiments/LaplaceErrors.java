package io.tacit.experiments;

import java.util.function.DoubleUnaryOperator;

/** Medians of absolute errors from the law of the noise, without drawing: the formulas of the paper's appendix. */
public final class LaplaceErrors {
    private LaplaceErrors() {}

    /**
     * The chance that |bias + noise| is at most an error.
     *
     * @param scale b of Laplace noise, more than 0
     * @param bias of the value without noise, such as what bounds cut off
     */
    public static double chance(double scale, double bias, double error) {
        return error < 0 ? 0 : upTo(scale, error - bias) - upTo(scale, -error - bias);
    }

    private static double upTo(double scale, double value) {
        return value < 0 ? Math.exp(value / scale) / 2 : 1 - Math.exp(-value / scale) / 2;
    }

    /** The median of |bias + noise|; for no bias it is ln 2 · b. */
    public static double median(double scale, double bias) {
        return middle(error -> chance(scale, bias, error), Math.abs(bias) + 60 * scale);
    }

    /**
     * The chance that the sum of two independent Laplace noises is, without its sign, at most an error.
     *
     * @param one b of the first, more than 0
     * @param other b of the second, more than 0
     */
    public static double chanceOfTwo(double one, double other, double error) {
        if (Math.abs(one - other) < 1e-9 * one) {
            return 1 - Math.exp(-error / one) * (1 + error / (2 * one));
        }
        double a = one * one;
        double b = other * other;
        return 1 - (a * Math.exp(-error / one) - b * Math.exp(-error / other)) / (a - b);
    }

    /** The median of the sum of two independent Laplace noises, without its sign. */
    public static double medianOfTwo(double one, double other) {
        return middle(error -> chanceOfTwo(one, other, error), 60 * (one + other));
    }

    /** Where a growing chance passes one half. */
    private static double middle(DoubleUnaryOperator chance, double most) {
        double low = 0;
        double high = most;
        for (int i = 0; i < 200; i++) {
            double middle = (low + high) / 2;
            if (chance.applyAsDouble(middle) < 0.5) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
