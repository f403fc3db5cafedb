package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The selection of two groups, in both of which one person is, and against the recursion in many digits. */
class TruncatedGeometricTest extends MechanismContract<TruncatedGeometricTest.People, TruncatedGeometricTest.Kept> {
    private static final TruncatedGeometric SELECTION = new TruncatedGeometric(Epsilon.of("1"), Delta.of("0.02"), 2);
    private static final MathContext DIGITS = new MathContext(90, RoundingMode.HALF_EVEN);
    private static final MathContext DOWN = new MathContext(90, RoundingMode.FLOOR);

    /** People in two groups. */
    record People(long first, long second) {}

    /** Which of two groups are kept. */
    record Kept(boolean first, boolean second) {}

    @Override
    protected List<Neighbours<People>> neighbours() {
        return List.of(
                new Neighbours<>(new People(6, 6), new People(7, 7)),
                new Neighbours<>(new People(0, 0), new People(1, 1)),
                new Neighbours<>(new People(0, 3), new People(1, 4)),
                new Neighbours<>(new People(12, 13), new People(13, 14)));
    }

    @Override
    protected Map<Kept, Double> law(People people) {
        // The recursion in doubles, from the formula alone.
        double e = 0.5;
        double d = -Math.expm1(Math.log1p(-0.02) / 2);
        Map<Kept, Double> law = new HashMap<>();
        for (boolean first : new boolean[] {true, false}) {
            for (boolean second : new boolean[] {true, false}) {
                double p = recursion(e, d, people.first());
                double q = recursion(e, d, people.second());
                double both = (first ? p : 1 - p) * (second ? q : 1 - q);
                if (both > 0) {
                    law.put(new Kept(first, second), both);
                }
            }
        }
        return law;
    }

    private static double recursion(double e, double d, long people) {
        double p = 0;
        for (long n = 1; n <= people; n++) {
            p = Math.min(Math.min(Math.exp(e) * p + d, 1 - Math.exp(-e) * (1 - p - d)), 1);
        }
        return p;
    }

    @Override
    protected Kept run(People people, RandomBits bits) {
        return new Kept(
                SELECTION.keeps(BigInteger.valueOf(people.first()), bits),
                SELECTION.keeps(BigInteger.valueOf(people.second()), bits));
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0.02;
    }

