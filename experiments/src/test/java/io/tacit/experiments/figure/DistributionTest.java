package io.tacit.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistributionTest {
    private static final int DRAWS = 200_000;

    static List<Distribution> centred() {
        return Distribution.CENTRED;
    }

    /** The seed is fixed, so that this cannot fail by chance. */
    @ParameterizedTest
    @MethodSource("centred")
    void closedFormsAgreeWithDraws(Distribution law) {
        SplittableRandom random = new SplittableRandom(5);
        double[] values = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            values[i] = law.draw(random);
        }
        for (double u : new double[] {-20, 40, 66, 90, 100, 130, 150, 200, 400}) {
            double beyond = 0;
            double squares = 0;
            double above = 0;
            for (double value : values) {
                double excess = Math.max(0, value - u);
                beyond += excess;
                squares += excess * excess;
                above += value > u ? 1 : 0;
            }
            double mean = beyond / DRAWS;
            double error = Math.sqrt(Math.max(1e-12, squares / DRAWS - mean * mean) / DRAWS);
            assertThat(law.beyond(u)).as("%s beyond %s", law, u).isCloseTo(mean, within(5 * error + 1e-6));
            assertThat(law.above(u))
                    .as("%s above %s", law, u)
                    .isCloseTo(above / DRAWS, within(5 * 0.5 / Math.sqrt(DRAWS)));
        }
        assertThat(law.mean()).isCloseTo(100, within(1e-9));
    }

    /** What clamping takes is the integral of the tail. */
    @ParameterizedTest
    @MethodSource("centred")
    void theLossFallsByTheTail(Distribution law) {
        for (double u = -30.5; u < 400; u += 7) {
            double slope = (law.beyond(u + 1e-4) - law.beyond(u - 1e-4)) / 2e-4;
            assertThat(slope).as("%s at %s", law, u).isCloseTo(-law.above(u), within(1e-5));
        }
    }
}
