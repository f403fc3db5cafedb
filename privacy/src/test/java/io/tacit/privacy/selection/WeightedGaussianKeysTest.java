package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.GaussianTails;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Weights, and the chance that a lone person's keys appear, from the formula of the noise alone. */
class WeightedGaussianKeysTest {
    private static final Rho RHO = Rho.largestWithin(Epsilon.of("1"), Delta.of("0.0000005"));
    private static final Delta HALF = Delta.of("0.0000005");

    @Test
    void allWeightsOfOnePersonAreAtMostAWhole() {
        BigInteger square = WeightedGaussianKeys.WHOLE.multiply(WeightedGaussianKeys.WHOLE);
        for (int keys = 1; keys <= 1000; keys++) {
            BigInteger weight = WeightedGaussianKeys.weight(keys);
            BigInteger count = BigInteger.valueOf(keys);
            assertThat(weight.multiply(weight).multiply(count)).isLessThanOrEqualTo(square);
            BigInteger more = weight.add(BigInteger.ONE);
            assertThat(more.multiply(more).multiply(count)).isGreaterThan(square);
        }
    }

    /** None of a lone person's keys appears but with δ₂, for every number of keys, and for one of them hardly less. */
    @Test
    void aLonePersonIsNotSeen() {
        WeightedGaussianKeys selection = WeightedGaussianKeys.of(RHO, HALF, 30);
        double worst = 0;
        for (int keys = 1; keys <= 30; keys++) {
            double single = selection.noise().tailUp(selection.threshold().subtract(WeightedGaussianKeys.weight(keys)));
            worst = Math.max(worst, -Math.expm1(keys * Math.log1p(-single)));
        }
        assertThat(worst).isBetween(4e-7, 5e-7);
    }

    /** With much noise and with little: where people of one key decide, of all they may have, and between. */
    @Test
    void theThresholdIsTheLargestOverAllNumbersOfKeys() {
        for (String rho : List.of("0.001", "1", "50", "10000")) {
            for (int most : new int[] {1, 2, 3, 30}) {
                WeightedGaussianKeys selection = WeightedGaussianKeys.of(Rho.of(rho), HALF, most);
                BigInteger largest = BigInteger.ZERO;
                for (int keys = 1; keys <= most; keys++) {
                    // d keys of a lone person, each with the weight of d.
                    BigInteger weight = BigInteger.valueOf((long) Math.floor(Math.sqrt(Math.pow(2, 40) / keys)));
                    largest = largest.max(weight.add(GaussianTails.leastWithTailAtMostShare(
                            selection.noise().variance(), HALF.value(), keys)));
                }
                assertThat(selection.threshold())
                        .as("ρ = %s, %d keys", rho, most)
                        .isEqualTo(largest);
            }
        }
    }

    /** A key that many people with few keys have appears, and one more key for all costs little. */
    @Test
    void thresholdsGrowSlowly() {
        double one = WeightedGaussianKeys.of(RHO, HALF, 1).threshold().doubleValue() / 0x1p20;
        double many = WeightedGaussianKeys.of(RHO, HALF, 100).threshold().doubleValue() / 0x1p20;
        assertThat(one).isBetween(23.0, 24.5);
        assertThat(many).isBetween(one, 1.3 * one);
        WeightedGaussianKeys selection = WeightedGaussianKeys.of(RHO, HALF, 1);
        assertThat(selection.keeps(selection.threshold())).isTrue();
        assertThat(selection.keeps(selection.threshold().subtract(BigInteger.ONE)))
                .isFalse();
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> WeightedGaussianKeys.of(RHO, HALF, 0)).hasMessageContaining("between 1 and 1000");
        assertThatThrownBy(() -> WeightedGaussianKeys.weight(1001)).hasMessageContaining("between 1 and 1000");
        assertThatThrownBy(() -> new WeightedGaussianKeys(
                        WeightedGaussianKeys.of(RHO, HALF, 1).noise(), BigInteger.ONE))
                .hasMessageContaining("at least 2^20");
    }
}