    /** The design's table of sizes that appear with probability one half, ε = 1, δ = 10^-6. */
    @Test
    void sizesOfTheDesign() {
        long[][] table = {{1, 14}, {2, 27}, {3, 40}, {10, 132}, {50, 657}};
        for (long[] row : table) {
            TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("1"), Delta.of("0.000001"), row[0]);
            assertThat(selection.fiftyPercentSize()).isEqualTo(row[1]);
            assertThat(selection.probability(BigInteger.valueOf(row[1])).compareTo(Rational.of(1, 2)))
                    .isNotNegative();
            assertThat(selection.probability(BigInteger.valueOf(row[1] - 1)).compareTo(Rational.of(1, 2)))
                    .isNegative();
        }
    }

    /** Never above the optimum, below it by no more than the slack, and within the inequalities to the last bit. */
    @Test
    void isTheRecursionRoundedDown() {
        check("1", "0.000001", 1, 80);
        check("0.1", "0.000001", 1, 400);
        check("1", "0.0000000001", 7, 400);
        check("3", "0.3", 2, 20);
        check("0.001", "0.5", 3, 400);
        check("500", "0.000001", 1, 5);
        check("1", "1e-200", 40, 60);
    }

    private static void check(String epsilon, String delta, long maxGroups, int largest) {
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of(epsilon), Delta.of(delta), maxGroups);
        BigDecimal step = new BigDecimal(epsilon).divide(BigDecimal.valueOf(maxGroups), DIGITS);
        BigDecimal growth = exponential(step);
        BigDecimal share = share(new BigDecimal(delta), maxGroups);
        BigDecimal optimum = BigDecimal.ZERO;
        BigDecimal before = BigDecimal.ZERO;
        assertThat(selection.probability(BigInteger.ZERO)).isEqualTo(Rational.ZERO);
        for (int n = 1; n <= largest; n++) {
            optimum = growth.multiply(optimum, DIGITS)
                    .add(share)
                    .min(BigDecimal.ONE.subtract(
                            BigDecimal.ONE.subtract(optimum).subtract(share).divide(growth, DIGITS)))
                    .min(BigDecimal.ONE);
            Rational fraction = selection.probability(BigInteger.valueOf(n));
            BigDecimal probability =
                    new BigDecimal(fraction.numerator()).divide(new BigDecimal(fraction.denominator()));
            assertThat(probability).isLessThanOrEqualTo(optimum.add(new BigDecimal("1e-80")));
            if (n == 1) {
                // The proof pays for the rounding of all probabilities with a part of 2^-30 of each group's δ.
                assertThat(probability)
                        .isLessThanOrEqualTo(share.multiply(part(30), DIGITS))
                        .isGreaterThan(share.multiply(part(29), DIGITS));
            }
            if (!epsilon.equals("500")) {
                // A relative loss of 2^-30 in d is one of 2^-30 while the series grows.
                assertThat(probability).isGreaterThanOrEqualTo(optimum.multiply(new BigDecimal("0.99999999")));
            }
            assertThat(probability)
                    .isLessThanOrEqualTo(growth.multiply(before, DOWN).add(share, DOWN));
            assertThat(BigDecimal.ONE.subtract(before))
                    .isLessThanOrEqualTo(growth.multiply(BigDecimal.ONE.subtract(probability), DOWN)
                            .add(share, DOWN));
            assertThat(probability).isGreaterThanOrEqualTo(before);
            before = probability;
        }
    }

    /** 1 − 2^−bits. */
    private static BigDecimal part(int bits) {
        return BigDecimal.ONE.subtract(
                BigDecimal.ONE.divide(new BigDecimal(BigInteger.ONE.shiftLeft(bits)), DIGITS), DIGITS);
    }

    /** A number of 128 bits or more that is the chance itself does not keep a group, and one less does. */
    @Test
    void theLastBitDecides() {
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("1"), Delta.of("0.01"), 1);
        int words = words(selection);
        for (long n = 1; n <= 8; n++) {
            BigInteger people = BigInteger.valueOf(n);
            Rational chance = selection.probability(people);
            BigInteger least = chance.times(Rational.of(BigInteger.ONE.shiftLeft(64 * words)))
                    .floor();
            assertThat(selection.keeps(people, tape(least, words)))
                    .as("%d people", n)
                    .isFalse();
            assertThat(selection.keeps(people, tape(least.subtract(BigInteger.ONE), words)))
                    .as("%d people", n)
                    .isTrue();
        }
    }

    /** How many words a decision reads. */
    private static int words(TruncatedGeometric selection) {
        int[] read = {0};
        selection.keeps(BigInteger.ONE, () -> read[0]++);
        return read[0];
    }

    private static RandomBits tape(BigInteger number, int words) {
        int[] read = {0};
        return () -> number.shiftRight(64 * (words - ++read[0])).longValue();
    }

    /** A δ of which exactly one half is left: a group of one appears half of the time. */
    @Test
    void exactlyOneHalfIsOneHalf() {
        Rational half = Rational.of(1L << 29, (1L << 30) - 1);
        Rational delta = half.plus(Rational.of(new BigDecimal("2e-39")));
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("1"), new Delta(delta), 1);
        assertThat(selection.probability(BigInteger.ONE)).isEqualTo(Rational.of(1, 2));
        assertThat(selection.fiftyPercentSize()).isEqualTo(1);
    }

    /** To so few bits that every rounding up shows: the series by its recursion, of decimals. */
    @Test
    void probabilitiesAreRoundedDownToEveryNumberOfBits() {
        for (String d : List.of("0.001", "0.07", "0.4")) {
            for (String e : List.of("0.1", "1", "2.5")) {
                TruncatedGeometricSeries series =
                        new TruncatedGeometricSeries(Rational.of(new BigDecimal(e)), Rational.of(new BigDecimal(d)));
                BigDecimal growth = exponential(new BigDecimal(e));
                BigDecimal exact = BigDecimal.ZERO;
                for (int n = 1; n <= 30; n++) {
                    exact = growth.multiply(exact, DIGITS)
                            .add(new BigDecimal(d))
                            .min(BigDecimal.ONE.subtract(BigDecimal.ONE
                                    .subtract(exact)
                                    .subtract(new BigDecimal(d))
                                    .divide(growth, DIGITS)))
                            .min(BigDecimal.ONE);
                    for (int bits : new int[] {1, 2, 5, 10, 30}) {
                        BigDecimal scaled = exact.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(bits)));
                        BigDecimal found = new BigDecimal(series.scaledDown(BigInteger.valueOf(n), bits));
                        String words = n + " of " + e + ", " + d + " to " + bits;
                        assertThat(found).as(words).isLessThanOrEqualTo(scaled.add(new BigDecimal("1e-70")));
                        assertThat(found).as(words).isGreaterThan(scaled.subtract(BigDecimal.valueOf(2)));
                    }
                }
            }
        }
    }

    /** 1 − (1−δ)^(1/C) from below by bisection on (1−p)^C ≥ 1−δ. */
    private static BigDecimal share(BigDecimal delta, long parts) {
        MathContext wide = new MathContext(400, RoundingMode.FLOOR);
        BigDecimal low = delta.divide(BigDecimal.valueOf(parts), wide);
        BigDecimal high = delta;
        for (int i = 0; i < 330; i++) {
            BigDecimal middle = low.add(high).divide(BigDecimal.valueOf(2), wide);
            boolean fits =
                    BigDecimal.ONE.subtract(middle).pow((int) parts, wide).compareTo(BigDecimal.ONE.subtract(delta))
                            >= 0;
            low = fits ? middle : low;
            high = fits ? high : middle;
        }
        return low.round(DOWN);
    }

    private static BigDecimal exponential(BigDecimal x) {
        BigDecimal small = x.divide(BigDecimal.valueOf(1L << 20), new MathContext(120));
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; k < 60; k++) {
            term = term.multiply(small, new MathContext(120)).divide(BigDecimal.valueOf(k), new MathContext(120));
            sum = sum.add(term);
        }
        return sum.pow(1 << 20, new MathContext(120)).round(new MathContext(90, RoundingMode.FLOOR));
    }

    @Test
    void largeGroupsAreCertainAndSmallStepsEnd() {
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("0.001"), Delta.of("1e-9"), 1000);
        assertThat(selection.probability(BigInteger.ONE.shiftLeft(62))).isEqualTo(Rational.ONE);
        assertThat(selection.fiftyPercentSize().doubleValue()).isBetween(5e6, 2e7);
        assertThat(new TruncatedGeometric(Epsilon.of("100000"), Delta.of("1e-9"), 1).fiftyPercentSize())
                .isEqualTo(2);
    }

    /** A tape of zeros keeps whatever may be kept, one of ones keeps only what is certain. */
    @Test
    void comparesBitsWithTheProbability() {
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("1"), Delta.of("0.01"), 1);
        assertThat(selection.keeps(BigInteger.ONE, () -> 0)).isTrue();
        assertThat(selection.keeps(BigInteger.ZERO, () -> 0)).isFalse();
        assertThat(selection.keeps(BigInteger.TWO, () -> -1)).isFalse();
        assertThat(selection.keeps(BigInteger.valueOf(1000), () -> -1)).isTrue();
    }

    @Test
    void refusesWhatIsOutOfRange() {
        Epsilon one = Epsilon.of("1");
        assertThatThrownBy(() -> new TruncatedGeometric(one, Delta.of("0.1"), 0))
                .hasMessage("maxGroups must be at least 1");
        assertThatThrownBy(() -> new TruncatedGeometric(one, Delta.of("1e-400"), 1))
                .hasMessageContaining("at least 2^-1000");
        assertThatThrownBy(() -> SELECTION.probability(BigInteger.ONE.negate())).hasMessage("n must be at least 0");
        assertThatThrownBy(() -> new TruncatedGeometricSeries(Rational.ZERO, Rational.of(1, 2)))
                .hasMessageContaining("e must be more than 0");
        assertThatThrownBy(() -> new TruncatedGeometricSeries(Rational.ONE, Rational.ONE))
                .hasMessageContaining("d must be");
    }

    /** Decisions in floating point are those of the exact chances: it is nearer than what decides. */
    @Test
    void floatingPointIsNear() {
        for (String epsilon : List.of("0.001", "0.1", "1", "5", "200")) {
            for (String delta : List.of("1e-30", "1e-9", "0.01", "0.5")) {
                for (long groups : new long[] {1, 7, 300}) {
                    Rational share =
                            TruncatedGeometricSeries.shareDown(Delta.of(delta).value(), groups);
                    TruncatedGeometricSeries series = new TruncatedGeometricSeries(
                            Epsilon.of(epsilon).dividedBy(groups).value().min(Rational.of(64)), share);
                    for (long n = 1; n < 4_000_000; n = 2 * n + n % 3) {
                        double near = series.near(BigInteger.valueOf(n));
                        double exact = new Rational(
                                        series.scaledDown(BigInteger.valueOf(n), 128), BigInteger.ONE.shiftLeft(128))
                                .toDoubleNearest();
                        assertThat(Double.isNaN(near) || Math.abs(near - exact) < 1e-9)
                                .as("%s %s %s %s: %s %s", epsilon, delta, groups, n, near, exact)
                                .isTrue();
                    }
                }
            }
        }
    }
}
