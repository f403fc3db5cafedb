package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RedrawnIntervalTest {
    /** With R drawings each end is missed with chance k/(R + 1), which must not pass its half of 1 − c. */
    @Test
    void theEndsLeaveOutNoMoreThanTheirShare() {
        for (double confidence : new double[] {0.5, 0.8, 0.9, 0.95, 0.99, 0.999}) {
            RedrawnInterval interval = new RedrawnInterval(confidence);
            double beyond = interval.low() / (interval.draws() + 1.0);
            assertThat(beyond).isLessThanOrEqualTo((1 - confidence) / 2 + 1e-12);
            assertThat(beyond).isGreaterThan((1 - confidence) / 2 * 0.9);
            // A dozen results at either end, so that no end rests on a single one of them.
            assertThat(interval.low()).isGreaterThanOrEqualTo(interval.draws() < 20_000 ? 12 : 10);
            assertThat(interval.low() + interval.high()).isEqualTo(interval.draws() + 1);
        }
    }

    @Test
    void aConfidenceNextToOneTakesTheOutermost() {
        RedrawnInterval interval = new RedrawnInterval(1 - 1e-9);
        assertThat(interval.low()).isEqualTo(1);
        assertThat(interval.high()).isEqualTo(interval.draws());
    }

    @Test
    void confidencesOutOfRangeAreRefused() {
        for (double confidence : new double[] {0, 1, -1, Double.NaN}) {
            assertThatThrownBy(() -> new RedrawnInterval(confidence)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
