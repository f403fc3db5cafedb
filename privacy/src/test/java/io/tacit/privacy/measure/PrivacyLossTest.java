package io.tacit.privacy.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PrivacyLossTest {
    @Test
    void epsilonIsExact() {
        assertThat(Epsilon.of("0.1").value()).isEqualTo(Rational.of(1, 10));
        assertThat(Epsilon.of(0.5)).isEqualTo(Epsilon.of("0.5"));
        assertThat(Epsilon.of("1").dividedBy(3).times(Rational.of(3))).isEqualTo(Epsilon.of("1"));
        assertThat(Epsilon.of("0.1").plus(Epsilon.of("0.2"))).isEqualTo(Epsilon.of("0.3"));
    }

    /** Numbers in text, decimals and doubles have their exact value, spaces aside; shares of a loss add up to it again. */
    @Test
    void everyLossIsExact() {
        for (String text : new String[] {"0.1", "3", " 0.000001 ", "7e-9", "0.12345678901234567890123"}) {
            BigDecimal decimal = new BigDecimal(text.trim());
            Rational value = Rational.of(decimal);
            assertThat(Epsilon.of(text).value()).isEqualTo(value);
            assertThat(Epsilon.of(decimal).value()).isEqualTo(value);
            assertThat(Rho.of(text).value()).isEqualTo(value);
            assertThat(Rho.of(decimal).value()).isEqualTo(value);
            double near = decimal.doubleValue();
            assertThat(Epsilon.of(near).value()).isEqualTo(Rational.ofExact(near));
            assertThat(Rho.of(near).value()).isEqualTo(Rational.ofExact(near));
            if (near < 1) {
                assertThat(Delta.of(text).value()).isEqualTo(value);
                assertThat(Delta.of(decimal).value()).isEqualTo(value);
                assertThat(Delta.of(near).value()).isEqualTo(Rational.ofExact(near));
            }
            for (long parts : new long[] {1, 3, 1000}) {
                Epsilon epsilon = Epsilon.of(text);
                Rho rho = Rho.of(text);
                assertThat(epsilon.dividedBy(parts).times(Rational.of(parts))).isEqualTo(epsilon);
                assertThat(rho.dividedBy(parts).times(Rational.of(parts))).isEqualTo(rho);
                Rational more = value.plus(value.dividedBy(Rational.of(parts)));
                assertThat(epsilon.plus(epsilon.dividedBy(parts)).value()).isEqualTo(more);
                assertThat(rho.plus(rho.dividedBy(parts)).value()).isEqualTo(more);
            }
        }
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
