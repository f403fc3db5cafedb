package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The design's figures for noise, ε = 1 and δ = 10^-6; the choice; and plans that must not exist. */
class NoisePlanTest {
    private static final Epsilon ONE = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");
    private static final List<Measurement> BUNDLE = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);

    private static NoiseRequest request(
            List<Measurement> measurements,
            boolean sharesUsers,
            long maxGroups,
            boolean selectsGroups,
            int parameters) {
        return new NoiseRequest(
                ONE,
                DELTA,
                maxGroups,
                measurements,
                sharesUsers ? OptionalInt.of(0) : OptionalInt.empty(),
                parameters,
                selectsGroups,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static NoiseRequest withComplement(
            List<Measurement> measurements, List<Integer> beside, long maxGroups, boolean selectsGroups) {
        return new NoiseRequest(
                ONE,
                DELTA,
                maxGroups,
                measurements,
                OptionalInt.of(0),
                0,
                selectsGroups,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new NoiseRequest.Complement(beside)));
    }

    /** Whatever one person changes, the states with a value or the one without, costs no more than the plan says. */
    @Test
    void aComplementCostsWhatItStandsBeside() {
        List<Measurement> four = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES, Measurement.STATE);
        for (boolean selects : new boolean[] {true, false}) {
            for (NoisePlan plan : ChooseNoise.plans(withComplement(four, List.of(0, 1, 2), 7, selects))) {
                Part complement = plan.complementPart().orElseThrow();
                double one = cost(plan.parts().get(3), plan);
                double with = one
                        + plan.parts().subList(0, 3).stream()
                                .mapToDouble(part -> cost(part, plan))
                                .sum();
                assertThat(one + cost(complement, plan)).isBetween(with * (1 - 1e-9), with * (1 + 1e-9));
                // The same plan without it has the same parts, but for a part in a hundred of ρ that the law of the
                // complement's noise, which is the least, may cost: it is free.
                NoisePlan plain = ChooseNoise.plans(request(four, true, 7, selects, 0)).stream()
                        .filter(other -> other.noise() == plan.noise()
                                && other.selection().equals(plan.selection()))
                        .findFirst()
                        .orElseThrow();
                for (int i = 0; i < four.size(); i++) {
                    double ratio =
                            cost(plan.parts().get(i), plan) / cost(plain.parts().get(i), plain);
                    assertThat(ratio).isBetween(plan.noise() == NoiseKind.LAPLACE ? 1 : 0.99, 1.0);
                }
                assertThat(plan.loss()).isEqualTo(plain.loss());
                // Events add up to no less than either person costs.
                double rho =
                        PrivacyEvent.concentrated(PlanEvents.of(plan)).rho().toDoubleNearest();
                assertThat(rho * (1 + 1e-9))
                        .isGreaterThanOrEqualTo(Math.max(
                                rho(plan, plan.parts()),
                                rho(plan, List.of(complement, plan.parts().get(3)))));
            }
        }
    }

    /** What a change by 1 in each group costs under the noise of a part: ε, or ρ. */
    private static double cost(Part part, NoisePlan plan) {
        double groups = plan.request().maxGroups();
        return part.noise(BigInteger.ONE, plan.request().maxGroups()) instanceof DiscreteGaussian gaussian
                ? groups / (2 * gaussian.variance().toDoubleNearest())
                : groups
                        / ((DiscreteLaplace) part.noise(
                                        BigInteger.ONE, plan.request().maxGroups()))
                                .scale()
                                .toDoubleNearest();
    }

    private static double rho(NoisePlan plan, List<Part> parts) {
        double groups = plan.request().maxGroups();
        return parts.stream()
                .mapToDouble(part -> plan.noise() == NoiseKind.GAUSSIAN
                        ? cost(part, plan)
                        : Math.pow(cost(part, plan) / groups, 2) * groups / 2)
                .sum();
    }

    @Test
    void refusesComplementsOfWhatIsNotThere() {
        String message =
                "complement must be beside additive measurements, each once, and the number of people among them";
        List<Measurement> two = List.of(Measurement.STATE, Measurement.QUANTILES);
        for (List<Integer> beside : List.of(List.of(1), List.of(0, 1), List.of(0, 0), List.of(0, 7), List.of(-1, 0))) {
            assertThatThrownBy(() -> withComplement(two, beside, 1, true)).hasMessage(message);
        }
    }

    private static List<Measurement> states(int number) {
        return Collections.nCopies(number, Measurement.STATE);
    }

    private static NoisePlan only(NoiseRequest request, NoiseKind noise, SelectionKind selection) {
        List<NoisePlan> plans = ChooseNoise.plans(request).stream()
                .filter(plan -> plan.noise() == noise && plan.selection().equals(Optional.of(selection)))
                .toList();
        assertThat(plans).hasSize(1);
        return plans.get(0);
    }

    /** COUNT, SUM, AVG and VAR of one column that is never null, m = 1, C_u = 10: standard deviations of a count. */
    @Test
    void noiseOfTheDesign() {
        // Four aggregates, and the number of people besides: five parts.
        assertThat(only(request(states(4), false, 10, true, 0), NoiseKind.LAPLACE, SelectionKind.LAPLACE_THRESHOLD)
                        .unitNoise())
                .isCloseTo(70.7, within(0.05));
        // The number of people is the count: four parts.
        assertThat(only(request(states(4), true, 10, true, 0), NoiseKind.LAPLACE, SelectionKind.LAPLACE_THRESHOLD)
                        .unitNoise())
                .isCloseTo(56.6, within(0.05));
        NoisePlan four =
                only(request(states(4), true, 10, true, 0), NoiseKind.GAUSSIAN, SelectionKind.GAUSSIAN_THRESHOLD);
        assertThat(four.unitNoise()).isCloseTo(26.7, within(0.05));
        // Weight, centred and squares by their geometry, 2.25 instead of 4 parts.
        NoisePlan bundle =
                only(request(BUNDLE, true, 10, true, 0), NoiseKind.GAUSSIAN, SelectionKind.GAUSSIAN_THRESHOLD);
        assertThat(bundle.unitNoise()).isCloseTo(20.1, within(0.05));
        // ρ is that of all of δ: the threshold takes nothing of it.
        Rho all = JointGaussian.largestWithin(ONE, DELTA, Rational.of(1, 20), 50);
        double joint = Math.sqrt(10 * 2.25 / 2 / all.value().toDoubleNearest());
        assertThat(bundle.unitNoise()).isCloseTo(joint, within(0.01));
    }

    /** With public groups Laplace intervals are the shorter for C_u·k below about 9; deviations would be below 11. */
    @Test
    void theChoiceChangesAtAboutNine() {
        int first = 0;
        for (int number = 1; number <= 20 && first == 0; number++) {
            NoisePlan best = ChooseNoise.best(request(states(number), true, 1, false, 0));
            first = best.noise() == NoiseKind.GAUSSIAN ? number : 0;
        }
        assertThat(first).isBetween(8, 10);
    }

    @Test
    void privateGroupsTakeTheLeastProductOfWidthAndRootOfSize() {
        for (NoiseRequest request : List.of(
                request(states(1), true, 1, true, 0),
                request(states(1), true, 10, true, 0),
                request(states(3), true, 3, true, 2),
                request(BUNDLE, true, 50, true, 0))) {
            List<NoisePlan> plans = ChooseNoise.plans(request);
            assertThat(plans).hasSize(4);
            NoisePlan best = ChooseNoise.best(request);
            for (NoisePlan plan : plans) {
                assertThat(plan.loss().isWithin(ApproximateDp.of(ONE, DELTA))).isTrue();
                assertThat(price(plan)).isGreaterThanOrEqualTo(price(best));
            }
        }
    }

    private static double price(NoisePlan plan) {
        return plan.unitWidth() * Math.sqrt(ChooseNoise.fiftyPercentSize(plan).doubleValue());
    }

    /** A person divided into two portions pays for two states and the selection with one part. */
    @Test
    void bundlesPayOnce() {
        NoiseRequest divided = new NoiseRequest(
                ONE,
                DELTA,
                1,
                states(2),
                OptionalInt.of(0),
                0,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(new NoiseRequest.Bundle(List.of(0, 1), true, 2, 2)));
        NoisePlan plan = only(divided, NoiseKind.LAPLACE, SelectionKind.LAPLACE_THRESHOLD);
        assertThat(plan.parts()).containsOnly(new Part.Pure(ONE));
        assertThat(plan.unitNoise()).isCloseTo(2, within(0.01));
        assertThat(ChooseNoise.fiftyPercentSize(plan)).isEqualTo(17);
        assertThat(PlanEvents.of(plan)).hasSize(2);
        assertThat(ChooseNoise.best(divided)).isEqualTo(plan);
    }

    /** Nothing but keys: all of the budget selects, and the design's sizes come out. */
    @Test
    void keysAlone() {
        NoisePlan best = ChooseNoise.best(request(List.of(), false, 1, true, 0));
        assertThat(best.selection()).contains(SelectionKind.TRUNCATED_GEOMETRIC);
        assertThat(ChooseNoise.fiftyPercentSize(best)).isEqualTo(14);
        assertThat(ChooseNoise.fiftyPercentSize(only(
                        request(List.of(), false, 50, true, 0), NoiseKind.LAPLACE, SelectionKind.LAPLACE_THRESHOLD)))
                .isEqualTo(854);
    }

    /** One more part, a smaller δ kept back, or a number of people that nobody paid for: none is taken silently. */
    @Test
    void plansThatSpendMoreThanTheySayDoNotExist() {
        for (NoisePlan plan : ChooseNoise.plans(request(states(2), true, 3, true, 1))) {
            List<Part> larger = new ArrayList<>(plan.parts());
            larger.set(
                    1,
                    plan.noise() == NoiseKind.LAPLACE
                            ? new Part.Pure(Epsilon.of("0.9"))
                            : new Part.Concentrated(Rho.of("0.02")));
            assertThatThrownBy(() -> copy(plan, larger, plan.selectionPart(), plan.selectionDelta()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("spends more than it");
            Optional<Delta> all = Optional.of(new Delta(DELTA.value().times(Rational.of(2))));
            assertThatThrownBy(() -> copy(plan, plan.parts(), plan.selectionPart(), all))
                    .hasMessageContaining("spends more than it");
            Optional<Part> unpaid = Optional.of(new Part.Pure(Epsilon.of("0.7")));
            assertThatThrownBy(() -> copy(plan, plan.parts(), unpaid, plan.selectionDelta()))
                    .hasMessageContaining("spends more than it");
            assertThat(copy(plan, plan.parts(), plan.selectionPart(), plan.selectionDelta()))
                    .isEqualTo(plan);
        }
    }

    private static NoisePlan copy(
            NoisePlan plan, List<Part> parts, Optional<Part> selectionPart, Optional<Delta> selectionDelta) {
        return new NoisePlan(
                plan.request(),
                plan.noise(),
                plan.selection(),
                parts,
                selectionPart,
                selectionDelta,
                plan.parameterParts(),
                plan.loss());
    }

    /** The width by which plans compare, reckoned for each measurement anew, in units of a group. */
    @Test
    void widthsAreAveragedOverAllThatIsMeasured() {
        List<Measurement> mixed = List.of(
                Measurement.STATE,
                Measurement.SQUARES,
                Measurement.QUANTILES,
                new Measurement(Measurement.Kind.ADDITIVE, Rational.of(5), Optional.empty()));
        for (List<Measurement> shape : List.of(states(1), states(3), BUNDLE, mixed, mixed.subList(2, 3))) {
            for (long groups : new long[] {1, 4}) {
                for (NoisePlan plan : ChooseNoise.plans(request(shape, false, groups, false, 0))) {
                    double sum = 0;
                    for (int i = 0; i < shape.size(); i++) {
                        boolean choice = shape.get(i).kind() == Measurement.Kind.CHOICE;
                        double width = choice
                                ? Math.log(20)
                                        / plan.parts()
                                                .get(i)
                                                .exponential(groups)
                                                .value()
                                                .toDoubleNearest()
                                : plan.parts()
                                                .get(i)
                                                .noise(BigInteger.ONE.shiftLeft(30), groups)
                                                .halfWidth(0.95)
                                                .doubleValue()
                                        / (1 << 30);
                        sum += width / shape.get(i).stretch().toDoubleNearest();
                    }
                    assertThat(plan.unitWidth())
                            .as("%s, %d groups, %s", plan.noise(), groups, shape)
                            .isCloseTo(sum / shape.size(), within(1e-5 * sum));
                }
            }
        }
    }

    /** A quarter for two parameters, an eighth each; the bundle's b is C_u·2.5/(3/4). */
    @Test
    void automaticParametersTakeAQuarter() {
        NoisePlan plan = ChooseNoise.plans(request(BUNDLE, true, 10, false, 2)).get(0);
        assertThat(plan.parameterParts()).containsExactly(Epsilon.of("0.125"), Epsilon.of("0.125"));
        assertThat(plan.parts().get(0).noise(BigInteger.ONE, 10).standardDeviation())
                .isCloseTo(Math.sqrt(2) * 25 / 0.75, within(0.01));
        assertThat(plan.loss()).isEqualTo(new ApproximateDp(Rational.ONE, Rational.ZERO));
    }
}
