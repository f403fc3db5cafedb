package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is planted into a plan's selection is found by the audit: a lower threshold, and noise that nobody pays for. */
class PlanThresholdsTest {
    private static final Rational SLIGHTLY_MORE = Rational.of(1001, 1000);

    private static IntegerNoise wider(IntegerNoise noise) {
        return noise.<IntegerNoise>match(
                laplace -> new DiscreteLaplace(laplace.scale().times(SLIGHTLY_MORE)),
                gaussian -> new DiscreteGaussian(gaussian.variance().times(SLIGHTLY_MORE)),
                sum -> new NoiseSum(wider(sum.first()), sum.second()),
                weighted -> new LaplaceSum(weighted.scale().times(SLIGHTLY_MORE), weighted.weights()));
    }

    @Test
    void lowerThresholdsAndOtherNoiseAreFound() {
        int seen = 0;
        int higher = 0;
        for (NoisePlan plan : PlanThresholds.requests().stream()
                .flatMap(request -> ChooseNoise.plans(request).stream())
                .toList()) {
            if (!(GroupSelection.of(plan) instanceof GroupSelection.Threshold right)) {
                continue;
            }
            GroupSelection.Threshold wide =
                    new GroupSelection.Threshold(wider(right.noise()), right.threshold(), right.person());
            assertThat(PlanThresholds.judge(plan, wide).passed()).as("%s", plan).isFalse();
            if (seen++ % 5 == 0) {
                assertThat(PlanThresholds.judge(plan, right).passed())
                        .as("%s", plan)
                        .isTrue();
                BigInteger less = right.threshold().subtract(BigInteger.TWO);
                // Of sums and portions it takes long, and the least is known less well.
                boolean single = right.noise() instanceof DiscreteLaplace || right.noise() instanceof DiscreteGaussian;
                int far = (int) right.noise().standardDeviation() / 2 + 4;
                if (single && far < 60) {
                    BigInteger more = right.threshold().add(BigInteger.valueOf(far));
                    assertThat(PlanThresholds.judge(
                                            plan, new GroupSelection.Threshold(right.noise(), more, right.person()))
                                    .passed())
                            .as("%s", plan)
                            .isFalse();
                    higher++;
                }
                GroupSelection.Threshold low = new GroupSelection.Threshold(right.noise(), less, right.person());
                assertThat(PlanThresholds.judge(plan, low).passed())
                        .as("%s", plan)
                        .isFalse();
            }
        }
        assertThat(seen).isGreaterThan(40);
        assertThat(higher).isGreaterThan(4);
    }

    /** ρ is Δ²/2σ² of each integer, and the largest Δ²/σ² that of the one that tells most. */
    @Test
    void theLossOfSeveralIntegersIsTheirSum() {
        JointGaussian noise = GaussianChecks.of(List.of(
                new ExactGaussian.Changed(5, 1), new ExactGaussian.Changed(8, 4), new ExactGaussian.Changed(9, 3)));
        Rational rho = Rational.of(1, 10).plus(Rational.ONE).plus(Rational.of(1, 2));
        assertThat(noise).isEqualTo(new JointGaussian(new Rho(rho), Rational.of(2), 3));
    }
}
