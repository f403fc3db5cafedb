package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.Turns;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What plans cost, counted again from the noise that they give; and requests that contradict themselves. */
class ChooseNoiseTest {
    private static final Delta DELTA = Delta.of("0.000001");
    private static final BigInteger SENSITIVITY = BigInteger.valueOf(7);

    /** One state to five, squares, quantiles, and mixtures of them. */
    private static List<List<Measurement>> measurements() {
        List<List<Measurement>> all = new ArrayList<>();
        for (int states = 1; states <= 5; states++) {
            all.add(Collections.nCopies(states, Measurement.STATE));
        }
        all.add(List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES));
        all.add(List.of(Measurement.QUANTILES));
        all.add(List.of(Measurement.STATE, Measurement.SQUARES, Measurement.QUANTILES, Measurement.QUANTILES));
        return all;
    }

    private static NoiseRequest request(
            String epsilon, List<Measurement> measurements, long maxGroups, int parameters, boolean selectsGroups) {
        return new NoiseRequest(
                Epsilon.of(epsilon),
                DELTA,
                maxGroups,
                measurements,
                measurements.contains(Measurement.STATE) ? OptionalInt.of(0) : OptionalInt.empty(),
                parameters,
                selectsGroups,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static NoiseRequest with(
            NoiseRequest request,
            Optional<NoiseKind> noise,
            Optional<SelectionKind> selection,
            Optional<Epsilon> selectionEpsilon) {
        return new NoiseRequest(
                request.epsilon(),
                request.delta(),
                request.maxGroups(),
                request.measurements(),
                request.users(),
                request.parameters(),
                request.selectsGroups(),
                noise,
                selection,
                selectionEpsilon);
    }

    private static NoiseRequest withoutUsers(NoiseRequest request) {
        return new NoiseRequest(
                request.epsilon(),
                request.delta(),
                request.maxGroups(),
                request.measurements(),
                OptionalInt.empty(),
                request.parameters(),
                request.selectsGroups(),
                request.noise(),
                request.selection(),
                request.selectionEpsilon());
    }

    /** What the noise does to one person in C_u groups, and what choosing the groups does besides. */
    private record Counted(NoisePlan plan, List<PrivacyEvent> measured, List<PrivacyEvent> others) {
        static Counted of(NoisePlan plan) {
            long groups = plan.request().maxGroups();
            List<PrivacyEvent> measured = new ArrayList<>();
            for (int i = 0; i < plan.parts().size(); i++) {
                Part part = plan.parts().get(i);
                measured.add(
                        plan.request().measurements().get(i).kind() == Measurement.Kind.ADDITIVE
                                ? event(part.noise(SENSITIVITY, groups), SENSITIVITY, groups)
                                : new PrivacyEvent.ExponentialMechanism(part.exponential(groups), groups));
            }
            List<PrivacyEvent> others = new ArrayList<>();
            plan.parameterParts().forEach(epsilon -> others.add(new PrivacyEvent.AboveThreshold(epsilon)));
            if (plan.request().selectsGroups()) {
                GroupSelection selection = GroupSelection.of(plan);
                if (selection instanceof GroupSelection.Threshold threshold) {
                    others.add(new PrivacyEvent.Threshold(plan.selectionDelta().orElseThrow()));
                    if (plan.request().users().isEmpty()) {
                        measured.add(event(threshold.noise(), BigInteger.ONE, groups));
                    } else {
                        Part users = plan.parts().get(plan.request().users().getAsInt());
                        assertThat(threshold.noise()).isEqualTo(users.noise(BigInteger.ONE, groups));
                    }
                } else {
                    var law = ((GroupSelection.Geometric) selection).law();
                    assertThat(law.maxGroups()).isEqualTo(groups);
                    others.add(new PrivacyEvent.TruncatedGeometric(
                            law.epsilon().dividedBy(groups),
                            new Delta(law.delta().value().dividedBy(Rational.of(groups))),
                            groups));
                }
            }
            return new Counted(plan, measured, others);
        }

        private static PrivacyEvent event(IntegerNoise noise, BigInteger sensitivity, long groups) {
            if (noise instanceof DiscreteLaplace laplace) {
                return new PrivacyEvent.LaplaceNoise(laplace.lossAt(sensitivity), groups);
            }
            Rational square = Rational.of(sensitivity.multiply(sensitivity));
            return new PrivacyEvent.GaussianNoise(square.dividedBy(((DiscreteGaussian) noise).variance()), groups);
        }

        ApproximateDp basic() {
            List<PrivacyEvent> all = new ArrayList<>(measured);
            all.addAll(others);
            return PrivacyEvent.basic(all, Optional.empty());
        }

        /** What is left for the noise when all else is paid. */
        Epsilon left(Epsilon epsilon) {
            Rational pure = PrivacyEvent.basic(others, Optional.empty()).epsilon();
            return new Epsilon(epsilon.value().minus(pure));
        }

        /** δ of all, if the noise takes a multiple of its ρ. */
        Rational delta(Epsilon epsilon, Rational multiple) {
            return ConvertedNoise.with(
                    plan, measured, others, multiple, left(epsilon).value());
        }
    }

    /** Within the request always; and, unless somebody fixed parts, nothing is given away either. */
    private static void check(NoiseRequest request, boolean all) {
        for (NoisePlan plan : ChooseNoise.plans(request)) {
            ApproximateDp limit = ApproximateDp.of(request.epsilon(), request.delta());
            assertThat(plan.loss().isWithin(limit)).as("%s", plan).isTrue();
            Counted counted = Counted.of(plan);
            // Geometric selection of keys alone has no noise, whatever its law would be.
            if (plan.noise() == NoiseKind.LAPLACE || counted.measured().isEmpty()) {
                assertThat(counted.basic().isWithin(plan.loss())).as("%s", plan).isTrue();
                if (all) {
                    assertThat(counted.basic().epsilon())
                            .isEqualTo(request.epsilon().value());
                }
            } else {
                Rational delta = request.delta().value();
                assertThat(counted.delta(request.epsilon(), Rational.ONE))
                        .as("%s", plan)
                        .isLessThanOrEqualTo(delta);
                // With a hundredth more of ρ δ does not suffice.
                assertThat(counted.delta(request.epsilon(), Rational.of(101, 100)))
                        .as("%s", plan)
                        .isGreaterThan(delta);
            }
        }
    }

    /** One of them has its turn. */
    static List<String> epsilons() {
        return Turns.part(3, List.of("0.1", "1", "10"));
    }

    @ParameterizedTest
    @MethodSource("epsilons")
    @Tag("walk")
    void everyPlanIsWithinItsRequest(String epsilon) {
        for (List<Measurement> measurements : measurements()) {
            for (long groups : new long[] {1, 7, 50}) {
                for (int parameters = 0; parameters <= 3; parameters++) {
                    check(request(epsilon, measurements, groups, parameters, false), true);
                    NoiseRequest selecting = request(epsilon, measurements, groups, parameters, true);
                    check(selecting, true);
                    if (parameters == 0) {
                        check(withoutUsers(selecting), true);
                    }
                }
            }
        }
    }

    @Test
    void whatIsAskedForIsTaken() {
        for (List<Measurement> measurements : measurements()) {
            NoiseRequest request = request("1", measurements, 5, 1, true);
            for (NoiseKind noise : NoiseKind.values()) {
                NoiseRequest forced = with(request, Optional.of(noise), Optional.empty(), Optional.empty());
                check(forced, true);
                assertThat(ChooseNoise.plans(forced)).hasSize(2).allMatch(plan -> plan.noise() == noise);
                assertThat(ChooseNoise.best(forced).noise()).isEqualTo(noise);
            }
            for (SelectionKind selection : SelectionKind.values()) {
                NoiseRequest forced = with(request, Optional.empty(), Optional.of(selection), Optional.empty());
                check(forced, true);
                assertThat(ChooseNoise.best(forced).selection()).contains(selection);
            }
            NoiseRequest part = with(request, Optional.empty(), Optional.empty(), Optional.of(Epsilon.of("0.3")));
            check(part, measurements.size() > 1 || part.users().isEmpty());
            for (NoisePlan plan : ChooseNoise.plans(part)) {
                assertThat(plan.selection()).isNotEqualTo(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD));
                assertThat(plan.selectionPart()).contains(new Part.Pure(Epsilon.of("0.3")));
            }
        }
    }

    /** 0.2 of its own; what is left of 1 goes to the other two; Gaussian noise has no part of ε alone. */
    @Test
    void aPartOfItsOwnIsTakenAsItIs() {
        List<Measurement> measurements =
                List.of(Measurement.STATE, Measurement.STATE.with(Epsilon.of("0.2")), Measurement.STATE);
        for (boolean selects : new boolean[] {true, false}) {
            NoiseRequest request = request("1", measurements, 4, 0, selects);
            check(request, true);
            assertThat(ChooseNoise.plans(request)).allMatch(plan -> plan.noise() == NoiseKind.LAPLACE);
        }
        NoisePlan plan = ChooseNoise.best(request("1", measurements, 4, 0, false));
        assertThat(plan.parts())
                .containsExactly(
                        new Part.Pure(Epsilon.of("0.4")),
                        new Part.Pure(Epsilon.of("0.2")),
                        new Part.Pure(Epsilon.of("0.4")));
        // All have parts of their own, which leave something: it is not spent.
        List<Measurement> own =
                List.of(Measurement.STATE.with(Epsilon.of("0.2")), Measurement.QUANTILES.with(Epsilon.of("0.3")));
        NoiseRequest less = request("1", own, 4, 0, false);
        check(less, false);
        assertThat(ChooseNoise.best(less).loss().epsilon()).isEqualTo(Rational.of(1, 2));
        // Or nothing at all, which nobody needs.
        NoisePlan all = ChooseNoise.best(request("0.5", own, 4, 0, false));
        assertThat(all.parts()).containsExactly(new Part.Pure(Epsilon.of("0.2")), new Part.Pure(Epsilon.of("0.3")));
        assertThat(all.loss().epsilon()).isEqualTo(Rational.of(1, 2));
    }

    /** Where a selection alone is paid for, with an ε of its own, the rest of ε is kept, whatever law noise would have. */
    @Test
    void aSelectionWithAPartOfItsOwnSpendsThatAlone() {
        for (int parameters = 0; parameters <= 2; parameters++) {
            NoiseRequest keys = request("1", List.of(), 4, parameters, true);
            for (NoiseKind noise : NoiseKind.values()) {
                NoiseRequest own = with(keys, Optional.of(noise), Optional.empty(), Optional.of(Epsilon.of("0.3")));
                for (NoisePlan plan : ChooseNoise.plans(own)) {
                    Rational found = parameters == 0 ? Rational.ZERO : Rational.of(1, 4);
                    assertThat(plan.loss().epsilon())
                            .as("%s", plan)
                            .isEqualTo(Rational.of(3, 10).plus(found));
                }
            }
        }
    }

    @Test
    void refusesWhatDoesNotGoTogether() {
        NoiseRequest request = request("1", List.of(Measurement.STATE), 5, 0, true);
        refused(
                with(
                        request,
                        Optional.of(NoiseKind.GAUSSIAN),
                        Optional.of(SelectionKind.LAPLACE_THRESHOLD),
                        Optional.empty()),
                "do not go together");
        refused(
                with(
                        request,
                        Optional.of(NoiseKind.LAPLACE),
                        Optional.of(SelectionKind.GAUSSIAN_THRESHOLD),
                        Optional.empty()),
                "do not go together");
        refused(
                with(
                        request,
                        Optional.empty(),
                        Optional.of(SelectionKind.GAUSSIAN_THRESHOLD),
                        Optional.of(Epsilon.of("0.1"))),
                "do not go together");
        List<Measurement> own = List.of(Measurement.STATE.with(Epsilon.of("0.1")));
        refused(
                with(
                        request("1", own, 5, 0, true),
                        Optional.of(NoiseKind.GAUSSIAN),
                        Optional.empty(),
                        Optional.empty()),
                "epsilon of its own");
    }

    @Test
    void refusesPartsThatLeaveNothing() {
        List<Measurement> whole = List.of(Measurement.STATE.with(Epsilon.of("1")), Measurement.STATE);
        refused(request("1", whole, 5, 0, false), "must leave something");
        // A quarter is for the automatic bounds.
        List<Measurement> most = List.of(Measurement.STATE.with(Epsilon.of("0.8")));
        assertThat(ChooseNoise.plans(request("1", most, 5, 0, false))).hasSize(1);
        refused(request("1", most, 5, 1, false), "must leave something");
        NoiseRequest states = request("1", Collections.nCopies(2, Measurement.STATE), 5, 0, true);
        for (NoiseKind noise : NoiseKind.values()) {
            refused(
                    with(
                            states,
                            Optional.of(noise),
                            Optional.of(SelectionKind.TRUNCATED_GEOMETRIC),
                            Optional.of(Epsilon.of("1"))),
                    "must leave something");
        }
    }

    /** Where several ways are refused, the first one is told of. */
    @Test
    void theFirstRefusalIsTold() {
        NoiseRequest states = request("1", Collections.nCopies(2, Measurement.STATE), 5, 0, true);
        for (String own : List.of("1", "2")) {
            NoiseRequest request = with(states, Optional.empty(), Optional.empty(), Optional.of(Epsilon.of(own)));
            assertThatThrownBy(() -> ChooseNoise.plans(request))
                    .hasMessageStartingWith("epsilon of single aggregates and of the selection must leave");
        }
    }

    private static void refused(NoiseRequest request, String why) {
        assertThatThrownBy(() -> ChooseNoise.plans(request))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void refusesRequestsOutOfRange() {
        assertThatThrownBy(() -> request("1", List.of(Measurement.STATE), 0, 0, true))
                .hasMessage("maxGroups must be at least 1");
        assertThatThrownBy(() -> request("1", List.of(Measurement.STATE), 1, -1, true))
                .hasMessage("parameters must be at least 0");
        assertThatThrownBy(() -> request("1", List.of(), 1, 0, false)).hasMessageStartingWith("measurements must hold");
        for (int users : new int[] {-1, 1}) {
            assertThatThrownBy(() -> new NoiseRequest(
                            Epsilon.of("1"),
                            DELTA,
                            1,
                            List.of(Measurement.STATE),
                            OptionalInt.of(users),
                            0,
                            true,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))
                    .hasMessage("users must be the index of a measurement");
        }
        assertThatThrownBy(() -> new Measurement(Measurement.Kind.ADDITIVE, Rational.of(1, 2), Optional.empty()))
                .hasMessage("stretch must be at least 1");
    }

    /**
     * The design's sizes: nothing but keys, so that the selection has all of ε = 1 and δ = 10^-6. Its Gaussian column,
     * 25, 35, 43, 81 and 187, is that of ρ converted, without the law of the noise, and of δ in halves.
     */
    @ParameterizedTest
    @CsvSource({"1, 15, 23, 14", "2, 30, 32, 27", "3, 45, 40, 40", "10, 156, 73, 132", "50, 854, 170, 657"})
    void sizesOfTheDesign(long groups, long laplace, long gaussian, long geometric) {
        NoiseRequest request = request("1", List.of(), groups, 0, true);
        assertThat(size(request, NoiseKind.LAPLACE, SelectionKind.LAPLACE_THRESHOLD))
                .isEqualTo(laplace);
        assertThat(size(request, NoiseKind.GAUSSIAN, SelectionKind.GAUSSIAN_THRESHOLD))
                .isEqualTo(gaussian);
        assertThat(size(request, NoiseKind.LAPLACE, SelectionKind.TRUNCATED_GEOMETRIC))
                .isEqualTo(geometric);
        assertThat(ChooseNoise.fiftyPercentSize(ChooseNoise.best(request)))
                .isEqualTo(Math.min(laplace, Math.min(gaussian, geometric)));
        check(request, false);
    }

    private static BigInteger size(NoiseRequest request, NoiseKind noise, SelectionKind selection) {
        NoiseRequest forced = with(request, Optional.of(noise), Optional.of(selection), Optional.empty());
        return ChooseNoise.fiftyPercentSize(ChooseNoise.best(forced));
    }

    /** Where no groups are selected sizes are 0, and only noise counts. */
    @Test
    void publicGroupsTakeTheLeastNoise() {
        for (List<Measurement> measurements : measurements()) {
            for (long groups : new long[] {1, 2, 5, 50}) {
                List<NoisePlan> plans = ChooseNoise.plans(request("1", measurements, groups, 0, false));
                NoisePlan best = ChooseNoise.best(request("1", measurements, groups, 0, false));
                assertThat(plans).hasSize(2).allMatch(plan -> best.unitWidth() <= plan.unitWidth());
                assertThat(ChooseNoise.fiftyPercentSize(best)).isZero();
                assertThat(best.loss().delta().signum()).isEqualTo(best.noise() == NoiseKind.LAPLACE ? 0 : 1);
            }
        }
        // One of the largest within all of δ, not half of it, is what Gaussian noise gets here.
        NoisePlan gaussian = ChooseNoise.best(request("1", Collections.nCopies(4, Measurement.STATE), 10, 0, false));
        Rho rho = JointGaussian.largestWithin(Epsilon.of("1"), DELTA, Rational.of(1, 40), 60);
        assertThat(gaussian.parts()).containsOnly(new Part.Concentrated(rho.dividedBy(4)));
    }
}
