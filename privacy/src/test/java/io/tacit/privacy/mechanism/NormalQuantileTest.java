package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.NormalTail;
import org.junit.jupiter.api.Test;

/** Quantiles of the normal law, by the other way in which they are reckoned, and of sums of Laplace noises by their own. */
class NormalQuantileTest {
    @Test
    void tailsAndQuantilesAreThoseOfTheNormalLaw() {
        for (double z = -8; z <= 30; z += 0.17) {
            double tail = NormalTail.above(z);
            assertThat(NormalQuantile.tail(z)).as("%s", z).isCloseTo(tail, within(tail * 1e-9));
        }
        for (double p = 0.49; p > 1e-30; p /= 3) {
            double z = NormalTail.quantile(p);
            assertThat(NormalQuantile.upper(p)).as("%s", p).isCloseTo(z, within(1e-8 * z));
        }
        for (double p = 0.51; p < 0.999999; p += 0.013) {
            assertThat(NormalQuantile.upper(p)).as("%s", p).isCloseTo(NormalTail.quantile(p), within(1e-8));
        }
    }

    /** Whatever the confidence, a sum of Laplace noises is beyond its corrected quantile no more often than was asked. */
    @Test
    void sumsOfLaplaceNoisesAreCovered() {
        for (int noises = 1; noises <= LaplaceSums.MOST; noises++) {
            double deviation = Math.sqrt(2.0 * noises);
            for (double side : new double[] {0.4, 0.3, 0.2, 0.1, 0.05, 0.025, 0.01, 0.001, 1e-5}) {
                double quantile = NormalQuantile.upper(side, 3.0 / noises);
                double missed = Math.exp(LaplaceSums.logarithm(noises, quantile * deviation));
                assertThat(missed).as("%d noises, %s", noises, side).isLessThanOrEqualTo(side * 1.02);
            }
        }
    }
}
