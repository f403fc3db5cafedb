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
import org.junit.jupiter.api.Test;

/** The noisy number of a group's rows, at most three of one person: 0 is a group that does not appear. */
class RowsThresholdTest extends MechanismContract<Long, Long> {
    private static final long MOST = 3;
    private static final RowsThreshold THREE = new RowsThreshold(MOST);
    private static final Delta DELTA = Delta.of("0.02");
    private static final DiscreteLaplace NOISE = DiscreteLaplace.calibrated(BigInteger.valueOf(MOST), Epsilon.of("1"));
    private static final long THRESHOLD =
            LaplaceThreshold.threshold(NOISE, DELTA, MOST).longValueExact();

    @Override
    protected List<Neighbours<Long>> neighbours() {
        return List.of(
                new Neighbours<>(0L, 1L),
                new Neighbours<>(0L, 2L),
                new Neighbours<>(0L, 3L),
                new Neighbours<>(1L, 4L),
                new Neighbours<>(3L, 5L),
                new Neighbours<>(9L, 12L));
    }

    @Override
    protected Map<Long, Double> law(Long rows) {
        if (rows == 0) {
            return Map.of(0L, 1.0);
        }
        LaplaceLaw law = new LaplaceLaw(MOST);
        long least = THRESHOLD + THREE.hidden().longValueExact();
        Map<Long, Double> shown = new HashMap<>();
        shown.put(0L, 1 - law.atLeast(least - rows));
        for (long number = least; number < least + 180; number++) {
            shown.put(number, law.at(number - rows));
        }
        return shown;
    }

    @Override
    protected Long run(Long rows, RandomBits bits) {
        if (rows == 0) {
            return 0L;
        }
        BigInteger noisy = BigInteger.valueOf(rows).add(NOISE.sample(bits));
        boolean appears = noisy.subtract(THREE.hidden()).compareTo(BigInteger.valueOf(THRESHOLD)) >= 0;
        return appears ? noisy.longValueExact() : 0L;
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        // Of one group, of the three in which a person may be alone.
        return 0.00672;
    }

    @Test
    void hidesAllRowsOfAPersonButOne() {
        assertThat(THREE.hidden()).isEqualTo(2);
        assertThat(new RowsThreshold(1).hidden()).isZero();
        assertThatThrownBy(() -> new RowsThreshold(0)).hasMessage("maxRows must be at least 1");
    }
}
