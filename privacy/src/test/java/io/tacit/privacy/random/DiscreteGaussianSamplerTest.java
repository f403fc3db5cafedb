package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DiscreteGaussianSamplerTest {
    private static final List<Rational> VARIANCES = List.of(
            Rational.of(1, 3000),
            Rational.of(1, 3),
            Rational.ONE,
            Rational.of(25, 7),
            Rational.of(100),
            Rational.of(BigInteger.ONE.shiftLeft(81)),
            Rational.ofExact(0.1).times(Rational.of(1L << 50)),
            Rational.of(BigInteger.ONE.shiftLeft(123).subtract(BigInteger.ONE)),
            // A scale of 63 bits, one of 64, and the first of 65.
            Rational.of(BigInteger.ONE.shiftLeft(125)),
            Rational.of(BigInteger.ONE.shiftLeft(127)),
            Rational.of(BigInteger.ONE.shiftLeft(128)));

    @Test
    void everyTapeGivesTheLaw() {
        for (Rational variance : new Rational[] {Rational.of(1, 2), Rational.ONE, Rational.of(4)}) {
            EveryTape<BigInteger> tapes = new EveryTape<>(new DiscreteGaussianSampler(variance)::draw, 3, 5);
            double[] law = law(variance.toDoubleNearest(), 40);
            assertThat(1 - tapes.undecided()).isGreaterThan(0.1);
            for (int z = -2; z <= 2; z++) {
                double expected = law[Math.abs(z)];
                assertThat(tapes.atLeast(BigInteger.valueOf(z)))
                        .as("P(Z = %d) at variance %s", z, variance)
                        .isBetween(expected - tapes.undecided() - 1e-12, expected + 1e-12)
                        .isCloseTo(tapes.atLeast(BigInteger.valueOf(-z)), within(1e-12));
            }
        }
    }

    /** Longs and fractions decide alike, and read the same words: also where a long leaves the decision open. */
    @Test
    void longsAndFractionsGiveTheSameDraws() {
        for (Rational variance : VARIANCES) {
            DiscreteGaussianSampler longs = new DiscreteGaussianSampler(variance);
            DiscreteGaussianSampler fractions = new DiscreteGaussianSampler(variance, false);
            SeededBits one = new SeededBits(variance.hashCode());
            SeededBits other = new SeededBits(variance.hashCode());
            for (int i = 0; i < 3000; i++) {
                assertThat(longs.draw(one)).as("draw %d at %s", i, variance).isEqualTo(fractions.draw(other));
            }
            assertThat(one.nextLong()).isEqualTo(other.nextLong());
        }
    }

    /**
     * The prefix of a coin that is γ's own leaves the coin to a fraction: on either side of it, nothing more is read.
     */
    @Test
    void aPrefixThatIsGammasOwnIsDecidedByTheRest() {
        // σ² = 1/3: t = 1, γ(0) = 1/6, F = 48. Words: sign, V fails at once (K stops at 2), then the coin's prefix.
        long third = (1L << 48) / 6;
        long one = 1L << 63;
        Rational variance = Rational.of(1, 3);
        for (boolean longs : new boolean[] {true, false}) {
            DiscreteGaussianSampler sampler = new DiscreteGaussianSampler(variance, longs);
            // Above: the coin fails at K = 1, which is odd: kept.
            ScriptedBits above = new ScriptedBits(0, one, third + 1 << 16);
            assertThat(sampler.draw(above)).isZero();
            assertThat(above.used()).isEqualTo(3);
            // Equal: 2^48/6 = p + 2/3, so a third number below 3 decides; 2 (11…) fails, which keeps.
            ScriptedBits equal = new ScriptedBits(0, one, third << 16, -1);
            assertThat(sampler.draw(equal)).isZero();
            assertThat(equal.used()).isEqualTo(4);
            // Equal, and 1 of three succeeds: K = 2, whose own coin fails at once: rejected, and drawn again.
            ScriptedBits rejected = new ScriptedBits(0, one, third << 16, one, one, 0, one, third + 1 << 16);
            assertThat(sampler.draw(rejected)).isZero();
            assertThat(rejected.used()).isEqualTo(8);
        }
    }

    /**
     * χ² of 40,000 draws over cells of an eighth of σ (or integers), in BigInteger and in long. The limit is the normal
     * quantile 5.5 after Wilson and Hilferty, 2·10^-8; eleven variances would raise a false alarm with probability
     * below 4·10^-7, but for the bits, which are the same in every run.
     */
    @Test
    @Tag("statistical")
    void frequenciesAreThoseOfTheLaw() {
        for (Rational variance : VARIANCES) {
            if (variance.compareTo(Rational.of(1, 100)) > 0) {
                assertThat(deviations(variance))
                        .as("χ² at variance %s", variance)
                        .isLessThan(5.5);
            }
        }
        assertThat(deviations(Rational.of(BigInteger.ONE.shiftLeft(161)))).isLessThan(5.5);
    }

    private static double deviations(Rational variance) {
        int draws = 40_000;
        double sigma = Math.sqrt(variance.toDoubleNearest());
        boolean atoms = sigma < 20;
        int side = 30;
        double[] expected = new double[2 * side + 1];
        double[] law = law(variance.toDoubleNearest(), 400);
        for (int i = 0; i < expected.length; i++) {
            double middle = (i - side) / 8.0;
            // The middle cell of large variances is as wide as the others, by Simpson's rule on eight parts.
            expected[i] = draws * (atoms ? law[Math.abs(i - side)] : simpson(middle - 0.0625, middle + 0.0625));
        }
        int[] seen = new int[expected.length];
        DiscreteGaussianSampler sampler = new DiscreteGaussianSampler(variance);
        SeededBits bits = new SeededBits(20_261_123);
        for (int i = 0; i < draws; i++) {
            double z = sampler.draw(bits).doubleValue();
            long cell = atoms ? (long) z : Math.round(8 * z / sigma);
            if (Math.abs(cell) <= side) {
                seen[(int) cell + side]++;
            }
        }
        return wilsonHilferty(expected, seen, draws);
    }

    private static double simpson(double low, double high) {
        double sum = 0;
        for (int i = 0; i <= 8; i++) {
            double x = low + (high - low) * i / 8;
            sum += (i == 0 || i == 8 ? 1 : i % 2 == 1 ? 4 : 2) * Math.exp(-x * x / 2);
        }
        return sum * (high - low) / 24 / Math.sqrt(2 * Math.PI);
    }

    private static double wilsonHilferty(double[] expected, int[] seen, int draws) {
        double chiSquare = 0;
        double restExpected = draws;
        int restSeen = draws;
        int cells = 0;
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] >= 20) {
                chiSquare += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
                restExpected -= expected[i];
                restSeen -= seen[i];
                cells++;
            }
        }
        if (restExpected >= 20) {
            chiSquare += (restSeen - restExpected) * (restSeen - restExpected) / restExpected;
            cells++;
        } else {
            assertThat(restSeen).isLessThan(90);
        }
        assertThat(cells).isGreaterThan(1);
        double freedom = cells - 1;
        double spread = 2 / (9 * freedom);
        return (Math.cbrt(chiSquare / freedom) - (1 - spread)) / Math.sqrt(spread);
    }

    /** P(Z = z) for z ≥ 0. */
    private static double[] law(double variance, int largest) {
        double[] weights = new double[largest + 1];
        double sum = 0;
        for (int z = largest; z >= 0; z--) {
            weights[z] = Math.exp(-z * (double) z / (2 * variance));
            sum += z == 0 ? 1 : 2 * weights[z];
        }
        for (int z = 0; z <= largest; z++) {
            weights[z] /= sum;
        }
        return weights;
    }

    @Test
    void refusesAVarianceThatIsNotPositive() {
        assertThatThrownBy(() -> new DiscreteGaussianSampler(Rational.ZERO)).hasMessage("variance must be more than 0");
        assertThatThrownBy(() -> new DiscreteGaussianSampler(Rational.of(-1)))
                .hasMessage("variance must be more than 0");
    }

    @Test
    void tinyVariancesGiveNoNoiseAndEnd() {
        DiscreteGaussianSampler sampler = new DiscreteGaussianSampler(Rational.of(1, 1_000_000_000));
        SeededBits bits = new SeededBits(7);
        for (int i = 0; i < 100; i++) {
            assertThat(sampler.draw(bits)).isZero();
        }
    }

    /** A draw is u + t·v, also where that passes what a long holds, once or often, and whatever decides that it is kept. */
    @Test
    void scriptsGiveTheSumWhateverItsSize() {
        long[] words = {1L << 40, 0x4000_1234_5678_9ABCL, 0x6000_4321_0000_0001L, 0x7FFF_0101_0000_0001L};
        BigInteger longs = BigInteger.ONE.shiftLeft(63);
        for (BigInteger t : List.of(
                BigInteger.valueOf(997),
                longs.shiftRight(2).add(BigInteger.TWO),
                longs.shiftRight(1).subtract(BigInteger.ONE),
                longs.shiftRight(1).add(BigInteger.TWO),
                longs.subtract(longs.shiftRight(3)),
                longs.add(BigInteger.TWO))) {
            Rational variance = Rational.of(t.subtract(BigInteger.ONE).pow(2));
            for (boolean fast : new boolean[] {true, false}) {
                for (int v = 0; v <= 5; v++) {
                    for (long word : words) {
                        BigInteger u = uniform(t, word);
                        double deviation = v + u.doubleValue() / t.doubleValue() - 1;
                        int whole = (int) (deviation * deviation / 2 + 1e-9);
                        BigInteger drawn = new DiscreteGaussianSampler(variance, fast)
                                .draw(new ScriptedBits(script(word, v, whole)));
                        assertThat(drawn)
                                .as("%s %s %s", t, word, v)
                                .isEqualTo(t.multiply(BigInteger.valueOf(v)).add(u));
                    }
                }
            }
        }
    }

    /** Below a bound of less than 2^31 half of the word is taken by a product, else as many leading bits as it has. */
    private static BigInteger uniform(BigInteger t, long word) {
        int bits = t.subtract(BigInteger.ONE).bitLength();
        return bits < 31
                ? BigInteger.valueOf((word >>> 32) * t.longValueExact() >>> 32)
                : BigInteger.valueOf(word >>> 64 - bits);
    }

    /** A sign, u twice, which keeps it, v coins that succeed and one that fails, the whole of γ, and none of its rest. */
    private static long[] script(long word, int v, int whole) {
        long[] script = new long[3 + v + 1 + whole + 1];
        script[1] = word;
        script[2] = word;
        script[3 + v] = -1;
        script[script.length - 1] = -1;
        return script;
    }
}
