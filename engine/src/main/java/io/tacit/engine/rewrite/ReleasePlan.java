package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.Spelling;
import java.util.List;

/**
 * One private release, planned: what to measure, and what to make of it. Nothing in it depends on data.
 *
 * @param aggregation the χ that it carries out
 * @param parameters its budget and contribution limits
 * @param spelling how the query asked for it
 * @param keys the group keys; none for a global aggregation, which always has its one row
 * @param counted rows to count for each person and group
 * @param summed values to sum for each person and group
 * @param offered values of which the different ones are counted
 * @param automatic limits to find before measuring
 * @param states the distinct states to measure
 * @param quantiles the distinct quantile measurements
 * @param outputs the aggregate columns
 */
public record ReleasePlan(
        PrivateAggregation aggregation,
        ReleaseParameters parameters,
        Spelling spelling,
        List<GroupKey> keys,
        List<Counted> counted,
        List<Summed> summed,
        List<Offered> offered,
        List<AutomaticParameter> automatic,
        List<StateRequest> states,
        List<QuantileRequest> quantiles,
        List<OutputRequest> outputs) {
    public ReleasePlan {
        keys = List.copyOf(keys);
        counted = List.copyOf(counted);
        summed = List.copyOf(summed);
        offered = List.copyOf(offered);
        automatic = List.copyOf(automatic);
        states = List.copyOf(states);
        quantiles = List.copyOf(quantiles);
        outputs = List.copyOf(outputs);
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

    /** Whether people's data decide which groups there are, so that groups must be selected. */
    public boolean selectsGroups() {
        return grouped() && aggregation.publicKeys().isEmpty();
    }
}
