package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class BernoulliTest {
    @Test
    void rationalCoinsAreExact() {
        EveryTape<Boolean> tapes = new EveryTape<>(bits -> Bernoulli.draw(Rational.of(3, 8), bits), 3, 1);
        assertThat(tapes.atLeast(true)).isCloseTo(0.375, within(1e-12));
        assertThat(tapes.undecided()).isZero();
    }

    @Test
    void zeroAndOneAreCertain() {
        SeededBits bits = new SeededBits(1);
        for (int i = 0; i < 100; i++) {
            assertThat(Bernoulli.draw(Rational.ZERO, bits)).isFalse();
            assertThat(Bernoulli.draw(Rational.ONE, bits)).isTrue();
            assertThat(Bernoulli.drawExponential(Rational.ZERO, bits)).isTrue();
        }
    }

    @Test
    void exponentialCoinsHaveTheirProbability() {
        for (Rational gamma : new Rational[] {
            Rational.of(1, 4), Rational.of(1, 2), Rational.of(3, 4), Rational.ONE, Rational.of(3, 2), Rational.of(2)
        }) {
            EveryTape<Boolean> tapes = new EveryTape<>(bits -> Bernoulli.drawExponential(gamma, bits), 3, 5);
            double expected = Math.exp(-gamma.toDoubleNearest());
            assertThat(tapes.atLeast(true))
                    .as("γ = %s", gamma)
                    .isBetween(expected - tapes.undecided() - 1e-12, expected + 1e-12);
            assertThat(tapes.undecided()).isLessThan(0.15);
        }
    }

    @Test
    void longAndWideCoinsAgree() {
        for (int i = 0; i < 1000; i++) {
            SeededBits one = new SeededBits(i);
            SeededBits other = new SeededBits(i);
            assertThat(Bernoulli.exponential(i, 1000, one))
                    .isEqualTo(Bernoulli.exponential(BigInteger.valueOf(i), BigInteger.valueOf(1000), other));
        }
    }

    @Test
    void digitsOfOneOverEAreThoseOfTheConstant() {
        BigDecimal inverse = new BigDecimal(
                "0.367879441171442321595523770161460867445811131031767834507836801697461495744899803357147274345919643746627");
        assertThat(InverseOfE.word(0)).isEqualTo(InverseOfE.FIRST_WORD);
        for (int i = 0; i < 5; i++) {
            BigInteger digits = inverse.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(64 * (i + 1))))
                    .toBigInteger();
            assertThat(InverseOfE.word(i)).isEqualTo(digits.longValue());
        }
    }

    @Test
    void equalWordsAreDecidedByTheNext() {
        long first = InverseOfE.word(0);
        long second = InverseOfE.word(1);
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first - 1))).isTrue();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first + 1))).isFalse();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, second - 1))).isTrue();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, second + 1))).isFalse();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, second, -1))).isFalse();
        // Words have no sign.
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, -1))).isFalse();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, Long.MIN_VALUE)))
                .isEqualTo(Long.compareUnsigned(Long.MIN_VALUE, second) < 0);
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(first, 0))).isTrue();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(-1))).isFalse();
        assertThat(Bernoulli.inverseOfE(new ScriptedBits(0))).isTrue();
    }

    @Test
    void largeExponentsEndEarly() {
        assertThat(Bernoulli.drawExponential(Rational.of(Long.MAX_VALUE), new SeededBits(1)))
                .isFalse();
    }

    @Test
    void refusesWhatIsNoProbability() {
        SeededBits bits = new SeededBits(1);
        assertThatThrownBy(() -> Bernoulli.draw(Rational.of(-1), bits))
                .hasMessage("probability must be between 0 and 1");
        assertThatThrownBy(() -> Bernoulli.draw(Rational.of(3, 2), bits))
                .hasMessage("probability must be between 0 and 1");
        assertThatThrownBy(() -> Bernoulli.drawExponential(Rational.of(-1), bits))
                .hasMessage("gamma must be at least 0");
    }
}
