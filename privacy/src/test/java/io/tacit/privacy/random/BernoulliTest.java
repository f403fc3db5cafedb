package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import org.junit.jupiter.api.Test;

class BernoulliTest {
    @Test
    void rationalCoinsAreExact() {
        EveryTape<Boolean> tapes = new EveryTape<>(bits -> Bernoulli.draw(Rational.of(3, 8), bits), 3, 1);
        assertThat(tapes.atLeast(true)).isEqualTo(0.375);
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
            EveryTape<Boolean> tapes = new EveryTape<>(bits -> Bernoulli.drawExponential(gamma, bits), 3, 7);
            double expected = Math.exp(-gamma.toDoubleNearest());
            assertThat(tapes.atLeast(true)).as("γ = %s", gamma).isBetween(expected - tapes.undecided(), expected);
            assertThat(tapes.undecided()).isLessThan(0.1);
        }
    }

    @Test
    void longAndWideCoinsAgree() {
        for (int i = 0; i < 1000; i++) {
            SeededBits one = new SeededBits(i);
            SeededBits other = new SeededBits(i);
            assertThat(Bernoulli.exponential(i, 1000, one))
                    .isEqualTo(Bernoulli.exponential(
                            java.math.BigInteger.valueOf(i), java.math.BigInteger.valueOf(1000), other));
        }
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
