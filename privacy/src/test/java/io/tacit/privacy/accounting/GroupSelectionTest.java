package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of one person: how rarely they appear in each plan. */
class GroupSelectionTest {
    private static final Delta DELTA = Delta.of("0.00001");

    private static NoiseRequest request(int states, boolean sharesUsers, long maxGroups, boolean selectsGroups) {
        return new NoiseRequest(
                Epsilon.of("1"),
                DELTA,
                maxGroups,
                Collections.nCopies(states, Measurement.STATE),
                sharesUsers ? OptionalInt.of(0) : OptionalInt.empty(),
                0,
                selectsGroups,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A person who is alone in C_u groups: with probability at least 1 − δ none of them appears. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 10, 50})
    void aPersonAloneStaysHidden(long groups) {
        for (boolean sharesUsers : new boolean[] {true, false}) {
            List<NoisePlan> plans = ChooseNoise.plans(request(2, sharesUsers, groups, true));
            assertThat(plans).hasSize(4);
            for (NoisePlan plan : plans) {
                double delta = plan.selectionDelta().orElseThrow().value().toDoubleNearest();
                double seen = 1 - Math.pow(1 - chance(GroupSelection.of(plan), BigInteger.ONE), (double) groups);
                assertThat(seen).as("%s", plan).isLessThanOrEqualTo(delta * (1 + 1e-9));
                // Far less than allowed would be a needless suppression; Laplace noise goes in steps of e^(−1/b).
                assertThat(seen).as("%s", plan).isGreaterThan(delta / 3);
            }
        }
    }

    @Test
    void aThresholdIsReachedOrNot() {
        GroupSelection.Threshold threshold =
                new GroupSelection.Threshold(new DiscreteLaplace(Rational.of(5)), BigInteger.valueOf(60));
        assertThat(threshold.keeps(BigInteger.valueOf(59))).isFalse();
        assertThat(threshold.keeps(BigInteger.valueOf(60))).isTrue();
        assertThat(threshold.fiftyPercentSize()).isEqualTo(60);
    }

    /** The size named as that of one half has a chance of one half or more, and one person less has not. */
    @Test
    void halfOfTheGroupsOfThatSizeAppear() {
        for (NoisePlan plan : ChooseNoise.plans(request(2, true, 3, true))) {
            GroupSelection selection = GroupSelection.of(plan);
            BigInteger size = selection.fiftyPercentSize();
            assertThat(chance(selection, size)).isGreaterThanOrEqualTo(0.5);
            assertThat(chance(selection, size.subtract(BigInteger.ONE))).isLessThan(0.5);
        }
    }

    /**
     * The chance that a group of so many people appears; that of noise is summed up here, from the definition of its
     * law.
     */
    private static double chance(GroupSelection selection, BigInteger people) {
        if (selection instanceof GroupSelection.Threshold threshold) {
            long needed = threshold.threshold().subtract(people).longValueExact();
            return tail(threshold.noise(), needed);
        }
        return ((GroupSelection.Geometric) selection).law().probability(people).toDoubleNearest();
    }

    private static double tail(IntegerNoise noise, long least) {
        long reach = (long) (60 * noise.standardDeviation()) + 60;
        double reaching = 0;
        double all = 0;
        for (long z = -reach; z <= reach; z++) {
            double weight = noise instanceof DiscreteLaplace laplace
                    ? Math.exp(-Math.abs(z) / laplace.scale().toDoubleNearest())
                    : Math.exp(
                            -z * z / (2 * ((DiscreteGaussian) noise).variance().toDoubleNearest()));
            all += weight;
            reaching += z >= least ? weight : 0;
        }
        return reaching / all;
    }

    @Test
    void nobodyNeverAppearsAndManyAlwaysDo() {
        SeededBits bits = new SeededBits(5);
        int geometric = 0;
        for (NoisePlan plan : ChooseNoise.plans(request(1, false, 2, true))) {
            if (GroupSelection.of(plan) instanceof GroupSelection.Geometric law) {
                geometric++;
                for (int i = 0; i < 1000; i++) {
                    assertThat(law.keeps(BigInteger.ZERO, bits)).isFalse();
                    assertThat(law.keeps(BigInteger.valueOf(100_000), bits)).isTrue();
                }
            }
        }
        assertThat(geometric).isEqualTo(2);
    }

    @Test
    void refusesAPlanWithoutSelection() {
        NoisePlan plan = ChooseNoise.best(request(1, true, 2, false));
        assertThatThrownBy(() -> GroupSelection.of(plan))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("plan must select groups");
    }
}
