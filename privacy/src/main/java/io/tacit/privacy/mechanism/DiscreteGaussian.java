package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.GaussianTails;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteGaussianSampler;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * Noise on the integers with P(Z = z) ∝ e^(−z²/2σ²).
 *
 * <p>Added to integer states that one person changes by at most Δ in L2, over all groups together, it is
 * Δ²/2σ²-zero-concentrated differentially private: the proof is in {@code DiscreteGaussian.md} beside this class.
 * Source: Canonne, Kamath and Steinke (2020), theorem 4.
 *
 * <pre>{@code
 * DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.valueOf(5), Rho.of("0.1")); // σ² = 25
 * BigInteger noisy = exact.add(noise.sample(bits));
 * }</pre>
 *
 * @param variance σ², more than 0; the variance of the law itself is a little less
 */
public record DiscreteGaussian(Rational variance) implements IntegerNoise {
    /** From this σ on the normal law and the discrete one differ by less than the rounding of doubles. */
    private static final double LARGE = 4;

    /** A margin that exceeds the error of a normal quantile. */
    private static final double QUANTILE_MARGIN = 1e-12;

    private static final double LEAST_TAIL = 1e-250;

    /** Refuses what is not more than 0. */
    public DiscreteGaussian {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
    }

    /**
     * The noise that makes a state private: σ² = Δ²/2ρ, exactly.
     *
     * @param squaredL2Sensitivity Δ², the largest sum over all groups of the squares by which one person changes the
     *     state, at least 1
     * @throws IllegalArgumentException for a sensitivity below 1: it would mean no noise
     */
    public static DiscreteGaussian calibrated(BigInteger squaredL2Sensitivity, Rho rho) {
        checkSensitivity(squaredL2Sensitivity);
        return new DiscreteGaussian(
                Rational.of(squaredL2Sensitivity).dividedBy(rho.value().times(Rational.of(2))));
    }

    private static void checkSensitivity(BigInteger squaredL2Sensitivity) {
        if (squaredL2Sensitivity.signum() <= 0) {
            throw new IllegalArgumentException("squaredL2Sensitivity must be at least 1; what nobody can change is a"
                    + " constant and gets no noise at all");
        }
    }

    @Override
    public <R> R match(
            Function<DiscreteLaplace, R> laplace,
            Function<DiscreteGaussian, R> gaussian,
            Function<NoiseSum, R> sum,
            Function<LaplaceSum, R> weighted) {
        return gaussian.apply(this);
    }

    @Override
    public DiscreteGaussianSampler sampler() {
        return new DiscreteGaussianSampler(variance);
    }

    /**
     * The loss of adding this noise to a state.
     *
     * @param squaredL2Sensitivity as for {@link #calibrated}
     * @return ρ = Δ²/2σ², exactly
     */
    public Rho lossAt(BigInteger squaredL2Sensitivity) {
        checkSensitivity(squaredL2Sensitivity);
        return new Rho(Rational.of(squaredL2Sensitivity).dividedBy(variance.times(Rational.of(2))));
    }

    @Override
    public BigInteger halfWidth(Rational confidence) {
        if (confidence.signum() <= 0 || confidence.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        Rational side = Rational.ONE.minus(confidence).dividedBy(Rational.of(2));
        double oneSide = side.toDoubleDown();
        if (oneSide < LEAST_TAIL) {
            return leastWithTailAtMost(side).subtract(BigInteger.ONE).max(BigInteger.ZERO);
        }
        return sigma() < LARGE ? summed(oneSide) : rounded(oneSide);
    }

    /** The least w with Σ_(z &gt; w) P(Z = z) ≤ side. */
    private BigInteger summed(double side) {
        DiscreteLaw law = new DiscreteLaw(sigma());
        int w = 0;
        while (law.atLeast(w + 1) > side) {
            w++;
        }
        return BigInteger.valueOf(w);
    }

    /** ⌈z·σ − ½⌉: P(Z ≥ w + 1) is at most the normal tail at w + ½. */
    private BigInteger rounded(double side) {
        Rational quantile = Rational.ofExact(NormalTail.quantile(side) + QUANTILE_MARGIN);
        // The root of 2^128 times the square, so that no digit of a huge σ is lost.
        BigInteger scaled = quantile.times(quantile)
                .times(variance)
                .times(Rational.of(BigInteger.ONE.shiftLeft(128)))
                .ceil()
                .sqrt()
                .add(BigInteger.ONE);
        Rational reach = new Rational(scaled, BigInteger.ONE.shiftLeft(64));
        return reach.minus(Rational.of(1, 2)).ceil().max(BigInteger.ZERO);
    }

    /** A k ≥ 0 with P(Z ≥ k) ≤ T(k) ≤ probability, nearly always the least such: see {@link GaussianTails}. */
    @Override
    public BigInteger leastWithTailAtMost(Rational probability) {
        return GaussianTails.leastWithTailAtMost(variance, probability);
    }

    @Override
    public double tailUp(BigInteger k) {
        return GaussianTails.tailUp(variance, k);
    }

    @Override
    public double standardDeviation() {
        return sigma() < LARGE ? new DiscreteLaw(sigma()).standardDeviation() : sigma();
    }

    /** σ as a double, infinite beyond the largest. */
    double sigma() {
        return Math.sqrt(variance.toDoubleNearest());
    }
}
