package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Both ends of a range, one bin each: one person is in both, so that each may spend half. */
class TailRangeTest extends MechanismContract<Long, List<BigInteger>> {
    private static final TailBounds ONE_BIN = new TailBounds(0, 0);

    @Override
    protected List<Neighbours<Long>> neighbours() {
        return List.of(new Neighbours<>(4L, 5L), new Neighbours<>(0L, 1L));
    }

    @Override
    protected Map<List<BigInteger>, Double> law(Long people) {
        return TwoCounts.law(people, people, 1, 40);
    }

    @Override
    protected List<BigInteger> run(Long people, RandomBits bits) {
        Map<Integer, BigInteger> users = Map.of(0, BigInteger.valueOf(people));
        TailBounds.Ends ends = ONE_BIN.noisyEnds(users, users, Epsilon.of("2"), bits);
        return List.of(ends.byLargest().get(0), ends.bySmallest().get(0));
    }

    @Override
    protected double epsilon() {
        return 2;
    }

    @Override
    protected double delta() {
        return 0;
    }
}
