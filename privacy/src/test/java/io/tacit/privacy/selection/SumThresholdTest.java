package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LaplaceLaw;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The whole release of one group: people with a value and people without one are counted, each with noise for all of ε,
 * and both numbers are shown where they reach the threshold together.
 */
class SumThresholdTest extends MechanismContract<SumThresholdTest.People, SumThresholdTest.People> {
    private static final Delta DELTA = Delta.of("0.01");
    private static final DiscreteLaplace NOISE = DiscreteLaplace.calibrated(BigInteger.ONE, Epsilon.of("1"));
    private static final long THRESHOLD =
            SumThreshold.threshold(new NoiseSum(NOISE, NOISE), DELTA, 1).longValueExact();
    private static final People HIDDEN = new People(Long.MIN_VALUE, Long.MIN_VALUE);
    private static final int FAR = 40;

    /** People with and without a value, exact or shown. */
    record People(long with, long without) {}

    @Override
    protected List<Neighbours<People>> neighbours() {
        return List.of(
                new Neighbours<>(new People(0, 0), new People(1, 0)),
                new Neighbours<>(new People(0, 0), new People(0, 1)),
                new Neighbours<>(new People(3, 2), new People(4, 2)),
                new Neighbours<>(new People(9, 1), new People(9, 2)));
    }

    @Override
    protected Map<People, Double> law(People exact) {
        if (exact.with() + exact.without() == 0) {
            return Map.of(HIDDEN, 1.0);
        }
        LaplaceLaw law = new LaplaceLaw(1.0);
        Map<People, Double> outcomes = new HashMap<>();
        double shown = 0;
        for (long with = exact.with() - FAR; with <= exact.with() + FAR; with++) {
            for (long without = exact.without() - FAR; without <= exact.without() + FAR; without++) {
                if (with + without >= THRESHOLD) {
                    double chance = law.at(with - exact.with()) * law.at(without - exact.without());
                    outcomes.put(new People(with, without), chance);
                    shown += chance;
                }
            }
        }
        outcomes.put(HIDDEN, 1 - shown);
        return outcomes;
    }

    @Override
    protected People run(People exact, RandomBits bits) {
        if (exact.with() + exact.without() == 0) {
            return HIDDEN;
        }
        long with = exact.with() + NOISE.sample(bits).longValueExact();
        long without = exact.without() + NOISE.sample(bits).longValueExact();
        return with + without >= THRESHOLD ? new People(with, without) : HIDDEN;
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0.01;
    }

    /** With the threshold of either noise alone a lone person would appear too often. */
    @Test
    void isMoreThanThatOfOneNoise() {
        NoiseSum sum = new NoiseSum(NOISE, NOISE);
        assertThat(SumThreshold.threshold(sum, DELTA, 1)).isGreaterThan(LaplaceThreshold.threshold(NOISE, DELTA, 1));
        NoiseSum uneven = new NoiseSum(new DiscreteLaplace(Rational.of(10)), new DiscreteLaplace(Rational.of(4)));
        assertThat(SumThreshold.threshold(uneven, DELTA, 5))
                .isGreaterThan(LaplaceThreshold.threshold(new DiscreteLaplace(Rational.of(10)), DELTA, 5));
    }

    @Test
    void refusesFewerGroupsThanOne() {
        assertThatThrownBy(() -> SumThreshold.threshold(new NoiseSum(NOISE, NOISE), DELTA, 0))
                .hasMessage("maxGroups must be at least 1");
    }
}
