package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.measure.Epsilon;
import java.util.List;
import java.util.Optional;

/**
 * One aggregate column of a release and the states it is computed from.
 *
 * @param name how the release calls the column
 * @param function what is computed
 * @param text the aggregate as people would write it, for reports
 * @param type the type of the released value
 * @param summed the index of its values among the plan's summed ones, or -1 for counts
 * @param states indexes among the plan's states: COUNT: count. SUM: sum. AVG: weight, then centred or user mean. VAR
 *     and STDDEV: weight, centred, squares. Quantiles: none
 * @param quantiles the quantiles that it shows, if it shows any
 * @param origins where its bounds come from
 * @param epsilon the aggregate's own part of the budget, where the query gives one
 */
public record OutputRequest(
        String name,
        AggregateFunction function,
        String text,
        ColumnType type,
        int summed,
        List<Integer> states,
        Optional<QuantileUse> quantiles,
        BoundsOrigins origins,
        Optional<Epsilon> epsilon) {
    public OutputRequest {
        states = List.copyOf(states);
    }

    /** An output that is computed from states. */
    OutputRequest(
            String name,
            AggregateFunction function,
            String text,
            ColumnType type,
            int summed,
            List<Integer> states,
            BoundsOrigins origins) {
        this(name, function, text, type, summed, states, Optional.empty(), origins, Optional.empty());
    }

    /** The same with a part of its own. */
    OutputRequest with(Epsilon own) {
        return new OutputRequest(name, function, text, type, summed, states, quantiles, origins, Optional.of(own));
    }
}
