package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one person contributes to the histogram of a group, from which all quantiles of one expression are computed.
 *
 * <p>A person with {@code rows} values, {@code c} of them in a leaf, contributes to that leaf
 *
 * <pre>{@code floor(min(maxRows, rows) · 2^shift · c / rows)}</pre>
 *
 * and nothing without values. Everything is a positive integer below 2^71, so that 2^40 people fit 128 bits. For each
 * group the sums over people travel, of the occupied leaves only: rows (group, leaf, weight). In SQL, in whole units q
 * of the column, over the rows of the (unit, group) pairs that the limit kept, and never over NULL:
 *
 * <pre>{@code
 * SELECT grp, leaf, SUM(weight) AS weight FROM (
 *   SELECT unit, grp, leaf, least(maxRows, rows) * power(2, shift) * COUNT(*) / rows AS weight   -- integers
 *   FROM (SELECT unit, grp, (greatest(least(q, high), low) - origin) / width AS leaf,
 *                COUNT(*) OVER (PARTITION BY unit, grp) AS rows FROM kept WHERE q IS NOT NULL)
 *   GROUP BY unit, grp, leaf, rows)
 * GROUP BY grp, leaf
 * }</pre>
 *
 * <p>{@link #sensitivity} is the most by which one person changes the leaves of one group in L1. The proof is in
 * {@code LeafWeights.md} beside this class.
 *
 * @param grid the leaves
 * @param maxRows m, how many rows one person may weigh in a group, between 1 and 2^31 − 1
 */
public record LeafWeights(LeafGrid grid, long maxRows) {
    /** Refuses a number of rows out of range. */
    public LeafWeights {
        Ranges.checkRows(maxRows);
    }

    /** The power of two by which weights are scaled: the most that one person weighs then has 40 bits. */
    public int shift() {
        return State.BITS - (Long.SIZE - Long.numberOfLeadingZeros(maxRows));
    }

    /** m·2^shift: the most that one person contributes to all leaves of one group together. */
    public BigInteger sensitivity() {
        return BigInteger.valueOf(maxRows).shiftLeft(shift());
    }

    /**
     * What a person contributes.
     *
     * @param rowsOfLeaves how many values the person has in each leaf
     * @return the weight of each leaf, where it is not 0
     */
    public Map<Integer, BigInteger> contribution(Map<Integer, Long> rowsOfLeaves) {
        BigInteger rows =
                rowsOfLeaves.values().stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger weight = rows.min(BigInteger.valueOf(maxRows)).shiftLeft(shift());
        Map<Integer, BigInteger> weights = new TreeMap<>();
        for (Map.Entry<Integer, Long> leaf : rowsOfLeaves.entrySet()) {
            BigInteger share = weight.multiply(BigInteger.valueOf(leaf.getValue()));
            if (share.compareTo(rows) >= 0 && rows.signum() > 0) {
                weights.put(leaf.getKey(), share.divide(rows));
            }
        }
        return weights;
    }
}
