package io.tacit.engine.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds which states of a plan can be measured as portions of a person, so that Laplace noise hides several at the price
 * of one. A state is in one bundle at most; the people are in the first.
 */
final class BundleStates {
    private final ReleasePlan plan;
    private final List<Weighed> weighed = new ArrayList<>();
    private final List<StateRequest> used = new ArrayList<>();
    private final List<StateBundle> bundles = new ArrayList<>();

    /**
     * What some rows weigh and what they hold.
     *
     * @param weight the number of rows or of people
     * @param values of the rows
     * @param squares of the values
     */
    private record Weighed(StateRequest weight, StateRequest values, Optional<StateRequest.Squares> squares) {}

    private BundleStates(ReleasePlan plan) {
        this.plan = plan;
    }

    /** The bundles of a plan; none where an aggregate or the selection has an ε of its own. */
    static List<StateBundle> of(ReleasePlan plan) {
        boolean ownParts = plan.parameters().selectionEpsilon().isPresent()
                || plan.outputs().stream().anyMatch(output -> output.epsilon().isPresent());
        return ownParts ? List.of() : new BundleStates(plan).find();
    }

    private List<StateBundle> find() {
        plan.outputs()
                .forEach(output -> output.computation().accept(new Weights()).ifPresent(this::weigh));
        people();
        for (Weighed one : weighed) {
            Optional<StateRequest.Count> rows = countFromZero(one.weight());
            // Values go with the number of their rows: where they are used, so is that number.
            if (rows.isPresent() && !used.contains(one.weight())) {
                add(new StateBundle(
                        StateBundle.People.NONE, Optional.empty(), rows, Optional.of(one.values()), one.squares()));
            }
        }
        return List.copyOf(bundles);
    }

    /** Squares go with the values that they are the squares of, whichever aggregate asked for them. */
    private void weigh(Weighed one) {
        weighed.removeIf(other -> other.weight().equals(one.weight())
                && other.values().equals(one.values())
                && other.squares().isEmpty());
        boolean known = weighed.stream()
                .anyMatch(other ->
                        other.weight().equals(one.weight()) && other.values().equals(one.values()));
        if (!known) {
            weighed.add(one);
        }
    }

    private void add(StateBundle bundle) {
        bundles.add(bundle);
        used.addAll(bundle.states());
    }

    /** The bundle that counts people, if they are counted at all and are more than a state alone. */
    private void people() {
        Optional<StateRequest.Without> without = plan.complement();
        boolean counted = plan.states().contains(new StateRequest.Users()) || without.isPresent();
        if (!counted && !plan.selectsGroups()) {
            return;
        }
        StateBundle.People people = counted ? StateBundle.People.STATE : StateBundle.People.SELECTION;
        StateRequest counting = without.<StateRequest>map(SplitPeople::with).orElseGet(StateRequest.Users::new);
        for (Weighed one : weighed) {
            boolean ofPeople = one.weight().equals(counting);
            Optional<StateRequest.Count> rows =
                    ofPeople && without.isEmpty() ? Optional.empty() : countFromZero(one.weight());
            if (ofPeople || rows.isPresent()) {
                add(new StateBundle(people, without, rows, Optional.of(one.values()), one.squares()));
                return;
            }
        }
        Optional<StateRequest> sum = without.isPresent() ? Optional.empty() : firstSum();
        Optional<StateRequest.Count> rows = plan.states().stream()
                .filter(state -> !state.equals(counting))
                .flatMap(state -> countFromZero(state).stream())
                .findFirst();
        if (sum.isPresent()) {
            add(new StateBundle(people, without, Optional.empty(), sum, Optional.empty()));
        } else if (rows.isPresent()) {
            add(new StateBundle(people, without, rows, Optional.empty(), Optional.empty()));
        } else if (without.isPresent()) {
            add(new StateBundle(people, without, Optional.empty(), Optional.empty(), Optional.empty()));
        }
    }

    private Optional<StateRequest> firstSum() {
        return plan.states().stream()
                .<StateRequest>flatMap(state -> state.asSum().stream())
                .findFirst();
    }

    /** A number of rows that is 0 for whoever has none; empty for any other state. */
    private Optional<StateRequest.Count> countFromZero(StateRequest state) {
        return state.asCount()
                .filter(count -> count.limits()
                        .match(
                                given -> given.low().signum() == 0
                                        && given.high().signum() > 0,
                                inferred -> inferred.parameter().kind() == AutomaticParameter.Kind.ROWS_PER_GROUP,
                                ofRows -> false));
    }

    /** What an aggregate weighs, if it weighs anything. */
    private static final class Weights implements Computation.Visitor<Optional<Weighed>> {
        @Override
        public Optional<Weighed> total(Computation.Total total) {
            return Optional.empty();
        }

        @Override
        public Optional<Weighed> people(Computation.People people) {
            return Optional.empty();
        }

        @Override
        public Optional<Weighed> sumOfRows(Computation.SumOfRows sum) {
            return Optional.of(new Weighed(sum.weight(), sum.centred(), Optional.empty()));
        }

        @Override
        public Optional<Weighed> mean(Computation.Mean mean) {
            return Optional.of(new Weighed(mean.weight(), mean.deviations(), Optional.empty()));
        }

        @Override
        public Optional<Weighed> spread(Computation.Spread spread) {
            return Optional.of(new Weighed(spread.weight(), spread.centred(), Optional.of(spread.squares())));
        }

        @Override
        public Optional<Weighed> pair(Computation.Pair pair) {
            return Optional.of(new Weighed(pair.weight(), pair.y(), Optional.empty()));
        }

        @Override
        public Optional<Weighed> quantile(Computation.Quantile quantile) {
            return Optional.empty();
        }

        @Override
        public Optional<Weighed> mostFrequent(Computation.MostFrequent mode) {
            return Optional.empty();
        }
    }
}
