package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One median of 400 leaves, with data for which one person changes much: most of the leaves get worse, one gets better.
 */
class SingleQuantileTest extends MechanismContract<Map<Integer, BigInteger>, BigInteger> {
    private static final int LEAVES = 400;
    private static final LeafWeights WEIGHTS =
            new LeafWeights(new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(LEAVES - 1), Unit.DecimalUnit.WHOLE), 1);
    private static final Quantiles MEDIAN = new Quantiles(WEIGHTS, List.of(Rational.of(1, 2)), Epsilon.of("3"));

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(
                        Map.of(0, people(10), 2, people(1), LEAVES - 1, people(10)),
                        Map.of(0, people(11), 2, people(1), LEAVES - 1, people(10))),
                new Neighbours<>(Map.of(), Map.of(7, people(1))));
    }

    private static BigInteger people(int count) {
        return WEIGHTS.sensitivity().multiply(BigInteger.valueOf(count));
    }

    @Override
    protected Map<BigInteger, Double> law(Map<Integer, BigInteger> leaves) {
        double total = 0;
        for (BigInteger weight : leaves.values()) {
            total += weight.doubleValue() / WEIGHTS.sensitivity().doubleValue();
        }
        Map<BigInteger, Double> law = new TreeMap<>();
        double before = 0;
        double sum = 0;
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            double upTo = before
                    + leaves.getOrDefault(leaf, BigInteger.ZERO).doubleValue()
                            / WEIGHTS.sensitivity().doubleValue();
            double penalty = Math.max(0, Math.max(before - total / 2, total / 2 - upTo));
            // ε·penalty/(2·1/2)
            law.put(BigInteger.valueOf(leaf), Math.exp(-3 * penalty));
            sum += Math.exp(-3 * penalty);
            before = upTo;
        }
        double whole = sum;
        Map<BigInteger, Double> shares = new HashMap<>();
        law.forEach((leaf, weight) -> shares.put(leaf, weight / whole));
        return shares;
    }

    @Override
    protected BigInteger run(Map<Integer, BigInteger> leaves, RandomBits bits) {
        return MEDIAN.release(LeafHistogram.of(WEIGHTS, leaves), bits).get(0);
    }

    @Override
    protected double epsilon() {
        return 3;
    }

    @Override
    protected double delta() {
        return 0;
    }
}
