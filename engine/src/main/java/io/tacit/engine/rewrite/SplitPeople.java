package io.tacit.engine.rewrite;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The number of people counted in two parts, those who have a value and those who have none, so that a column with NULL
 * needs no second count: nobody is in both, and together they cost what one does ({@code
 * docs/decisions/021-people-in-two-parts.md}).
 *
 * <p>Done where everything else that is measured is of the rows with a value: then no number gets more noise than
 * before. With a second column it would be the number of people that pays for the others.
 *
 * @param states what is measured
 * @param outputs what is made of it
 */
record SplitPeople(List<StateRequest> states, List<OutputRequest> outputs) {
    private static final ContributionLimits ONCE = new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE);

    /** The state that counts people with rows, beside the one that counts people without. */
    static StateRequest.Count with(StateRequest.Without without) {
        return new StateRequest.Count(without.counted(), ONCE);
    }

    /**
     * The plan as it was, or with people counted in two parts.
     *
     * @param selects whether groups are selected by the number of people
     */
    static SplitPeople of(
            PlannedStates planned, List<OutputRequest> outputs, ReleaseParameters parameters, boolean selects) {
        SplitPeople plain = new SplitPeople(planned.states(), outputs);
        StateRequest.Users users = new StateRequest.Users();
        List<StateRequest> others =
                planned.states().stream().filter(state -> !state.equals(users)).toList();
        boolean counts = selects || planned.states().contains(users);
        boolean ownParts = parameters.selectionEpsilon().isPresent()
                || outputs.stream().anyMatch(output -> output.epsilon().isPresent());
        Optional<RowCount> rows = commonRows(others);
        if (!counts || ownParts || !planned.choices().isEmpty() || rows.isEmpty()) {
            return plain;
        }
        StateRequest.Without without = new StateRequest.Without(rows.get());
        boolean readAlone = outputs.stream()
                .filter(output -> output.states().contains(users))
                .allMatch(output -> output.states().equals(List.of(users)));
        if (!others.contains(with(without)) || !readAlone) {
            return plain;
        }
        List<StateRequest> states = new ArrayList<>(others);
        states.add(without);
        return new SplitPeople(
                states, outputs.stream().map(output -> split(output, without)).toList());
    }

    private static OutputRequest split(OutputRequest output, StateRequest.Without without) {
        boolean people = output.states().contains(new StateRequest.Users());
        return people ? output.with(new Computation.People(with(without), without)) : output;
    }

    /** The rows that all of these states count; empty if they count different rows, or all rows of a person. */
    private static Optional<RowCount> commonRows(List<StateRequest> states) {
        Optional<RowCount> common = Optional.empty();
        for (StateRequest state : states) {
            Optional<RowCount> rows = state.accept(new RowsOf());
            if (rows.isEmpty()
                    || rows.get().equals(RowCount.EVERY_ROW)
                    || !common.orElse(rows.get()).equals(rows.get())) {
                return Optional.empty();
            }
            common = rows;
        }
        return common;
    }

    /** The rows without which a person contributes 0 to a state; empty if a person without rows may contribute. */
    private static final class RowsOf implements StateRequest.Visitor<Optional<RowCount>> {
        @Override
        public Optional<RowCount> users(StateRequest.Users users) {
            return Optional.empty();
        }

        @Override
        public Optional<RowCount> without(StateRequest.Without without) {
            return Optional.empty();
        }

        /** A person without rows is clamped to the limits, which need not hold 0. */
        @Override
        public Optional<RowCount> count(StateRequest.Count count) {
            boolean fromZero = count.limits()
                    .match(
                            given -> given.low().signum() <= 0 && given.high().signum() >= 0,
                            inferred -> false,
                            ofRows -> false);
            return Optional.of(count.counted()).filter(rows -> fromZero);
        }

        @Override
        public Optional<RowCount> sum(StateRequest.Sum sum) {
            return Optional.of(sum.summed().rows());
        }

        @Override
        public Optional<RowCount> userMean(StateRequest.UserMean mean) {
            return Optional.of(mean.summed().rows());
        }

        @Override
        public Optional<RowCount> centred(StateRequest.Centred centred) {
            return Optional.of(centred.summed().rows());
        }

        @Override
        public Optional<RowCount> squares(StateRequest.Squares squares) {
            return Optional.of(squares.summed().rows());
        }

        @Override
        public Optional<RowCount> products(StateRequest.Products products) {
            return Optional.of(products.first().rows());
        }

        /** A value counts once, whichever person offers it. */
        @Override
        public Optional<RowCount> distinct(StateRequest.Distinct distinct) {
            return Optional.empty();
        }
    }
}
