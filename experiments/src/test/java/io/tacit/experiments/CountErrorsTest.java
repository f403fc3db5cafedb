package io.tacit.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Held against sums over all noises that matter. */
class CountErrorsTest {
    private static final double SCALE = 10;

    private static double chance(int noise) {
        double p = Math.exp(-1 / SCALE);
        return (1 - p) / (1 + p) * Math.pow(p, Math.abs(noise));
    }

    @Test
    void theLawIsTheSumOverAllNoises() {
        double[] people = {20, 35, 60};
        double[] truth = {25, 35, 70};
        CountErrors law = new CountErrors(people, truth, SCALE, 40);
        for (double error : new double[] {0, 0.1, 0.2, 0.5, 1}) {
            double shown = 0;
            double within = 0;
            for (int group = 0; group < people.length; group++) {
                for (int noise = -600; noise <= 600; noise++) {
                    double value = people[group] + noise;
                    if (value >= 40) {
                        shown += chance(noise);
                        within += Math.abs(value - truth[group]) / truth[group] <= error + 1e-12 ? chance(noise) : 0;
                    }
                }
            }
            assertThat(law.chance(error)).as("error %s", error).isCloseTo(within / shown, within(1e-9));
            assertThat(law.suppression()).isCloseTo(1 - shown / 3, within(1e-9));
        }
        assertThat(law.chance(law.median())).isGreaterThanOrEqualTo(0.5);
        assertThat(law.chance(law.median() * 0.99)).isLessThan(0.5);
    }

    @Test
    void mediansOfLaplaceNoiseAreTheAppendixs() {
        assertThat(LaplaceErrors.median(3730, 0)).isCloseTo(Math.log(2) * 3730, within(1e-6));
        assertThat(LaplaceErrors.median(1, -1000)).isCloseTo(1000, within(1e-6));
        assertThat(LaplaceErrors.chanceOfTwo(3, 3.0001, 4)).isCloseTo(LaplaceErrors.chanceOfTwo(3, 3, 4), within(1e-4));
        assertThat(LaplaceErrors.medianOfTwo(1, 1e-6)).isCloseTo(Math.log(2), within(1e-6));
    }

    /**
     * The paper's cells follow from its settings and from the numbers of rows at scale 1, which the generator fixes; to the
     * three digits that the paper has.
     */
    @Test
    void theFormulasGiveThePapersCells() {
        double rows = 1_478_493;
        double suppliers = 10_000;
        assertThat(LaplaceErrors.median(3730, 0) / rows).isCloseTo(0.00175, within(0.5e-5));
        assertThat(LaplaceErrors.median(10, suppliers - rows) / rows).isCloseTo(0.993, within(0.5e-3));
    }
}
