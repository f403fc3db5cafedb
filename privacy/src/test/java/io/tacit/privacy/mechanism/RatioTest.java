package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A share of noisy counts: an end is where the noise could just explain it, and anything is possible where nobody is. */
class RatioTest {
    private static Ratio of(double inside, double outside) {
        Ratio ratio = new Ratio(2);
        ratio.set(0, inside, 0, 1);
        ratio.set(1, outside, 1, 1);
        return ratio;
    }

    @Test
    void withoutPeopleAnyShareIsPossible() {
        for (double inside : new double[] {-900, -3, 0}) {
            for (double outside : new double[] {-900, -1, 0}) {
                Ratio ratio = of(inside, outside);
                assertThat(ratio.estimate()).isZero();
                assertThat(ratio.end(2, true)).isZero();
                assertThat(ratio.end(2, false)).as("%s %s", inside, outside).isEqualTo(1);
            }
        }
    }

    /** Of 1,000 people: the counts' weighted sum is as far from 0 at an end as the noise reaches. */
    @Test
    void endsAreWhereNoiseReaches() {
        for (double share : new double[] {0.1, 0.5, 0.8}) {
            Ratio ratio = of(1000 * (1 - share), 1000 * share);
            assertThat(ratio.estimate()).isEqualTo(share);
            for (boolean lower : new boolean[] {true, false}) {
                double end = ratio.end(2, lower);
                double reach = 2 * WeightedLaplace.halfWidth(new double[] {-end, 1 - end}, 0.95);
                assertThat(Math.abs(1000 * share - end * 1000)).isBetween(reach * (1 - 1e-3), reach + 0.02);
                assertThat(end < share).isEqualTo(lower);
            }
        }
    }
}
