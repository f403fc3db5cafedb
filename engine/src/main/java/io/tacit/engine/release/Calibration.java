package io.tacit.engine.release;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleaseParameters;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.accounting.PlanEvents;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.PreThreshold;
import io.tacit.privacy.selection.RowsThreshold;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The budget of one release, divided before data is read ({@code docs/design/privacy.md#budget-of-one-release}).
 *
 * <p>What is measured are the plan's states, then its choices; {@link ChooseNoise} divides the budget over them, over
 * the automatic parameters and over the selection of groups.
 *
 * @param plan the release
 * @param weighed the plans that were compared
 * @param noise the best of them
 * @param selection how groups are selected; empty where all appear
 * @param groups what counting people by the number of their groups spends, where that is done
 * @param leftovers the row of all that is in no group that appears, where it is asked for
 */
public record Calibration(
        ReleasePlan plan,
        List<ChooseNoise.Weighed> weighed,
        NoisePlan noise,
        Optional<GroupSelection> selection,
        Optional<Epsilon> groups,
        Optional<Calibration> leftovers) {
    /** What is spent to count people by the number of their groups. */
    private static final Rational SHARE_OF_GROUPS = Rational.of(3, 100);

    public Calibration {
        weighed = List.copyOf(weighed);
    }

    /**
     * Divides the budget of a plan.
     *
     * @throws IllegalArgumentException when the plan's options contradict each other
     */
    public static Calibration of(ReleasePlan plan) {
        int parameters = plan.automatic().size();
        if (plan.parameters().leftovers().isEmpty()) {
            return of(plan, plan.parameters().maxGroups(), parameters, Optional.empty());
        }
        // Its limits are those of the groups, so it has none to find.
        Calibration leftovers = of(plan.leftovers(), 1, 0, Optional.empty());
        return of(plan.besideLeftovers(), plan.parameters().maxGroups(), parameters, Optional.of(leftovers));
    }

    /** Divides the budget of a plan whose C_u was found privately. */
    public Calibration withMaxGroups(long maxGroups) {
        return of(plan, maxGroups, noise.request().parameters(), leftovers);
    }

    private static Calibration of(ReleasePlan plan, long maxGroups, int automatic, Optional<Calibration> leftovers) {
        ReleaseParameters parameters = plan.parameters();
        Optional<Epsilon> groups =
                parameters.groups().map(counted -> parameters.epsilon().times(SHARE_OF_GROUPS));
        List<Measurement> measurements = new ArrayList<>();
        StateMeasurement kind = new StateMeasurement();
        int paid = plan.states().size() - (plan.complement().isPresent() ? 1 : 0);
        for (int i = 0; i < paid; i++) {
            measurements.add(own(plan, i, plan.states().get(i).accept(kind)));
        }
        plan.choices().forEach(request -> measurements.add(Measurement.QUANTILES));
        OptionalInt users = plan.complement().isPresent() ? plan.people() : place(plan, new StateRequest.Users());
        Map<StateRequest, Integer> places = new HashMap<>();
        plan.states().forEach(state -> places.put(state, places.size()));
        List<ChooseNoise.Weighed> weighed = WeighedPlans.of(new NoiseRequest(
                left(parameters.epsilon(), groups),
                parameters.delta(),
                maxGroups,
                measurements,
                users,
                automatic,
                plan.selectsGroups(),
                parameters.noise(),
                parameters.selection(),
                parameters.selectionEpsilon(),
                plan.complement()
                        .map(without -> new NoiseRequest.Complement(
                                IntStream.range(0, paid).boxed().toList())),
                plan.bundles().stream().map(bundle -> bundle(places, bundle)).toList()));
        NoisePlan noise = ChooseNoise.best(weighed).plan();
        for (int i = 0; i < plan.choices().size(); i++) {
            Epsilon perGroup = noise.parts().get(plan.states().size() + i).exponential(maxGroups);
            plan.choices()
                    .get(i)
                    .match(
                            quantiles -> QuantilesWithIntervals.checkedLoss(
                                    perGroup, quantiles.intervals().size()),
                            mode -> QuantilesWithIntervals.checkedLoss(perGroup, 0));
        }
        return new Calibration(
                plan,
                weighed,
                noise,
                plan.selectsGroups() ? Optional.of(GroupSelection.of(noise)) : Optional.empty(),
                groups,
                leftovers);
    }

    /** What is left of a budget for all that is measured in groups. */
    private static Epsilon left(Epsilon epsilon, Optional<Epsilon> groups) {
        return groups.map(spent -> new Epsilon(epsilon.value().minus(spent.value())))
                .orElse(epsilon);
    }

    private static NoiseRequest.Bundle bundle(Map<StateRequest, Integer> places, StateBundle bundle) {
        return new NoiseRequest.Bundle(
                bundle.states().stream().map(places::get).toList(),
                bundle.people() != StateBundle.People.NONE,
                bundle.portions(),
                bundle.read());
    }

    /**
     * Gives a state its part of an aggregate's own epsilon; if several aggregates read the state, the largest part
     * holds.
     */
    private static Measurement own(ReleasePlan plan, int state, Measurement measurement) {
        Measurement own = measurement;
        for (OutputRequest output : plan.outputs()) {
            if (output.epsilon().isPresent()
                    && output.states().contains(plan.states().get(state))) {
                Epsilon part = output.epsilon().get().dividedBy(output.states().size());
                boolean larger = own.epsilon()
                        .map(known -> known.value().compareTo(part.value()) < 0)
                        .orElse(true);
                own = larger ? own.with(part) : own;
            }
        }
        return own;
    }

    /** How many groups one person may be in: C_u. */
    public long maxGroups() {
        return noise.request().maxGroups();
    }

    /** The part of the budget that a state of the plan spends. */
    public Part part(StateRequest state) {
        boolean complement = plan.complement().filter(state::equals).isPresent();
        return complement ? noise.complementPart().orElseThrow() : noise.parts().get(placeOf(plan.states(), state));
    }

    /** The part of the budget that a choice of the plan spends. */
    public Part part(ChoiceRequest choice) {
        return noise.parts().get(plan.states().size() + placeOf(plan.choices(), choice));
    }

    private static OptionalInt place(ReleasePlan plan, StateRequest state) {
        int place = plan.states().indexOf(state);
        return place < 0 ? OptionalInt.empty() : OptionalInt.of(place);
    }

    @SuppressWarnings(
            "ReferenceEquality") // Nearly always it is the same object, and deep comparisons of long lists take
    // minutes.
    private static <T> int placeOf(List<T> planned, T wanted) {
        for (int i = 0; i < planned.size(); i++) {
            if (planned.get(i) == wanted) {
                return i;
            }
        }
        return Objects.checkIndex(planned.indexOf(wanted), planned.size());
    }

    /** What a choice may spend in one group. */
    public Epsilon perGroup(ChoiceRequest choice) {
        return part(choice).exponential(maxGroups());
    }

    /** What finding an automatic parameter spends. */
    public Epsilon parameter(int parameter) {
        return noise.parameterParts().get(parameter);
    }

    /** The least noisy number of people with which a group appears; empty unless a threshold decides. */
    public Optional<BigInteger> threshold() {
        return selection.flatMap(found -> found.match(
                threshold -> Optional.of(threshold.threshold().add(hidden())), geometric -> Optional.empty()));
    }

    /** Groups of fewer people than were asked for never appear. */
    PreThreshold atLeast() {
        return new PreThreshold(BigInteger.valueOf(plan.parameters().minPeople()));
    }

    /**
     * How many people, or rows where each counts for itself, the selection does not see: those below the least number that
     * was asked for, and all rows but one that a person may have.
     */
    public BigInteger hidden() {
        return plan.parameters().countsRows()
                ? new RowsThreshold(maxGroups()).hidden()
                : atLeast().restored(BigInteger.ZERO);
    }

    /**
     * The states whose noisy values the threshold reads, if it reads states that are measured anyway: the number of
     * people, or the numbers of people with and without some rows, whose sum is compared.
     */
    public List<StateRequest> thresholdedStates() {
        if (threshold().isEmpty() || noise.request().users().isEmpty()) {
            return List.of();
        }
        StateRequest users = plan.states().get(noise.request().users().getAsInt());
        return plan.complement().map(without -> List.of(users, without)).orElseGet(() -> List.of(users));
    }

    /** The charge of the release, without the delta that it does not use. */
    public Charge charge() {
        Charge own = groups.map(spent -> new Charge(
                                spent.value(), Rational.ZERO, List.of(new PrivacyEvent.LaplaceNoise(spent, 1)))
                        .plus(measured()))
                .orElseGet(this::measured);
        return leftovers.map(more -> own.plus(more.charge())).orElse(own);
    }

    /** The charge of what is measured in groups. */
    private Charge measured() {
        if (!plan.parameters().findsMaxGroups() && !plan.parameters().countsRows()) {
            return new Charge(noise.loss().epsilon(), noise.loss().delta(), PlanEvents.of(noise));
        }
        // A person may change one group by as much as all together, so no event of a part for each group tells the
        // loss.
        // What C_u will be found decides which plan is best, and so whether delta is needed: all of it is charged.
        Epsilon epsilon = noise.request().epsilon();
        Delta delta = plan.parameters().delta();
        boolean pure = !plan.selectsGroups() && noise.request().noise().equals(Optional.of(NoiseKind.LAPLACE));
        return pure
                ? new Charge(epsilon.value(), Rational.ZERO, List.of(new PrivacyEvent.LaplaceNoise(epsilon, 1)))
                : new Charge(epsilon.value(), delta.value(), PlanEvents.ofWhole(epsilon, delta));
    }
}
