package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.GaussianTails;
import io.tacit.privacy.number.Normal;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteGaussianSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;

/**
 * Noise on the integers with P(Z = z) ∝ e^(−z²/(2σ²)).
 *
 * <p>Added to integer states that one person changes by at most Δ in L2, over all groups together, it is
 * Δ²/(2σ²)-zero-concentrated differentially private: the proof is in {@code DiscreteGaussian.md} beside this class. Source:
 * Canonne, Kamath and Steinke (2020).
 *
 * <pre>{@code
 * DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.valueOf(25), Rho.of("0.5")); // σ² = 25
 * BigInteger noisy = exact.add(noise.sample(bits));
 * }</pre>
 *
 * @param variance the parameter σ², more than 0; the variance itself is a little less for σ below 1
 */
public record DiscreteGaussian(Rational variance) implements IntegerNoise {
    /** For a smaller σ tails are summed up; beyond, the normal law half an integer further is as good as it gets. */
    private static final double SUMMED = 30;

    /** In units of σ: what lies beyond is below e^-800. */
    private static final int REACH = 40;

    /** Refuses what is not more than 0. */
    public DiscreteGaussian {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
    }

    /**
     * The noise that makes a state private: σ² = Δ²/(2ρ).
     *
     * @param squaredL2Sensitivity Δ², the square of the most by which one person changes the state in L2, at least 1
     * @throws IllegalArgumentException for a sensitivity below 1: it would mean no noise
     */
    public static DiscreteGaussian calibrated(BigInteger squaredL2Sensitivity, Rho rho) {
        if (squaredL2Sensitivity.signum() <= 0) {
            throw new IllegalArgumentException(
                    "squaredL2Sensitivity must be at least 1; what nobody can change is a constant and gets no noise at all");
        }
        Rational twice = rho.value().plus(rho.value());
        return new DiscreteGaussian(Rational.of(squaredL2Sensitivity).dividedBy(twice));
    }

    @Override
    public BigInteger sample(RandomBits bits) {
        return sampler().draw(bits);
    }

    /** A sampler of this law, for many draws. */
    public DiscreteGaussianSampler sampler() {
        return new DiscreteGaussianSampler(variance);
    }

    /**
     * The loss of adding this noise to a state: ρ = Δ²/(2σ²), exactly.
     *
     * @param squaredL2Sensitivity Δ², at least 1
     */
    public Rho lossAt(BigInteger squaredL2Sensitivity) {
        return new Rho(Rational.of(squaredL2Sensitivity).dividedBy(variance.plus(variance)));
    }

    @Override
    public BigInteger halfWidth(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
        double side = (1 - confidence) / 2;
        // The first guess is the normal law's; beyond it w is the least with P(Z ≥ w + 1) ≤ side.
        Rational guess = Rational.ofExact(Normal.quantile(side) * Math.max(1e-9, standardDeviation()));
        BigInteger width = guess.floor().subtract(BigInteger.TWO).max(BigInteger.ZERO);
        int steps = 0;
        while (tail(width.add(BigInteger.ONE)) > side && steps++ < REACH) {
            width = width.add(BigInteger.ONE);
        }
        return width;
    }

    @Override
    public BigInteger halfWidth(Rational confidence) {
        return halfWidth(confidence.toDoubleNearest());
    }

    @Override
    public BigInteger leastWithTailAtMost(Rational probability) {
        return GaussianTails.leastWithTailAtMost(variance, probability);
    }

    @Override
    public double tailUp(BigInteger k) {
        return Math.min(1, GaussianTails.tailUp(variance, k));
    }

    @Override
    public double tail(BigInteger k) {
        if (k.signum() < 0) {
            return 1 - tail(BigInteger.ONE.subtract(k));
        }
        double sigma = standardDeviation();
        if (sigma > SUMMED) {
            return Normal.tail((k.doubleValue() - 0.5) / sigma);
        }
        double exponent = -1 / (2 * variance.toDoubleNearest());
        int end = 2 + (int) (REACH * sigma);
        double beyond = 0;
        double all = 0;
        for (int z = end; z >= 0; z--) {
            double weight = Math.exp(exponent * z * z);
            all += z == 0 ? weight : 2 * weight;
            beyond += BigInteger.valueOf(z).compareTo(k) >= 0 ? weight : 0;
        }
        return beyond / all;
    }

    /** σ, which is the standard deviation but for σ below 1. */
    @Override
    public double standardDeviation() {
        return Math.sqrt(variance.toDoubleNearest());
    }
}
