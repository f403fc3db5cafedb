package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.mechanism.PortionsOf;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * States of the same rows that Laplace noise hides together, as portions of a person ({@code
 * docs/decisions/028-portions.md}): people, those who have rows, the rows' weight, and what the rows hold. Any of them
 * may be missing, but not all.
 *
 * @param people where the portions add up to the number of people
 * @param without the people without rows, where people are counted in two parts
 * @param weight a number of rows; empty where it is the number of people
 * @param values what the rows hold
 * @param squares of centred rows, where values are these
 */
public record StateBundle(
        People people,
        Optional<StateRequest.Without> without,
        Optional<StateRequest.Count> weight,
        Optional<StateRequest> values,
        Optional<StateRequest.Squares> squares) {
    /** Place 0 of the integers that are read for each group: the number of its people. */
    public static final int USERS = 0;

    /** Whether people are counted, and by what. */
    public enum People {
        /** They are not. */
        NONE,
        /** By a state of the plan. */
        STATE,
        /** By the integer that groups are selected with. */
        SELECTION
    }

    /** The states of a plan that are in this bundle, without the people who have no rows. */
    public List<StateRequest> states() {
        List<StateRequest> states = new ArrayList<>();
        if (people == People.STATE) {
            states.add(counting());
        }
        weight.filter(state -> !states.contains(state)).ifPresent(states::add);
        values.ifPresent(states::add);
        squares.ifPresent(states::add);
        return states;
    }

    /** The state that counts people. */
    private StateRequest counting() {
        return without.<StateRequest>map(SplitPeople::with).orElseGet(StateRequest.Users::new);
    }

    /** Into how many portions a person is divided at most. */
    public int portions() {
        int inner = squares.isPresent() ? 3 : values.isPresent() ? 2 : 1;
        return inner + (without.isPresent() ? 1 : 0) + (dividesRows() ? 1 : 0);
    }

    /** Whether those counted first have rows that are counted besides. */
    private boolean dividesRows() {
        return people != People.NONE
                && weight.isPresent()
                && !without.map(SplitPeople::with).equals(weight);
    }

    /** Off how many portions a typical state is read. */
    public int read() {
        boolean sum = values.flatMap(StateRequest::asSum).isPresent();
        return values.isPresent() && !sum ? 2 : 1;
    }

    /**
     * The portions, by places among the integers that are read for each group. A state whose limits could not be found,
     * or that is a constant, is left out.
     *
     * @param plan of which the states are
     * @param selects whether a threshold reads the number of people
     * @return empty where nothing is left
     */
    public Optional<Portions<Integer>> portions(ReleasePlan plan, ResolvedLimits limits, boolean selects) {
        boolean counted = people == People.STATE || people == People.SELECTION && selects;
        Optional<BigInteger> rows = weight.flatMap(state -> state.measured(limits))
                .map(State.Count::high)
                .filter(most -> most.signum() > 0);
        if (!counted && rows.isEmpty()) {
            return Optional.empty();
        }
        PortionsOf<Integer> portions = counted ? counted(plan) : PortionsOf.weight(weightPlace(plan), rows.get());
        if (counted && dividesRows() && rows.isPresent()) {
            portions = portions.rows(weightPlace(plan), rows.get());
        }
        // Values of rows that are not counted cannot be told from none.
        boolean weighed = weight.isEmpty() || rows.isPresent();
        PortionsOf<Integer> divided = portions;
        return Optional.of(weighed ? values(plan, limits, divided).portions() : divided.portions());
    }

    private PortionsOf<Integer> counted(ReleasePlan plan) {
        return without.map(
                        state -> PortionsOf.peopleInTwoParts(place(plan, SplitPeople.with(state)), place(plan, state)))
                .orElseGet(() ->
                        PortionsOf.people(people == People.SELECTION ? USERS : place(plan, new StateRequest.Users())));
    }

    private PortionsOf<Integer> values(ReleasePlan plan, ResolvedLimits limits, PortionsOf<Integer> portions) {
        return values.map(state -> state.accept(new DividedBy(this, plan, limits, portions)))
                .orElse(portions);
    }

    private int weightPlace(ReleasePlan plan) {
        return place(plan, weight.orElseThrow());
    }

    private static int place(ReleasePlan plan, StateRequest state) {
        int place = plan.states().indexOf(state);
        if (place < 0) {
            throw new IllegalStateException("a bundle holds states of its plan");
        }
        return 1 + place;
    }

    /** Divides by values, if their limits are known. */
    private static final class DividedBy implements StateRequest.Visitor<PortionsOf<Integer>> {
        private final StateBundle bundle;
        private final ReleasePlan plan;
        private final ResolvedLimits limits;
        private final PortionsOf<Integer> portions;

        DividedBy(StateBundle bundle, ReleasePlan plan, ResolvedLimits limits, PortionsOf<Integer> portions) {
            this.bundle = bundle;
            this.plan = plan;
            this.limits = limits;
            this.portions = portions;
        }

        @Override
        public PortionsOf<Integer> sum(StateRequest.Sum request) {
            return request.measured(limits)
                    .map(sum -> portions.sum(place(plan, request), sum))
                    .orElse(portions);
        }

        @Override
        public PortionsOf<Integer> userMean(StateRequest.UserMean request) {
            return request.measured(limits)
                    .map(mean -> portions.userMean(place(plan, request), mean))
                    .orElse(portions);
        }

        @Override
        public PortionsOf<Integer> centred(StateRequest.Centred request) {
            Optional<StateRequest.Squares> more = bundle.squares();
            Optional<State.Squares> squares = more.flatMap(state -> state.measured(limits));
            return request.measured(limits)
                    .map(centred -> squares.isPresent()
                            ? portions.squares(
                                    place(plan, request), place(plan, more.orElseThrow()), centred, squares.get())
                            : portions.centred(place(plan, request), centred))
                    .orElse(portions);
        }

        @Override
        public PortionsOf<Integer> users(StateRequest.Users users) {
            return portions;
        }

        @Override
        public PortionsOf<Integer> without(StateRequest.Without without) {
            return portions;
        }

        @Override
        public PortionsOf<Integer> count(StateRequest.Count count) {
            return portions;
        }

        @Override
        public PortionsOf<Integer> squares(StateRequest.Squares squares) {
            return portions;
        }

        @Override
        public PortionsOf<Integer> products(StateRequest.Products products) {
            return portions;
        }

        @Override
        public PortionsOf<Integer> distinct(StateRequest.Distinct distinct) {
            return portions;
        }
    }
}
