package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DiscreteLaplaceSamplerTest {
    @Test
    void everyTapeGivesTheLaw() {
        for (Rational scale : new Rational[] {Rational.of(1, 2), Rational.ONE, Rational.of(4, 3), Rational.of(4)}) {
            DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(scale);
            EveryTape<BigInteger> tapes = new EveryTape<>(sampler::draw, 3, 5);
            double a = Math.exp(-1 / scale.toDoubleNearest());
            double decided = 1 - tapes.undecided();
            assertThat(decided).isGreaterThan(0.25);
            for (int z = -3; z <= 3; z++) {
                double expected = (1 - a) / (1 + a) * Math.pow(a, Math.abs(z));
                assertThat(tapes.atLeast(BigInteger.valueOf(z)))
                        .as("P(Z = %d) at scale %s", z, scale)
                        .isBetween(expected - tapes.undecided() - 1e-12, expected + 1e-12)
                        .isCloseTo(tapes.atLeast(BigInteger.valueOf(-z)), within(1e-12));
            }
        }
    }

    @Test
    void aNegativeZeroIsDrawnAgain() {
        // Scale 1 needs no U. The leading bit: sign; then V counts coins of 1/e that succeed, which 1/2 does not.
        long one = 1L << 63;
        ScriptedBits bits = new ScriptedBits(one, one, 0, one);
        assertThat(new DiscreteLaplaceSampler(Rational.ONE).draw(bits)).isZero();
        assertThat(bits.used()).isEqualTo(4);
    }

    @Test
    void aScriptGivesItsNumber() {
        // Sign minus; a coin of 1/e that succeeds and one that fails: V = 1.
        long one = 1L << 63;
        ScriptedBits bits = new ScriptedBits(one, 0, one);
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

    /** A draw is ±⌊(t·v + u)/s⌋ for scale t/s, also where the product passes what a long holds, once or often. */
    @Test
    void scriptsGiveTheQuotientWhateverItsSize() {
        BigInteger longs = BigInteger.ONE.shiftLeft(63);
        for (BigInteger t : List.of(
                longs.shiftRight(2).add(BigInteger.TWO),
                longs.shiftRight(1).subtract(BigInteger.ONE),
                longs.shiftRight(1).add(BigInteger.ONE),
                longs.subtract(longs.shiftRight(3)),
                longs.subtract(BigInteger.ONE),
                longs.add(BigInteger.ONE))) {
            for (long s : new long[] {1, 7, (1L << 40) + 1}) {
                Rational scale = new Rational(t, BigInteger.valueOf(s));
                for (int v = 0; v <= 9; v++) {
                    for (long word : new long[] {0, 1L << 62, Long.MAX_VALUE}) {
                        assertThat(drawn(scale, word, v))
                                .as("%s %s %s", scale, word, v)
                                .isEqualTo(quotient(scale, word, v));
                    }
                }
            }
        }
    }

    /** A sign, the word of u, the same again, which is not below it and keeps it, and as many coins that succeed as v. */
    private static BigInteger drawn(Rational scale, long word, int v) {
        LongStream kept = LongStream.of(word, word);
        long[] coins = new long[v + 1];
        coins[v] = -1;
        long[] script = LongStream.concat(LongStream.concat(LongStream.of(0), kept), Arrays.stream(coins))
                .toArray();
        return new DiscreteLaplaceSampler(scale).draw(new ScriptedBits(script));
    }

    private static BigInteger quotient(Rational scale, long word, int v) {
        BigInteger t = scale.numerator();
        int bits = t.subtract(BigInteger.ONE).bitLength();
        BigInteger u = BigInteger.valueOf(word)
                .shiftLeft(64)
                .or(BigInteger.valueOf(word))
                .shiftRight(128 - bits);
        return t.multiply(BigInteger.valueOf(v)).add(u).divide(scale.denominator());
    }

    @Test
    void refusesAScaleThatIsNotPositive() {
        assertThatThrownBy(() -> new DiscreteLaplaceSampler(Rational.ZERO)).hasMessage("scale must be more than 0");
        assertThatThrownBy(() -> new DiscreteLaplaceSampler(Rational.of(-1))).hasMessage("scale must be more than 0");
    }

    /**
     * The mean of |Z|/b over 40,000 draws: its standard deviation is 1/200 or less for b ≥ 10, so six of them are
     * passed with probability 2·10^-9, or 3·10^-9 with the skew of exponential sums; ten such comparisons raise a false
     * alarm with probability below 10^-7. With half the scale it is always.
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
            SeededBits bits = new SeededBits(20_261_123);
            double b = scale.toDoubleNearest();
            double sum = 0;
            double signed = 0;
            for (int i = 0; i < draws; i++) {
                double z = sampler.draw(bits).doubleValue() / b;
                sum += Math.abs(z);
                signed += z;
            }
            double expected = 1 / Math.sinh(1 / b) / b;
            assertThat(sum / draws).as("mean |Z|/b at scale %s", scale).isBetween(expected - 0.03, expected + 0.03);
            // The mean of Z/b has standard deviation √2/200.
            assertThat(signed / draws).as("mean Z/b at scale %s", scale).isBetween(-0.0425, 0.0425);
        }
    }

    /**
     * χ² of 20,000 draws over cells of nearly equal probability, and over the integers themselves where the scale is
     * small; 2^70/1 and the fraction next to 7/3 are computed in BigInteger, the others in long. The limit is the
     * normal quantile 5.5 after Wilson and Hilferty, 2·10^-8; five scales would raise a false alarm with probability
     * below 2·10^-7 (their approximation, good to a factor of two, included), but for the bits, which are the same in
     * every run.
     */
    @Test
    @Tag("statistical")
    void frequenciesAreThoseOfTheLaw() {
        BigInteger wide = BigInteger.ONE.shiftLeft(70);
        Rational nearly = new Rational(
                wide.multiply(BigInteger.valueOf(7)).add(BigInteger.ONE), wide.multiply(BigInteger.valueOf(3)));
        Rational[] scales = {
            Rational.ONE, Rational.of(7, 3), nearly, Rational.of(BigInteger.ONE.shiftLeft(45)), Rational.of(wide)
        };
        for (Rational scale : scales) {
            assertThat(chiSquareInDeviations(scale)).as("χ² at scale %s", scale).isLessThan(5.5);
        }
    }

    /** How many normal deviations χ² lies above its mean. */
    private static double chiSquareInDeviations(Rational scale) {
        int draws = 20_000;
        int side = 12;
        double b = scale.toDoubleNearest();
        boolean atoms = b < 100;
        double a = Math.exp(-1 / b);
        // Cell i of either side begins at an integer k with P(Z ≥ k) = a^k/(1+a) about (1 − i/side)/2.
        double[] begins = new double[side];
        for (int i = 0; i < side; i++) {
            begins[i] = atoms ? i + 1 : Math.ceil(Math.max(1, -b * Math.log(1 - (double) i / side)));
        }
        double[] expected = new double[2 * side + 1];
        int[] seen = new int[2 * side + 1];
        for (int i = 0; i < side; i++) {
            double beyond = i + 1 < side ? Math.exp(-begins[i + 1] / b) : 0;
            expected[i] = draws * (Math.exp(-begins[i] / b) - beyond) / (1 + a);
            expected[side + i] = expected[i];
        }
        expected[2 * side] = draws * -Math.expm1(-1 / b) / (1 + a);
        DiscreteLaplaceSampler sampler = new DiscreteLaplaceSampler(scale);
        SeededBits bits = new SeededBits(20_261_123);
        for (int i = 0; i < draws; i++) {
            double z = sampler.draw(bits).doubleValue();
            int cell = 2 * side;
            for (int j = 0; j < side && Math.abs(z) >= begins[j]; j++) {
                cell = z > 0 ? j : side + j;
            }
            seen[cell]++;
        }
        return deviations(expected, seen);
    }

    /**
     * Cells with few expected draws are put together; of what still expects fewer than 20 no 90 are seen (a Poisson
     * number of mean 20 passes 90 with probability below 10^-25).
     */
    private static double deviations(double[] expected, int[] seen) {
        double chiSquare = 0;
        int cells = 0;
        double restExpected = 0;
        int restSeen = 0;
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] < 20) {
                restExpected += expected[i];
                restSeen += seen[i];
            } else {
                chiSquare += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
                cells++;
            }
        }
        if (restExpected >= 20) {
            chiSquare += (restSeen - restExpected) * (restSeen - restExpected) / restExpected;
            cells++;
        } else {
            assertThat(restSeen).isLessThan(90);
        }
        double freedom = cells - 1;
        double spread = 2 / (9 * freedom);
        return (Math.cbrt(chiSquare / freedom) - (1 - spread)) / Math.sqrt(spread);
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
