package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was spent is never shown as less than it is, nor what is left as more; short numbers are shown as they are. */
class ShownDecimalsTest {
    @Test
    void amountsAreRoundedToTheSafeSide() {
        Random random = new Random(34);
        for (int i = 0; i < 5_000; i++) {
            Rational value = Rational.of(1 + random.nextInt(1_000_000), 1 + random.nextInt(1_000_000));
            if (random.nextBoolean()) {
                value = value.times(Rational.of(BigDecimal.ONE.movePointLeft(random.nextInt(60))));
            }
            Rational spent = Rational.of(new BigDecimal(Decimals.spent(value)));
            Rational left = Rational.of(new BigDecimal(Decimals.left(value)));
            assertThat(spent).as("%s", value).isGreaterThanOrEqualTo(value);
            assertThat(left).as("%s", value).isLessThanOrEqualTo(value);
            // Nearer than one in the twelfth digit.
            assertThat(spent.minus(left).times(Rational.of(100_000_000_000L))).isLessThanOrEqualTo(value);
        }
    }

    @Test
    void shortNumbersAreShownAsTheyAre() {
        for (String exact :
                List.of("0", "0.1", "1", "1.25", "123456789012", "0.123456789012", "1e-8", "2.5e-9", "1e15")) {
            Rational value = Rational.of(new BigDecimal(exact));
            assertThat(List.of(Decimals.spent(value), Decimals.left(value), Decimals.text(value)))
                    .containsOnly(exact);
        }
        Rational more = Rational.of(new BigDecimal("0.1")).plus(Rational.of(BigDecimal.ONE.movePointLeft(46)));
        assertThat(Decimals.spent(more)).isEqualTo("0.100000000001");
        assertThat(Decimals.left(more)).isEqualTo("0.1");
    }
}
