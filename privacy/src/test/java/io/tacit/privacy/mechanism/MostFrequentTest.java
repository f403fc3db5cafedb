package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.ExponentialChoice;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The most frequent of 30 values against its law: e^(ε·weight/Δ) over the sum of such numbers. */
class MostFrequentTest extends MechanismContract<Map<Integer, BigInteger>, Integer> {
    private static final int VALUES = 30;
    private static final double EPSILON = 2;
    private static final MostFrequent MECHANISM = new MostFrequent(VALUES, 1, Epsilon.of("2"));
    private static final BigInteger ONE = MECHANISM.weights().sensitivity();

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                // A person alone makes a value likely.
                new Neighbours<>(Map.of(), people(0, 0, 1)),
                // One more for the value that is first anyway makes all others less likely: the other side of the
                // claim.
                new Neighbours<>(people(0, 6, 0, 1), people(0, 7, 0, 1)),
                new Neighbours<>(people(4, 4, 4), people(4, 4, 5)),
                new Neighbours<>(people(2, 3), people(3, 3)));
    }

    private static Map<Integer, BigInteger> people(int... counts) {
        Map<Integer, BigInteger> leaves = new TreeMap<>();
        for (int i = 0; i < counts.length; i++) {
            leaves.put(i, ONE.multiply(BigInteger.valueOf(counts[i])));
        }
        return leaves;
    }

    @Override
    protected Map<Integer, Double> law(Map<Integer, BigInteger> leaves) {
        Map<Integer, Double> law = new HashMap<>();
        double[] shares = law(leaves, VALUES, ONE, EPSILON);
        for (int i = 0; i < VALUES; i++) {
            law.put(i, shares[i]);
        }
        return law;
    }

    /** From the definition, without penalties. */
    private static double[] law(Map<Integer, BigInteger> leaves, int values, BigInteger sensitivity, double epsilon) {
        double[] law = new double[values];
        for (int i = 0; i < values; i++) {
            double weight = leaves.getOrDefault(i, BigInteger.ZERO).doubleValue() / sensitivity.doubleValue();
            law[i] = Math.exp(epsilon * weight);
        }
        double sum = Arrays.stream(law).sum();
        return Arrays.stream(law).map(each -> each / sum).toArray();
    }

    @Override
    protected Integer run(Map<Integer, BigInteger> leaves, RandomBits bits) {
        return MECHANISM.release(LeafHistogram.of(MECHANISM.weights(), leaves), bits);
    }

    @Override
    protected double epsilon() {
        return EPSILON;
    }

    @Override
    protected double delta() {
        return 0;
    }

    /** Every outcome once, and its penalty what it lacks to the largest weight: with gaps, ties, and nothing at all. */
    @Test
    void runsAreTheScores() {
        SeededBits bits = new SeededBits(41);
        for (int round = 0; round < 300; round++) {
            int values = 1 + (int) (bits.nextLong() >>> 60);
            MostFrequent choice = new MostFrequent(values, 1 + round % 3, Epsilon.of("1"));
            Map<Integer, BigInteger> leaves = new HashMap<>();
            for (int i = 0; i < values; i++) {
                // About half of them are empty, and equal weights are common.
                leaves.put(i, BigInteger.valueOf(Math.max(0, (bits.nextLong() >> 61)) << 30));
            }
            BigInteger largest =
                    leaves.values().stream().max(BigInteger::compareTo).orElseThrow();
            List<BigInteger> penalties = new ArrayList<>();
            for (ExponentialChoice.Run run : MostFrequent.runs(LeafHistogram.of(choice.weights(), leaves))) {
                assertThat(run.first()).isEqualTo(penalties.size());
                assertThat(run.downward()).isFalse();
                assertThat(run.step()).isZero();
                for (long i = 0; i < run.count(); i++) {
                    penalties.add(run.start());
                }
            }
            assertThat(penalties)
                    .isEqualTo(IntStream.range(0, values)
                            .mapToObj(i -> largest.subtract(leaves.get(i)))
                            .toList());
        }
    }

    /**
     * All groups of up to four people on each of three values, or two on each of four, and all rows of one person more,
     * beyond the limit of rows too: no log ratio is above ε, and all of one pair lie in an interval of length ε, which
     * is what zCDP needs.
     */
    @Test
    void onePersonIsHiddenWhateverTheRows() {
        double furthest = 0;
        double widest = 0;
        for (int values = 1; values <= 4; values++) {
            int most = values < 4 ? 4 : 2;
            for (int m = 1; m <= 3; m++) {
                MostFrequent choice = new MostFrequent(values, m, Epsilon.of("1.5"));
                LeafWeights weights = choice.weights();
                for (int[] others : vectors(values, most)) {
                    Map<Integer, BigInteger> without = new HashMap<>();
                    for (int i = 0; i < values; i++) {
                        without.put(i, weights.sensitivity().multiply(BigInteger.valueOf(others[i])));
                    }
                    double[] before = law(without, values, weights.sensitivity(), 1.5);
                    for (int[] rows : vectors(values, most)) {
                        double[] after = law(with(weights, without, rows), values, weights.sensitivity(), 1.5);
                        double least = Double.POSITIVE_INFINITY;
                        double largest = Double.NEGATIVE_INFINITY;
                        for (int i = 0; i < values; i++) {
                            double ratio = Math.log(after[i] / before[i]);
                            least = Math.min(least, ratio);
                            largest = Math.max(largest, ratio);
                        }
                        furthest = Math.max(furthest, Math.max(largest, -least));
                        widest = Math.max(widest, largest - least);
                    }
                }
            }
        }
        assertThat(furthest).isBetween(1.4, 1.5 + 1e-9);
        assertThat(widest).isBetween(1.49, 1.5 + 1e-9);
    }

    private static Map<Integer, BigInteger> with(LeafWeights weights, Map<Integer, BigInteger> without, int[] rows) {
        Map<Integer, Long> person = new HashMap<>();
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] > 0) {
                person.put(i, (long) rows[i]);
            }
        }
        Map<Integer, BigInteger> with = new HashMap<>(without);
        weights.contribution(person).forEach((leaf, weight) -> with.merge(leaf, weight, BigInteger::add));
        return with;
    }

    /** All vectors of so many numbers from 0 to a limit. */
    private static List<int[]> vectors(int size, int most) {
        List<int[]> all = new ArrayList<>();
        int count = (int) Math.pow(most + 1, size);
        for (int code = 0; code < count; code++) {
            int[] vector = new int[size];
            int rest = code;
            for (int i = 0; i < size; i++) {
                vector[i] = rest % (most + 1);
                rest /= most + 1;
            }
            all.add(vector);
        }
        return all;
    }

    /** The charge of an account of ρ is what the mechanism says of itself. */
    @Test
    void isTheEventThatAccountsCharge() {
        PrivacyEvent event = new PrivacyEvent.ExponentialMechanism(MECHANISM.perGroup(), 3);
        assertThat(event.epsilon()).contains(Rational.of(6));
        assertThat(event.rho()).isEqualTo(MECHANISM.concentratedLoss().times(Rational.of(3)));
        assertThat(MECHANISM.concentratedLoss()).isEqualTo(Rational.of(1, 2));
    }

    /** Of 2000 choices no more than a twentieth may fall short of the bound; the seed is fixed. */
    @Test
    void theBoundHolds() {
        MostFrequent choice = new MostFrequent(1000, 2, Epsilon.of("0.1"));
        BigInteger sensitivity = choice.weights().sensitivity();
        Map<Integer, BigInteger> leaves = new HashMap<>();
        // The hardest data: one value just beyond the bound of all others.
        leaves.put(500, sensitivity.multiply(BigInteger.valueOf(100)));
        LeafHistogram histogram = LeafHistogram.of(choice.weights(), leaves);
        // Weights of two rows a person: 100 people are 200 rows.
        assertThat(choice.shortfallBound(0.95)).isBetween(198.0, 198.1);
        SeededBits bits = new SeededBits(8);
        int missed = 0;
        for (int i = 0; i < 2000; i++) {
            missed += choice.release(histogram, bits) == 500 ? 0 : 1;
        }
        assertThat(missed).isBetween(1, 100);
        assertThat(new MostFrequent(1, 2, Epsilon.of("0.1")).shortfallBound(0.95))
                .isZero();
        assertThat(choice.shortfallBound(0.99)).isGreaterThan(choice.shortfallBound(0.95));
    }

    @Test
    void hugeDomainsAndWeightsAndExtremeLossesGiveAValueOfTheDomain() {
        SeededBits bits = new SeededBits(13);
        BigInteger people = BigInteger.ONE.shiftLeft(40);
        for (String epsilon : List.of("0.000000000001", "1", "1000000000000")) {
            for (int values : new int[] {1, 2, LeafGrid.MOST_LEAVES}) {
                for (long m : new long[] {1, Integer.MAX_VALUE}) {
                    MostFrequent choice = new MostFrequent(values, m, Epsilon.of(epsilon));
                    BigInteger weight = choice.weights().sensitivity().multiply(people);
                    Map<Integer, BigInteger> leaves =
                            Map.of(values / 2, weight.add(choice.weights().sensitivity()));
                    int value = choice.release(LeafHistogram.of(choice.weights(), leaves), bits);
                    assertThat(value).isBetween(0, values - 1);
                    if (!epsilon.startsWith("0")) {
                        assertThat(value).isEqualTo(values / 2);
                    }
                    assertThat(choice.release(LeafHistogram.of(choice.weights(), Map.of()), bits))
                            .isBetween(0, values - 1);
                }
            }
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        Epsilon one = Epsilon.of("1");
        for (int values : new int[] {0, -1, LeafGrid.MOST_LEAVES + 1}) {
            assertThatThrownBy(() -> new MostFrequent(values, 1, one))
                    .hasMessage("values must be between 1 and 1048576");
        }
        assertThatThrownBy(() -> new MostFrequent(3, 0, one)).hasMessageStartingWith("maxRows must");
        assertThatThrownBy(() -> new MostFrequent(3, 1, Epsilon.of("1e-13"))).hasMessageContaining("2^-40");
        LeafHistogram other = LeafHistogram.of(new MostFrequent(VALUES, 2, one).weights(), Map.of());
        assertThatThrownBy(() -> MECHANISM.release(other, new SeededBits(1))).hasMessageStartingWith("histogram must");
        assertThatThrownBy(() -> MECHANISM.shortfallBound(1)).hasMessageStartingWith("confidence must");
    }
}
