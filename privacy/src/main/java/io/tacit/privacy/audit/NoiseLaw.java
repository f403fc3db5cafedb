package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.NormalTail;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The law of a noise in doubles, from its formula alone and to more than nine digits: what draws are held against.
 *
 * <p>All laws here are symmetric, and members of an exponential family of their size |z|/b or z²/2σ²: the moments that
 * the Chernoff bound asks for are quotients of normalizers.
 */
interface NoiseLaw {
    /** P(Z ≥ k). */
    double tail(BigInteger k);

    /** P(Z mod 4 = r) for r from 0 to 3. */
    double[] remainders();

    /** P(Z = Z′) for two independent draws. */
    double equal();

    /** The size of a draw: |z|/b or z²/2σ². */
    double size(BigInteger z);

    /** The logarithm of E e^(u·size), for u below 1. */
    double logMoment(double u);

    /** A u near the best one for a mean size: any u gives a bound. */
    double tilt(double meanSize);

    /** What {@link #size} is, in words. */
    String sizeName();

    static NoiseLaw of(IntegerNoise noise) {
        return noise.<NoiseLaw>match(
                laplace -> new Laplace(1 / laplace.scale().toDoubleNearest()),
                gaussian -> Gaussian.of(Math.sqrt(gaussian.variance().toDoubleNearest())),
                sum -> {
                    throw new IllegalArgumentException("a sum of two noises is never added to one state");
                },
                weighted -> {
                    throw new IllegalArgumentException("noises of several portions are never added to one integer");
                });
    }

    /**
     * P(Z = z) = (1−a)/(1+a)·a^|z| with a = e^(−step).
     *
     * @param step 1/b
     */
    record Laplace(double step) implements NoiseLaw {
        private double a() {
            return Math.exp(-step);
        }

        @Override
        public double tail(BigInteger k) {
            if (k.signum() <= 0) {
                return 1 - tail(BigInteger.ONE.subtract(k));
            }
            return Math.exp(-step * k.doubleValue()) / (1 + a());
        }

        @Override
        public double[] remainders() {
            double base = Math.expm1(-step) / Math.expm1(-4 * step) / (1 + a());
            double odd = base * (Math.exp(-step) + Math.exp(-3 * step));
            return new double[] {base * (1 + Math.exp(-4 * step)), odd, base * 2 * Math.exp(-2 * step), odd};
        }

        @Override
        public double equal() {
            return -Math.expm1(-step) * (1 + a() * a()) / Math.pow(1 + a(), 3);
        }

        @Override
        public double size(BigInteger z) {
            return z.abs().doubleValue() * step;
        }

        /** (1−a)/(1+a)·(1+a′)/(1−a′) with a′ = a^(1−u). */
        @Override
        public double logMoment(double u) {
            double tilted = (1 - u) * step;
            return Math.log(Math.expm1(-step) / Math.expm1(-tilted)) + Math.log((1 + Math.exp(-tilted)) / (1 + a()));
        }

        @Override
        public double tilt(double meanSize) {
            // E|Z| = 2a/(1−a²) = 1/sinh(step).
            double expected = step / Math.sinh(step);
            return Math.max(-50, 1 - expected / meanSize);
        }

        @Override
        public String sizeName() {
            return "the mean of |Z|";
        }
    }

    /**
     * P(Z = z) = e^(−z²/2σ²)/θ(σ).
     *
     * @param sigma σ
     * @param weights e^(−z²/2σ²) summed from z on, for z from 0; empty for a σ where the normal law is as good
     */
    record Gaussian(double sigma, Sums weights) implements NoiseLaw {
        /** From here on P(Z ≥ k) and the normal tail at k − ½ differ by a part in 10^11. */
        private static final double LARGE = 5e4;

        private static final double REACH = 39;

        static Gaussian of(double sigma) {
            return new Gaussian(sigma, sigma < LARGE ? Sums.of(sigma) : new Sums(new double[0]));
        }

        /** Sums of the weights from z on. */
        static final class Sums {
            private final double[] from;

            Sums(double[] from) {
                this.from = from;
            }

            static Sums of(double sigma) {
                double[] from = new double[(int) (REACH * Math.max(1, sigma)) + 2];
                for (int z = from.length - 2; z >= 0; z--) {
                    from[z] = from[z + 1] + Math.exp(-z / sigma * (z / sigma) / 2);
                }
                return new Sums(from);
            }
        }

        @Override
        public double tail(BigInteger k) {
            if (k.signum() <= 0) {
                return 1 - tail(BigInteger.ONE.subtract(k));
            }
            double[] from = weights.from;
            if (from.length == 0) {
                return NormalTail.above((k.doubleValue() - 0.5) / sigma);
            }
            return k.bitLength() < Integer.SIZE && k.intValue() < from.length ? from[k.intValue()] / theta(sigma) : 0;
        }

        @Override
        public double[] remainders() {
            double[] remainders = {0.25, 0.25, 0.25, 0.25};
            double[] from = weights.from;
            if (from.length > 0) {
                Arrays.fill(remainders, 0);
                for (int z = 0; z + 1 < from.length; z++) {
                    double weight = (from[z] - from[z + 1]) / theta(sigma);
                    remainders[z % 4] += weight;
                    remainders[(4 - z % 4) % 4] += z == 0 ? 0 : weight;
                }
            }
            return remainders;
        }

        @Override
        public double equal() {
            return theta(sigma / Math.sqrt(2)) / theta(sigma) / theta(sigma);
        }

        @Override
        public double size(BigInteger z) {
            double standard = z.doubleValue() / sigma;
            return standard * standard / 2;
        }

        /** θ(σ/√(1−u))/θ(σ). */
        @Override
        public double logMoment(double u) {
            double tilted = sigma / Math.sqrt(1 - u);
            return sigma < 1
                    ? Math.log(theta(tilted) / theta(sigma))
                    : Math.log(dual(tilted) / dual(sigma)) - Math.log1p(-u) / 2;
        }

        @Override
        public double tilt(double meanSize) {
            return Math.max(-50, 1 - 0.5 / meanSize);
        }

        @Override
        public String sizeName() {
            return "the mean of Z²";
        }

        /** Σ e^(−z²/2σ²). */
        private static double theta(double sigma) {
            if (sigma >= 1) {
                return sigma * Math.sqrt(2 * Math.PI) * dual(sigma);
            }
            double sum = 1;
            for (int z = 1; z < REACH; z++) {
                sum += 2 * Math.exp(-z / sigma * (z / sigma) / 2);
            }
            return sum;
        }

        /** Σ e^(−2π²σ²j²), by Poisson summation. */
        private static double dual(double sigma) {
            double sum = 1;
            for (int j = 1; j < REACH; j++) {
                sum += 2 * Math.exp(-2 * Math.PI * Math.PI * sigma * sigma * j * j);
            }
            return sum;
        }
    }
}
