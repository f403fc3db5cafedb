package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A mean from a noisy weight W and a noisy centred sum S: mid + S / max(1, W), clamped to its bounds.
 *
 * <p>The interval holds every deviation d = μ − mid with P(|Z₁ − d·Z₂| ≥ |S − d·W| − |d|/2) ≥ 1 − confidence for the
 * noises Z₁ of S and Z₂ of W, both Laplace or both Gaussian: at the true d, S − d·W is exactly that noise (Fieller's
 * construction; the half unit is for the weight's noise, which lies on integers). It covers at its confidence however
 * small the group and however skewed the data, and may be all of [low, high]. The proof is in {@code NoisyMean.md}
 * beside this class.
 *
 * @param low the lower bound of a mean
 * @param high the upper bound of a mean
 * @param centredScale the scale of the noise of the centred sum, in real units; 0 for a constant
 * @param weightScale the scale of the noise of the weight; 0 for a constant
 * @param law of both noises; its scale is b for Laplace and σ for Gaussian noise
 * @param terms the Laplace noises of both, where they share some: they are read off {@linkplain Portions portions}
 */
public record NoisyMean(double low, double high, double centredScale, double weightScale, Law law, List<Term> terms) {
    private static final int HALVINGS = 60;

    /** Scales nearer than this share one formula: the two-scale one would lose digits. */
    private static final double SAME_SCALE = 1e-5;

    /**
     * One Laplace noise that enters the centred sum, the weight or both; so fine that it is as good as continuous.
     *
     * @param centred its scale in the centred sum, in real units, with the sign with which it enters
     * @param weight its scale in the weight, with the sign with which it enters
     */
    public record Term(double centred, double weight) {
        /** Refuses NaN. */
        public Term {
            if (Double.isNaN(centred) || Double.isNaN(weight)) {
                throw new IllegalArgumentException("centred and weight must be numbers");
            }
        }
    }

    /** The law of the noises. */
    public enum Law {
        /** e^(−|z|/b). */
        LAPLACE,
        /** e^(−z²/2σ²). */
        GAUSSIAN
    }

    /** Refuses what is not finite or out of range. */
    public NoisyMean {
        terms = List.copyOf(terms);
        if (!(low <= high) || Double.isInfinite(low) || Double.isInfinite(high)) {
            throw new IllegalArgumentException("low and high must be finite, low at most high");
        }
        if (!(centredScale >= 0) || !(weightScale >= 0)) {
            throw new IllegalArgumentException("centredScale and weightScale must be at least 0");
        }
    }

    /** A mean under independent noises. */
    public NoisyMean(double low, double high, double centredScale, double weightScale, Law law) {
        this(low, high, centredScale, weightScale, law, List.of());
    }

    /** A mean under Laplace noise. */
    public NoisyMean(double low, double high, double centredScale, double weightScale) {
        this(low, high, centredScale, weightScale, Law.LAPLACE);
    }

    /** A mean of which centred sum and weight are read off noisy portions. */
    public NoisyMean(double low, double high, List<Term> terms) {
        this(low, high, 0, 0, Law.LAPLACE, terms);
    }

    /**
     * A mean under either noise.
     *
     * @param centred the noise of the centred sum; empty for a constant
     * @param unit the real value of one of the centred sum
     * @param weight the noise of the weight, of the same law; empty for a constant
     * @throws IllegalArgumentException for noises of different laws
     */
    public static NoisyMean under(
            double low,
            double high,
            Optional<? extends IntegerNoise> centred,
            Rational unit,
            Optional<? extends IntegerNoise> weight) {
        Set<Law> laws = EnumSet.noneOf(Law.class);
        centred.map(NoisyMean::law).ifPresent(laws::add);
        weight.map(NoisyMean::law).ifPresent(laws::add);
        if (laws.size() > 1) {
            throw new IllegalArgumentException("centred and weight must have noise of one law");
        }
        return new NoisyMean(
                low,
                high,
                centred.map(noise -> scale(noise, unit)).orElse(0.0),
                weight.map(noise -> scale(noise, Rational.ONE)).orElse(0.0),
                laws.isEmpty() ? Law.LAPLACE : laws.iterator().next());
    }

    private static Law law(IntegerNoise noise) {
        return noise.match(
                laplace -> Law.LAPLACE, gaussian -> Law.GAUSSIAN, sum -> law(sum.first()), weighted -> Law.LAPLACE);
    }

    private static double scale(IntegerNoise noise, Rational unit) {
        return noise.match(
                laplace -> laplace.scale().times(unit).toDoubleNearest(),
                gaussian ->
                        Math.sqrt(gaussian.variance().times(unit).times(unit).toDoubleNearest()),
                sum -> {
                    throw new IllegalArgumentException("a sum of two noises is never added to one state");
                },
                weighted -> {
                    throw new IllegalArgumentException("numbers read off portions are not independent");
                });
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
        double total = finite(centred);
        double people = finite(weight);
        double value = value(weight, centred);
        if (half == 0) {
            return new Estimate(value, value, value);
        }
        Pivot pivot = Pivot.reachable(people, total, half, this, 1 - confidence);
        // A bound that is accepted is the end itself: middle ± half may lie a rounding inside.
        double left = pivot.accepts(-half) ? low : middle + pivot.farthest(-half);
        double right = pivot.accepts(half) ? high : middle + pivot.farthest(half);
        return new Estimate(value, Math.min(value, clamp(left, low, high)), Math.max(value, clamp(right, low, high)));
    }

    /**
     * The mean alone.
     *
     * @param weight the noisy weight
     * @param centred the noisy centred sum, in real units
     * @return between {@code low} and {@code high}; NaN where one of both is NaN
     */
    public double value(double weight, double centred) {
        double middle = low / 2 + high / 2;
        double half = high / 2 - low / 2;
        return clamp(middle + clamp(finite(centred) / Math.max(1, finite(weight)), -half, half), low, high);
    }

    /** Noise of a tiny ε can be infinite in doubles, and ∞/∞ is no number: the largest doubles stand for it. */
    private static double finite(double state) {
        return clamp(state, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    /** P(|Z₁ − d·Z₂| ≥ t). */
    double tail(double t, double deviation) {
        if (!terms.isEmpty()) {
            double[] scales = new double[terms.size()];
            for (int i = 0; i < scales.length; i++) {
                Term term = terms.get(i);
                scales[i] = Math.abs(term.centred - deviation * term.weight);
            }
            return LaplaceSums.twoSided(t, scales);
        }
        double second = Math.abs(deviation) * weightScale;
        return law == Law.LAPLACE ? tail(t, centredScale, second) : normalTail(t, Math.hypot(centredScale, second));
    }

    /** P(|Z| ≥ t) for a normal Z. */
    private static double normalTail(double t, double sigma) {
        if (sigma == 0) {
            return t > 0 ? 0 : 1;
        }
        return Double.isInfinite(sigma) ? 1 : Math.min(1, 2 * NormalTail.above(t / sigma));
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

    private static double clamp(double value, double least, double largest) {
        return Math.max(least, Math.min(largest, value));
    }

    /**
     * Which deviations are accepted. On either side of S/W the rejected ones are one interval, because |S − d·W| is
     * linear there and what it is compared with is convex: halving between an accepted and a rejected one finds the
     * edge.
     */
    private record Pivot(double weight, double centred, double accepted, boolean every, NoisyMean mean, double alpha) {

        static Pivot reachable(double weight, double centred, double half, NoisyMean mean, double alpha) {
            Pivot pivot = new Pivot(weight, centred, 0, false, mean, alpha);
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
            return weight > 0 ? pivot.from(peak * weight, peak) : new Pivot(weight, centred, 0, true, mean, alpha);
        }

        private Pivot from(double sum, double deviation) {
            return new Pivot(weight, sum, deviation, false, mean, alpha);
        }

        boolean accepts(double deviation) {
            if (every) {
                return true;
            }
            double slack = mean.weightScale == 0 ? 0 : Math.abs(deviation) / 2;
            double distance = Math.max(0, Math.abs(centred - deviation * weight) - slack);
            return mean.tail(distance, deviation) >= alpha;
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
