package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiscreteGaussianTest extends MechanismContract<Long, Long> {
    private static final long SENSITIVITY = 3;
    private static final DiscreteGaussian NOISE = DiscreteGaussian.calibrated(BigInteger.valueOf(9), Rho.of("0.1"));

    @Override
    protected List<Neighbours<Long>> neighbours() {
        return List.of(new Neighbours<>(0L, SENSITIVITY), new Neighbours<>(-5L, -4L), new Neighbours<>(9L, 6L));
    }

    @Override
    protected Map<Long, Double> law(Long exact) {
        GaussianLaw law = new GaussianLaw(45);
        Map<Long, Double> outcomes = new HashMap<>();
        for (long z = -120; z <= 120; z++) {
            outcomes.put(exact + z, law.at(z));
        }
        return outcomes;
    }

    @Override
    protected Long run(Long exact, RandomBits bits) {
        return exact + NOISE.sample(bits).longValueExact();
    }

    @Override
    protected double epsilon() {
        return 1.5;
    }

    /** δ of the Gaussian mechanism at Δ/σ = √(2ρ), ε = 1.5: Φ(Δ/2σ − εσ/Δ) − e^ε·Φ(−Δ/2σ − εσ/Δ), plus a hundredth. */
    @Override
    protected double delta() {
        double step = Math.sqrt(0.2);
        double continuous = NormalTail.above(epsilon() / step - step / 2)
                - Math.exp(epsilon()) * NormalTail.above(epsilon() / step + step / 2);
        return 1.01 * continuous;
    }

    /** The Rényi divergence itself, at several orders, is at most αρ and nearly reaches it. */
    @Test
    void isConcentratedAsDeclared() {
        Map<Long, Double> one = law(0L);
        Map<Long, Double> other = law(SENSITIVITY);
        for (double alpha : new double[] {1.01, 1.5, 2, 5, 10}) {
            double sum = 0;
            for (Map.Entry<Long, Double> outcome : one.entrySet()) {
                double second = other.getOrDefault(outcome.getKey(), 0.0);
                if (second > 0 && outcome.getValue() > 0) {
                    sum += Math.exp(alpha * Math.log(outcome.getValue()) + (1 - alpha) * Math.log(second));
                }
            }
            double divergence = Math.log(sum) / (alpha - 1);
            assertThat(divergence).isBetween(alpha * 0.1 * 0.999, alpha * 0.1 * (1 + 1e-9));
        }
    }

    @Test
    void isCalibratedExactly() {
        assertThat(NOISE.variance()).isEqualTo(Rational.of(45));
        assertThat(NOISE.lossAt(BigInteger.valueOf(9))).isEqualTo(Rho.of("0.1"));
    }

    @Test
    void halfWidthIsTheLeastThatHoldsTheConfidence() {
        for (double variance : new double[] {0.01, 0.25, 1, 7, 15.9, 16, 100, 4000}) {
            GaussianLaw law = new GaussianLaw(variance);
            for (double confidence : new double[] {0.01, 0.3, 0.5, 0.68, 0.9, 0.95, 0.999999}) {
                long width = new DiscreteGaussian(Rational.ofExact(variance))
                        .halfWidth(confidence)
                        .longValueExact();
                assertThat(1 - 2 * law.atLeast(width + 1)).isGreaterThanOrEqualTo(confidence - 1e-12);
                if (width > 1) {
                    assertThat(1 - 2 * law.atLeast(width - 1)).isLessThan(confidence);
                }
            }
        }
    }

    @Test
    void hugeVariancesKeepTheirWidths() {
        BigInteger sigma = BigInteger.TEN.pow(400);
        BigInteger width = new DiscreteGaussian(Rational.of(sigma.pow(2))).halfWidth(0.95);
        double ratio = Rational.of(width).dividedBy(Rational.of(sigma)).toDoubleNearest();
        assertThat(ratio).isBetween(1.959963984540, 1.959963984543);
    }

    @Test
    void tinyRisksUseTheProvenTail() {
        Rational confidence = Rational.ONE.minus(new Rational(BigInteger.ONE, BigInteger.TEN.pow(300)));
        BigInteger width = new DiscreteGaussian(Rational.of(10_000)).halfWidth(confidence);
        assertThat(width.longValueExact()).isBetween(3700L, 3720L);
    }

    @Test
    void standardDeviationIsThatOfTheLaw() {
        for (double variance : new double[] {0.1, 1, 9, 100}) {
            GaussianLaw law = new GaussianLaw(variance);
            double second = 0;
            for (long z = -500; z <= 500; z++) {
                second += law.at(z) * z * z;
            }
            assertThat(new DiscreteGaussian(Rational.ofExact(variance)).standardDeviation())
                    .isBetween(Math.sqrt(second) * (1 - 1e-12), Math.sqrt(second) * (1 + 1e-12));
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new DiscreteGaussian(Rational.ZERO)).hasMessage("variance must be more than 0");
        for (long sensitivity : new long[] {0, -1}) {
            BigInteger square = BigInteger.valueOf(sensitivity);
            assertThatThrownBy(() -> DiscreteGaussian.calibrated(square, Rho.of("1")))
                    .hasMessageStartingWith("squaredL2Sensitivity must be at least 1");
            assertThatThrownBy(() -> NOISE.lossAt(square))
                    .hasMessageStartingWith("squaredL2Sensitivity must be at least 1");
        }
        for (double confidence : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> NOISE.halfWidth(confidence))
                    .hasMessage("confidence must be more than 0 and less than 1");
        }
        assertThatThrownBy(() -> Rho.of("0")).hasMessage("rho must be more than 0");
        assertThatThrownBy(() -> Rho.of(Double.NaN)).hasMessage("rho must be finite and more than 0");
        assertThatThrownBy(() -> Rho.of("x")).hasMessage("rho must be a decimal number");
        assertThatThrownBy(() -> Rho.of("1").dividedBy(0)).hasMessage("parts must be at least 1");
        assertThatThrownBy(() -> Rho.of("1").times(Rational.ZERO)).hasMessage("factor must be more than 0");
    }
}
