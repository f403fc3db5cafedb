package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the audit says is sure is so: its enclosures, against fractions, and its bounds of chance, by enumeration. */
class BoundsOfTheAuditTest {
    private static final BigInteger UNIT = BigInteger.ONE.shiftLeft(384);
    private static final double[] CHANCES = {0.001, 0.02, 0.1, 0.25, 0.5, 0.6, 0.9, 0.99};
    private static final double[] MISTAKES = {0.3, 0.05, 0.001, 1e-6};
    private static final double SLIGHTLY_MORE = 1 + 1e-9;

    private static void encloses(Between found, Rational exact, String words) {
        Rational scaled = exact.times(Rational.of(UNIT));
        assertThat(Rational.of(found.low())).as(words).isLessThanOrEqualTo(scaled);
        assertThat(Rational.of(found.high())).as(words).isGreaterThanOrEqualTo(scaled);
    }

    /** Numbers that no multiple of 2^−384 is, small ones and large ones: every rounding shows. */
    @Test
    void numbersAreEnclosed() {
        Random random = new Random(9);
        List<Rational> numbers = new ArrayList<>(List.of(Rational.ZERO, Rational.ONE, Rational.of(1, 3)));
        for (int i = 0; i < 24; i++) {
            numbers.add(Rational.of(1 + random.nextInt(1000), 1 + 2L * random.nextInt(100_000))
                    .dividedBy(Rational.of(BigInteger.ONE.shiftLeft(random.nextInt(350)))));
        }
        for (Rational one : numbers) {
            Between first = Between.of(one);
            encloses(first, one, one.toString());
            Rational power = Rational.ONE;
            for (int exponent = 0; exponent < 12; exponent++) {
                encloses(first.power(exponent), power, one + "^" + exponent);
                power = power.times(one);
            }
            for (Rational other : numbers) {
                Between second = Between.of(other);
                String words = one + ", " + other;
                encloses(first.plus(second), one.plus(other), words);
                encloses(first.minus(second), one.minus(other).max(Rational.ZERO), words);
                encloses(first.times(second), one.times(other), words);
                if (second.low().signum() > 0) {
                    encloses(first.dividedBy(second), one.dividedBy(other), words);
                }
                // Surely at most: where the whole of one is not above the whole of the other.
                assertThat(first.isAtMost(second))
                        .as(words)
                        .isEqualTo(first.high().compareTo(second.low()) <= 0);
            }
        }
    }

    @Test
    void powersOfEAreEnclosed() {
        MathContext precise = new MathContext(220);
        for (Rational x : List.of(
                Rational.ZERO,
                Rational.of(1, 1_000_000_007),
                Rational.of(1, 7),
                Rational.ONE,
                Rational.of(5, 3),
                Rational.of(20),
                Rational.of(100, 3))) {
            BigDecimal y = new BigDecimal(x.numerator()).divide(new BigDecimal(x.denominator()), precise);
            BigDecimal sum = BigDecimal.ONE;
            BigDecimal term = BigDecimal.ONE;
            for (int n = 1; n < 400; n++) {
                term = term.multiply(y, precise).divide(BigDecimal.valueOf(n), precise);
                sum = sum.add(term, precise);
            }
            Between found = Between.exponentialOfNegative(x);
            encloses(found, Rational.of(BigDecimal.ONE.divide(sum, precise)), "e^-" + x);
            assertThat(found.high().subtract(found.low()).bitLength()).isLessThan(60);
        }
    }

    /** One law for each of the four inequalities, which breaks that one alone, and each at the first number of people. */
    @Test
    void eachInequalityOfASelectionIsLookedAt() {
        Rational tenth = Rational.of(1, 10);
        Rational few = Rational.of(1, 25);
        Rational half = Rational.of(3, 8);
        Rational most = Rational.of(7, 10);
        Rational nearly = Rational.of(9, 10);
        Rational surely = Rational.of(97, 100);
        for (List<Rational> law : List.of(
                // Appears too often with one person more, with one person less; stays away too often with less, with
                // more.
                List.of(Rational.ZERO, tenth),
                List.of(Rational.ZERO, few, Rational.of(1, 8), Rational.of(1, 8), Rational.of(1, 100)),
                List.of(Rational.ZERO, few, Rational.of(1, 8), half, most, Rational.ONE),
                List.of(Rational.ZERO, few, Rational.of(1, 8), half, most, nearly, surely, Rational.ONE, most))) {
            ExactSelection selection = new ExactSelection(
                    n -> law.get(Math.toIntExact(Math.min(n, law.size() - 1))), Rational.ONE, Rational.of(1, 20), 1);
            assertThat(selection.firstBroken(20)).as("%s", law).contains(law.size() - 1L);
            assertThat(selection.firstBroken(law.size() - 2L)).as("%s", law).isEmpty();
        }
    }

    private static double[] binomial(int trials, double p) {
        double[] law = new double[trials + 1];
        for (int hits = 0; hits <= trials; hits++) {
            double logarithm = 0;
            for (int i = 1; i <= hits; i++) {
                logarithm += Math.log((trials - hits + i) / (double) i);
            }
            law[hits] = Math.exp(logarithm + hits * Math.log(p) + (trials - hits) * Math.log1p(-p));
        }
        return law;
    }

