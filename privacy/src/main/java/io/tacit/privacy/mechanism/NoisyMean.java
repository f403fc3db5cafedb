package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Normal;
import io.tacit.privacy.number.Rational;

/**
 * A mean from a noisy weight W and a noisy centred sum S: mid + S / max(1, W), clamped to its bounds.
 *
 * <p>The interval holds every deviation d = μ − mid with P(|Z₁ − d·Z₂| ≥ |S − d·W| − |d|/2) ≥ 1 − confidence for the
 * noises Z₁ of S and Z₂ of W: at the true d, S − d·W is exactly that noise (Fieller's construction; the half unit is for
 * the weight's noise, which lies on integers). It covers at its confidence however small the group and however skewed the
 * data, and may be all of [low, high]. The proof is in {@code NoisyMean.md} beside this class.
 *
 * @param low the lower bound of a mean
 * @param high the upper bound of a mean
 * @param law of both noises
 * @param centredScale the noise of the centred sum, in real units: b of Laplace noise, σ of Gaussian; 0 for a constant
 * @param weightScale the same of the weight; 0 for a constant
 */
public record NoisyMean(double low, double high, Law law, double centredScale, double weightScale) {
    /** The law of the noise of the two sums. */
    public enum Law {
        /** P(|Z₁ − Z₂| ≥ t) = (a²e^(−t/a) − b²e^(−t/b))/(a² − b²). */
        LAPLACE,
        /** Z₁ − Z₂ is normal with variance a² + b². */
        GAUSSIAN;

        double tail(double t, double a, double b) {
            return this == LAPLACE ? NoisyMean.tail(t, a, b) : gaussianTail(t, a, b);
        }
    }

    private static final int HALVINGS = 60;

    /** Scales nearer than this share one formula: the two-scale one would lose digits. */
    private static final double SAME_SCALE = 1e-5;

    /** A mean under Laplace noise. */
    public NoisyMean(double low, double high, double centredScale, double weightScale) {
        this(low, high, Law.LAPLACE, centredScale, weightScale);
    }

    /** A scale as this record takes it: b of Laplace noise, σ of Gaussian noise, in real units. */
    public static double scale(IntegerNoise noise, Rational unit) {
        return noise instanceof DiscreteLaplace laplace
                ? laplace.scale().times(unit).toDoubleNearest()
                : noise.standardDeviation() * unit.toDoubleNearest();
    }

    /** The law of a noise. */
    public static Law law(IntegerNoise noise) {
        return noise instanceof DiscreteLaplace ? Law.LAPLACE : Law.GAUSSIAN;
    }

