package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.Spelling;
import io.tacit.engine.structure.Structure;
import io.tacit.privacy.measure.Epsilon;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * One private release, planned: what to measure, and what to make of it. Nothing in it depends on data.
 *
 * @param aggregation the χ that it carries out
 * @param parameters its budget and contribution limits
 * @param structure what is known of one person's rows from the query and from declarations
 * @param spelling how the query asked for it
 * @param keys the group keys; none for a global aggregation, which always has its one row
 * @param counted rows to count for each person and group
 * @param summed values to sum for each person and group
 * @param offered values of which the different ones are counted
 * @param automatic limits to find before measuring
 * @param states the distinct states to measure
 * @param choices the distinct measurements of quantiles and most frequent values
 * @param outputs the aggregate columns
 * @param overflows the computations over people's rows that may overflow, in words of SQL
 */
public record ReleasePlan(
        PrivateAggregation aggregation,
        ReleaseParameters parameters,
        Structure structure,
        Spelling spelling,
        List<GroupKey> keys,
        List<RowCount> counted,
        List<ValueColumn> summed,
        List<DistinctColumn> offered,
        List<AutomaticParameter> automatic,
        List<StateRequest> states,
        List<ChoiceRequest> choices,
        List<OutputRequest> outputs,
        List<String> overflows) {
    public ReleasePlan {
        keys = List.copyOf(keys);
        counted = List.copyOf(counted);
        summed = List.copyOf(summed);
        offered = List.copyOf(offered);
        automatic = List.copyOf(automatic);
        states = List.copyOf(states);
        choices = List.copyOf(choices);
        outputs = List.copyOf(outputs);
        overflows = List.copyOf(overflows);
    }

    /**
     * The state of people without some rows, if the plan has one: then all other states count these rows only. It is
     * the last.
     */
    public Optional<StateRequest.Without> complement() {
        return states.isEmpty()
                ? Optional.empty()
                : states.get(states.size() - 1).complement();
    }

    /** The index of the state that counts the people with those rows. */
    public OptionalInt people() {
        return complement()
                .map(without -> OptionalInt.of(states.indexOf(SplitPeople.with(without))))
                .orElse(OptionalInt.empty());
    }

    /**
     * Whether people with none of the rows that a limit is found for are counted, too, by all their rows, each person in
     * one histogram of the two: where too few have such rows, what all others have tells how many they may be. Not where
     * the release finds the limit of all rows anyway.
     */
    public boolean countsOthers(AutomaticParameter parameter) {
        return parameter.isOfSomeRows()
                && spelling != Spelling.ANONYMIZATION
                && automatic.stream().noneMatch(AutomaticParameter::isOfAllRows);
    }

    /** The states that Laplace noise hides together, if the noise is Laplace's. */
    public List<StateBundle> bundles() {
        return BundleStates.of(this);
    }

    /** The released table's name. */
    public String name() {
        return aggregation.name();
    }

    /** Who is protected, as the query names the column. */
    public String unitName() {
        return aggregation.unitName();
    }

    /** Whether there are group keys; otherwise there is always exactly one row. */
    public boolean grouped() {
        return !keys.isEmpty();
    }

    /** Whether the structure shows that nobody has more than one row in a group. */
    public boolean knowsOneRow() {
        return structure.rowsPerGroup().orElse(Long.MAX_VALUE) <= 1;
    }

    /** Whether people's data decide which groups there are, so that groups must be selected. */
    public boolean selectsGroups() {
        return grouped() && aggregation.publicKeys().isEmpty();
    }

    /** The measurement that a quantile is read from. */
    public ChoiceRequest.Quantiles request(Computation.Quantile quantile) {
        return choices.stream()
                .<ChoiceRequest.Quantiles>flatMap(choice -> choice.match(Stream::of, mode -> Stream.empty()))
                .filter(choice -> choice.values().equals(quantile.values()))
                .findFirst()
                .orElseThrow();
    }

    /** The same release with another budget. */
    public ReleasePlan withEpsilon(Epsilon other) {
        return with(parameters.withEpsilon(other), keys);
    }

    /** The release of the groups beside a row of leftovers, which takes a part of the budget. */
    public ReleasePlan besideLeftovers() {
        return with(
                parameters.withEpsilon(new Epsilon(
                        parameters.epsilon().value().minus(leftoversEpsilon().value()))),
                keys);
    }

    /**
     * The release of the leftovers: one row without keys for all rows in no group that appears, under the limits of the
     * groups.
     */
    public ReleasePlan leftovers() {
        return with(parameters.ofLeftovers(leftoversEpsilon()), List.of());
    }

    /**
     * The budget of the leftovers: their noise is then about that of a group, where a person's part is divided over C_u
     * groups; the usual number where C_u is still to be found.
     */
    private Epsilon leftoversEpsilon() {
        return parameters.epsilon().dividedBy(parameters.maxGroups() + 1);
    }

    private ReleasePlan with(ReleaseParameters other, List<GroupKey> otherKeys) {
        return new ReleasePlan(
                aggregation,
                other,
                structure,
                spelling,
                otherKeys,
                counted,
                summed,
                offered,
                automatic,
                states,
                choices,
                outputs,
                overflows);
    }
}
