package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The interval around a drawn 0.9: an eighth of its loss decides whether it has an upper end of its own. */
class NearIntervalTest extends MechanismContract<Map<Integer, BigInteger>, QuantileTree.Interval> {
    private static final int DRAWN = 20;
    private static final double EPSILON = 8;
    private static final LeafWeights WEIGHTS = new LeafWeights(
            new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(ShrinkingLaw.LEAVES - 1), Unit.DecimalUnit.WHOLE), 1);
    private static final ShrinkingLaw LAW = new ShrinkingLaw(WEIGHTS, 0.9, DRAWN);
    private static final QuantileInterval LAST =
            new QuantileInterval(WEIGHTS, Rational.of(9, 10), Epsilon.of("8"), 0.95);

    /** Around the number of people at which both ends are as likely looked for as one. */
    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(
                        Map.of(15, people(15), 20, people(2), 30, people(1)),
                        Map.of(15, people(15), 20, people(2), 30, people(2))),
                new Neighbours<>(Map.of(2, people(16), 50, people(3)), Map.of(2, people(17), 50, people(3))),
                new Neighbours<>(Map.of(19, people(20)), Map.of(19, people(21))),
                new Neighbours<>(Map.of(20, people(20)), Map.of(20, people(20), 63, people(1))),
                new Neighbours<>(Map.of(), Map.of(7, people(1))));
    }

    /**
     * A person makes windows surer or less sure and counts among those who tell whether there are two ends: hardly any
     * pair loses all of both. That at least half is lost shows that the law is not another one.
     */
    @Override
    @Test
    void isNotMuchMorePrivateThanDeclared() {
        double most = 0;
        for (Neighbours<Map<Integer, BigInteger>> pair : neighbours()) {
            Map<QuantileTree.Interval, Double> without = law(pair.without());
            for (Map.Entry<QuantileTree.Interval, Double> with :
                    law(pair.with()).entrySet()) {
                double other = without.getOrDefault(with.getKey(), 0.0);
                if (Math.min(with.getValue(), other) > 1e-9) {
                    most = Math.max(most, Math.abs(Math.log(with.getValue() / other)));
                }
            }
        }
        assertThat(most).isBetween(EPSILON / 2, EPSILON);
    }

    private static BigInteger people(int count) {
        return WEIGHTS.sensitivity().multiply(BigInteger.valueOf(count));
    }

    @Override
    protected Map<QuantileTree.Interval, Double> law(Map<Integer, BigInteger> leaves) {
        double left = EPSILON * 7 / 8;
        double enough = LAW.margin(left, true) + 3 * LAW.ofAnswers(left, true);
        double missing = enough / 0.1 - LAW.before(leaves, ShrinkingLaw.LEAVES);
        double ofBoth = missing > 0 ? Math.exp(-missing * EPSILON / 8) / 2 : 1 - Math.exp(missing * EPSILON / 8) / 2;
        Map<QuantileTree.Interval, Double> law = new HashMap<>();
        LAW.of(leaves, left, true).forEach((found, chance) -> law.merge(found, ofBoth * chance, Double::sum));
        LAW.of(leaves, left, false).forEach((found, chance) -> law.merge(found, (1 - ofBoth) * chance, Double::sum));
        return law;
    }

    @Override
    protected QuantileTree.Interval run(Map<Integer, BigInteger> leaves, RandomBits bits) {
        return LAST.release(LeafHistogram.of(WEIGHTS, leaves), BigInteger.valueOf(DRAWN), bits);
    }

    @Override
    protected double epsilon() {
        return EPSILON;
    }

    @Override
    protected double delta() {
        return 0;
    }
}
