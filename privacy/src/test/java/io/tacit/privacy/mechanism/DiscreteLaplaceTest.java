package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiscreteLaplaceTest extends MechanismContract<Long, Long> {
    private static final long SENSITIVITY = 3;
    private static final DiscreteLaplace NOISE =
            DiscreteLaplace.calibrated(BigInteger.valueOf(SENSITIVITY), Epsilon.of("0.7"));

    @Override
    protected List<Neighbours<Long>> neighbours() {
        return List.of(new Neighbours<>(0L, SENSITIVITY), new Neighbours<>(-5L, -4L), new Neighbours<>(9L, 6L));
    }

    @Override
    protected Map<Long, Double> law(Long exact) {
        LaplaceLaw law = new LaplaceLaw(SENSITIVITY / 0.7);
        Map<Long, Double> outcomes = new HashMap<>();
        for (long z = -200; z <= 200; z++) {
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
        return 0.7;
    }

    @Override
    protected double delta() {
        return 0;
    }

    @Test
    void isCalibratedExactly() {
        assertThat(NOISE.scale()).isEqualTo(Rational.of(30, 7));
        assertThat(NOISE.lossAt(BigInteger.valueOf(SENSITIVITY))).isEqualTo(Epsilon.of("0.7"));
    }

    @Test
    void noSensitivityIsRefused() {
        for (long sensitivity : new long[] {0, -1}) {
            assertThatThrownBy(() -> DiscreteLaplace.calibrated(BigInteger.valueOf(sensitivity), Epsilon.of("1")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("l1Sensitivity must be at least 1");
        }
        assertThatThrownBy(() -> new DiscreteLaplace(Rational.ZERO)).hasMessage("scale must be more than 0");
    }

    @Test
    void halfWidthIsTheLeastThatHoldsTheConfidence() {
        for (double scale : new double[] {0.01, 0.5, 1, 4.25, 20, 1000}) {
            LaplaceLaw law = new LaplaceLaw(scale);
            for (double confidence : new double[] {0.01, 0.5, 0.9, 0.95, 0.999999}) {
                long width = new DiscreteLaplace(Rational.ofExact(scale))
                        .halfWidth(confidence)
                        .longValueExact();
                assertThat(1 - 2 * law.atLeast(width + 1)).isGreaterThanOrEqualTo(confidence - 1e-12);
                if (width > 0) {
                    assertThat(1 - 2 * law.atLeast(width)).isLessThan(confidence + 1e-12);
                }
            }
        }
    }

    @Test
    void confidenceHasARange() {
        for (double confidence : new double[] {0, 1, -1, 2, Double.NaN}) {
            assertThatThrownBy(() -> NOISE.halfWidth(confidence))
                    .hasMessage("confidence must be more than 0 and less than 1");
            assertThatThrownBy(() -> NOISE.leastWithTailAtMost(confidence))
                    .hasMessage("probability must be more than 0 and less than 1");
        }
    }

    @Test
    void standardDeviationIsThatOfTheLaw() {
        for (double scale : new double[] {0.3, 1, 7}) {
            LaplaceLaw law = new LaplaceLaw(scale);
            double variance = 0;
            for (long z = -1000; z <= 1000; z++) {
                variance += law.at(z) * z * z;
            }
            double found = new DiscreteLaplace(Rational.ofExact(scale)).standardDeviation();
            assertThat(found).isBetween(Math.sqrt(variance) * (1 - 1e-12), Math.sqrt(variance) * (1 + 1e-12));
        }
    }
}
