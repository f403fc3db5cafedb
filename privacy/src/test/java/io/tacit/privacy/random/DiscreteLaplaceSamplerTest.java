package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DiscreteLaplaceSamplerTest {
    @Test
    void everyTapeGivesTheLaw() {
        for (Rational scale : new Rational[] {Rational.of(1, 2), Rational.ONE, Rational.of(4, 3), Rational.of(4)}) {
            DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(scale);
            EveryTape<BigInteger> tapes = new EveryTape<>(sampler::draw, 3, 7);
            double a = Math.exp(-1 / scale.toDoubleNearest());
            double decided = 1 - tapes.undecided();
            assertThat(decided).isGreaterThan(0.25);
            for (int z = -3; z <= 3; z++) {
                double expected = (1 - a) / (1 + a) * Math.pow(a, Math.abs(z));
                assertThat(tapes.atLeast(BigInteger.valueOf(z)))
                        .as("P(Z = %d) at scale %s", z, scale)
                        .isBetween(expected - tapes.undecided(), expected)
                        .isEqualTo(tapes.atLeast(BigInteger.valueOf(-z)));
            }
        }
    }

    @Test
    void aNegativeZeroIsDrawnAgain() {
        // Scale 1 needs no U. Leading bits: sign; then V counts successes, and a coin 1/e fails on 1.
        long one = 1L << 63;
        ScriptedBits bits = new ScriptedBits(one, one, 0, one);
        assertThat(new DiscreteLaplaceSampler(Rational.ONE).draw(bits)).isZero();
        assertThat(bits.used()).isEqualTo(4);
    }

    @Test
    void aScriptGivesItsNumber() {
        // Sign minus; a coin 1/e that succeeds (0, then 1 of three) and one that fails: V = 1.
        long one = 1L << 63;
        ScriptedBits bits = new ScriptedBits(one, 0, 1L << 62, one);
        assertThat(new DiscreteLaplaceSampler(Rational.ONE).draw(bits)).isEqualTo(BigInteger.valueOf(-1));
    }

    @Test
    void wideAndNarrowScalesAgree() {
        DiscreteLaplaceSampler wide = new DiscreteLaplaceSampler(Rational.of(BigInteger.ONE.shiftLeft(64)));
        DiscreteLaplaceSampler narrow = new DiscreteLaplaceSampler(Rational.of(BigInteger.ONE.shiftLeft(62)));
        for (int seed = 0; seed < 200; seed++) {
            // Uniform numbers below 2^64 and 2^62 are the leading bits of one word, so every decision is the same.
            BigInteger large = wide.draw(new SeededBits(seed));
            BigInteger small = narrow.draw(new SeededBits(seed));
            assertThat(large.abs().shiftRight(2).subtract(small.abs()).abs())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(BigInteger.ONE);
            assertThat(large.signum() * small.signum()).isNotNegative();
        }
    }

    @Test
    void refusesAScaleThatIsNotPositive() {
        assertThatThrownBy(() -> new DiscreteLaplaceSampler(Rational.ZERO)).hasMessage("scale must be more than 0");
        assertThatThrownBy(() -> new DiscreteLaplaceSampler(Rational.of(-1))).hasMessage("scale must be more than 0");
    }

    /**
     * The mean of |Z|/b over 40,000 draws: its standard deviation is 1/200 or less for b ≥ 10, so 5.3 of them are passed
     * with probability below 2·10^-7; with half the scale it is always.
     */
    @Test
    @Tag("statistical")
    void theScaleIsTheDeclaredOne() {
        int draws = 40_000;
        for (Rational scale : new Rational[] {
            Rational.of(10),
            Rational.of(1_000_003, 7),
            Rational.of(BigInteger.ONE.shiftLeft(61)),
            Rational.of(BigInteger.ONE.shiftLeft(100)),
            Rational.of(5).dividedBy(Rational.ofExact(0.1))
        }) {
            DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(scale);
            SystemRandomBits bits = new SystemRandomBits();
            double b = scale.toDoubleNearest();
            double sum = 0;
            double signed = 0;
            for (int i = 0; i < draws; i++) {
                double z = sampler.draw(bits).doubleValue() / b;
                sum += Math.abs(z);
                signed += z;
            }
            double expected = 1 / Math.sinh(1 / b) / b;
            assertThat(sum / draws).as("mean |Z|/b at scale %s", scale).isBetween(expected - 0.0265, expected + 0.0265);
            // The mean of Z/b has standard deviation √2/200.
            assertThat(signed / draws).as("mean Z/b at scale %s", scale).isBetween(-0.0375, 0.0375);
        }
    }

    @Test
    void tinyScalesGiveNoNoiseAndEnd() {
        DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(Rational.of(1, 1000));
        SeededBits bits = new SeededBits(7);
        for (int i = 0; i < 1000; i++) {
            assertThat(sampler.draw(bits)).isZero();
        }
    }
}
