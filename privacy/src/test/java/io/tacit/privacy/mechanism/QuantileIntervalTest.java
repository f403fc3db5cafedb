package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The interval around a drawn median of 64 leaves: its law by the definition, in floating point. */
class QuantileIntervalTest extends MechanismContract<Map<Integer, BigInteger>, QuantileTree.Interval> {
    private static final int LEAVES = 64;
    private static final LeafWeights WEIGHTS =
            new LeafWeights(new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(LEAVES - 1), Unit.DecimalUnit.WHOLE), 1);
    private static final Rational HALF = Rational.of(1, 2);
    private static final double EPSILON = 2;
    private static final QuantileInterval MEDIAN = new QuantileInterval(WEIGHTS, HALF, Epsilon.of("2"), 0.95);
    private static final int DRAWN = 20;
    private static final int[] LOWER = {20, 19, 18, 17, 16, 14, 11, 7, 1, 0};
    private static final int[] UPPER = {20, 21, 22, 23, 24, 26, 29, 33, 39, 48, 62, 63};

    /** With the person beyond all others, the nearest lower end gets better and all but the next one get worse. */
    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(
                        Map.of(19, people(1), 20, people(7)),
                        Map.of(19, people(1), 20, people(7), LEAVES - 1, people(1))),
                new Neighbours<>(
                        Map.of(0, people(20), 17, people(2), 33, people(20)),
                        Map.of(0, people(20), 17, people(2), 33, people(21))),
                new Neighbours<>(Map.of(LEAVES - 1, people(30)), Map.of(LEAVES - 1, people(31))),
                new Neighbours<>(Map.of(), Map.of(7, people(1))));
    }

    private static BigInteger people(int count) {
        return WEIGHTS.sensitivity().multiply(BigInteger.valueOf(count));
    }

    @Override
    protected Map<QuantileTree.Interval, Double> law(Map<Integer, BigInteger> leaves) {
        double margin = 1 / EPSILON * (Math.log(LOWER.length * UPPER.length) - Math.log(0.05));
        double all = before(leaves, LEAVES);
        double[] below = new double[LOWER.length];
        double[] above = new double[UPPER.length];
        for (int i = 0; i < below.length; i++) {
            below[i] = all / 2 - before(leaves, LOWER[i]);
        }
        for (int i = 0; i < above.length; i++) {
            above[i] = before(leaves, UPPER[i] + 1) - all / 2;
        }
        Map<QuantileTree.Interval, Double> law = new HashMap<>();
        double sum = 0;
        for (int low = 0; low < below.length; low++) {
            for (int high = 0; high < above.length; high++) {
                double penalty = Math.max(penalty(below, low, margin), penalty(above, high, margin));
                double weight = Math.exp(-EPSILON * penalty);
                law.put(interval(LOWER[low], UPPER[high]), weight);
                sum += weight;
            }
        }
        double whole = sum;
        law.replaceAll((interval, weight) -> weight / whole);
        return law;
    }

    private static double penalty(double[] sure, int i, double margin) {
        double missing = i == sure.length - 1 ? 0 : margin - sure[i];
        double beyond = i == 0 ? 0 : sure[i - 1] - margin;
        return Math.max(0, Math.max(missing, beyond));
    }

    private static double before(Map<Integer, BigInteger> leaves, int leaf) {
        return leaves.entrySet().stream()
                .filter(each -> each.getKey() < leaf)
                .mapToDouble(each ->
                        each.getValue().doubleValue() / WEIGHTS.sensitivity().doubleValue())
                .sum();
    }

    private static QuantileTree.Interval interval(int low, int high) {
        return new QuantileTree.Interval(BigInteger.valueOf(low), BigInteger.valueOf(DRAWN), BigInteger.valueOf(high));
    }

    @Override
    protected QuantileTree.Interval run(Map<Integer, BigInteger> leaves, RandomBits bits) {
        return MEDIAN.release(LeafHistogram.of(WEIGHTS, leaves), BigInteger.valueOf(DRAWN), bits);
    }

    @Override
    protected double epsilon() {
        return EPSILON;
    }

    @Override
    protected double delta() {
        return 0;
    }

    @Test
    void oneEndOfTheLeastAndTheLargestValueIsTheBound() {
        LeafHistogram histogram = LeafHistogram.of(WEIGHTS, Map.of(5, people(100), 30, people(100), 50, people(100)));
        SeededBits bits = new SeededBits(3);
        for (int run = 0; run < 200; run++) {
            QuantileTree.Interval least = new QuantileInterval(WEIGHTS, Rational.ZERO, Epsilon.of("1"), 0.95)
                    .release(histogram, BigInteger.valueOf(5), bits);
            assertThat(least.low()).isZero();
            assertThat(least.high()).isEqualTo(5);
            QuantileTree.Interval largest = new QuantileInterval(WEIGHTS, Rational.ONE, Epsilon.of("1"), 0.95)
                    .release(histogram, BigInteger.valueOf(50), bits);
            assertThat(largest.low()).isEqualTo(50);
            assertThat(largest.high()).isEqualTo(LEAVES - 1);
        }
    }

    @Test
    void costsBoundedRange() {
        assertThat(MEDIAN.concentratedLoss()).isEqualTo(Rational.of(1, 2));
        assertThat(MEDIAN.rowsBeside()).isBetween(3.98, 3.99);
    }

    /** What is told beforehand is the margin, in rows: 2φ·m/ε·ln(pairs/missed), φ = max(q, 1 − q). */
    @Test
    void rowsBesideAreTheMarginOfAllPairsOfEnds() {
        for (int leaves : new int[] {1, 2, 5, 64, 1000}) {
            // Distances 0, 1, 2, 3, 4, 6, 9, … and the last leaf.
            int ends = 1;
            for (int distance = 1; distance < leaves; distance = Math.max(distance + 1, distance * 3 / 2)) {
                ends++;
                boolean last = Math.max(distance + 1, distance * 3 / 2) >= leaves && distance < leaves - 1;
                ends += last ? 1 : 0;
            }
            for (long rows : new long[] {1, 7}) {
                LeafGrid grid = new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(leaves - 1L), Unit.DecimalUnit.WHOLE);
                for (Rational rank :
                        List.of(Rational.ZERO, Rational.of(1, 4), HALF, Rational.of(9, 10), Rational.ONE)) {
                    double q = rank.toDoubleNearest();
                    double pairs = q == 0 || q == 1 ? ends : (double) ends * ends;
                    double expected = 2 * Math.max(q, 1 - q) * rows / 0.7 * Math.log(pairs / 0.1);
                    double told = new QuantileInterval(new LeafWeights(grid, rows), rank, Epsilon.of("0.7"), 0.9)
                            .rowsBeside();
                    assertThat(told).as("%d leaves, rank %s", leaves, rank).isCloseTo(expected, within(1e-9));
                }
            }
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new QuantileInterval(WEIGHTS, Rational.of(2), Epsilon.of("1"), 0.95))
                .hasMessage("ranks must be between 0 and 1");
        assertThatThrownBy(() -> new QuantileInterval(WEIGHTS, HALF, Epsilon.of("1"), 1))
                .hasMessageStartingWith("confidence must");
        assertThatThrownBy(() -> new QuantileInterval(WEIGHTS, HALF, Epsilon.of("1e-13"), 0.95))
                .hasMessageContaining("between 2^-40 and 2^40");
        LeafHistogram other = LeafHistogram.of(new LeafWeights(WEIGHTS.grid(), 2), Map.of());
        assertThatThrownBy(() -> MEDIAN.release(other, BigInteger.ONE, new SeededBits(1)))
                .hasMessageStartingWith("histogram must");
    }
}
