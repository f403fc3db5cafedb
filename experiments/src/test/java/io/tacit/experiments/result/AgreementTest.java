package io.tacit.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgreementTest {
    @Test
    void wrongReleasesAreFoundAndHealthyOnesAreNot() {
        // Half of the noise: P(|Laplace(b / 2)| ≤ ln 2 · b) = 3/4.
        assertThat(new Agreement("half of the noise", 0.5, 0.75, 10_000).holds())
                .isFalse();
        assertThat(new Agreement("as it should be", 0.5, 0.51, 10_000).holds()).isTrue();
        assertThat(new Agreement("few draws prove little", 0.5, 0.75, 20).holds())
                .isTrue();
    }

    @Test
    void theFalseAlarmRateIsThatOfHoeffding() {
        Agreement agreement = new Agreement("", 0.5, 0.5, 10_000);
        assertThat(2 * Math.exp(-2 * 10_000 * agreement.allowed() * agreement.allowed()))
                .isLessThan(1.0001e-9);
    }

    @Test
    void spreadsAreQuantiles() {
        Spread spread = Spread.of(new double[] {3, 1, 2, 5, 4}, 5);
        assertThat(spread.median()).isEqualTo(3);
        assertThat(spread.quantile(0)).isEqualTo(1);
        assertThat(spread.quantile(0.25)).isEqualTo(2);
        assertThat(spread.quantile(0.875)).isEqualTo(4.5);
        assertThat(spread.shareUpTo(3)).isEqualTo(0.6);
        assertThat(spread.shareUpTo(0.5)).isZero();
        assertThat(spread.cell("n")).isEqualTo(new Cell.Measured(3, 2, 4, 5, "n"));
        assertThat(Spread.of(new double[] {1, Double.POSITIVE_INFINITY}, 2).cell(""))
                .isInstanceOf(Cell.Missing.class);
    }
}
