package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeafGridTest {
    private static LeafGrid decimals(long low, long high) {
        return new LeafGrid(BigInteger.valueOf(low), BigInteger.valueOf(high), new Unit.DecimalUnit(2));
    }

    @Test
    void smallRangesHaveALeafForEachWholeUnit() {
        LeafGrid grid = decimals(-3, 4);
        assertThat(grid.width()).isEqualTo(1);
        assertThat(grid.leaves()).isEqualTo(8);
        for (int q = -3; q <= 4; q++) {
            assertThat(grid.value(grid.leaf(BigInteger.valueOf(q)))).isEqualTo(q);
        }
        assertThat(grid.leaf(BigInteger.valueOf(-100))).isZero();
        assertThat(grid.leaf(BigInteger.valueOf(100))).isEqualTo(7);
        assertThat(decimals(7, 7).leaves()).isEqualTo(1);
    }

    @Test
    void leavesHoldTheirValuesAndKeepTheirOrder() {
        SeededBits bits = new SeededBits(21);
        for (int i = 0; i < 300; i++) {
            BigInteger one = BigInteger.valueOf(bits.nextLong() >> (i % 60));
            BigInteger other = BigInteger.valueOf(bits.nextLong() >> (i % 59));
            Unit unit = i % 2 == 0 ? new Unit.DecimalUnit(3) : new Unit.BinaryGrid(-20);
            LeafGrid grid = new LeafGrid(one.min(other), one.max(other), unit);
            int leaves = grid.leaves();
            assertThat(leaves).isBetween(1, LeafGrid.MOST_LEAVES);
            if (grid.width().compareTo(BigInteger.ONE) > 0) {
                assertThat(leaves).isGreaterThan(LeafGrid.MOST_LEAVES / 3);
            }
            assertThat(grid.origin().mod(grid.width())).isZero();
            assertThat(grid.leaf(grid.low())).isZero();
            assertThat(grid.leaf(grid.high())).isEqualTo(leaves - 1);
            BigInteger q = BigInteger.valueOf(bits.nextLong() >> (i % 58));
            int leaf = grid.leaf(q);
            BigInteger clamped = q.max(grid.low()).min(grid.high());
            assertThat(clamped).isBetween(grid.value(leaf), grid.lastValue(leaf));
            assertThat(grid.value(leaf)).isBetween(grid.low(), grid.high());
            assertThat(grid.lastValue(leaf)).isBetween(grid.low(), grid.high());
        }
    }

    @Test
    void roundNumbersStayAsTheyAre() {
        LeafGrid cents = decimals(-37, 100_000_000);
        assertThat(cents.width()).isEqualTo(100);
        assertThat(cents.value(cents.leaf(BigInteger.valueOf(50_000)))).isEqualTo(50_000);
        assertThat(cents.value(0)).isEqualTo(-37);
        Unit.BinaryGrid unit = Unit.BinaryGrid.forBounds(Rational.ZERO, Rational.of(1000));
        LeafGrid doubles = new LeafGrid(BigInteger.ZERO, unit.upperBound(Rational.of(1000)), unit);
        BigInteger half = unit.upperBound(Rational.of(500));
        assertThat(doubles.value(doubles.leaf(half))).isEqualTo(half);
    }

    @Test
    void onePersonWeighsAtMostTheSensitivity() {
        LeafGrid grid = decimals(0, 9);
        SeededBits bits = new SeededBits(4);
        for (long maxRows : new long[] {1, 2, 3, 1000, Integer.MAX_VALUE}) {
            LeafWeights weights = new LeafWeights(grid, maxRows);
            assertThat(weights.sensitivity().bitLength()).isEqualTo(State.BITS);
            BigInteger largest = BigInteger.ZERO;
            for (int i = 0; i < 200; i++) {
                Map<Integer, Long> rows = new HashMap<>();
                for (int leaf = 0; leaf <= i % 7; leaf++) {
                    rows.put(leaf, i % 3 == 0 ? Integer.MAX_VALUE : 1 + (bits.nextLong() & 0xff));
                }
                BigInteger sum = BigInteger.ZERO;
                for (BigInteger weight : weights.contribution(rows).values()) {
                    assertThat(weight).isPositive();
                    sum = sum.add(weight);
                }
                assertThat(sum).isLessThanOrEqualTo(weights.sensitivity());
                largest = largest.max(sum);
            }
            assertThat(largest).isEqualTo(weights.sensitivity());
            assertThat(weights.contribution(Map.of())).isEmpty();
            assertThat(weights.contribution(Map.of(3, 0L))).isEmpty();
        }
        // Two of three rows, with weight 1: floor(2^39·2/3).
        assertThat(new LeafWeights(grid, 1).contribution(Map.of(0, 1L, 5, 2L)))
                .isEqualTo(Map.of(0, BigInteger.valueOf((1L << 39) / 3), 5, BigInteger.valueOf((1L << 40) / 3)));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> decimals(2, 1)).hasMessage("low must be at most high");
        assertThatThrownBy(() -> decimals(0, 1).value(2)).hasMessageStartingWith("leaf must be");
        assertThatThrownBy(() -> decimals(0, 1).value(-1)).hasMessageStartingWith("leaf must be");
        assertThatThrownBy(() -> new LeafWeights(decimals(0, 1), 0)).hasMessageStartingWith("maxRows must be");
        LeafWeights weights = new LeafWeights(decimals(0, 1), 1);
        assertThatThrownBy(() -> LeafHistogram.of(weights, Map.of(2, BigInteger.ONE)))
                .hasMessageStartingWith("leaves must be");
        assertThatThrownBy(() -> LeafHistogram.of(weights, Map.of(1, BigInteger.valueOf(-1))))
                .hasMessage("weights must be at least 0");
    }
}
