package io.tacit.privacy.mechanism;

import java.math.BigInteger;

/**
 * Leaves: the equal parts of [low, high] in which quantiles count values, fixed by the bounds and never by data.
 *
 * <p>Leaf {@code i} begins at {@code origin + i·width} whole units. The width is 1 where at most 2^20 whole units lie
 * between the bounds; else the least of 1, 2, 5, 10, 20, … for decimals, of the powers of two for doubles, that leaves
 * fewer than 2^20 leaves and one. Leaves begin at multiples of the width, so that round numbers stay as they are: with
 * 2^20 of them what a leaf hides is smaller than one person's rank among 20,000 unless bounds are far too wide.
 *
 * <p>For a whole number q of the column the leaf is, in SQL on 128-bit integers, where nothing is negative and nothing
 * passes 2^88: {@code (greatest(least(q, high), low) - origin) / width}, an integer division. NULL and NaN have no
 * leaf.
 *
 * @param low in whole units, at most {@code high}; magnitudes below 2^86
 * @param high in whole units
 * @param column the real value of one whole unit
 */
public record LeafGrid(BigInteger low, BigInteger high, Unit column) {
    /** No grid has more leaves than this. */
    public static final int MOST_LEAVES = 1 << 20;

    private static final BigInteger FIVE = BigInteger.valueOf(5);

    /** Refuses bounds out of range. */
    public LeafGrid {
        Ranges.check(low, high);
    }

    /** How many whole units a leaf is wide. */
    public BigInteger width() {
        boolean binary = column.match(decimal -> false, grid -> true);
        BigInteger width = BigInteger.ONE;
        BigInteger ten = BigInteger.ONE;
        for (int step = 0; leaves(width).compareTo(BigInteger.valueOf(MOST_LEAVES)) > 0; step++) {
            if (binary) {
                width = width.shiftLeft(1);
            } else if (step % 3 == 0) {
                width = ten.shiftLeft(1);
            } else if (step % 3 == 1) {
                width = ten.multiply(FIVE);
            } else {
                ten = ten.multiply(BigInteger.TEN);
                width = ten;
            }
        }
        return width;
    }

    /** Where leaf 0 begins, in whole units: a multiple of the width, at most {@code low}. */
    public BigInteger origin() {
        return origin(width());
    }

    /** How many leaves, between 1 and {@link #MOST_LEAVES}. */
    public int leaves() {
        return leaves(width()).intValueExact();
    }

    /** The leaf of a value in whole units; values outside the bounds are in the first or the last. */
    public int leaf(BigInteger q) {
        return Ranges.clamp(q, low, high).subtract(origin()).divide(width()).intValueExact();
    }

    /**
     * The value that stands for a leaf, in whole units within the bounds: where it begins.
     *
     * @throws IllegalArgumentException when there is no such leaf
     */
    public BigInteger value(int leaf) {
        BigInteger width = width();
        if (leaf < 0 || leaves(width).compareTo(BigInteger.valueOf(leaf)) <= 0) {
            throw new IllegalArgumentException("leaf must be at least 0 and less than the number of leaves");
        }
        return origin(width).add(width.multiply(BigInteger.valueOf(leaf))).max(low);
    }

    /** The last whole unit of a leaf within the bounds. */
    BigInteger lastValue(int leaf) {
        return value(leaf)
                .max(origin().add(width().multiply(BigInteger.valueOf(leaf + 1L)))
                        .subtract(BigInteger.ONE)
                        .min(high));
    }

    private BigInteger origin(BigInteger width) {
        return low.subtract(low.mod(width));
    }

    private BigInteger leaves(BigInteger width) {
        return high.subtract(origin(width)).divide(width).add(BigInteger.ONE);
    }
}
