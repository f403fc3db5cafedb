package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A variance or standard deviation from a noisy weight, centred sum and sum of centred squares: squares/n + h²/2 −
 * (centred/n)² with n = max(1, weight), clamped to [0, h²]; a sample's is n/(n−1) times that, and nothing if n ≤ 1.
 * Never NaN, never negative, never infinite. The argument is in {@code NoisyVariance.md} beside this class.
 *
 * @param kind which of the four functions
 * @param halfRange h, half the distance of the bounds, between 0 and 2^480: its square, and n/(n−1) times it, is a
 *     double then
 */
public record NoisyVariance(Kind kind, double halfRange) {
    /** How often the noise is drawn again for an interval. */
    public static final int DRAWS = 2000;

    private static final int STATES = 3;

    /** The largest half range: beyond it a variance could be infinite, and the difference of two infinite ones NaN. */
    private static final double LARGEST_HALF_RANGE = 0x1p480;

    /** VAR and STDDEV of a population and of a sample. */
    public enum Kind {
        /** The mean square of the distance to the mean. */
        VAR_POP(false, false),
        /** The same, times n/(n−1). */
        VAR_SAMP(true, false),
        /** The root of VAR_POP. */
        STDDEV_POP(false, true),
        /** The root of VAR_SAMP. */
        STDDEV_SAMP(true, true);

        private final boolean sample;
        private final boolean root;

        Kind(boolean sample, boolean root) {
            this.sample = sample;
            this.root = root;
        }
    }

    /** Draws noise in real units; 0 for a constant. */
    @FunctionalInterface
    public interface Redraw {
        /** One draw. */
        double draw(RandomBits bits);

        /**
         * The noise of a state in real units.
         *
         * @param unit the real value of one
         */
        static Redraw of(IntegerNoise noise, Rational unit) {
            IntegerSampler sampler = noise.sampler();
            double size = unit.toDoubleNearest();
            return bits -> sampler.draw(bits).doubleValue() * size;
        }
    }

    /** Noise of weight, centred sum and squares, drawn again {@value #DRAWS} times, to be used for every group. */
    public static final class Redrawn {
        private final double[][] noise;

        private Redrawn(double[][] noise) {
            this.noise = noise;
        }

        /**
         * Draws.
         *
         * @param noises the laws of weight, centred sum and squares, in real units
         * @throws IllegalArgumentException for other than three laws, and for one that draws NaN
         */
        public static Redrawn of(Redraw[] noises, RandomBits bits) {
            if (noises.length != STATES) {
                throw new IllegalArgumentException("noises must be those of weight, centred and squares");
            }
            return of(
                    more -> {
                        double[] drawn = new double[STATES];
                        for (int i = 0; i < STATES; i++) {
                            drawn[i] = noises[i].draw(more);
                        }
                        return drawn;
                    },
                    bits);
        }

        /**
         * Draws noises that need not be independent.
         *
         * @throws IllegalArgumentException for other than three numbers, and for NaN
         */
        public static Redrawn of(JointRedraw noises, RandomBits bits) {
            double[][] noise = new double[DRAWS][];
            for (int i = 0; i < DRAWS; i++) {
                noise[i] = noises.draw(bits);
                if (noise[i].length != STATES || Arrays.stream(noise[i]).anyMatch(Double::isNaN)) {
                    throw new IllegalArgumentException("noises must draw three numbers");
                }
            }
            return new Redrawn(noise);
        }
    }

    /** Draws the noises of weight, centred sum and squares together, in real units. */
    @FunctionalInterface
    public interface JointRedraw {
        /** One draw of each. */
        double[] draw(RandomBits bits);
    }

    /** Refuses what is negative, NaN or too wide for a square. */
    public NoisyVariance {
        if (!(halfRange >= 0 && halfRange <= LARGEST_HALF_RANGE)) {
            throw new IllegalArgumentException("halfRange must be at least 0 and at most 2^480 (about 3e144)");
        }
    }

    /**
     * The value; empty for a sample of at most one. Infinite states, which noise of a tiny ε can make, count as the
     * largest doubles.
     *
     * @param weight the noisy weight
     * @param centred the noisy centred sum, in real units
     * @param squares the noisy sum of (x − mid)² − h²/2, in real units
     * @throws IllegalArgumentException for NaN
     */
    public OptionalDouble value(double weight, double centred, double squares) {
        double n = Math.max(1, finite(weight));
        if (kind.sample && n <= 1) {
            return OptionalDouble.empty();
        }
        double largest = halfRange * halfRange;
        double mean = finite(centred) / n;
        // The subtrahend is finite, so that the difference is never NaN.
        double spread = finite(squares) / n + largest / 2 - Math.min(mean * mean, Double.MAX_VALUE);
        double population = Math.max(0, Math.min(largest, spread));
        double variance = kind.sample ? population * (n / (n - 1)) : population;
        return OptionalDouble.of((kind.root ? Math.sqrt(variance) : variance) + 0.0);
    }

    private static double finite(double state) {
        if (Double.isNaN(state)) {
            throw new IllegalArgumentException("weight, centred and squares must be numbers");
        }
        return Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, state));
    }

    /**
     * The value and an interval. The noise that was drawn again is taken off the noisy states; the middle of the values
     * that result is the interval. It is exact for each state, and approximate for the variance, which is no linear
     * function of them: the page beside this class has the coverage that was measured.
     *
     * @param redrawn the noise drawn again
     * @param noisy weight, centred sum and squares, in real units
     * @param confidence more than 0 and less than 1
     * @return empty for a sample of at most one
     */
    public Optional<Estimate> estimate(Redrawn redrawn, double[] noisy, double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        OptionalDouble value = value(noisy[0], noisy[1], noisy[2]);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        double[] again = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            double[] noise = redrawn.noise[i];
            // A sample of at most one could have any variance.
            again[i] = value(finite(noisy[0]) - noise[0], finite(noisy[1]) - noise[1], finite(noisy[2]) - noise[2])
                    .orElse(kind.root ? halfRange : halfRange * halfRange);
        }
        int tail = (int) Math.floor((1 - confidence) / 2 * DRAWS);
        double low = Math.min(value.getAsDouble(), OrderStatistic.of(again, tail));
        double high = Math.max(value.getAsDouble(), OrderStatistic.of(again, DRAWS - 1 - tail));
        return Optional.of(new Estimate(value.getAsDouble(), low, high));
    }

    /**
     * The same with noise drawn for this group alone.
     *
     * @param noises the laws of weight, centred sum and squares, in real units
     * @param noisy weight, centred sum and squares, in real units
     * @param confidence more than 0 and less than 1
     * @return empty for a sample of at most one
     */
    public Optional<Estimate> estimate(Redraw[] noises, double[] noisy, double confidence, RandomBits bits) {
        return estimate(Redrawn.of(noises, bits), noisy, confidence);
    }
}
