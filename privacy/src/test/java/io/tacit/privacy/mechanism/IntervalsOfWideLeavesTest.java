package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Over wide bounds a leaf holds several values, and the quantile may be any of them: intervals begin with the first
 * value of a leaf and end with the last one, within the bounds. All values are in one leaf, and so many of them that
 * noise does not matter.
 */
class IntervalsOfWideLeavesTest {
    private static final Rational HALF = Rational.of(1, 2);
    private static final List<LeafGrid> GRIDS = List.of(
            grid(0, 2_000_003), grid(-7_777_777, 3_333_333), grid(-2, 123_456_789_013L), grid(3_000_001, 9_000_007));

    private static LeafGrid grid(long low, long high) {
        return new LeafGrid(BigInteger.valueOf(low), BigInteger.valueOf(high), Unit.DecimalUnit.WHOLE);
    }

    /** The bounds, and both sides of some edges of leaves. */
    private static List<BigInteger> quantiles(LeafGrid grid) {
        BigInteger width = grid.width();
        assertThat(width).isGreaterThan(BigInteger.ONE);
        BigInteger edge =
                grid.low().add(grid.high()).shiftRight(1).divide(width).multiply(width);
        return List.of(grid.low(), grid.high(), edge.subtract(BigInteger.ONE), edge, edge.add(width.shiftRight(1)));
    }

    private static LeafHistogram all(LeafGrid grid, BigInteger quantile) {
        LeafWeights weights = new LeafWeights(grid, 1);
        BigInteger people = weights.sensitivity().multiply(BigInteger.valueOf(1_000_000));
        return LeafHistogram.of(weights, Map.of(grid.leaf(quantile), people));
    }

    /** From the first value of one leaf to the last of another. */
    private static QuantileTree.Interval interval(LeafGrid grid, BigInteger first, BigInteger value, BigInteger last) {
        BigInteger width = grid.width();
        return new QuantileTree.Interval(
                first.subtract(first.mod(width)).max(grid.low()),
                value,
                last.subtract(last.mod(width))
                        .add(width)
                        .subtract(BigInteger.ONE)
                        .min(grid.high()));
    }

    /** Also where the drawn value is a leaf beside that of the quantile: then the interval reaches a leaf to either side. */
    @Test
    void drawnEndsAreTheFirstAndTheLastValueOfTheirLeaves() {
        SeededBits bits = new SeededBits(4);
        for (LeafGrid grid : GRIDS) {
            for (BigInteger quantile : quantiles(grid)) {
                LeafHistogram histogram = all(grid, quantile);
                int leaf = grid.leaf(quantile);
                for (int near = Math.max(0, leaf - 1); near <= Math.min(leaf + 1, grid.leaves() - 1); near++) {
                    BigInteger drawn = grid.value(near);
                    QuantileTree.Interval found = new QuantileInterval(histogram.weights(), HALF, Epsilon.of("1"), 0.95)
                            .release(histogram, drawn, bits);
                    assertThat(found)
                            .as("%s in %s, drawn %s", quantile, grid, drawn)
                            .isEqualTo(interval(
                                    grid,
                                    grid.value(Math.max(0, near - Math.abs(near - leaf))),
                                    drawn,
                                    grid.value(Math.min(grid.leaves() - 1, near + Math.abs(near - leaf)))));
                    assertThat(quantile).isBetween(found.low(), found.high());
                }
            }
        }
    }

    @Test
    void endsFromATreeAreTheFirstAndTheLastValueOfTheLeaf() {
        SeededBits bits = new SeededBits(4);
        for (LeafGrid grid : GRIDS) {
            for (BigInteger quantile : quantiles(grid)) {
                LeafHistogram histogram = all(grid, quantile);
                List<QuantileTree.Interval> expected = new ArrayList<>();
                List<Rational> ranks = List.of(Rational.of(1, 4), HALF, Rational.of(3, 4));
                ranks.forEach(
                        rank -> expected.add(interval(grid, quantile, grid.value(grid.leaf(quantile)), quantile)));
                assertThat(QuantileTree.calibrated(histogram.weights(), Epsilon.of("1"))
                                .release(histogram, ranks, 0.95, bits))
                        .as("%s in %s", quantile, grid)
                        .isEqualTo(expected);
            }
        }
    }
}
