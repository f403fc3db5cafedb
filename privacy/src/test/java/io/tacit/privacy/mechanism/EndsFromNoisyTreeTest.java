package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The ends of intervals with noise as large as weights, where each decision depends on how far the nodes left and right
 * of a place may be off: against a reckoning that adds up lists of nodes, and by how often they hold the quantile.
 */
class EndsFromNoisyTreeTest {
    private static final double[] RANKS = {0, 0.05, 0.3, 0.5, 0.8, 0.95, 1};

    /** The scale of the noise of a node, in rows. */
    private static final int ROWS = 6;

    private static LeafWeights weights(int leaves) {
        return new LeafWeights(new LeafGrid(BigInteger.ONE, BigInteger.valueOf(leaves), Unit.DecimalUnit.WHOLE), 1);
    }

    private static DiscreteLaplace noise(LeafWeights weights, int rows) {
        return new DiscreteLaplace(Rational.of(weights.sensitivity().multiply(BigInteger.valueOf(rows))));
    }

    private static LeafHistogram histogram(LeafWeights weights, int[] rows) {
        Map<Integer, BigInteger> leaves = new HashMap<>();
        for (int leaf = 0; leaf < rows.length; leaf++) {
            leaves.put(leaf, weights.sensitivity().multiply(BigInteger.valueOf(rows[leaf])));
        }
        return LeafHistogram.of(weights, leaves);
    }

    /** Rows of leaves that are mostly before, in, or behind a random place. */
    private static int[] rows(int leaves, SeededBits random) {
        double place = random.nextUnit() * leaves;
        return IntStream.range(0, leaves)
                .map(leaf -> (int) (random.nextUnit() * (Math.abs(leaf - place) * 8 < leaves ? 60 : 4)))
                .toArray();
    }

    /** The same decisions, from lists of the nodes on both sides of a place. */
    private static final class Model {
        private final LeafHistogram histogram;
        private final DiscreteLaplaceSampler sampler;
        private final SeededBits bits;
        private final double rank;
        private final double z;
        private final List<Double> before = new ArrayList<>();
        private final List<Double> after = new ArrayList<>();
        private int first;

        Model(LeafHistogram histogram, long seed, double rank, double z) {
            this.histogram = histogram;
            this.rank = rank;
            this.z = z;
            sampler = noise(histogram.weights(), ROWS).sampler();
            bits = new SeededBits(seed);
        }

        private List<Double> read(int size) {
            List<Double> nodes = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int begin = first + i * size;
                nodes.add(histogram
                                .between(begin, begin + size)
                                .add(sampler.draw(bits))
                                .doubleValue()
                        / histogram.weights().sensitivity().doubleValue());
            }
            return nodes;
        }

        /** The standardised difference of a place: below −1 the quantile is surely behind it, above 1 before it. */
        private double off(List<Double> nodes, int place) {
            List<Double> left = new ArrayList<>(before);
            left.addAll(nodes.subList(0, place));
            List<Double> right = new ArrayList<>(nodes.subList(place, nodes.size()));
            right.addAll(after);
            double[] factors = DoubleStream.concat(
                            left.stream().mapToDouble(node -> 1 - rank),
                            right.stream().mapToDouble(node -> rank))
                    .toArray();
            double squares = DoubleStream.of(factors).map(each -> each * each).sum();
            double fourths = DoubleStream.of(factors)
                    .map(each -> each * each * each * each)
                    .sum();
            double value = (1 - rank) * left.stream().mapToDouble(node -> node).sum()
                    - rank * right.stream().mapToDouble(node -> node).sum();
            if (squares == 0) {
                return value == 0 ? 0 : Math.signum(value) * Double.POSITIVE_INFINITY;
            }
            double heavier = 3 * fourths / (squares * squares) * (z * z * z - 3 * z) / 24;
            return value / (Math.sqrt(2 * squares) * ROWS * (z + Math.max(0, heavier)));
        }

        private void choose(List<Double> nodes, int chosen, int size) {
            before.addAll(nodes.subList(0, chosen));
            after.addAll(nodes.subList(chosen + 1, nodes.size()));
            first += chosen * size;
        }

        int least(int leaves) {
            for (int size = leaves / 16; size > 0; size /= 16) {
                List<Double> nodes = read(size);
                choose(
                        nodes,
                        IntStream.range(0, 15)
                                .filter(i -> off(nodes, i + 1) >= -1)
                                .findFirst()
                                .orElse(15),
                        size);
            }
            return first;
        }

