package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import java.util.Optional;

/**
 * The law of Z₁ + middle·Z₂, for the noise Z₁ of a centred sum, so fine that it is as good as continuous, and Z₂ of a
 * weight.
 */
sealed interface SumError {
    /** P(|Z₁ + middle·Z₂| > t − slack), or more. */
    double beyond(double t);

    /** How much larger the error is that {@link #beyond} really covers. */
    Rational slack();

    /**
     * The law.
     *
     * @param unit the real value of one of the centred sum
     * @param middle more than 0
     * @throws IllegalArgumentException for noises of different laws
     */
    static SumError of(IntegerNoise centred, Rational unit, IntegerNoise weight, Rational middle) {
        NoisyMean pivot = NoisyMean.under(0, 0, Optional.of(centred), unit, Optional.of(weight));
        double deviation = middle.toDoubleNearest();
        return pivot.weightScale() <= Lattice.LARGEST
                ? Lattice.of(pivot, deviation)
                : new Continuous(pivot, deviation, middle.dividedBy(Rational.of(2)));
    }

    /**
     * Both noises as continuous ones, and half a person for the lattice of the weight.
     *
     * @param pivot their scales
     * @param middle of the bounds
     * @param slack half of it
     */
    record Continuous(NoisyMean pivot, double middle, Rational slack) implements SumError {
        @Override
        public double beyond(double t) {
            return pivot.tail(t, middle);
        }
    }

    /** The exact sum over the values of the weight's noise, for a small scale. */
    final class Lattice implements SumError {
        /** The largest scale for which the sum is short. */
        static final double LARGEST = 32;

        /** Scales within which all but 10^-17 of either law lies. */
        private static final double REACH = 40;

        /** A margin for what lies beyond the terms and for the rounding of doubles. */
        private static final double MARGIN = 1e-14;

        private final NoisyMean pivot;
        private final double middle;

        /** P(Z₂ = j) for j ≥ 0. */
        private final double[] chances;

        private Lattice(NoisyMean pivot, double middle, double[] chances) {
            this.pivot = pivot;
            this.middle = middle;
            this.chances = chances;
        }

        static Lattice of(NoisyMean pivot, double middle) {
            double scale = pivot.weightScale();
            double[] chances = new double[2 + (int) (REACH * scale)];
            double total = -1;
            for (int j = 0; j < chances.length; j++) {
                double steps = j / scale;
                chances[j] = Math.exp(pivot.law() == NoisyMean.Law.LAPLACE ? -steps : -steps * steps / 2);
                total += 2 * chances[j];
            }
            for (int j = 0; j < chances.length; j++) {
                chances[j] /= total;
            }
            return new Lattice(pivot, middle, chances);
        }

        @Override
        public double beyond(double t) {
            double sum = chances[0] * outside(t, 0);
            for (int j = 1; j < chances.length; j++) {
                sum += 2 * chances[j] * outside(t, middle * j);
            }
            return sum + MARGIN;
        }

        @Override
        public Rational slack() {
            return Rational.ZERO;
        }

        /** P(|Z₁ + shift| > t). */
        private double outside(double t, double shift) {
            return above(t - shift) + above(t + shift);
        }

        private double above(double x) {
            double steps = Math.abs(x) / pivot.centredScale();
            double tail = pivot.law() == NoisyMean.Law.LAPLACE ? Math.exp(-steps) / 2 : NormalTail.above(steps);
            return x >= 0 ? tail : 1 - tail;
        }
    }
}
