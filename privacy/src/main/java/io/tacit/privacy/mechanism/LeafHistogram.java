package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The exact weights of the occupied leaves of one group: private data until a mechanism has read them.
 *
 * <p>{@code LeafHistogram.md} beside this class says what neighbouring histograms are.
 */
public final class LeafHistogram {
    private final LeafWeights weights;
    private final int[] leaves;
    private final BigInteger[] weightOf;
    private final BigInteger[] before;

    private LeafHistogram(LeafWeights weights, SortedMap<Integer, BigInteger> occupied) {
        this.weights = weights;
        leaves = new int[occupied.size()];
        weightOf = new BigInteger[occupied.size()];
        before = new BigInteger[occupied.size() + 1];
        before[0] = BigInteger.ZERO;
        int i = 0;
        for (Map.Entry<Integer, BigInteger> leaf : occupied.entrySet()) {
            leaves[i] = leaf.getKey();
            weightOf[i] = leaf.getValue();
            before[i + 1] = before[i].add(leaf.getValue());
            i++;
        }
    }

    /**
     * A histogram.
     *
     * @param weights what one person contributes
     * @param leaves the weights of leaves, at least 0; leaves without weight may be missing; may be empty
     * @throws IllegalArgumentException for a leaf that the grid does not have, or a negative weight
     */
    public static LeafHistogram of(LeafWeights weights, Map<Integer, BigInteger> leaves) {
        int count = weights.grid().leaves();
        TreeMap<Integer, BigInteger> occupied = new TreeMap<>();
        for (Map.Entry<Integer, BigInteger> leaf : leaves.entrySet()) {
            if (leaf.getKey() < 0 || leaf.getKey() >= count) {
                throw new IllegalArgumentException("leaves must be at least 0 and less than the number of leaves");
            }
            if (leaf.getValue().signum() < 0) {
                throw new IllegalArgumentException("weights must be at least 0");
            }
            if (leaf.getValue().signum() > 0) {
                occupied.put(leaf.getKey(), leaf.getValue());
            }
        }
        return new LeafHistogram(weights, occupied);
    }

    /** What one person contributes. */
    public LeafWeights weights() {
        return weights;
    }

    int size() {
        return leaves.length;
    }

    int leaf(int index) {
        return leaves[index];
    }

    BigInteger weight(int index) {
        return weightOf[index];
    }

    /** The weight of all occupied leaves before this one. */
    BigInteger before(int index) {
        return before[index];
    }

    /** The index of the first occupied leaf that is not before a leaf. */
    int indexFrom(long leaf) {
        int index = Arrays.binarySearch(leaves, (int) Math.min(leaf, Integer.MAX_VALUE));
        return index >= 0 ? index : -1 - index;
    }

    /** The weight of the leaves from one to another, the second excluded. */
    BigInteger between(long from, long to) {
        return before[indexFrom(to)].subtract(before[indexFrom(from)]);
    }

    @Override
    public String toString() {
        return "LeafHistogram of " + weights;
    }
}
