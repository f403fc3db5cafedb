package io.tacit.privacy.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExponentialChoiceTest {
    private static final MathContext DIGITS = new MathContext(110);
    private static final BigDecimal HUGE = new BigDecimal(BigInteger.ONE.shiftLeft(256));
    private static final Rational RATE = Rational.of(3, 7);
    private static final long[] PENALTIES = {2, 0, 5, 0, 1, 40, 200, 3};

    private static List<ExponentialChoice.Run> single() {
        List<ExponentialChoice.Run> runs = new ArrayList<>();
        for (int i = 0; i < PENALTIES.length; i++) {
            runs.add(ExponentialChoice.Run.level(i, 1, BigInteger.valueOf(PENALTIES[i])));
        }
        return runs;
    }

    /** The shares up to each outcome, from e^(−3/7) alone with 110 digits. */
    private static BigDecimal[] shares() {
        BigDecimal[] sums = new BigDecimal[PENALTIES.length + 1];
        sums[0] = BigDecimal.ZERO;
        for (int i = 0; i < PENALTIES.length; i++) {
            sums[i + 1] = sums[i].add(inverse(3 * PENALTIES[i]), DIGITS);
        }
        BigDecimal total = sums[PENALTIES.length];
        for (int i = 0; i <= PENALTIES.length; i++) {
            sums[i] = sums[i].divide(total, DIGITS);
        }
        return sums;
    }

    /** e^(−sevenths/7). */
    private static BigDecimal inverse(long sevenths) {
        BigDecimal y = BigDecimal.ONE.divide(BigDecimal.valueOf(7), DIGITS).negate();
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; k < 90; k++) {
            term = term.multiply(y, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum.pow((int) sevenths, DIGITS);
    }

    @Test
    void isTheInverseOfTheCumulativeLawForEveryUniformNumber() {
        BigDecimal[] shares = shares();
        SeededBits seeds = new SeededBits(3);
        for (int i = 0; i < 2000; i++) {
            BigInteger uniform = words(seeds.nextLong(), seeds.nextLong(), seeds.nextLong(), seeds.nextLong());
            assertChoice(uniform, shares);
        }
    }

    @Test
    void isRightWithinTwoHundredBitsOfABorder() {
        BigDecimal[] shares = shares();
        for (int border = 1; border < PENALTIES.length; border++) {
            BigInteger at = shares[border].multiply(HUGE).toBigInteger();
            for (int bit : new int[] {50, 60, 100, 150, 190}) {
                assertChoice(at.subtract(BigInteger.ONE.shiftLeft(bit)), shares);
                assertChoice(at.add(BigInteger.ONE.shiftLeft(bit)), shares);
            }
        }
    }

    private static void assertChoice(BigInteger uniform, BigDecimal[] shares) {
        BigDecimal u = new BigDecimal(uniform).divide(HUGE, DIGITS);
        int expected = 0;
        while (shares[expected + 1].compareTo(u) <= 0) {
            expected++;
        }
        ScriptedBits bits = new ScriptedBits(
                word(uniform, 3), word(uniform, 2), word(uniform, 1), word(uniform, 0), 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(ExponentialChoice.draw(single(), RATE, bits)).isEqualTo(expected);
    }

    @Test
    void moreBitsAreDrawnOnlyWhereTheyMatter() {
        ScriptedBits easy = new ScriptedBits(1L << 62);
        ExponentialChoice.draw(single(), RATE, easy);
        assertThat(easy.used()).isEqualTo(1);
        BigInteger border = shares()[3].multiply(HUGE).toBigInteger();
        ScriptedBits hard = new ScriptedBits(word(border, 3), word(border, 2), word(border, 1), 1L << 40, 0, 0, 0, 0);
        ExponentialChoice.draw(single(), RATE, hard);
        assertThat(hard.used()).isGreaterThan(1);
    }

    private static BigInteger words(long... words) {
        BigInteger all = BigInteger.ZERO;
        for (long word : words) {
            all = all.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(word)));
        }
        return all;
    }

    private static long word(BigInteger all, int index) {
        return all.shiftRight(64 * index).longValue();
    }

    /**
     * Runs of all kinds against the list of their outcomes; the false alarm rate is below 3·10^-7 and the seed is
     * fixed.
     */
    @Test
    void runsAreTheirOutcomes() {
        Rational rate = Rational.of(1, 50);
        List<ExponentialChoice.Run> runs = List.of(
                new ExponentialChoice.Run(99, true, 100, BigInteger.TWO, BigInteger.ONE),
                ExponentialChoice.Run.level(100, 1, BigInteger.ZERO),
                new ExponentialChoice.Run(101, false, 75, BigInteger.valueOf(4), BigInteger.valueOf(3)),
                ExponentialChoice.Run.level(176, 24, BigInteger.valueOf(60)));
        double[] expected = new double[200];
        for (int i = 0; i < 100; i++) {
            expected[99 - i] = Math.exp(-(2 + i) / 50.0);
        }
        expected[100] = 1;
        for (int i = 0; i < 75; i++) {
            expected[101 + i] = Math.exp(-(4 + 3 * i) / 50.0);
        }
        for (int i = 0; i < 24; i++) {
            expected[176 + i] = Math.exp(-60 / 50.0);
        }
        double total = java.util.Arrays.stream(expected).sum();
        int draws = 30_000;
        Map<Long, Integer> seen = new HashMap<>();
        SeededBits bits = new SeededBits(11);
        for (int i = 0; i < draws; i++) {
            seen.merge(ExponentialChoice.draw(runs, rate, bits), 1, Integer::sum);
        }
        double chiSquare = 0;
        for (int i = 0; i < 200; i++) {
            double mean = draws * expected[i] / total;
            assertThat(mean).isGreaterThan(2);
            chiSquare += Math.pow(seen.getOrDefault((long) i, 0) - mean, 2) / mean;
        }
        double spread = 2 / (9 * 199.0);
        assertThat(chiSquare).isLessThan(199 * Math.pow(1 - spread + 5 * Math.sqrt(spread), 3));
    }

    /** What lies beyond the horizon is chosen too, as often as it should: here nearly always. */
    @Test
    void outcomesBeyondTheHorizonCount() {
        long far = 1L << 39;
        ExponentialChoice.Run near = ExponentialChoice.Run.level(far, 1, BigInteger.ZERO);
        ExponentialChoice.Outcomes outcomes = horizon -> horizon.compareTo(BigInteger.valueOf(45)) < 0
                ? new ExponentialChoice.View(far, List.of(near), 0)
                : new ExponentialChoice.View(
                        0, List.of(ExponentialChoice.Run.level(0, far, BigInteger.valueOf(45)), near), 0);
        SeededBits bits = new SeededBits(5);
        int beyond = 0;
        for (int i = 0; i < 3000; i++) {
            // 2^39·e^(−45·0.6) = 1.0334 of the far outcomes, against 1 of the near one.
            beyond += ExponentialChoice.draw(outcomes, Rational.of(3, 5), bits) < far ? 1 : 0;
        }
        double share = 0x1p39 * Math.exp(-27);
        share = share / (1 + share);
        assertThat(beyond / 3000.0).isBetween(share - 5 * 0.5 / Math.sqrt(3000), share + 5 * 0.5 / Math.sqrt(3000));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> ExponentialChoice.draw(single(), Rational.ZERO, new SeededBits(1)))
                .hasMessage("rate must be more than 0");
        assertThatThrownBy(() -> ExponentialChoice.Run.level(0, 0, BigInteger.ZERO))
                .hasMessageStartingWith("count must");
        assertThatThrownBy(() -> ExponentialChoice.Run.level(0, 1, BigInteger.valueOf(-1)))
                .hasMessage("start and step must be at least 0");
    }
}
