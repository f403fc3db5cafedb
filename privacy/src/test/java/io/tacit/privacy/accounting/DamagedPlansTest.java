package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** No plan spends more than it says or was given, and none leaves anything without a part: each is damaged in each way. */
class DamagedPlansTest {
    private static final Rational MORE = Rational.of(101, 100);

    private static Part more(Part part) {
        return part.<Part>match(
                pure -> new Part.Pure(pure.epsilon().times(MORE)),
                concentrated -> new Part.Concentrated(concentrated.rho().times(MORE)));
    }

    private static <T> List<T> with(List<T> all, int place, T other) {
        List<T> changed = new ArrayList<>(all);
        changed.set(place, other);
        return changed;
    }

    private static NoisePlan with(
            NoisePlan plan,
            List<Part> parts,
            Optional<Part> selectionPart,
            List<Epsilon> parameterParts,
            ApproximateDp loss) {
        return new NoisePlan(
                plan.request(),
                plan.noise(),
                plan.selection(),
                parts,
                selectionPart,
                plan.selectionDelta(),
                parameterParts,
                loss);
    }

    private static void refused(NoisePlan plan, String how, Supplier<NoisePlan> damaged) {
        assertThatThrownBy(damaged::get).as("%s: %s", how, plan).isInstanceOf(IllegalStateException.class);
    }

    private static List<NoisePlan> plans() {
        List<NoisePlan> plans = new ArrayList<>(PlanModelTest.plans(NoiseKind.LAPLACE));
        List<NoisePlan> gaussian = PlanModelTest.plans(NoiseKind.GAUSSIAN);
        for (int i = 0; i < gaussian.size(); i += 3) {
            plans.add(gaussian.get(i));
        }
        return plans;
    }

    @Test
    void aPlanThatSaysToSpendMoreThanItWasGiven() {
        for (NoisePlan plan : plans()) {
            Rational epsilon = plan.request().epsilon().value();
            Rational delta = plan.request().delta().value();
            refused(plan, "epsilon", () -> with(plan, new ApproximateDp(epsilon.times(MORE), delta)));
            refused(plan, "delta", () -> with(plan, new ApproximateDp(epsilon, delta.times(MORE))));
        }
    }

    private static NoisePlan with(NoisePlan plan, ApproximateDp loss) {
        return with(plan, plan.parts(), plan.selectionPart(), plan.parameterParts(), loss);
    }

    @Test
    void aPlanThatSpendsMoreThanItSays() {
        for (NoisePlan plan : plans()) {
            ApproximateDp loss = plan.loss();
            refused(
                    plan,
                    "less epsilon said",
                    () -> with(plan, new ApproximateDp(loss.epsilon().dividedBy(MORE), loss.delta())));
            if (loss.delta().signum() > 0) {
                refused(
                        plan,
                        "a third of delta said",
                        () -> with(
                                plan,
                                new ApproximateDp(loss.epsilon(), loss.delta().times(Rational.of(1, 3)))));
            }
        }
    }

