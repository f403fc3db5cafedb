package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class LaplaceSumsTest {
    private static final double CONFIDENCE = 0.95;

    @Test
    void ofOneNoiseItIsItsOwnHalfWidth() {
        for (int scale : new int[] {1, 4, 13, 200}) {
            DiscreteLaplace noise = new DiscreteLaplace(Rational.of(scale));
            assertThat(LaplaceSums.reach(scale, 1, CONFIDENCE))
                    .as("scale %d", scale)
                    .isEqualTo(noise.halfWidth(CONFIDENCE).doubleValue());
        }
        assertThat(LaplaceSums.reach(4, 0, CONFIDENCE)).isZero();
    }

    /** The law of the sum by adding noise after noise to it. */
    @Test
    void ofSeveralItIsTheLeastThatHoldsTheirSum() {
        for (double scale : new double[] {0.5, 4, 13}) {
            int reach = (int) (60 * scale) + 60;
            double[] law = one(scale, reach);
            double[] sum = law;
            for (int noises = 2; noises <= 7; noises++) {
                sum = added(sum, law);
                double least = LaplaceSums.reach(scale, noises, CONFIDENCE);
                assertThat(outside(sum, (int) least)).isLessThanOrEqualTo(1 - CONFIDENCE);
                assertThat(outside(sum, (int) least - 1)).isGreaterThan(1 - CONFIDENCE);
            }
        }
    }

    /** Steps of several units are rounded up: less than a thousandth too large. */
    @Test
    void largeScalesAreTheSmallOnesTimesAFactor() {
        double small = LaplaceSums.reach(1000, 5, CONFIDENCE);
        double large = LaplaceSums.reach(1e7, 5, CONFIDENCE);
        assertThat(large / small).isCloseTo(1e4, Assertions.within(20.0));
        assertThat(large).isGreaterThan(1e4 * (small - 1));
    }

    private static double[] one(double scale, int reach) {
        double[] law = new double[2 * reach + 1];
        double a = Math.exp(-1 / scale);
        for (int i = 0; i < law.length; i++) {
            law[i] = (1 - a) / (1 + a) * Math.pow(a, Math.abs(i - reach));
        }
        return law;
    }

    private static double[] added(double[] sum, double[] law) {
        double[] more = new double[sum.length];
        int middle = law.length / 2;
        for (int i = 0; i < sum.length; i++) {
            for (int j = 0; j < law.length; j++) {
                int place = i + j - middle;
                if (place >= 0 && place < more.length) {
                    more[place] += sum[i] * law[j];
                }
            }
        }
        return more;
    }

    private static double outside(double[] law, int distance) {
        double outside = 0;
        for (int i = 0; i < law.length; i++) {
            outside += Math.abs(i - law.length / 2) > distance ? law[i] : 0;
        }
        return outside;
    }

    /** Continuous noise of a large scale: the reach in whole steps is never short of its quantile, and hardly beyond it. */
    @Test
    void coarseStepsAreRoundedOutward() {
        for (double scale : new double[] {2001, 7777, 123_456.7, 1e9}) {
            for (int noises = 1; noises <= 7; noises++) {
                for (double confidence : new double[] {0.5, 0.9, 0.95, 0.99}) {
                    double found = LaplaceSums.reach(scale, noises, confidence) / scale;
                    double missed = 2 * Math.exp(io.tacit.privacy.number.LaplaceSums.logarithm(noises, found));
                    assertThat(missed)
                            .as("%s, %d noises, %s", scale, noises, confidence)
                            .isBetween((1 - confidence) * 0.995, (1 - confidence) * (1 + 1e-6));
                }
            }
        }
    }
}
