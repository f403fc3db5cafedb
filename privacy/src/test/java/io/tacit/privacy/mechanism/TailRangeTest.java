package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Both ends of a range in one histogram of two bins: a person is twice in one, or once in each. */
class TailRangeTest extends MechanismContract<TailRangeTest.People, List<BigInteger>> {
    private static final TailBounds TWO_BINS = new TailBounds(0, 1);

    /**
     * People by where their rows are.
     *
     * @param first who have rows in the first bin only
     * @param across who have rows in both
     */
    record People(long first, long across) {}

    @Override
    protected List<Neighbours<People>> neighbours() {
        return List.of(
                new Neighbours<>(new People(4, 2), new People(5, 2)),
                new Neighbours<>(new People(4, 2), new People(4, 3)),
                new Neighbours<>(new People(0, 0), new People(1, 0)));
    }

    @Override
    protected Map<List<BigInteger>, Double> law(People people) {
        return TwoCounts.law(2 * people.first + people.across, people.across, 1, 40);
    }

    @Override
    protected List<BigInteger> run(People people, RandomBits bits) {
        BigInteger all = BigInteger.valueOf(people.first + people.across);
        Map<Integer, BigInteger> largest =
                Map.of(0, BigInteger.valueOf(people.first), 1, BigInteger.valueOf(people.across));
        return TWO_BINS.noisyEnds(largest, Map.of(0, all), Epsilon.of("2"), bits)
                .counts();
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
