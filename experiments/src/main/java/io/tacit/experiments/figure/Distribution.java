package io.tacit.experiments.figure;

import io.tacit.privacy.number.NormalTail;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A law of made-up data with a known mean, whose clamping has a closed form. Data are made of it, never noise.
 */
public sealed interface Distribution {
    /** What the figures call it. */
    String name();

    /** E[X]. */
    double mean();

    /** P(X > x). */
    double above(double x);

    /** E[(X − u)⁺]: what clamping at u takes from the mean. */
    double beyond(double u);

    /** One value. */
    double draw(SplittableRandom random);

    /**
     * The ones of the figures, all with mean 100. The paper's text names the uniform one and says of the others only
     * that they are centred there.
     */
    List<Distribution> CENTRED = List.of(
            new Even(50, 150),
            new Normal(100, 25),
            new TwoSided(100, 25),
            new Exponential(100),
            new LogNormal(100, 1),
            new PowerLaw(100, 3));

    /**
     * Uniform on an interval.
     *
     * @param low its lower end
     * @param high its upper end, above the lower
     */
    record Even(double low, double high) implements Distribution {
        @Override
        public String name() {
            return "uniform";
        }

        @Override
        public double mean() {
            return (low + high) / 2;
        }

        @Override
        public double above(double x) {
            return Math.min(1, Math.max(0, (high - x) / (high - low)));
        }

        @Override
        public double beyond(double u) {
            double inside = Math.max(low, Math.min(high, u));
            return (high - inside) * (high - inside) / (2 * (high - low)) + Math.max(0, low - u);
        }

        @Override
        public double draw(SplittableRandom random) {
            return low + (high - low) * random.nextDouble();
        }
    }

    /**
     * The normal law.
     *
     * @param mean μ
     * @param deviation σ, more than 0
     */
    record Normal(double mean, double deviation) implements Distribution {
        @Override
        public String name() {
            return "normal";
        }

        @Override
        public double above(double x) {
            return NormalTail.above((x - mean) / deviation);
        }

        @Override
        public double beyond(double u) {
            double z = (u - mean) / deviation;
            return deviation * (Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) - z * NormalTail.above(z));
        }

        @Override
        public double draw(SplittableRandom random) {
            return mean + deviation * standard(random);
        }

        /** Box and Muller (1958). */
        private static double standard(SplittableRandom random) {
            double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
            return radius * Math.cos(2 * Math.PI * random.nextDouble());
        }
    }

    /**
     * Laplace's law.
     *
     * @param mean μ
     * @param scale b, more than 0
     */
    record TwoSided(double mean, double scale) implements Distribution {
        @Override
        public String name() {
            return "Laplace";
        }

        @Override
        public double above(double x) {
            double half = Math.exp(-Math.abs(x - mean) / scale) / 2;
            return x >= mean ? half : 1 - half;
        }

        @Override
        public double beyond(double u) {
            return Math.max(0, mean - u) + scale / 2 * Math.exp(-Math.abs(u - mean) / scale);
        }

        @Override
        public double draw(SplittableRandom random) {
            double size = -scale * Math.log(1 - random.nextDouble());
            return mean + (random.nextBoolean() ? size : -size);
        }
    }

    /**
     * The exponential law.
     *
     * @param mean more than 0
     */
    record Exponential(double mean) implements Distribution {
        @Override
        public String name() {
            return "exponential";
        }

        @Override
        public double above(double x) {
            return x <= 0 ? 1 : Math.exp(-x / mean);
        }

        @Override
        public double beyond(double u) {
            return u <= 0 ? mean - u : mean * Math.exp(-u / mean);
        }

        @Override
        public double draw(SplittableRandom random) {
            return -mean * Math.log(1 - random.nextDouble());
        }
    }

    /**
     * The law of e to the power of a normal number.
     *
     * @param mean of the law itself, not of its logarithm
     * @param deviation σ of the logarithm, more than 0
     */
    record LogNormal(double mean, double deviation) implements Distribution {
        @Override
        public String name() {
            return "lognormal";
        }

        private double ofLogarithm() {
            return Math.log(mean) - deviation * deviation / 2;
        }

        @Override
        public double above(double x) {
            return x <= 0 ? 1 : NormalTail.above((Math.log(x) - ofLogarithm()) / deviation);
        }

        @Override
        public double beyond(double u) {
            if (u <= 0) {
                return mean - u;
            }
            double z = (Math.log(u) - ofLogarithm()) / deviation;
            return mean * NormalTail.above(z - deviation) - u * NormalTail.above(z);
        }

        @Override
        public double draw(SplittableRandom random) {
            return Math.exp(ofLogarithm() + deviation * Normal.standard(random));
        }
    }

    /**
     * Pareto's law: P(X > x) falls as a power of x.
     *
     * @param mean more than 0
     * @param power α, more than 1; the less it is, the heavier is the tail
     */
    record PowerLaw(double mean, double power) implements Distribution {
        @Override
        public String name() {
            return "power law";
        }

        private double least() {
            return mean * (power - 1) / power;
        }

        @Override
        public double above(double x) {
            return x <= least() ? 1 : Math.pow(least() / x, power);
        }

        @Override
        public double beyond(double u) {
            return u <= least() ? mean - u : Math.pow(least(), power) * Math.pow(u, 1 - power) / (power - 1);
        }

        @Override
        public double draw(SplittableRandom random) {
            return least() * Math.pow(1 - random.nextDouble(), -1 / power);
        }
    }
}
