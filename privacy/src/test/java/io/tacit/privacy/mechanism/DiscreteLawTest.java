package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Tails of a discrete Gaussian in doubles, on both sides of 0 and for small and large deviations, against the sum. */
@NullUnmarked
class DiscreteLawTest {
    @Test
    void tailsAreThoseOfTheSumToFiveDigits() {
        for (double sigma : new double[] {0.2, 0.7, 1, 3, 9, 15.9, 16, 17, 40, 150}) {
            DiscreteLaw law = new DiscreteLaw(sigma);
            int furthest = (int) (12 * sigma) + 12;
            double[] tail = new double[2 * furthest + 2];
            for (int z = furthest; z >= -furthest; z--) {
                tail[z + furthest] = tail[z + furthest + 1] + Math.exp(-z / sigma * (z / sigma) / 2);
            }
            double all = tail[0];
            double squares = 0;
            for (int z = -furthest; z <= furthest; z++) {
                squares += (tail[z + furthest] - tail[z + furthest + 1]) / all * z * z;
            }
            int reach = (int) Math.ceil(6 * sigma);
            for (int k = -reach; k <= reach; k += Math.max(1, reach / 40)) {
                double exact = tail[k + furthest] / all;
                assertThat(law.atLeast(k)).as("%s at %d", sigma, k).isCloseTo(exact, within(5e-5 * exact));
                assertThat(law.logAtLeast(k)).as("%s at %d", sigma, k).isCloseTo(Math.log(exact), within(5e-5));
            }
            double deviation = Math.sqrt(squares);
            assertThat(law.standardDeviation()).as("%s", sigma).isCloseTo(deviation, within(1e-6 * deviation));
        }
    }

    /** No tail is too small for its logarithm, and none of them rises. */
    @Test
    void logarithmsReachWhereNoTailDoes() {
        for (double sigma : new double[] {0.5, 3, 16, 300}) {
            DiscreteLaw law = new DiscreteLaw(sigma);
            double[] far = Arrays.stream(new double[] {0, 1, 20, 50, 200, 1e4, 1e7, 1e9})
                    .map(x -> law.logAtLeast(Math.ceil(x * sigma)))
                    .toArray();
            for (int i = 1; i < far.length; i++) {
                assertThat(far[i]).as("%s", sigma).isLessThan(far[i - 1]).isFinite();
            }
            assertThat(law.logAtLeast(1e4 * sigma)).isCloseTo(-5e7, within(2e5 / Math.min(1, sigma)));
        }
    }
}
