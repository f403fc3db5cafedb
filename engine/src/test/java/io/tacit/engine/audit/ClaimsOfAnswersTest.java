package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.ReleaseReport;
import io.tacit.engine.session.StateReport;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The black box tests what an answer itself says that it spends: all of it, or the part of one state. */
@NullUnmarked
class ClaimsOfAnswersTest {
    private static Answer answer(String epsilon, String delta, List<List<String>> partsOfStates) {
        List<AggregateReport> aggregates = new ArrayList<>();
        for (List<String> parts : partsOfStates) {
            List<StateReport> states = parts.stream()
                    .map(part -> new StateReport("state", part, null, "noise", null))
                    .toList();
            aggregates.add(new AggregateReport(
                    "c", "f", "", List.of(), "", null, "", null, null, null, "", List.of(), states));
        }
        ReleaseReport release = new ReleaseReport(
                epsilon,
                delta,
                1,
                null,
                null,
                false,
                null,
                true,
                "",
                "",
                null,
                null,
                "",
                "",
                List.of(),
                List.of(),
                aggregates,
                List.of(),
                List.of());
        return new Answer(List.of(), List.of(), List.of(release), epsilon, delta, 0.95);
    }

    private static void check(BlackBoxClaim claim, String words, double epsilon, double delta) {
        assertThat(claim.words()).isEqualTo(words);
        assertThat(claim.pairs()).hasSize(1);
        assertThat(claim.pairs().get(0).epsilon()).isCloseTo(epsilon, within(epsilon * 1e-10));
        // What is printed may have been rounded down.
        assertThat(claim.pairs().get(0).epsilon()).isGreaterThanOrEqualTo(epsilon * (1 + 5e-12));
        assertThat(claim.pairs().get(0).delta()).isEqualTo(delta);
    }

    @Test
    void allThatAnAnswerSpendsOrWhatAStateSpends() {
        Answer answer = answer("1.5", "0.000001", List.of(List.of("0.5", "0.25"), List.of("0.125")));
        check(BlackBoxClaim.Place.whole().of(answer), "epsilon 1.5, delta 0.000001", 1.5, 1e-6);
        check(BlackBoxClaim.Place.state(0, 0).of(answer), "epsilon 0.5", 0.5, 0);
        check(BlackBoxClaim.Place.state(0, 1).of(answer), "epsilon 0.25", 0.25, 0);
        check(BlackBoxClaim.Place.state(1, 0).of(answer), "epsilon 0.125", 0.125, 0);
        Answer pure = answer("2", "0", List.of());
        check(BlackBoxClaim.Place.whole().of(pure), "epsilon 2", 2, 0);
    }

    /** Each δ is between that of Gaussian noise of this ρ and what Bun and Steinke prove of any. */
    @Test
    void aPartOfRhoPromisesADeltaForEachOfSeveralEpsilons() {
        for (double rho : new double[] {0.03, 0.1, 0.3}) {
            Answer answer = answer("1", "0.001", List.of(List.of("ρ " + rho)));
            BlackBoxClaim claim = BlackBoxClaim.Place.state(0, 0).of(answer);
            assertThat(claim.words()).isEqualTo("ρ " + rho);
            assertThat(claim.pairs())
                    .extracting(BlackBoxClaim.Pair::epsilon)
                    .containsExactly(0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0);
            double mean = Math.sqrt(2 * rho);
            for (BlackBoxClaim.Pair pair : claim.pairs()) {
                double epsilon = pair.epsilon();
                double printed = new ZeroConcentratedDp(Rational.of(new BigDecimal(String.valueOf(rho))))
                        .delta(Epsilon.of(String.valueOf(epsilon)))
                        .toDoubleNearest();
                // What is printed may have been rounded down.
                assertThat(pair.delta()).isGreaterThan(printed).isLessThan(printed * (1 + 1e-6));
                double gaussian = NormalTail.above(epsilon / mean - mean / 2)
                        - Math.exp(epsilon) * NormalTail.above(epsilon / mean + mean / 2);
                double proven = epsilon <= rho ? 1 : Math.exp(-Math.pow(epsilon - rho, 2) / (4 * rho));
                assertThat(pair.delta()).as("ε %s of ρ %s", epsilon, rho).isBetween(gaussian, proven * (1 + 1e-9));
            }
        }
    }
}
