package io.tacit.privacy.mechanism;

import io.tacit.privacy.random.RandomBits;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A variance from a noisy weight, centred sum and sum of centred squares: squares/n + h²/2 − (centred/n)² with n = max(1,
 * weight), clamped to [0, h²]. Never NaN, never negative.
 *
 * @param kind which of the four functions
 * @param halfRange h, half the distance of the bounds
 */
public record NoisyVariance(Kind kind, double halfRange) {
    /** How many times the noise is drawn again for an interval. */
    private static final int DRAWS = 400;

    /** VAR and STDDEV of a population and of a sample. */
    public enum Kind {
        VAR_POP(false, false),
        VAR_SAMP(true, false),
        STDDEV_POP(false, true),
        STDDEV_SAMP(true, true);

        private final boolean sample;
        private final boolean root;

        Kind(boolean sample, boolean root) {
            this.sample = sample;
            this.root = root;
        }
    }

    /** The value; empty for a sample of at most one. */
    public OptionalDouble value(double weight, double centred, double squares) {
        double n = Math.max(1, weight);
        if (kind.sample && n <= 1) {
            return OptionalDouble.empty();
        }
        double largest = halfRange * halfRange;
        double mean = centred / n;
        double population = Math.max(0, Math.min(largest, squares / n + largest / 2 - mean * mean));
        double variance = kind.sample ? population * (n / (n - 1)) : population;
        return OptionalDouble.of(kind.root ? Math.sqrt(variance) : variance);
    }

    /**
     * The value and an interval by Monte Carlo: the noise is drawn again {@value #DRAWS} times and taken off the noisy
     * states; the interval holds the middle of the variances that result.
     *
     * @param noises the laws of weight, centred and squares
     * @param noisy the noisy states, in real units
     */
    public java.util.Optional<Estimate> estimate(Redraw[] noises, double[] noisy, double confidence, RandomBits bits) {
        OptionalDouble value = value(noisy[0], noisy[1], noisy[2]);
        if (value.isEmpty()) {
            return java.util.Optional.empty();
        }
        double[] draws = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            OptionalDouble again = value(
                    noisy[0] - noises[0].draw(bits), noisy[1] - noises[1].draw(bits), noisy[2] - noises[2].draw(bits));
            draws[i] = again.orElse(kind.root ? halfRange : halfRange * halfRange);
        }
        Arrays.sort(draws);
        int tail = (int) Math.floor((1 - confidence) / 2 * DRAWS);
        double low = Math.min(value.getAsDouble(), draws[tail]);
        double high = Math.max(value.getAsDouble(), draws[DRAWS - 1 - tail]);
        return java.util.Optional.of(new Estimate(value.getAsDouble(), low, high));
    }

    /** Draws noise in real units. */
    @FunctionalInterface
    public interface Redraw {
        double draw(RandomBits bits);
    }
}
