package io.tacit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void theMiddleOfAnOddNumberAndBetweenTheTwoOfAnEvenOne() {
        assertThat(Median.of(new double[] {9, 1, 2})).isEqualTo(2);
        assertThat(Median.of(new double[] {4, 1, 2, 9})).isEqualTo(3);
    }
}