    /** Refuses what is not finite or out of range. */
    public NoisyMean {
        if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException("low and high must be finite, low at most high");
        }
        if (!(centredScale >= 0) || !(weightScale >= 0)) {
            throw new IllegalArgumentException("centredScale and weightScale must be at least 0");
        }
    }

    /**
     * The mean and its interval.
     *
     * @param weight the noisy weight W
     * @param centred the noisy centred sum S, in real units
     * @param confidence more than 0 and less than 1
     * @throws IllegalArgumentException for NaN and a confidence out of range
     */
    public Estimate estimate(double weight, double centred, double confidence) {
        if (Double.isNaN(weight) || Double.isNaN(centred)) {
            throw new IllegalArgumentException("weight and centred must be numbers");
        }
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        double middle = low / 2 + high / 2;
        double half = high / 2 - low / 2;
        // Noise of a tiny ε can be infinite in doubles, and ∞/∞ is no number: the largest doubles stand for it.
        double total = clamp(centred, -Double.MAX_VALUE, Double.MAX_VALUE);
        double people = clamp(weight, -Double.MAX_VALUE, Double.MAX_VALUE);
        double value = clamp(middle + clamp(total / Math.max(1, people), -half, half), low, high);
        if (half == 0) {
            return new Estimate(value, value, value);
        }
        Pivot pivot = Pivot.reachable(people, total, half, law, centredScale, weightScale, 1 - confidence);
        // A bound that is accepted is the end itself: middle ± half may lie a rounding inside.
        double left = pivot.accepts(-half) ? low : middle + pivot.farthest(-half);
        double right = pivot.accepts(half) ? high : middle + pivot.farthest(half);
        return new Estimate(value, Math.min(value, clamp(left, low, high)), Math.max(value, clamp(right, low, high)));
    }

    /**
     * P(|Z₁ − Z₂| ≥ t) for independent Laplace noises: (a²e^(−t/a) − b²e^(−t/b))/(a² − b²).
     *
     * @param t at least 0
     * @param a the scale of one, at least 0
     * @param b the scale of the other, at least 0
     */
    static double tail(double t, double a, double b) {
        double largest = Math.max(a, b);
        double least = Math.min(a, b);
        if (largest == 0) {
            return t > 0 ? 0 : 1;
        }
        if (Double.isInfinite(largest)) {
            return 1;
        }
        if (largest - least <= SAME_SCALE * largest) {
            double scale = largest / 2 + least / 2;
            return Math.exp(-t / scale) * (1 + t / (2 * scale));
        }
        double ratio = least / largest;
        double second = least == 0 ? 0 : ratio * ratio * Math.exp(-t / least);
        return (Math.exp(-t / largest) - second) / (1 - ratio * ratio);
    }

    private static double gaussianTail(double t, double a, double b) {
        double scale = Math.hypot(a, b);
        if (scale == 0) {
            return t > 0 ? 0 : 1;
        }
        return Double.isInfinite(scale) ? 1 : 2 * Normal.tail(t / scale);
    }

    private static double clamp(double value, double least, double largest) {
        return Math.max(least, Math.min(largest, value));
    }

    /**
     * Which deviations are accepted. On either side of S/W the rejected ones are one interval, because |S − d·W| is linear
     * there and what it is compared with is convex: halving between an accepted and a rejected one finds the edge.
     */
    private record Pivot(
            double weight,
            double centred,
            double accepted,
            boolean every,
            Law law,
            double centredScale,
            double weightScale,
            double alpha) {

        static Pivot reachable(
                double weight,
                double centred,
                double half,
                Law law,
                double centredScale,
                double weightScale,
                double alpha) {
            Pivot pivot = new Pivot(weight, centred, 0, false, law, centredScale, weightScale, alpha);
            // Without weight and sum (0/0) every deviation fits equally well.
            double peak = centred == 0 ? 0 : clamp(centred / weight, -half, half);
            if (pivot.accepts(peak)) {
                return pivot.from(centred, peak);
            }
            if (pivot.accepts(-peak)) {
                return pivot.from(centred, -peak);
            }
            // Noise this large is rarer than asked. The nearest sum that some mean explains stands for it; where the
            // weight
            // explains none, the interval is everything.
            return weight > 0
                    ? pivot.from(peak * weight, peak)
                    : new Pivot(weight, centred, 0, true, law, centredScale, weightScale, alpha);
        }

        private Pivot from(double sum, double deviation) {
            return new Pivot(weight, sum, deviation, false, law, centredScale, weightScale, alpha);
        }

        boolean accepts(double deviation) {
            if (every) {
                return true;
            }
            double slack = weightScale == 0 ? 0 : Math.abs(deviation) / 2;
            double distance = Math.max(0, Math.abs(centred - deviation * weight) - slack);
            return law.tail(distance, centredScale, Math.abs(deviation) * weightScale) >= alpha;
        }

        /** The accepted deviation farthest towards an end, or one a rounding further. */
        double farthest(double end) {
            if (accepts(end)) {
                return end;
            }
            double inside = accepted;
            double outside = end;
            for (int i = 0; i < HALVINGS; i++) {
                double between = inside / 2 + outside / 2;
                if (accepts(between)) {
                    inside = between;
                } else {
                    outside = between;
                }
            }
            return outside;
        }
    }
}
