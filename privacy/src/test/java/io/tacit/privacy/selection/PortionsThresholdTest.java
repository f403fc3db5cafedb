package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LaplaceLaw;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The whole release of one group: each person is divided into two portions of four units in all, and both noisy portions
 * are shown where they reach the threshold together.
 */
class PortionsThresholdTest extends MechanismContract<PortionsThresholdTest.Group, PortionsThresholdTest.Group> {
    private static final Delta DELTA = Delta.of("0.01");
    private static final int PERSON = 4;

    /** For ε = 2: one person moves both portions by four units in all. */
    private static final DiscreteLaplace NOISE = new DiscreteLaplace(Rational.of(2));

    private static final long THRESHOLD = PERSON
            * PortionsThreshold.threshold(sum(2), BigInteger.valueOf(PERSON), DELTA, 1)
                    .longValueExact();
    private static final Group HIDDEN = new Group(Long.MIN_VALUE, Long.MIN_VALUE);
    private static final int FAR = 70;

    private static LaplaceSum sum(int portions) {
        return new LaplaceSum(NOISE.scale(), Collections.nCopies(portions, BigInteger.ONE));
    }

    /** Two portions of all people, exact or shown. */
    record Group(long below, long above) {}

    @Override
    protected List<Neighbours<Group>> neighbours() {
        return List.of(
                new Neighbours<>(new Group(0, 0), new Group(4, 0)),
                new Neighbours<>(new Group(0, 0), new Group(1, 3)),
                new Neighbours<>(new Group(9, 3), new Group(9, 7)),
                new Neighbours<>(new Group(20, 8), new Group(22, 10)));
    }

    @Override
    protected Map<Group, Double> law(Group exact) {
        if (exact.below() + exact.above() == 0) {
            return Map.of(HIDDEN, 1.0);
        }
        LaplaceLaw law = new LaplaceLaw(NOISE.scale().toDoubleNearest());
        Map<Group, Double> outcomes = new HashMap<>();
        double shown = 0;
        for (long below = exact.below() - FAR; below <= exact.below() + FAR; below++) {
            for (long above = exact.above() - FAR; above <= exact.above() + FAR; above++) {
                if (below + above >= THRESHOLD) {
                    double chance = law.at(below - exact.below()) * law.at(above - exact.above());
                    outcomes.put(new Group(below, above), chance);
                    shown += chance;
                }
            }
        }
        outcomes.put(HIDDEN, 1 - shown);
        return outcomes;
    }

    @Override
    protected Group run(Group exact, RandomBits bits) {
        if (exact.below() + exact.above() == 0) {
            return HIDDEN;
        }
        long below = exact.below() + NOISE.sample(bits).longValueExact();
        long above = exact.above() + NOISE.sample(bits).longValueExact();
        return below + above >= THRESHOLD ? new Group(below, above) : HIDDEN;
    }

    @Override
    protected double epsilon() {
        return 2;
    }

    @Override
    protected double delta() {
        return 0.01;
    }

    /** At ε = 1 and δ = 10^-6 17 people are enough, where a count with half of ε would need 28; more portions need more. */
    @Test
    void isThatOfAllPortions() {
        BigInteger person = BigInteger.ONE.shiftLeft(40);
        int[] expected = {15, 17, 18, 20, 21};
        for (int portions = 1; portions <= 5; portions++) {
            LaplaceSum noise = new LaplaceSum(Rational.of(person), Collections.nCopies(portions, BigInteger.ONE));
            assertThat(PortionsThreshold.threshold(noise, person, Delta.of("0.000001"), 1))
                    .isEqualTo(BigInteger.valueOf(expected[portions - 1]));
        }
        assertThat(PortionsThreshold.threshold(sum(2), BigInteger.valueOf(PERSON), DELTA, 300))
                .isGreaterThan(PortionsThreshold.threshold(sum(2), BigInteger.valueOf(PERSON), DELTA, 1));
    }

    @Test
    void refusesFewerGroupsThanOne() {
        assertThatThrownBy(() -> PortionsThreshold.threshold(sum(1), BigInteger.ONE, DELTA, 0))
                .hasMessage("maxGroups must be at least 1");
    }
}
