package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class RationalTest {
    @Test
    void isAlwaysReduced() {
        assertThat(Rational.of(6, -4)).isEqualTo(Rational.of(-3, 2));
        assertThat(Rational.of(0, -7)).isEqualTo(Rational.ZERO);
        assertThat(Rational.of(6, -4).toString()).isEqualTo("-3/2");
        assertThat(Rational.of(-2).toString()).isEqualTo("-2");
    }

    @Test
    void computesExactly() {
        Rational third = Rational.of(1, 3);
        assertThat(third.plus(third).plus(third)).isEqualTo(Rational.ONE);
        assertThat(third.minus(Rational.ONE)).isEqualTo(Rational.of(-2, 3));
        assertThat(third.times(Rational.of(9, 2))).isEqualTo(Rational.of(3, 2));
        assertThat(third.dividedBy(Rational.of(-2))).isEqualTo(Rational.of(-1, 6));
        assertThat(third.negate().abs()).isEqualTo(third);
        assertThat(third.min(Rational.ONE)).isEqualTo(third);
        assertThat(third.max(Rational.ONE)).isEqualTo(Rational.ONE);
        assertThat(third).isLessThan(Rational.of(34, 100));
    }

    @Test
    void readsDecimalsAndDoublesExactly() {
        assertThat(Rational.of(new BigDecimal("0.1"))).isEqualTo(Rational.of(1, 10));
        assertThat(Rational.of(new BigDecimal("12e3"))).isEqualTo(Rational.of(12_000));
        assertThat(Rational.ofExact(0.1)).isNotEqualTo(Rational.of(1, 10));
        assertThat(Rational.ofExact(-0.375)).isEqualTo(Rational.of(-3, 8));
        assertThat(Rational.ofExact(Double.MIN_VALUE).toDoubleNearest()).isEqualTo(Double.MIN_VALUE);
        assertThat(Rational.ofExact(Double.MAX_VALUE).toDoubleNearest()).isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void readsEveryKindOfDoubleAsItsDecimalIs() {
        SeededBits bits = new SeededBits(11);
        for (int i = 0; i < 3000; i++) {
            double any = Double.longBitsToDouble(bits.nextLong());
            // Random bits are hardly ever subnormal, whole or round.
            for (double value : new double[] {
                any,
                any * Double.MIN_NORMAL,
                Math.rint(any),
                (int) bits.nextLong() / 1024.0,
                Math.ulp(any),
                -Math.ulp(any)
            }) {
                if (Double.isFinite(value)) {
                    assertThat(Rational.ofExact(value)).isEqualTo(Rational.of(new BigDecimal(value)));
                }
            }
        }
        for (double value : new double[] {
            0.0,
            -0.0,
            Double.MIN_VALUE,
            -Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Math.nextDown(Double.MIN_NORMAL),
            Double.MAX_VALUE
        }) {
            assertThat(Rational.ofExact(value)).isEqualTo(Rational.of(new BigDecimal(value)));
        }
    }

    @Test
    void floorAndCeilGoTheirWays() {
        assertThat(Rational.of(-7, 2).floor()).isEqualTo(BigInteger.valueOf(-4));
        assertThat(Rational.of(-7, 2).ceil()).isEqualTo(BigInteger.valueOf(-3));
        assertThat(Rational.of(7, 2).floor()).isEqualTo(BigInteger.valueOf(3));
        assertThat(Rational.of(7, 2).ceil()).isEqualTo(BigInteger.valueOf(4));
        assertThat(Rational.of(5).floor()).isEqualTo(Rational.of(5).ceil());
    }

    @Test
    void roundingsToDoubleAreTightAndOnTheirSides() {
        SeededBits bits = new SeededBits(3);
        for (int i = 0; i < 2000; i++) {
            BigInteger numerator = BigInteger.valueOf(bits.nextLong()).pow(1 + i % 5);
            BigInteger denominator = BigInteger.valueOf(bits.nextLong() | 1).pow(1 + i % 7);
            Rational value = new Rational(numerator, denominator);
            double up = value.toDoubleUp();
            double down = value.toDoubleDown();
            assertThat(Rational.ofExact(up)).isGreaterThanOrEqualTo(value);
            assertThat(Rational.ofExact(down)).isLessThanOrEqualTo(value);
            assertThat(up == down || up == Math.nextUp(down)).isTrue();
            assertThat(value.toDoubleNearest()).isIn(up, down);
        }
    }

    /** Decimals that Java reads itself, over all exponents of doubles, so that every way to round is taken. */
    @Test
    void theNearestDoubleIsTheOneThatJavaReads() {
        SeededBits bits = new SeededBits(4);
        for (int exponent = -360; exponent <= 340; exponent++) {
            for (int digits = 0; digits < 6; digits++) {
                BigInteger unscaled = BigInteger.valueOf(bits.nextLong()).pow(1 + digits);
                BigDecimal decimal = new BigDecimal(unscaled.shiftRight(8 * digits), -exponent);
                assertThat(Rational.of(decimal).toDoubleNearest()).isEqualTo(Double.parseDouble(decimal.toString()));
            }
        }
    }

    @Test
    void tiesGoToTheEvenDouble() {
        BigInteger two = BigInteger.TWO;
        for (int bits = 54; bits < 900; bits++) {
            // Half way between two doubles, and a little beside it.
            Rational half = Rational.of(two.pow(bits).add(two.pow(bits - 53)));
            Rational little = new Rational(BigInteger.ONE, two.pow(700));
            double below = Math.scalb(1.0, bits);
            assertThat(half.toDoubleNearest()).isEqualTo(below);
            assertThat(half.minus(little).toDoubleNearest()).isEqualTo(below);
            assertThat(half.plus(little).toDoubleNearest()).isEqualTo(Math.nextUp(below));
            assertThat(half.negate().toDoubleNearest()).isEqualTo(-below);
        }
    }

    @Test
    void roundingReachesTheEndsOfDoubles() {
        Rational tiny = Rational.of(new BigDecimal("1e-400"));
        assertThat(tiny.toDoubleUp()).isEqualTo(Double.MIN_VALUE);
        assertThat(tiny.toDoubleDown()).isEqualTo(0.0);
        Rational huge = Rational.of(new BigDecimal("1e400"));
        assertThat(huge.toDoubleUp()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(huge.toDoubleDown()).isEqualTo(Double.MAX_VALUE);
        assertThat(huge.negate().toDoubleUp()).isEqualTo(-Double.MAX_VALUE);
        assertThat(Double.doubleToRawLongBits(Rational.ZERO.toDoubleDown())).isZero();
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> Rational.ofExact(Double.NaN)).hasMessage("value must be finite");
        assertThatThrownBy(() -> Rational.ofExact(Double.NEGATIVE_INFINITY)).hasMessage("value must be finite");
        assertThatThrownBy(() -> Rational.of(1, 0)).hasMessage("denominator must not be 0");
        assertThatThrownBy(() -> Rational.ONE.dividedBy(Rational.ZERO)).hasMessage("denominator must not be 0");
        assertThatThrownBy(() -> Rational.of(new BigDecimal("1e999999999")))
                .hasMessage("value must have an exponent between -10000 and 10000");
    }
}