        int largest(int leaves) {
            for (int size = leaves / 16; size > 0; size /= 16) {
                List<Double> nodes = read(size);
                choose(
                        nodes,
                        IntStream.range(1, 16)
                                .map(i -> 16 - i)
                                .filter(i -> off(nodes, i) <= 1)
                                .findFirst()
                                .orElse(0),
                        size);
            }
            return first;
        }
    }

    @Test
    void endsAreWhereTheNodesOnBothSidesMayJustBeOff() {
        SeededBits random = new SeededBits(11);
        for (int leaves : new int[] {16, 256}) {
            LeafWeights weights = weights(leaves);
            for (int run = 0; run < 20; run++) {
                LeafHistogram histogram = histogram(weights, rows(leaves, random));
                for (double rank : RANKS) {
                    for (double z : new double[] {1.2, 2.2}) {
                        long seed = random.nextLong();
                        assertThat(new NoisyTree(histogram, noise(weights, ROWS), new SeededBits(seed)).least(rank, z))
                                .as("least of rank %s, run %d, %d leaves, z %s", rank, run, leaves, z)
                                .isEqualTo(new Model(histogram, seed, rank, z).least(leaves));
                        assertThat(new NoisyTree(histogram, noise(weights, ROWS), new SeededBits(seed))
                                        .largest(rank, z))
                                .as("largest of rank %s, run %d, %d leaves, z %s", rank, run, leaves, z)
                                .isEqualTo(new Model(histogram, seed, rank, z).largest(leaves));
                    }
                }
            }
        }
    }

    /**
     * All values are in two leaves beside each other, as many in the first as the rank says: each end passes the edge
     * between them in at most one of 40 runs, wherever that edge lies, so that the nodes on either side are many or few.
     */
    @Test
    void endsMissTheQuantileAsRarelyAsTheySay() {
        SeededBits bits = new SeededBits(12);
        LeafWeights weights = weights(16);
        int runs = 200;
        for (int percent : new int[] {5, 50, 95}) {
            for (int edge : new int[] {1, 2, 8, 14, 15}) {
                int[] rows = new int[16];
                rows[edge - 1] = percent;
                rows[edge] = 100 - percent;
                LeafHistogram histogram = histogram(weights, rows);
                int behind = 0;
                int before = 0;
                for (int run = 0; run < runs; run++) {
                    NoisyTree tree = new NoisyTree(histogram, noise(weights, ROWS), bits);
                    behind += tree.least(percent / 100.0, 1.96) > edge - 1 ? 1 : 0;
                    before += tree.largest(percent / 100.0, 1.96) < edge ? 1 : 0;
                }
                // Of 200 runs with a chance of 1/40 more than 20 miss with a chance below 10^-6.
                assertThat(behind).as("rank %s %%, edge %s", percent, edge).isLessThanOrEqualTo(20);
                assertThat(before).as("rank %s %%, edge %s", percent, edge).isLessThanOrEqualTo(20);
            }
        }
    }

    /** A release decides on each level with an equal share of what its confidence leaves, one half of it for each end. */
    @Test
    void levelsShareWhatTheConfidenceLeaves() {
        List<Rational> ranks = List.of(Rational.of(1, 5), Rational.of(1, 2), Rational.ONE);
        double[] doubles = ranks.stream().mapToDouble(Rational::toDoubleNearest).toArray();
        int[] levelsOf = {10, 200, 3000};
        for (int levels = 1; levels <= levelsOf.length; levels++) {
            LeafWeights weights = weights(levelsOf[levels - 1]);
            LeafHistogram histogram = histogram(weights, rows(levelsOf[levels - 1], new SeededBits(8)));
            DiscreteLaplace noise = noise(weights, ROWS);
            QuantileTree release = new QuantileTree(weights, noise);
            for (double confidence : new double[] {0.5, 0.8, 0.95, 0.999}) {
                double z = NormalTail.quantile((1 - confidence) / 2 / levels);
                List<QuantileTree.Interval> intervals =
                        release.release(histogram, ranks, confidence, new SeededBits(levels));
                NoisyTree tree = new NoisyTree(histogram, noise, new SeededBits(levels));
                tree.readFor(doubles, release.margin());
                for (int i = 0; i < doubles.length; i++) {
                    BigInteger value = weights.grid().value(tree.leaf(doubles[i], release.margin()));
                    BigInteger low = weights.grid().value(tree.least(doubles[i], z));
                    BigInteger high = weights.grid().lastValue(tree.largest(doubles[i], z));
                    assertThat(intervals.get(i))
                            .as("%d levels, %s", levels, confidence)
                            .isEqualTo(new QuantileTree.Interval(low.min(value), value, high.max(value)));
                }
            }
        }
    }
}
