package io.tacit.privacy.mechanism;

import java.util.Arrays;
import java.util.List;

/**
 * The law of independent noises around 0, each times a weight, added up: for intervals alone, to about five digits. The
 * noises are taken for continuous ones, whose variance is a little larger. The proof is in {@code
 * WeighedNoises.md} beside this class.
 *
 * @param laplace the scales of Laplace noises, times their weights
 * @param variance of all Gaussian noises together
 */
public record WeighedNoises(List<Double> laplace, double variance) {
    /** How many standard deviations lie between the sum and its next image in the inverted transform. */
    private static final double PERIOD = 60;

    /** The most terms of the transform. */
    private static final int MOST_TERMS = 20_000;

    /** Where the transform is cut. */
    private static final double SMALL = 1e-7;

    /** What the numbers may be off by in all. */
    private static final double OFF = 2e-5;

    private static final int HALVINGS = 50;

    /** Copies; scales of 0 are left out. */
    public WeighedNoises {
        laplace = laplace.stream().map(Math::abs).filter(scale -> scale > 0).toList();
    }

    /** The standard deviation. */
    public double standardDeviation() {
        return Math.sqrt(variance
                + laplace.stream().mapToDouble(scale -> 2 * scale * scale).sum());
    }

    /**
     * A w with P(|X| ≤ w) = confidence, or slightly more; 0 without noise.
     *
     * @param confidence more than 0 and less than 1
     */
    public double halfWidth(double confidence) {
        double deviation = standardDeviation();
        if (deviation == 0) {
            return 0;
        }
        double step = 2 * Math.PI / (PERIOD * deviation);
        double[] transform = transform(step);
        double wanted = confidence + Math.min(OFF, (1 - confidence) / 100);
        double low = 0;
        double high = deviation * PERIOD / 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = low / 2 + high / 2;
            if (within(middle, step, transform) < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The characteristic function at the middles of equal steps, until it is small. */
    private double[] transform(double step) {
        double[] scales = laplace.stream().mapToDouble(scale -> scale).sorted().toArray();
        double[] values = new double[MOST_TERMS];
        for (int i = 0; i < values.length; i++) {
            double t = (i + 0.5) * step;
            double inverse = 1;
            for (double scale : scales) {
                inverse *= 1 + scale * scale * t * t;
            }
            values[i] = Math.exp(-variance * t * t / 2) / inverse;
            if (values[i] / (i + 0.5) < SMALL) {
                return Arrays.copyOf(values, i + 1);
            }
        }
        return values;
    }

    /** P(|X| ≤ width). */
    private static double within(double width, double step, double[] transform) {
        double sum = 0;
        for (int i = 0; i < transform.length; i++) {
            double t = (i + 0.5) * step;
            sum += Math.sin(width * t) / t * transform[i];
        }
        return 2 / Math.PI * step * sum;
    }
}
