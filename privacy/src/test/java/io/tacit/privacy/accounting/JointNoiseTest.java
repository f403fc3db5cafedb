package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * Which law converts the ρ of a plan: that of the noise, with the variance of the least noise, the complement's among
 * them, and with all integers that one person changes; or, where choices have some of it, that of any noise.
 */
class JointNoiseTest {
    private static final List<Rational> EPSILONS = List.of(Rational.of(1, 2), Rational.of(2), Rational.of(6));

    private static NoiseRequest request(List<Measurement> shape, long groups, List<Integer> beside) {
        return new NoiseRequest(
                Epsilon.of("1"),
                Delta.of("0.001"),
                groups,
                shape,
                beside.isEmpty() ? OptionalInt.empty() : OptionalInt.of(0),
                0,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                beside.isEmpty() ? Optional.empty() : Optional.of(new NoiseRequest.Complement(beside)));
    }

    private static final List<List<Integer>> BESIDE = List.of(List.of(), List.of(0), List.of(0, 1), List.of(0, 1, 2));

    /** ρ of three states and of a selection of its own. */
    private static final List<Rational> LOSSES =
            List.of(Rational.of(1, 100), Rational.of(3, 100), Rational.of(1, 50), Rational.of(1, 40));

    @Test
    void theLeastNoiseOfAllThatOnePersonChangesCounts() {
        List<Measurement> shape = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);
        for (List<Integer> beside : BESIDE) {
            for (long groups : new long[] {1, 2, 7}) {
                JointNoise noise = new JointNoise(request(shape, groups, beside));
                Rational together = beside.stream().map(LOSSES::get).reduce(Rational.ZERO, Rational::plus);
                Rational largest = LOSSES.stream().reduce(together, Rational::max);
                Rational all = LOSSES.stream().reduce(Rational.ZERO, Rational::plus);
                Rational ratio = largest.times(Rational.of(2, groups));
                for (Rational epsilon : EPSILONS) {
                    JointGaussian law = new JointGaussian(new Rho(all), ratio, groups * 5);
                    assertThat(noise.deltaAt(LOSSES, epsilon))
                            .as("%s beside, %d groups", beside, groups)
                            .isEqualTo(law.deltaAt(epsilon));
                }
                Rational share = largest.dividedBy(all).dividedBy(Rational.of(groups));
                assertThat(noise.largestWithin(Epsilon.of("1"), Delta.of("0.001"), LOSSES))
                        .isEqualTo(JointGaussian.largestWithin(Epsilon.of("1"), Delta.of("0.001"), share, groups * 5));
            }
        }
    }

    /** No choice is converted as if it were noise, wherever it stands among the states. */
    @Test
    void choicesAreConvertedAsAnyNoise() {
        Rational all = LOSSES.stream().reduce(Rational.ZERO, Rational::plus);
        for (int place = 0; place < 3; place++) {
            List<Measurement> shape = new ArrayList<>(List.of(Measurement.STATE, Measurement.STATE, Measurement.STATE));
            shape.set(place, Measurement.QUANTILES);
            JointNoise noise = new JointNoise(request(shape, 3, List.of()));
            for (Rational epsilon : EPSILONS) {
                assertThat(noise.deltaAt(LOSSES, epsilon)).isEqualTo(new Rho(all).deltaAt(epsilon));
            }
            assertThat(noise.largestWithin(Epsilon.of("1"), Delta.of("0.001"), LOSSES))
                    .isEqualTo(Rho.largestWithin(Epsilon.of("1"), Delta.of("0.001")));
        }
    }

    /** So many groups that the integers of a person cannot be counted. */
    @Test
    void groupsBeyondAllNumbersAreConvertedAsAnyNoise() {
        Rational all = LOSSES.stream().reduce(Rational.ZERO, Rational::plus);
        List<Measurement> shape = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);
        for (long groups : new long[] {(1L << 40) + 1, Long.MAX_VALUE / 4, Long.MAX_VALUE}) {
            JointNoise noise = new JointNoise(request(shape, groups, List.of()));
            assertThat(noise.deltaAt(LOSSES, Rational.ONE)).isEqualTo(new Rho(all).deltaAt(Rational.ONE));
            assertThat(noise.largestWithin(Epsilon.of("1"), Delta.of("0.001"), LOSSES))
                    .isEqualTo(Rho.largestWithin(Epsilon.of("1"), Delta.of("0.001")));
        }
    }

    /** Of whom is alone in some groups the noise of the others is seen, which has their share of ρ. */
    @Test
    void noiseAndThresholdOfEachNumberOfGroups() {
        List<Measurement> shape = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);
        Delta selection = Delta.of("0.0001");
        Rational all = LOSSES.stream().reduce(Rational.ZERO, Rational::plus);
        for (long groups : new long[] {1, 2, 3, 7}) {
            JointNoise noise = new JointNoise(request(shape, groups, List.of()));
            Rational ratio = Rational.of(3, 100).times(Rational.of(2, groups));
            Rational epsilon = Rational.ONE;
            Rational whole = new JointGaussian(new Rho(all), ratio, groups * 5).deltaAt(epsilon);
            // Of fewer than eight groups all are looked at together: as if all were shown, and all but one seen.
            Rational margin = Rational.of(1, 9999);
            Rational seen = groups == 1
                    ? Rational.ZERO
                    : new JointGaussian(new Rho(all.times(Rational.of(groups - 1, groups))), ratio, groups * 5)
                            .deltaAt(epsilon.minus(margin));
            Rational expected = whole.max(selection.value().plus(seen)).min(whole.plus(selection.value()));
            assertThat(noise.deltaWithThreshold(LOSSES, epsilon, selection))
                    .as("%d groups", groups)
                    .isEqualTo(expected);
        }
    }
}
