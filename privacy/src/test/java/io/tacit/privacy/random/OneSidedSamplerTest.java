package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scales of small and of large numbers, with one law: P(Y = y) ∝ e^(−y/b), from 0 on. */
class OneSidedSamplerTest {
    private static final int DRAWS = 20_000;
    private static final BigInteger LARGE = BigInteger.ONE.shiftLeft(70);

    /** The share of draws of at least 0, 1, 2, … is e^(−y/b), within five deviations. */
    @Test
    @Tag("statistical")
    void isGeometric() {
        SeededBits bits = new SeededBits(86);
        for (Rational scale : List.of(
                Rational.of(1, 3),
                Rational.of(5, 2),
                // The same as 5/2, but no sum of such numbers fits 63 bits.
                new Rational(LARGE.multiply(BigInteger.valueOf(5)).add(BigInteger.ONE), LARGE.shiftLeft(1)),
                Rational.of(40))) {
            OneSidedSampler sampler = new OneSidedSampler(scale);
            int[] atLeast = new int[60];
            for (int i = 0; i < DRAWS; i++) {
                int drawn = sampler.draw(bits).intValueExact();
                assertThat(drawn).isNotNegative();
                for (int y = 0; y < Math.min(atLeast.length, drawn + 1); y++) {
                    atLeast[y]++;
                }
            }
            for (int y = 0; y < atLeast.length; y++) {
                double share = Math.exp(-y / scale.toDoubleNearest());
                double deviation = Math.sqrt(DRAWS * share * (1 - share));
                assertThat((double) atLeast[y])
                        .as("scale %s, %d or more", scale, y)
                        .isBetween(DRAWS * share - 5 * deviation - 3, DRAWS * share + 5 * deviation + 3);
            }
        }
    }

    @Test
    void refusesAScaleThatIsNotAboveZero() {
        for (Rational scale : List.of(Rational.ZERO, Rational.of(-1))) {
            assertThatThrownBy(() -> new OneSidedSampler(scale)).hasMessage("scale must be more than 0");
        }
    }
}
