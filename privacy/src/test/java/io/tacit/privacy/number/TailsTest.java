package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TailsTest {
    @Test
    void theTailIsBoundedFromAbove() {
        for (long b : new long[] {1, 3, 20, 1000}) {
            double a = Math.exp(-1.0 / b);
            for (int k = 0; k < 50; k++) {
                double expected = Math.pow(a, k) / (1 + a);
                double up = Tails.tailUp(Rational.of(b), BigInteger.valueOf(k));
                assertThat(up).isBetween(expected * (1 - 1e-13), expected * (1 + 1e-13));
            }
        }
    }

    @Test
    void theLeastIntegerIsTheLeast() {
        for (Rational scale :
                new Rational[] {Rational.of(1, 3), Rational.of(2), Rational.of(77, 5), Rational.of(5000)}) {
            for (int i = 1; i < 60; i++) {
                Rational p = Rational.of(1, 1L << i);
                BigInteger k = Tails.leastWithTailAtMost(scale, p);
                assertThat(Tails.tailUp(scale, k)).isLessThanOrEqualTo(p.toDoubleUp() * (1 + 1e-15));
                if (k.signum() > 0) {
                    assertThat(Tails.tailUp(scale, k.subtract(BigInteger.ONE))).isGreaterThan(p.toDoubleDown());
                }
            }
        }
    }

    @Test
    void hugeScalesKeepEveryDigit() {
        // b·(−ln p − ln(1+a)) for b = 2^100, p = 1/1000: a = 1 − 2^-100, so ln 500·2^100 + 1/2 − … to thirty digits.
        Rational scale = Rational.of(BigInteger.ONE.shiftLeft(100));
        BigInteger k = Tails.leastWithTailAtMost(scale, Rational.of(1, 1000));
        Enclosure exact = Enclosure.of(Rational.of(500), 80).logarithm(80);
        BigInteger expected =
                Rational.of(exact.low()).times(scale).plus(Rational.of(1, 2)).ceil();
        assertThat(k).isEqualTo(expected);
    }

    /** From the least b of every order, by ln p and a to 200 digits: also where no noise at all holds p. */
    @Test
    void theLeastIntegerIsTheFormulasForScalesOfEverySize() {
        for (int exponent = -40; exponent <= 90; exponent += 10) {
            Rational scale = Rational.of(new BigDecimal("1.7").scaleByPowerOfTen(exponent));
            for (Rational p : List.of(
                    Rational.of(999, 1000),
                    Rational.of(2, 3),
                    Rational.of(49, 100),
                    Rational.of(1, 1000),
                    Rational.of(BigDecimal.ONE.scaleByPowerOfTen(-300)))) {
                Enclosure a = Enclosure.of(Rational.ONE.dividedBy(scale), 200).exponentialOfNegative(200);
                Enclosure exponents = Enclosure.of(p, 200)
                        .logarithm(200)
                        .plus(a.logarithmOfOnePlus(200), 200)
                        .negate();
                BigInteger least = Rational.of(exponents.high()).times(scale).ceil();
                assertThat(Tails.leastWithTailAtMost(scale, p))
                        .as("10^%d, %s", exponent, p)
                        .isEqualTo(least.max(BigInteger.ZERO));
            }
        }
    }

    /** An ε of 10^-5000 took minutes when every digit was asked for; the larger integer is safe at once. */
    @Test
    void scalesOfThousandsOfDigitsAreSafeAndEnd() {
        Rational p = Rational.of(1, 1000);
        Rational scale = Rational.of(BigInteger.TEN.pow(5000));
        BigInteger k = assertTimeout(Duration.ofMinutes(1), () -> Tails.leastWithTailAtMost(scale, p));
        // 1 + a < 2, so b·ln 500 is too little; a part in 10^400 beyond it is enough.
        Enclosure exact = Enclosure.of(Rational.of(500), 450).logarithm(450);
        Rational least = Rational.of(exact.low()).times(scale);
        assertThat(k).isGreaterThan(least.floor());
        Rational slightly = Rational.ONE.plus(Rational.ONE.dividedBy(Rational.of(BigInteger.TEN.pow(400))));
        assertThat(k).isLessThan(least.times(slightly).ceil());
    }

    /** With more digits than are asked for at most, the integer is never less than the least. */
    @Test
    void whereDigitsEndTheLargerIntegerIsTaken() {
        Rational scale = Rational.of(new BigDecimal("1.9").scaleByPowerOfTen(530));
        Enclosure exact = Enclosure.of(Rational.of(1, 1000), 600).logarithm(600);
        Enclosure a = Enclosure.of(Rational.ONE.dividedBy(scale), 600).exponentialOfNegative(600);
        Enclosure exponent = exact.plus(a.logarithmOfOnePlus(600), 600).negate();
        BigInteger least = Rational.of(exponent.low()).times(scale).ceil();
        assertThat(Tails.leastWithTailAtMost(scale, Rational.of(1, 1000))).isGreaterThan(least);
    }

    @Test
    void aShareIsLessThanAnEqualPart() {
        Rational scale = Rational.of(100);
        Rational delta = Rational.of(1, 1000);
        // 1 − (1−δ)^(1/n) lies between δ/n and −ln(1−δ)/n.
        for (long n : new long[] {1, 2, 10, 1_000_000}) {
            BigInteger k = Tails.leastWithTailAtMostShare(scale, delta, n);
            assertThat(k)
                    .isBetween(
                            Tails.leastWithTailAtMost(scale, delta.times(Rational.of(1002, 1000 * n))),
                            Tails.leastWithTailAtMost(scale, delta.dividedBy(Rational.of(n))));
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        Rational half = Rational.of(1, 2);
        assertThatThrownBy(() -> Tails.leastWithTailAtMost(Rational.ZERO, half))
                .hasMessage("scale must be more than 0");
        assertThatThrownBy(() -> Tails.leastWithTailAtMost(half, Rational.ONE))
                .hasMessage("probability must be more than 0 and less than 1");
        assertThatThrownBy(() -> Tails.leastWithTailAtMostShare(half, Rational.ZERO, 1))
                .hasMessage("delta must be more than 0 and less than 1");
        assertThatThrownBy(() -> Tails.leastWithTailAtMostShare(half, half, 0)).hasMessage("parts must be at least 1");
        assertThatThrownBy(() -> Tails.tailUp(half, BigInteger.valueOf(-1))).hasMessage("k must be at least 0");
    }
}
