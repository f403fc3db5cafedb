package io.tacit.privacy.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LaplaceLaw;
import io.tacit.privacy.mechanism.MechanismContract;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A noisy number of people behind a pre-threshold: 0 is a group that does not appear. */
class PreThresholdTest extends MechanismContract<Long, Long> {
    private static final PreThreshold FOUR = new PreThreshold(BigInteger.valueOf(4));
    private static final Delta DELTA = Delta.of("0.02");
    private static final DiscreteLaplace NOISE = DiscreteLaplace.calibrated(BigInteger.ONE, Epsilon.of("1"));
    private static final long THRESHOLD =
            LaplaceThreshold.threshold(NOISE, DELTA, 1).longValueExact();

    @Override
    protected List<Neighbours<Long>> neighbours() {
        return List.of(
                new Neighbours<>(5L, 6L),
                new Neighbours<>(3L, 4L),
                new Neighbours<>(2L, 3L),
                new Neighbours<>(0L, 1L),
                new Neighbours<>(10L, 11L));
    }

    @Override
    protected Map<Long, Double> law(Long people) {
        if (people < 4) {
            return Map.of(0L, 1.0);
        }
        LaplaceLaw law = new LaplaceLaw(1);
        Map<Long, Double> shown = new HashMap<>();
        shown.put(0L, 1 - law.atLeast(THRESHOLD - (people - 3)));
        for (long number = THRESHOLD; number < THRESHOLD + 60; number++) {
            shown.put(number + 3, law.at(number - (people - 3)));
        }
        return shown;
    }

    @Override
    protected Long run(Long people, RandomBits bits) {
        return FOUR.counted(BigInteger.valueOf(people))
                .map(counted -> counted.add(NOISE.sample(bits)))
                .filter(noisy -> noisy.longValueExact() >= THRESHOLD)
                .map(noisy -> FOUR.restored(noisy).longValueExact())
                .orElse(0L);
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0.02;
    }

    @Test
    void countsFromTheLeastNumber() {
        assertThat(FOUR.counted(BigInteger.valueOf(3))).isEmpty();
        assertThat(FOUR.counted(BigInteger.valueOf(4))).isEqualTo(Optional.of(BigInteger.ONE));
        assertThat(FOUR.restored(BigInteger.ONE)).isEqualTo(4);
        assertThat(PreThreshold.NONE.counted(BigInteger.ZERO)).isEmpty();
        assertThat(PreThreshold.NONE.counted(BigInteger.TEN)).isEqualTo(Optional.of(BigInteger.TEN));
        assertThatThrownBy(() -> new PreThreshold(BigInteger.ZERO)).hasMessage("minUsers must be at least 1");
    }
}