    /** Every part is paid for: 1 % more of any is seen, of ρ where its conversion is nearly exact. */
    @Test
    void aPlanWithMoreInAnyPart() {
        int seen = 0;
        for (NoisePlan plan : plans()) {
            boolean tight =
                    plan.noise() == NoiseKind.LAPLACE || plan.selection().isEmpty();
            for (int i = 0; i < plan.parts().size() && tight; i++) {
                int place = i;
                Part larger = more(plan.parts().get(i));
                boolean read =
                        plan.selectionPart().equals(Optional.of(plan.parts().get(i)));
                refused(
                        plan,
                        "part " + i,
                        () -> with(
                                plan,
                                with(plan.parts(), place, larger),
                                read ? Optional.of(larger) : plan.selectionPart(),
                                plan.parameterParts(),
                                plan.loss()));
                seen++;
            }
            for (int i = 0; i < plan.parameterParts().size(); i++) {
                List<Epsilon> parameters = with(
                        plan.parameterParts(), i, plan.parameterParts().get(i).times(Rational.of(2)));
                refused(
                        plan,
                        "parameter " + i,
                        () -> with(plan, plan.parts(), plan.selectionPart(), parameters, plan.loss()));
                seen++;
            }
            // A selection that reads with other noise than what is measured reads it again.
            if (plan.selectionPart().isPresent() && plan.noise() == NoiseKind.LAPLACE) {
                refused(
                        plan,
                        "selection",
                        () -> with(
                                plan,
                                plan.parts(),
                                plan.selectionPart().map(DamagedPlansTest::more),
                                plan.parameterParts(),
                                plan.loss()));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(300);
    }

    @Test
    void aPlanWhoseSelectionHasMoreDelta() {
        int seen = 0;
        for (NoisePlan plan : plans()) {
            if (plan.selectionDelta().isPresent()) {
                Rational more = plan.selectionDelta().get().value().times(Rational.of(3));
                refused(
                        plan,
                        "delta of the selection",
                        () -> new NoisePlan(
                                plan.request(),
                                plan.noise(),
                                plan.selection(),
                                plan.parts(),
                                plan.selectionPart(),
                                Optional.of(new Delta(more)),
                                plan.parameterParts(),
                                plan.loss()));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(100);
    }

    /** Another measurement's part, of the same size, does not pay for reading the number of people. */
    @Test
    void aThresholdOnANumberThatNobodyMeasures() {
        int seen = 0;
        for (NoisePlan plan : plans()) {
            if (plan.selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))
                    && plan.request().users().isEmpty()
                    && plan.people().isEmpty()
                    && !plan.parts().isEmpty()) {
                Rational without = plan.loss()
                        .epsilon()
                        .minus(plan.selectionPart()
                                .orElseThrow()
                                .match(pure -> pure.epsilon().value(), other -> Rational.ZERO));
                refused(
                        plan,
                        "unpaid",
                        () -> with(
                                plan,
                                plan.parts(),
                                Optional.of(plan.parts().get(0)),
                                plan.parameterParts(),
                                new ApproximateDp(without, plan.loss().delta())));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(5);
    }

    /** The same under Gaussian noise, whose bundles are not divided: the selection's part is shared out to the others. */
    @Test
    void aGaussianThresholdOnANumberThatNobodyMeasures() {
        int seen = 0;
        for (NoisePlan plan : PlanModelTest.plans(NoiseKind.GAUSSIAN)) {
            if (plan.selection().equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD))
                    && plan.request().users().isEmpty()
                    && !plan.parts().isEmpty()
                    && plan.unitNoise() > 4) {
                Rational share =
                        Rational.of(plan.parts().size() + 1L, plan.parts().size());
                List<Part> larger = plan.parts().stream()
                        .<Part>map(part -> part.<Part>match(
                                pure -> pure,
                                other -> new Part.Concentrated(other.rho().times(share))))
                        .toList();
                refused(
                        plan,
                        "unpaid",
                        () -> with(plan, larger, Optional.of(larger.get(0)), plan.parameterParts(), plan.loss()));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(5);
    }

    @Test
    void aPlanThatLeavesSomethingOut() {
        for (NoisePlan plan : plans()) {
            List<Part> parts = new ArrayList<>(plan.parts());
            boolean readByUsers = plan.request().users().isPresent();
            if (!parts.isEmpty() && !readByUsers && plan.request().bundles().isEmpty()) {
                refused(
                        plan,
                        "no part",
                        () -> with(
                                plan,
                                parts.subList(1, parts.size()),
                                plan.selectionPart(),
                                plan.parameterParts(),
                                plan.loss()));
            }
            List<Epsilon> parameters = plan.parameterParts();
            if (!parameters.isEmpty()) {
                refused(
                        plan,
                        "no parameter",
                        () -> with(
                                plan,
                                plan.parts(),
                                plan.selectionPart(),
                                parameters.subList(1, parameters.size()),
                                plan.loss()));
            }
            if (plan.request().selectsGroups()) {
                refused(plan, "no selection", () -> selecting(plan, Optional.empty(), plan.selectionPart(), true));
                refused(plan, "no part of it", () -> selecting(plan, plan.selection(), Optional.empty(), true));
                refused(plan, "no delta of it", () -> selecting(plan, plan.selection(), plan.selectionPart(), false));
            }
        }
    }

    private static NoisePlan selecting(
            NoisePlan plan, Optional<SelectionKind> selection, Optional<Part> part, boolean delta) {
        Optional<Delta> ofSelection = delta ? plan.selectionDelta() : Optional.empty();
        try {
            return new NoisePlan(
                    plan.request(),
                    plan.noise(),
                    selection,
                    plan.parts(),
                    part,
                    ofSelection,
                    plan.parameterParts(),
                    ApproximateDp.of(plan.request().epsilon(), plan.request().delta()));
        } catch (NoSuchElementException | IllegalArgumentException missing) {
            // The loss of what is not there cannot be added up either.
            throw new IllegalStateException(missing);
        }
    }

    /** What is divided into portions together has one noise, also where all of it together is paid for. */
    @Test
    void aBundleOfDifferentParts() {
        int seen = 0;
        for (NoisePlan plan : PlanModelTest.plans(NoiseKind.LAPLACE)) {
            for (NoiseRequest.Bundle bundle : plan.request().bundles()) {
                for (int member : bundle.measurements()) {
                    List<Part> parts = new ArrayList<>(plan.parts());
                    for (int each : bundle.measurements()) {
                        Rational share = Rational.of(each == member ? 1 : 2, 3);
                        parts.set(
                                each,
                                parts.get(each)
                                        .<Part>match(
                                                pure -> new Part.Pure(
                                                        pure.epsilon().times(share)),
                                                other -> other));
                    }
                    boolean read = plan.selectionPart()
                            .equals(Optional.of(
                                    plan.parts().get(bundle.measurements().get(0))));
                    refused(
                            plan,
                            "bundle",
                            () -> with(
                                    plan,
                                    parts,
                                    read
                                            ? Optional.of(parts.get(
                                                    bundle.measurements().get(0)))
                                            : plan.selectionPart(),
                                    plan.parameterParts(),
                                    plan.loss()));
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThan(20);
    }
}
