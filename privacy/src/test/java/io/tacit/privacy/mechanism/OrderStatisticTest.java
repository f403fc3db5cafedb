package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.random.SeededBits;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OrderStatisticTest {
    @Test
    void isWhatStandsThereWhenAllAreSorted() {
        SeededBits bits = new SeededBits(9);
        for (int length = 1; length < 60; length++) {
            for (int different : new int[] {1, 2, 5, 1 << 20}) {
                double[] values = new double[length];
                for (int i = 0; i < length; i++) {
                    double value = Math.floorMod(bits.nextLong(), different) / 8.0 - 3;
                    values[i] =
                            value == -2.5 ? Double.NEGATIVE_INFINITY : value == -2 ? Double.POSITIVE_INFINITY : value;
                }
                double[] sorted = values.clone();
                Arrays.sort(sorted);
                for (int place = 0; place < length; place++) {
                    assertThat(OrderStatistic.of(values.clone(), place)).isEqualTo(sorted[place]);
                }
                // The second of two is looked for where the first has left them.
                assertThat(OrderStatistic.of(values, length / 3)).isEqualTo(sorted[length / 3]);
                assertThat(OrderStatistic.of(values, length - 1 - length / 3))
                        .isEqualTo(sorted[length - 1 - length / 3]);
            }
        }
        double[] rising = new double[2000];
        Arrays.setAll(rising, i -> i);
        assertThat(OrderStatistic.of(rising, 1950)).isEqualTo(1950);
        assertThat(OrderStatistic.of(rising, 49)).isEqualTo(49);
    }
}
