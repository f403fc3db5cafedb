package io.tacit.privacy.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import org.junit.jupiter.api.Test;

class PrivacyLossTest {
    @Test
    void epsilonIsExact() {
        assertThat(Epsilon.of("0.1").value()).isEqualTo(Rational.of(1, 10));
        assertThat(Epsilon.of(0.5)).isEqualTo(Epsilon.of("0.5"));
        assertThat(Epsilon.of("1").dividedBy(3).times(Rational.of(3))).isEqualTo(Epsilon.of("1"));
        assertThat(Epsilon.of("0.1").plus(Epsilon.of("0.2"))).isEqualTo(Epsilon.of("0.3"));
    }

    @Test
    void epsilonIsMoreThanNothing() {
        for (String value : new String[] {"0", "-1", "0e5"}) {
            assertThatThrownBy(() -> Epsilon.of(value)).hasMessage("epsilon must be more than 0");
        }
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> Epsilon.of(value)).hasMessage("epsilon must be finite and more than 0");
        }
        assertThatThrownBy(() -> Epsilon.of("one")).hasMessage("epsilon must be a decimal number");
        assertThatThrownBy(() -> Epsilon.of("1").dividedBy(0)).hasMessage("parts must be at least 1");
        assertThatThrownBy(() -> Epsilon.of("1").times(Rational.ZERO)).hasMessage("factor must be more than 0");
    }

    @Test
    void deltaIsAProbability() {
        assertThat(Delta.of("0.000001").value()).isEqualTo(Rational.of(1, 1_000_000));
        for (double value : new double[] {0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Delta.of(value)).hasMessage("delta must be more than 0 and less than 1");
        }
        assertThatThrownBy(() -> Delta.of("1")).hasMessage("delta must be more than 0 and less than 1");
        assertThatThrownBy(() -> Delta.of("")).hasMessage("delta must be a decimal number");
    }

    @Test
    void lossesAddUp() {
        PureDp pure = PureDp.of(Epsilon.of("0.25"));
        assertThat(PureDp.NOTHING.plus(pure).plus(pure)).isEqualTo(PureDp.of(Epsilon.of("0.5")));
        ApproximateDp both = ApproximateDp.of(Epsilon.of("1"), Delta.of("0.1"));
        assertThat(both.plus(both).plus(pure)).isEqualTo(new ApproximateDp(Rational.of(9, 4), Rational.of(1, 5)));
        assertThat(pure.isWithin(both)).isTrue();
        assertThat(both.isWithin(pure)).isFalse();
    }

    @Test
    void lossesHaveRanges() {
        assertThatThrownBy(() -> new PureDp(Rational.of(-1))).hasMessage("epsilon must be at least 0");
        assertThatThrownBy(() -> new ApproximateDp(Rational.ONE, Rational.ONE))
                .hasMessage("delta must be at least 0 and less than 1");
        ApproximateDp half = new ApproximateDp(Rational.ONE, Rational.of(1, 2));
        assertThatThrownBy(() -> half.plus(half)).hasMessage("delta must be at least 0 and less than 1");
    }
}
