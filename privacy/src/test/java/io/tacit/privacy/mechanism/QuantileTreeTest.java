package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuantileTreeTest {
    private static final LeafGrid GRID =
            new LeafGrid(BigInteger.valueOf(-50), BigInteger.valueOf(9_999), Unit.DecimalUnit.WHOLE);
    private static final LeafWeights WEIGHTS = new LeafWeights(GRID, 1);
    private static final QuantileTree TREE = QuantileTree.calibrated(WEIGHTS, Epsilon.of("1"));
    private static final List<Rational> HUNDREDTHS =
            IntStream.rangeClosed(0, 100).mapToObj(i -> Rational.of(i, 100)).toList();

    private static LeafHistogram histogram(LeafWeights weights, long[] values) {
        Map<Integer, BigInteger> leaves = new HashMap<>();
        for (long value : values) {
            leaves.merge(weights.grid().leaf(BigInteger.valueOf(value)), weights.sensitivity(), BigInteger::add);
        }
        return LeafHistogram.of(weights, leaves);
    }

    @Test
    void sensitivitiesCountLevels() {
        assertThat(QuantileTree.levels(GRID)).isEqualTo(4);
        assertThat(levels(1)).isEqualTo(1);
        assertThat(levels(16)).isEqualTo(1);
        assertThat(levels(17)).isEqualTo(2);
        assertThat(levels(65_536)).isEqualTo(4);
        assertThat(levels(65_537)).isEqualTo(5);
        assertThat(QuantileTree.l1Sensitivity(WEIGHTS)).isEqualTo(BigInteger.ONE.shiftLeft(39 + 2));
        assertThat(QuantileTree.squaredL2Sensitivity(WEIGHTS)).isEqualTo(BigInteger.ONE.shiftLeft(2 * 39 + 2));
        assertThat(TREE.noise().lossAt(QuantileTree.l1Sensitivity(WEIGHTS))).isEqualTo(Epsilon.of("1"));
    }

    private static int levels(long leaves) {
        return QuantileTree.levels(new LeafGrid(BigInteger.ONE, BigInteger.valueOf(leaves), Unit.DecimalUnit.WHOLE));
    }

    @Test
    void valuesLieWithinTheBoundsAndNeverFall() {
        SeededBits bits = new SeededBits(15);
        for (int people : new int[] {0, 1, 10, 1000}) {
            for (String epsilon : new String[] {"0.0001", "1", "10000"}) {
                long[] values = new long[people];
                for (int i = 0; i < people; i++) {
                    values[i] = (bits.nextLong() >>> 40) % 10_050 - 50;
                }
                QuantileTree tree = QuantileTree.calibrated(WEIGHTS, Epsilon.of(epsilon));
                List<QuantileTree.Interval> found = tree.release(histogram(WEIGHTS, values), HUNDREDTHS, 0.95, bits);
                assertThat(found).hasSize(101);
                assertThat(found.stream().map(QuantileTree.Interval::value).toList())
                        .isSorted();
                assertThat(found)
                        .allMatch(each -> each.low().compareTo(GRID.low()) >= 0
                                && each.high().compareTo(GRID.high()) <= 0);
            }
        }
    }

    @Test
    void aLargeLossGivesTheQuantilesThemselves() {
        long[] values = {0, 0, 500, 500, 500, 500, 500, 500, 1000, 1000};
        QuantileTree tree = QuantileTree.calibrated(WEIGHTS, Epsilon.of("10000"));
        List<Rational> tenths = IntStream.rangeClosed(0, 10)
                .filter(i -> i != 2 && i != 8)
                .mapToObj(i -> Rational.of(i, 10))
                .toList();
        List<QuantileTree.Interval> found = tree.release(histogram(WEIGHTS, values), tenths, 0.95, new SeededBits(3));
        long[] expected = {0, 0, 500, 500, 500, 500, 500, 1000, 1000};
        for (int i = 0; i < expected.length; i++) {
            assertThat(found.get(i).value()).isEqualTo(expected[i]);
            assertThat(found.get(i).low()).isLessThanOrEqualTo(BigInteger.valueOf(expected[i]));
            assertThat(found.get(i).high()).isGreaterThanOrEqualTo(BigInteger.valueOf(expected[i]));
        }
    }

    /** Of skewed data, in groups of 50, 500 and 5,000, for ranks in the middle and near an end. */
    @Test
    void intervalsCover() {
        SeededBits bits = new SeededBits(8);
        List<Rational> ranks = List.of(Rational.of(1, 20), Rational.of(1, 2), Rational.of(19, 20));
        for (int people : new int[] {50, 500, 5000}) {
            int runs = people == 5000 ? 300 : 1000;
            int[] covered = new int[3];
            double width = 0;
            for (int run = 0; run < runs; run++) {
                long[] values = new long[people];
                for (int i = 0; i < people; i++) {
                    values[i] = Math.min(9_999, Math.round(Coverage.skewed(bits, 900)));
                }
                Arrays.sort(values);
                List<QuantileTree.Interval> found = TREE.release(histogram(WEIGHTS, values), ranks, 0.95, bits);
                for (int i = 0; i < 3; i++) {
                    int index = (int) Math.ceil(ranks.get(i).toDoubleNearest() * people) - 1;
                    BigInteger truth = BigInteger.valueOf(values[index]);
                    boolean inside = found.get(i).low().compareTo(truth) <= 0
                            && truth.compareTo(found.get(i).high()) <= 0;
                    covered[i] += inside ? 1 : 0;
                }
                width += found.get(1).high().subtract(found.get(1).low()).doubleValue() / runs;
            }
            for (int count : covered) {
                assertThat(count / (double) runs).isGreaterThanOrEqualTo(Coverage.LEAST);
            }
            if (people == 5000) {
                // The median is 624; an interval that says nothing would cover too.
                assertThat(width).isLessThan(300);
            }
        }
    }

    @Test
    void ranksAreOffByNoMoreThanTheBound() {
        SeededBits bits = new SeededBits(9);
        long[] values = new long[10_000];
        Arrays.setAll(values, i -> i - 50);
        LeafHistogram histogram = histogram(WEIGHTS, values);
        List<Rational> ranks = new ArrayList<>(HUNDREDTHS.subList(1, 100));
        int missed = 0;
        double furthest = 0;
        for (int run = 0; run < 100; run++) {
            List<BigInteger> found = TREE.release(histogram, ranks, bits);
            for (int i = 0; i < ranks.size(); i++) {
                double error = Math.abs(found.get(i).doubleValue() + 50.5 - 100 * (i + 1));
                furthest = Math.max(furthest, error);
                missed += error > TREE.rankErrorBound(ranks.get(i), 0.9) ? 1 : 0;
            }
        }
        assertThat(furthest).isGreaterThan(10);
        assertThat(missed).isLessThan(990);
    }

    @Test
    void normalQuantilesAreRight() {
        assertThat(NormalQuantile.upper(0.025)).isBetween(1.959963984, 1.959963985);
        assertThat(NormalQuantile.upper(1e-9)).isBetween(5.9978070, 5.9978071);
        assertThat(NormalQuantile.upper(0.5)).isBetween(-1e-9, 1e-9);
        assertThat(NormalQuantile.upper(0.975)).isBetween(-1.959963985, -1.959963984);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        LeafHistogram histogram = histogram(WEIGHTS, new long[0]);
        SeededBits bits = new SeededBits(1);
        assertThatThrownBy(() -> TREE.release(histogram, List.of(), bits)).hasMessage("ranks must be at least one");
        assertThatThrownBy(() -> TREE.release(histogram, List.of(Rational.of(2)), bits))
                .hasMessage("ranks must be between 0 and 1");
        for (double confidence : new double[] {0, 1, Double.NaN}) {
            assertThatThrownBy(() -> TREE.release(histogram, HUNDREDTHS, confidence, bits))
                    .hasMessage("confidence must be more than 0 and less than 1");
            assertThatThrownBy(() -> TREE.rankErrorBound(Rational.ONE, confidence))
                    .hasMessage("confidence must be more than 0 and less than 1");
        }
        LeafHistogram other = histogram(new LeafWeights(GRID, 2), new long[0]);
        assertThatThrownBy(() -> TREE.release(other, HUNDREDTHS, bits)).hasMessageStartingWith("histogram must");
    }

    /** Noise of as many nodes as lie on both sides of a leaf: 16 on the first level, and 15 more on each below it. */
    @Test
    void theBoundIsThatOfAllNodesBesideALeaf() {
        for (int levels = 1; levels <= 3; levels++) {
            BigInteger last = BigInteger.ONE.shiftLeft(4 * levels).subtract(BigInteger.ONE);
            LeafWeights weights = new LeafWeights(new LeafGrid(BigInteger.ZERO, last, Unit.DecimalUnit.WHOLE), 3);
            QuantileTree tree = QuantileTree.calibrated(weights, Epsilon.of("0.5"));
            double each = 3 * levels / 0.5 * Math.sqrt(2);
            int nodes = 16 + 15 * (levels - 1);
            for (double rank : new double[] {0, 0.25, 0.5, 0.75, 1}) {
                double deviation = Math.max(rank, 1 - rank) * Math.sqrt(nodes) * each;
                double expected = NormalQuantile.upper(0.05, 3.0 / nodes) * deviation;
                assertThat(tree.rankErrorBound(Rational.ofExact(rank), 0.9))
                        .as("%d levels, %s", levels, rank)
                        .isBetween(expected * (1 - 1e-6), expected * (1 + 1e-6));
            }
        }
    }
}