    /** Each end of a share is wrong with no more than its chance, whatever the probability: all hits are tried. */
    @Test
    void aShareIsWrongAsRarelyAsItSays() {
        for (int trials : new int[] {1, 2, 5, 13, 40}) {
            for (double mistake : MISTAKES) {
                List<Share> shares = new ArrayList<>();
                for (int hits = 0; hits <= trials; hits++) {
                    Share share = Share.of(hits, trials, mistake);
                    assertThat(share.estimate()).isBetween(share.low(), share.high());
                    shares.add(share);
                }
                assertThat(shares.get(0).low()).isZero();
                assertThat(shares.get(trials).high()).isEqualTo(1);
                for (double p : CHANCES) {
                    double[] law = binomial(trials, p);
                    double above = 0;
                    double below = 0;
                    for (int hits = 0; hits <= trials; hits++) {
                        above += shares.get(hits).low() > p ? law[hits] : 0;
                        below += shares.get(hits).high() < p ? law[hits] : 0;
                    }
                    String words = trials + " trials of " + p + ", " + mistake;
                    assertThat(above).as(words).isLessThanOrEqualTo(mistake);
                    assertThat(below).as(words).isLessThanOrEqualTo(mistake);
                }
            }
        }
        // Not so wide that nothing would ever be found.
        Share many = Share.of(500, 10_000, 1e-9);
        assertThat(many.low()).isBetween(0.03, 0.05);
        assertThat(many.high()).isBetween(0.05, 0.07);
        for (double mistake : new double[] {0, 1, -1, 2, Double.NaN}) {
            assertThatThrownBy(() -> Share.of(1, 2, mistake)).isInstanceOf(IllegalArgumentException.class);
        }
        for (long[] wrong : new long[][] {{-1, 2}, {3, 2}, {0, 0}}) {
            assertThatThrownBy(() -> new Share(wrong[0], wrong[1], 0, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** A claim is refuted by the bounds that favour it, the lower of the first and the upper of the second. */
    @Test
    void aClaimIsRefutedWhereNoProbabilitiesWithinTheBoundsKeepIt() {
        double[] places = {0, 0.01, 0.1, 0.2, 0.37, 0.5, 1};
        for (double low : places) {
            for (double high : places) {
                for (double epsilon : new double[] {0, 0.5, 1}) {
                    for (double delta : new double[] {0, 0.05}) {
                        Share first = new Share(1, 2, low, 1);
                        Share second = new Share(1, 2, 0, high);
                        assertThat(new Odds(first, second, epsilon, delta).refute())
                                .isEqualTo(low > Math.exp(epsilon) * high + delta);
                    }
                }
            }
        }
    }

    /** A deviation as rare as that is no more frequent: over all that could have been seen. */
    @Test
    void deviationsAreNoMoreFrequentThanTheirBound() {
        for (int trials : new int[] {1, 4, 12, 40}) {
            for (double p : CHANCES) {
                double[] law = binomial(trials, p);
                for (double mistake : MISTAKES) {
                    double seen = 0;
                    for (int hits = 0; hits <= trials; hits++) {
                        seen += Chance.ofShare(hits, trials, p) <= mistake ? law[hits] : 0;
                    }
                    assertThat(seen).as("%d of %s", trials, p).isLessThanOrEqualTo(mistake * SLIGHTLY_MORE);
                }
            }
        }
        assertThat(Chance.ofShare(900, 1000, 0.5)).isLessThan(1e-100);
        assertThat(Chance.ofShare(500, 1000, 0.5)).isEqualTo(1);
    }

    @Test
    void deviationsOfSeveralOutcomesAreNoMoreFrequentThanTheirBound() {
        double[][] laws = {{0.2, 0.3, 0.5}, {0.98, 0.01, 0.01}, {1 / 3.0, 1 / 3.0, 1 / 3.0}};
        int trials = 24;
        for (double[] law : laws) {
            for (double mistake : MISTAKES) {
                double seen = 0;
                for (int one = 0; one <= trials; one++) {
                    for (int two = 0; one + two <= trials; two++) {
                        long[] counts = {one, two, trials - one - two};
                        seen += Chance.ofCounts(counts, law) <= mistake ? multinomial(counts, law) : 0;
                    }
                }
                assertThat(seen).isLessThanOrEqualTo(mistake * SLIGHTLY_MORE);
            }
            assertThat(Chance.ofCounts(new long[] {10, 10, 4000}, law)).isLessThan(1e-50);
        }
    }

    /** The formulas of the bounds themselves, so that they are no wider than they need be. */
    @Test
    void boundsAreThoseOfTheirFormulas() {
        long[] counts = {120, 260, 420};
        double[] law = {0.2, 0.3, 0.5};
        double nt = 0;
        for (int i = 0; i < counts.length; i++) {
            nt += counts[i] * Math.log(counts[i] / (800 * law[i]));
        }
        // Two outcomes of three are free.
        double bound = Math.exp(-nt) * Math.pow(Math.E * nt / 2, 2);
        assertThat(bound).isBetween(1e-6, 0.5);
        assertThat(Chance.ofCounts(counts, law)).isBetween(bound, bound * 1.00001);
        assertThat(Chance.ofCounts(new long[] {9}, new double[] {1})).isEqualTo(1);
        // The best bound of the moments, on a fine grid, and doubled.
        for (IntegerNoise noise : List.of(new DiscreteLaplace(Rational.of(7)), new DiscreteGaussian(Rational.of(50)))) {
            NoiseLaw exact = NoiseLaw.of(noise);
            for (double mean : new double[] {0.3, 0.45, 0.8, 1.3}) {
                double best = 0;
                for (double u = -3; u < 1; u += 1e-3) {
                    best = Math.max(best, u * mean - exact.logMoment(u));
                }
                double least = Math.min(1, 2 * Math.exp(-60 * best));
                assertThat(Chance.ofMean(exact, 60 * mean, 60))
                        .as("%s, %s", noise, mean)
                        .isBetween(least * 0.999, least * 1.02);
            }
        }
        // Nothing but zeros: as rare as that is, and doubled.
        for (IntegerNoise noise : List.of(new DiscreteLaplace(Rational.ONE), new DiscreteGaussian(Rational.of(2)))) {
            NoiseLaw exact = NoiseLaw.of(noise);
            double zero = 1 - 2 * exact.tail(BigInteger.ONE);
            double zeros = 2 * Math.pow(zero, 20);
            assertThat(Chance.ofMean(exact, 0, 20)).isBetween(zeros * (1 - 1e-9), zeros * 1.00001);
        }
    }

    /** Remainders, and how often two draws are equal, from the tails of the law alone. */
    @Test
    void lawsAddUp() {
        for (IntegerNoise noise : List.of(
                new DiscreteLaplace(Rational.of(1, 3)),
                new DiscreteLaplace(Rational.of(2)),
                new DiscreteLaplace(Rational.of(9)),
                new DiscreteGaussian(Rational.of(1, 5)),
                new DiscreteGaussian(Rational.of(3)),
                new DiscreteGaussian(Rational.of(50)))) {
            NoiseLaw law = NoiseLaw.of(noise);
            double[] remainders = new double[4];
            double equal = 0;
            double size = 0;
            double moment = 0;
            for (int z = -600; z <= 600; z++) {
                double p = z > 0
                        ? law.tail(BigInteger.valueOf(z)) - law.tail(BigInteger.valueOf(z + 1L))
                        : law.tail(BigInteger.valueOf(-z)) - law.tail(BigInteger.valueOf(1L - z));
                p = z == 0 ? 1 - 2 * law.tail(BigInteger.ONE) : p;
                remainders[z & 3] += p;
                equal += p * p;
                double own = law.size(BigInteger.valueOf(z));
                size += p * own;
                moment += p > 0 ? p * Math.exp(own / 2) : 0;
            }
            String words = noise.toString();
            assertThat(law.remainders()).as(words).containsExactly(remainders, within(1e-9));
            assertThat(law.equal()).as(words).isCloseTo(equal, within(1e-9));
            assertThat(law.logMoment(0.5)).as(words).isCloseTo(Math.log(moment), within(1e-9));
            assertThat(law.tilt(size)).as(words).isBetween(-0.9, 0.9);
            for (int k = -5; k <= 5; k++) {
                double both = law.tail(BigInteger.valueOf(k)) + law.tail(BigInteger.valueOf(1L - k));
                assertThat(both).as(words).isCloseTo(1, within(1e-12));
            }
        }
    }

    /** What a person's record becomes: NULL, what is huge, and what is rounded to even. */
    @Test
    void recordsBecomeWholeUnits() {
        BigInteger most = BigInteger.ONE.shiftLeft(86);
        Unit half = new Unit.BinaryGrid(-1);
        Map<Double, BigInteger> wholes = Map.of(
                Double.POSITIVE_INFINITY,
                most,
                Double.NEGATIVE_INFINITY,
                most.negate(),
                1e308,
                most,
                -1e308,
                most.negate(),
                0.7,
                BigInteger.ONE,
                1.25,
                BigInteger.TWO,
                -0.75,
                BigInteger.TWO.negate(),
                -0.0,
                BigInteger.ZERO);
        wholes.forEach((record, whole) -> {
            assertThat(Person.rows(record, half)).as("%s", record).containsExactly(whole);
            assertThat(Person.times(record, 2)).as("%s", record).isEqualTo(whole);
        });
        assertThat(Person.rows(Double.NaN, half)).isEmpty();
        assertThat(Person.times(Double.NaN, 2)).isZero();
    }

    private static double multinomial(long[] counts, double[] law) {
        double logarithm = 0;
        int placed = 0;
        for (int i = 0; i < counts.length; i++) {
            for (int j = 1; j <= counts[i]; j++) {
                placed++;
                logarithm += Math.log(placed / (double) j) + Math.log(law[i]);
            }
        }
        return Math.exp(logarithm);
    }
}
