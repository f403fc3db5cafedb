package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * From a wanted error to the loss that gives it, for states whose error does not depend on data: COUNT, and SUM with
 * given bounds. The loss is checked with the noise's own half width, so that the error holds, and is the least to about
 * nine digits. The proof is in {@code Accuracy.md} beside this class.
 */
public final class Accuracy {
    private static final MathContext UP = new MathContext(12, RoundingMode.CEILING);
    private static final Rational SLIGHTLY = Rational.of(1_000_000_001, 1_000_000_000);
    private static final int HALVINGS = 60;

    private Accuracy() {}

    /**
     * The least ε whose discrete Laplace noise Z has P(|Z| ≤ error) ≥ confidence.
     *
     * @param l1Sensitivity Δ over all groups, at least 1
     * @param error in whole units of the state, at least 0
     * @param confidence at least 10^-6 and at most 1 − 10^-12
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Epsilon epsilon(BigInteger l1Sensitivity, BigInteger error, Rational confidence) {
        check(error, confidence);
        double wanted = logarithm(confidence);
        double steps = error.doubleValue() + 1;
        // t = ε/Δ = 1/b: ln P(Z ≥ w+1) = −(w+1)t − ln(1 + e^(−t)) falls in t.
        double low = 0;
        double high = -wanted / steps;
        for (int i = 0; i < HALVINGS; i++) {
            double t = low / 2 + high / 2;
            if (-steps * t - Math.log1p(Math.exp(-t)) > wanted) {
                low = t;
            } else {
                high = t;
            }
        }
        Rational epsilon = roundedUp(Rational.ofExact(high).times(Rational.of(l1Sensitivity)));
        while (DiscreteLaplace.calibrated(l1Sensitivity, new Epsilon(epsilon))
                        .halfWidth(confidence)
                        .compareTo(error)
                > 0) {
            epsilon = roundedUp(epsilon.times(SLIGHTLY));
        }
        return new Epsilon(epsilon);
    }

    /**
     * The least ρ whose discrete Gaussian noise Z has P(|Z| ≤ error) ≥ confidence.
     *
     * @param squaredL2Sensitivity Δ² over all groups, at least 1
     * @param error in whole units of the state, at least 0
     * @param confidence at least 10^-6 and at most 1 − 10^-12
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rho rho(BigInteger squaredL2Sensitivity, BigInteger error, Rational confidence) {
        check(error, confidence);
        double side = Math.exp(logarithm(confidence));
        // Without atoms σ = (w + ½)/z; the truth is within a factor of two.
        double sigma = (error.doubleValue() + 0.5) / NormalTail.quantile(side);
        double low = sigma / 2;
        double high = sigma * 2;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = low / 2 + high / 2;
            if (holds(square(middle), error, confidence)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Rational twice = square(low).times(Rational.of(2));
        Rational rho = roundedUp(Rational.of(squaredL2Sensitivity).dividedBy(twice));
        while (!holds(
                DiscreteGaussian.calibrated(squaredL2Sensitivity, new Rho(rho)).variance(), error, confidence)) {
            rho = roundedUp(rho.times(SLIGHTLY));
        }
        return new Rho(rho);
    }

    private static boolean holds(Rational variance, BigInteger error, Rational confidence) {
        return new DiscreteGaussian(variance).halfWidth(confidence).compareTo(error) <= 0;
    }

    private static Rational square(double sigma) {
        return Rational.ofExact(sigma).times(Rational.ofExact(sigma));
    }

    private static double logarithm(Rational confidence) {
        return Math.log(Rational.ONE.minus(confidence).dividedBy(Rational.of(2)).toDoubleNearest());
    }

    private static Rational roundedUp(Rational value) {
        return Rational.of(new BigDecimal(value.numerator()).divide(new BigDecimal(value.denominator()), UP));
    }

    private static void check(BigInteger error, Rational confidence) {
        if (error.signum() < 0 || error.bitLength() > 1000) {
            throw new IllegalArgumentException("error must be at least 0 and less than 2^1000");
        }
        Rational least = Rational.of(1, 1_000_000);
        if (confidence.compareTo(least) < 0 || confidence.compareTo(Rational.ONE.minus(least.times(least))) > 0) {
            throw new IllegalArgumentException("confidence must be at least 0.000001 and at most 1 - 10^-12");
        }
    }
}
