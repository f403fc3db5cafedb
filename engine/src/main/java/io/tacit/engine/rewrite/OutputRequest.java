package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.AggregateFunction;
import java.util.List;

/**
 * One aggregate column of a release and the states it is computed from.
 *
 * @param name how the release calls the column
 * @param function what is computed
 * @param text the aggregate as people would write it, for reports
 * @param type the type of the released value
 * @param summed the index of its values among the plan's summed ones, or -1 for counts
 * @param states indexes among the plan's states: COUNT: count. SUM: sum. AVG: weight, then centred or user mean. VAR
 *     and STDDEV: weight, centred, squares
 */
public record OutputRequest(
        String name, AggregateFunction function, String text, ColumnType type, int summed, List<Integer> states) {
    public OutputRequest {
        states = List.copyOf(states);
    }
}
