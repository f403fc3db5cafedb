package io.tacit.engine.dialect;

import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;

/** Plain aggregates of an engine, for per-user steps and over released and public rows. */
public interface AggregateSql {
    /**
     * A group key. Equal values are written alike: which of them a group shows must not depend on the order of rows.
     */
    String key(String column, RelDataType type);

    /**
     * A call of an aggregate, in the call's type.
     *
     * @param inputs the types of the input's fields
     * @param fields the texts of the input's fields
     * @throws io.tacit.engine.refusal.Refusal for an aggregate that is not accepted
     */
    String print(AggregateCall call, List<RelDataType> inputs, IntFunction<String> fields);

    /** The one value of a column in the only row that there is; in more rows it is not read. */
    String any(String column, RelDataType type);

    /**
     * The sum of a column.
     *
     * @param distinct {@code DISTINCT} and a blank, or empty
     * @param behind what belongs to the aggregate: a filter, or a window
     */
    String sum(String distinct, String column, RelDataType type, String behind);

    /**
     * The average of a column as a DOUBLE, computed from the addends of its sum: an engine's own AVG may depend on the
     * order of rows, or fail where wide decimals overflow.
     */
    String average(String distinct, String column, RelDataType type, String behind);

    /**
     * All values of a column as an array.
     *
     * @param behind a window, or empty
     */
    String gathered(String column, String behind);
}
