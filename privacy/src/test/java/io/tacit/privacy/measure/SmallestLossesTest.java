package io.tacit.privacy.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.accounting.ZcdpFilter;
import io.tacit.privacy.number.GaussianShift;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Every loss has a δ at every ε, however small: more than 0, never more than 1, never less for a larger loss. */
class SmallestLossesTest {
    private static final List<String> LOSSES =
            List.of("1e-5000", "1e-300", "1e-50", "1e-8", "1e-5", "1e-3", "0.1", "7", "1e5", "1e400");
    private static final List<String> EPSILONS = List.of("0", "1e-400", "1e-9", "0.001", "1", "20", "1e5", "1e30");
    private static final Rational SLIGHTLY_MORE = Rational.of(1_000_000_001, 1_000_000_000);

    @Test
    void concentratedLossesHaveADeltaAtEveryEpsilon() {
        walk(LOSSES, (loss, epsilon) -> new Rho(loss).deltaAt(epsilon));
    }

    @Test
    void gaussianShiftsHaveADeltaAtEveryEpsilon() {
        walk(LOSSES, GaussianShift::deltaUp);
    }

    @Test
    void jointNoiseHasADeltaAtEveryEpsilon() {
        walk(
                LOSSES.subList(1, 8),
                (loss, epsilon) ->
                        new JointGaussian(new Rho(loss), loss.dividedBy(Rational.of(5)), 10).deltaAt(epsilon));
    }

    @Test
    void smallAccountsPromiseADelta() {
        for (String rho : List.of("1e-300", "1e-6")) {
            Rational promised =
                    ZcdpFilter.open(Rho.of(rho), Rational.of(1, 1000)).promisedDelta(Epsilon.of("1"));
            assertThat(promised).isBetween(Rational.of(1, 1000), Rational.of(1001, 1_000_000));
        }
    }

    private static void walk(List<String> losses, BiFunction<Rational, Rational, Rational> delta) {
        Rational[] ofLess = new Rational[EPSILONS.size()];
        for (String loss : losses) {
            Rational larger = Rational.ONE;
            for (int i = 0; i < ofLess.length; i++) {
                Rational found = delta.apply(number(loss), number(EPSILONS.get(i)));
                String words = "a loss of " + loss + " at " + EPSILONS.get(i);
                assertThat(found).as(words).isGreaterThan(Rational.ZERO).isLessThanOrEqualTo(Rational.ONE);
                assertThat(found).as(words).isLessThanOrEqualTo(larger.times(SLIGHTLY_MORE));
                assertThat(found.times(SLIGHTLY_MORE))
                        .as(words)
                        .isGreaterThanOrEqualTo(ofLess[i] == null ? Rational.ZERO : ofLess[i]);
                larger = found;
                ofLess[i] = found;
            }
        }
    }

    /** One group of so many has so small a share of ρ that its δ was no number: Gaussian noise was refused then. */
    @Test
    void gaussianThresholdsAreThereForEveryNumberOfGroups() {
        for (long groups : new long[] {512, 4097, 262_145, (1L << 40) + 1}) {
            NoiseRequest request = new NoiseRequest(
                    Epsilon.of("1"),
                    Delta.of("1e-6"),
                    groups,
                    List.of(Measurement.STATE),
                    OptionalInt.of(0),
                    0,
                    true,
                    Optional.of(NoiseKind.GAUSSIAN),
                    Optional.of(SelectionKind.GAUSSIAN_THRESHOLD),
                    Optional.empty());
            NoisePlan plan = ChooseNoise.best(request);
            assertThat(plan.loss().delta())
                    .as("%d groups", groups)
                    .isLessThanOrEqualTo(request.delta().value());
        }
    }

    private static Rational number(String text) {
        return Rational.of(new BigDecimal(text));
    }

    /** Blanks around a decimal are no part of it; anything else that is no decimal is refused, and NaN is none. */
    @Test
    void decimalsInText() {
        for (String text : List.of("0.1", " 0.1", "0.1 ", "\t1e-1\n", "+.1")) {
            assertThat(Epsilon.of(text).value()).as(text).isEqualTo(Rational.of(1, 10));
            assertThat(Rho.of(text).value()).as(text).isEqualTo(Rational.of(1, 10));
            assertThat(Delta.of(text).value()).as(text).isEqualTo(Rational.of(1, 10));
        }
        for (String text : List.of("", " ", "0,1", "1/10", "NaN", "Infinity", "0.1 0.1", "0x1", "1e", "ten")) {
            assertThatThrownBy(() -> Epsilon.of(text)).as(text).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Rho.of(text)).as(text).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Delta.of(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
