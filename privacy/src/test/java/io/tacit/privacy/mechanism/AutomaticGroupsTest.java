package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** At most 40 groups; another costs as much as ten people gain. */
class AutomaticGroupsTest extends MechanismContract<Map<Integer, BigInteger>, Integer> {
    private static final AutomaticGroups GROUPS = new AutomaticGroups(40);
    private static final LongFunction<BigInteger> COST = AutomaticGroups.laplaceCost(1, 10, Epsilon.of("1"));

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(people(9, 12, 0), people(9, 12, 1)),
                new Neighbours<>(people(0, 0, 0), people(0, 0, 1)),
                new Neighbours<>(people(0, 30, 10), people(0, 31, 10)),
                new Neighbours<>(people(0, 0, 9), people(1, 0, 9)));
    }

    private static Map<Integer, BigInteger> people(long one, long three, long thirty) {
        return Map.of(1, BigInteger.valueOf(one), 3, BigInteger.valueOf(three), 30, BigInteger.valueOf(thirty));
    }

    @Override
    protected Map<Integer, Double> law(Map<Integer, BigInteger> users) {
        List<Long> excesses = new ArrayList<>();
        for (int limit = 1; limit < 40; limit++) {
            long more = -10;
            for (int groups : users.keySet()) {
                more += groups > limit
                        ? users.getOrDefault(groups, BigInteger.ZERO).longValueExact()
                        : 0;
            }
            excesses.add(more);
        }
        List<Double> places = AboveThresholdLaw.of(excesses, 1);
        Map<Integer, Double> law = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            law.put(i + 1, places.get(i));
        }
        return law;
    }

    @Override
    protected Integer run(Map<Integer, BigInteger> users, RandomBits bits) {
        return GROUPS.choose(users, COST, Epsilon.of("1"), bits);
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0;
    }

    @Test
    void costsFollowTheDesign() {
        assertThat(AutomaticGroups.laplaceCost(2, 7, Epsilon.of("0.5")).apply(9))
                .isEqualTo(28);
        assertThat(AutomaticGroups.gaussianCost(4, 10, 3).apply(9)).isEqualTo(10);
        assertThat(AutomaticGroups.gaussianCost(4, 10, 3).apply(36)).isEqualTo(5);
    }

    /** 1000 people with one group, 1000 with three and 5 with twenty: three, at most. */
    @Test
    void stopsWhereTheGainEnds() {
        Map<Integer, BigInteger> users =
                Map.of(1, BigInteger.valueOf(1000), 3, BigInteger.valueOf(1000), 20, BigInteger.valueOf(5));
        SeededBits bits = new SeededBits(5);
        AutomaticGroups groups = new AutomaticGroups(20);
        for (int run = 0; run < 50; run++) {
            assertThat(groups.choose(
                            users, AutomaticGroups.laplaceCost(1, 100, Epsilon.of("1")), Epsilon.of("1"), bits))
                    .isEqualTo(3);
        }
        assertThat(groups.choose(
                        Map.of(20, BigInteger.valueOf(5000)),
                        AutomaticGroups.gaussianCost(1, 100, 4),
                        Epsilon.of("1"),
                        bits))
                .isEqualTo(20);
        // Who has more groups than are offered is beyond all of them.
        assertThat(new AutomaticGroups(2)
                        .choose(
                                Map.of(9, BigInteger.valueOf(5000)),
                                AutomaticGroups.laplaceCost(1, 100, Epsilon.of("1")),
                                Epsilon.of("1"),
                                bits))
                .isEqualTo(2);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new AutomaticGroups(0)).hasMessage("maxGroups must be at least 1");
        assertThatThrownBy(() -> AutomaticGroups.laplaceCost(0, 1, Epsilon.of("1")))
                .hasMessageContaining("at least 1");
        assertThatThrownBy(() -> AutomaticGroups.gaussianCost(1, 1, Double.NaN))
                .hasMessageContaining("finite and more than 0");
    }
}
