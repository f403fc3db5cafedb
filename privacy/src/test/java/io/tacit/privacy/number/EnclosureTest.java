package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class EnclosureTest {
    /** Digits of constants from tables. */
    private static final BigDecimal INVERSE_OF_E =
            new BigDecimal("0.36787944117144232159552377016146086744581113103176");

    private static final BigDecimal LN_2 = new BigDecimal("0.69314718055994530941723212145817656807550013436026");
    private static final BigDecimal LN_10 = new BigDecimal("2.3025850929940456840179914546843642076011014886288");

    @Test
    void knownConstantsAreEnclosedNarrowly() {
        check(of(Rational.ONE).exponentialOfNegative(40), INVERSE_OF_E);
        check(of(Rational.of(2)).logarithm(40), LN_2);
        check(of(Rational.of(10)).logarithm(40), LN_10);
        check(of(Rational.of(1, 10)).logarithm(40), LN_10.negate());
        check(of(Rational.ONE).logarithmOfOnePlus(40), LN_2);
        check(Enclosure.minusLogarithmOfOneMinus(Rational.of(1, 2), 40), LN_2);
        check(Enclosure.minusLogarithmOfOneMinus(Rational.of(9, 10), 40), LN_10);
        check(of(Rational.ONE).oneMinusExponentialOfNegative(40), BigDecimal.ONE.subtract(INVERSE_OF_E));
    }

    @Test
    void agreesWithDoublesEverywhere() {
        for (int i = -60; i <= 9; i++) {
            double y = Math.scalb(1.37, i);
            Enclosure number = of(Rational.ofExact(y));
            near(number.exponentialOfNegative(30), Math.exp(-y));
            near(number.oneMinusExponentialOfNegative(30), -Math.expm1(-y));
            near(number.logarithm(30), Math.log(y));
            if (y < 1) {
                near(number.logarithmOfOnePlus(30), Math.log1p(y));
                near(Enclosure.minusLogarithmOfOneMinus(Rational.ofExact(y), 30), -Math.log1p(-y));
            }
        }
    }

    @Test
    void moreDigitsOnlyNarrow() {
        Enclosure wide = Enclosure.of(Rational.of(7, 3), 80).exponentialOfNegative(10);
        Enclosure narrow = Enclosure.of(Rational.of(7, 3), 80).exponentialOfNegative(60);
        assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
        assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
        assertThat(narrow.high().subtract(narrow.low())).isLessThan(new BigDecimal("1e-55"));
    }

    @Test
    void vanishingPowersStayEnclosed() {
        Enclosure power = of(Rational.of(Long.MAX_VALUE)).exponentialOfNegative(30);
        assertThat(power.low()).isZero();
        assertThat(power.high()).isPositive();
        assertThat(power.toDoubleUp()).isEqualTo(Double.MIN_VALUE);
    }

    private static Enclosure of(Rational value) {
        return Enclosure.of(value, 45);
    }

    private static void check(Enclosure found, BigDecimal expected) {
        BigDecimal ulp = new BigDecimal("1e-36");
        assertThat(found.low()).isLessThanOrEqualTo(expected.add(new BigDecimal("1e-48")));
        assertThat(found.high()).isGreaterThanOrEqualTo(expected.subtract(new BigDecimal("1e-48")));
        assertThat(found.high().subtract(found.low())).isLessThan(ulp);
    }

    private static void near(Enclosure found, double expected) {
        BigDecimal value = new BigDecimal(expected, MathContext.DECIMAL64);
        BigDecimal slack = value.abs().multiply(new BigDecimal("1e-14"));
        assertThat(found.low()).isLessThanOrEqualTo(value.add(slack));
        assertThat(found.high()).isGreaterThanOrEqualTo(value.subtract(slack));
        assertThat(found.high().subtract(found.low())).isLessThanOrEqualTo(slack);
    }
}
