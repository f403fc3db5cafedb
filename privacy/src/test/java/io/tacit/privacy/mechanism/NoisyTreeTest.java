package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which leaf a rank has, with noise so small that none is left: one level of nodes, and weights that are known. */
class NoisyTreeTest {
    private static final LeafGrid GRID = new LeafGrid(BigInteger.ONE, BigInteger.valueOf(16), Unit.DecimalUnit.WHOLE);
    private static final LeafWeights WEIGHTS = new LeafWeights(GRID, 1);

    /** In units of 2^39 to a row. */
    private static final DiscreteLaplace NONE = new DiscreteLaplace(Rational.of(1, 1000));

    private static final double[] RANKS = {0, 0.25, 1 / 3.0, 0.34, 0.5, 2 / 3.0, 0.67, 0.75, 1};

    /** Ten rows in each of the third, the tenth and the thirteenth leaf. */
    private static NoisyTree tree(long... rows) {
        int[] leaves = {2, 9, 12};
        Map<Integer, BigInteger> weights = new HashMap<>();
        for (int i = 0; i < rows.length; i++) {
            weights.put(leaves[i], WEIGHTS.sensitivity().multiply(BigInteger.valueOf(rows[i])));
        }
        return new NoisyTree(LeafHistogram.of(WEIGHTS, weights), NONE, new SeededBits(5));
    }

    private static int[] leaves(NoisyTree tree, double margin) {
        tree.readFor(RANKS, margin);
        int[] found = new int[RANKS.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = tree.leaf(RANKS[i], margin);
        }
        return found;
    }

    /** What lies on the edge between two leaves belongs to the one below. */
    @Test
    void aRankHasTheLeafThatReachesIt() {
        assertThat(leaves(tree(10, 10, 10), 0)).containsExactly(2, 2, 2, 9, 9, 9, 12, 12, 12);
    }

    @Test
    void leavesWithoutWeightAreLeftOut() {
        assertThat(leaves(tree(0, 10, 0), 0)).containsOnly(9);
        assertThat(leaves(tree(1, 0, 1), 0)).containsExactly(2, 2, 2, 2, 2, 12, 12, 12, 12);
    }

    /** Ranks keep away from both ends by a margin, as far as the middle. */
    @Test
    void theMarginIsKept() {
        assertThat(leaves(tree(10, 10, 10), 11)).containsOnly(9);
        assertThat(leaves(tree(10, 10, 10), 10)).containsExactly(2, 2, 2, 9, 9, 9, 9, 9, 9);
        assertThat(leaves(tree(10, 10, 10), 1000)).containsOnly(9);
        assertThat(leaves(tree(30, 10, 5), 41)).containsOnly(2);
    }

    /** Where nothing is, ranks are spread over the range. */
    @Test
    void withoutWeightARankIsAPlaceInTheRange() {
        assertThat(leaves(tree(), 0)).containsExactly(0, 4, 5, 5, 8, 10, 10, 12, 15);
    }

    /** Ranks are enclosed by the leaves in which their weights can lie; with no noise, by the leaves themselves. */
    @Test
    void theEndsOfAnIntervalHoldTheRank() {
        for (double rank : new double[] {0.1, 0.34, 0.5, 0.66, 0.9}) {
            NoisyTree tree = tree(10, 10, 10);
            int expected = rank < 1 / 3.0 ? 2 : rank < 2 / 3.0 ? 9 : 12;
            assertThat(tree.least(rank, 1)).as("%s", rank).isEqualTo(expected);
            assertThat(tree.largest(rank, 1)).as("%s", rank).isEqualTo(expected);
        }
    }

    /** The first and the last leaf are leaves like all others, on one level and on two. */
    @Test
    void theEndsOfAnIntervalMayBeTheFirstAndTheLastLeaf() {
        for (int leaves : new int[] {16, 256}) {
            LeafWeights weights = new LeafWeights(
                    new LeafGrid(BigInteger.ONE, BigInteger.valueOf(leaves), Unit.DecimalUnit.WHOLE), 1);
            BigInteger rows = weights.sensitivity().multiply(BigInteger.TEN);
            LeafHistogram histogram = LeafHistogram.of(weights, Map.of(0, rows, leaves - 1, rows));
            NoisyTree tree = new NoisyTree(histogram, NONE, new SeededBits(5));
            assertThat(tree.least(0.1, 1)).isZero();
            assertThat(tree.largest(0.1, 1)).isZero();
            assertThat(tree.least(0.9, 1)).isEqualTo(leaves - 1);
            assertThat(tree.largest(0.9, 1)).isEqualTo(leaves - 1);
        }
    }

    /** A node that was read is not read again: its noise would be averaged away. */
    @Test
    void everyNodeIsReadOnce() {
        for (int leaves : new int[] {16, 256}) {
            LeafWeights weights = new LeafWeights(
                    new LeafGrid(BigInteger.ONE, BigInteger.valueOf(leaves), Unit.DecimalUnit.WHOLE), 1);
            LeafHistogram histogram = LeafHistogram.of(weights, Map.of(0, weights.sensitivity(), 9, BigInteger.TEN));
            int[] read = {0};
            SeededBits bits = new SeededBits(5);
            NoisyTree tree = new NoisyTree(histogram, new DiscreteLaplace(Rational.of(1L << 41)), () -> {
                read[0]++;
                return bits.nextLong();
            });
            tree.readFor(RANKS, 1);
            List<Integer> found = found(tree);
            int before = read[0];
            assertThat(before).isGreaterThan(16);
            tree.readFor(RANKS, 1);
            assertThat(found(tree)).isEqualTo(found);
            assertThat(read[0]).as("words read for %d leaves", leaves).isEqualTo(before);
        }
    }

    private static List<Integer> found(NoisyTree tree) {
        List<Integer> found = new ArrayList<>();
        for (double rank : RANKS) {
            found.add(tree.leaf(rank, 1));
            found.add(tree.least(rank, 2));
            found.add(tree.largest(rank, 2));
        }
        return found;
    }
}
