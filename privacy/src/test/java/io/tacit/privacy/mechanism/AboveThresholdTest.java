package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs of questions that one person raises by 0 or 1. */
class AboveThresholdTest extends MechanismContract<List<Long>, Integer> {
    private static final AboveThreshold RUN = new AboveThreshold(Epsilon.of("1"));

    @Override
    protected List<Neighbours<List<Long>>> neighbours() {
        return List.of(
                new Neighbours<>(List.of(2L, 1L, 0L, -2L), List.of(3L, 2L, 1L, -1L)),
                new Neighbours<>(List.of(0L, 0L, 0L, 0L, 9L), List.of(1L, 1L, 1L, 1L, 9L)),
                new Neighbours<>(List.of(5L, 5L, 5L), List.of(6L, 6L, 6L)),
                new Neighbours<>(
                        List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 30L),
                        List.of(1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 1L, 30L)));
    }

    @Override
    protected Map<Integer, Double> law(List<Long> excesses) {
        List<Double> places = AboveThresholdLaw.of(excesses, 1);
        Map<Integer, Double> law = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            law.put(i, places.get(i));
        }
        return law;
    }

    @Override
    protected Integer run(List<Long> excesses, RandomBits bits) {
        return RUN.firstNotAbove(excesses.stream().map(BigInteger::valueOf).toList(), bits);
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
    void theInversesOfBothScalesAddUpToEpsilon() {
        AboveThreshold run = new AboveThreshold(Epsilon.of("0.3"));
        assertThat(run.targetNoise().scale()).isEqualTo(Rational.of(100, 21));
        assertThat(run.answerNoise().scale()).isEqualTo(Rational.of(100, 9));
        assertThat(run.targetNoise()
                        .lossAt(BigInteger.ONE)
                        .value()
                        .plus(run.answerNoise().lossAt(BigInteger.ONE).value()))
                .isEqualTo(Rational.of(3, 10));
    }

    @Test
    void clearAnswersAreFound() {
        SeededBits bits = new SeededBits(3);
        BigInteger high = BigInteger.valueOf(1000);
        assertThat(RUN.firstNotAbove(List.of(high, high, high.negate(), high), bits))
                .isEqualTo(2);
        assertThat(RUN.firstNotAbove(List.of(high, high), bits)).isEqualTo(2);
        assertThat(RUN.firstNotAbove(List.of(), bits)).isZero();
    }
}
