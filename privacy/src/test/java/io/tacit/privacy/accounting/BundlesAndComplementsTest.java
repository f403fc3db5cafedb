package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.LaplaceSums;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What may be measured together, and who besides at no cost: each condition broken alone, and just kept. */
class BundlesAndComplementsTest {
    /** Two states, squares, a choice, and a state with an ε of its own. */
    private static final List<Measurement> MEASUREMENTS = List.of(
            Measurement.STATE,
            Measurement.STATE,
            Measurement.SQUARES,
            Measurement.QUANTILES,
            Measurement.STATE.with(Epsilon.of("0.1")));

    private static NoiseRequest request(
            OptionalInt users, Optional<NoiseRequest.Complement> complement, List<NoiseRequest.Bundle> bundles) {
        return new NoiseRequest(
                Epsilon.of("1"),
                Delta.of("1e-6"),
                3,
                MEASUREMENTS,
                users,
                0,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                complement,
                bundles);
    }

    private static NoiseRequest.Bundle bundle(boolean people, Integer... measurements) {
        return new NoiseRequest.Bundle(List.of(measurements), people, 3, 2);
    }

    @Test
    void bundlesHoldWhatSharesOnePart() {
        for (List<NoiseRequest.Bundle> refused : List.of(
                List.of(bundle(false, -1)),
                List.of(bundle(false, 5)),
                List.of(bundle(false, 0, 3)),
                List.of(bundle(false, 0, 4)),
                List.of(bundle(false, 1, 1)),
                List.of(bundle(false, 0, 1), bundle(false, 1, 2)),
                List.of(bundle(true, 0), bundle(true, 1)))) {
            assertThatThrownBy(() -> request(OptionalInt.of(0), Optional.empty(), refused))
                    .as("%s", refused)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (List<NoiseRequest.Bundle> taken : List.of(
                List.<NoiseRequest.Bundle>of(),
                List.of(bundle(true)),
                List.of(bundle(true, 0, 1, 2)),
                List.of(bundle(true, 0, 2), bundle(false, 1)))) {
            assertThatCode(() -> request(OptionalInt.of(0), Optional.empty(), taken))
                    .as("%s", taken)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aPersonIsDividedIntoAsManyPortionsAsAreRead() {
        for (int[] refused : new int[][] {{0, 0}, {1, 0}, {1, 2}, {LaplaceSums.MOST + 1, 1}}) {
            assertThatThrownBy(() -> new NoiseRequest.Bundle(List.of(0), false, refused[0], refused[1]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (int[] taken : new int[][] {{1, 1}, {LaplaceSums.MOST, 1}, {LaplaceSums.MOST, LaplaceSums.MOST}}) {
            assertThatCode(() -> new NoiseRequest.Bundle(List.of(0), false, taken[0], taken[1]))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aComplementStandsBesideThePeopleAndStates() {
        for (List<Integer> refused : List.of(
                List.<Integer>of(), List.of(1, 2), List.of(0, -1), List.of(0, 5), List.of(0, 3), List.of(0, 0))) {
            assertThatThrownBy(() ->
                            request(OptionalInt.of(0), Optional.of(new NoiseRequest.Complement(refused)), List.of()))
                    .as("%s", refused)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        Optional<NoiseRequest.Complement> people = Optional.of(new NoiseRequest.Complement(List.of(0)));
        assertThatThrownBy(() -> request(OptionalInt.empty(), people, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        for (List<Integer> taken : List.of(List.of(0), List.of(2, 0, 1), List.of(0, 4))) {
            assertThatCode(() -> request(OptionalInt.of(0), Optional.of(new NoiseRequest.Complement(taken)), List.of()))
                    .as("%s", taken)
                    .doesNotThrowAnyException();
        }
    }

    /** Who is divided for the selection alone pays for it: the events of a plan add up to what it says that it spends. */
    @Test
    void divisionForTheSelectionAloneIsPaidFor() {
        int seen = 0;
        for (List<Measurement> measurements : List.of(List.<Measurement>of(), List.of(Measurement.QUANTILES))) {
            for (NoisePlan plan : ChooseNoise.plans(new NoiseRequest(
                    Epsilon.of("1"),
                    Delta.of("1e-6"),
                    3,
                    measurements,
                    OptionalInt.empty(),
                    1,
                    true,
                    Optional.of(NoiseKind.LAPLACE),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(bundle(true))))) {
                assertThat(PrivacyEvent.basic(PlanEvents.of(plan), Optional.empty()))
                        .as("%s", plan)
                        .isEqualTo(plan.loss());
                seen++;
            }
        }
        assertThat(seen).isEqualTo(4);
    }
}
