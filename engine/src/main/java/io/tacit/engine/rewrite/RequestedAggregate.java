package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import org.apache.calcite.rel.core.AggregateCall;

/**
 * One aggregate of a release as the query asks for it.
 *
 * @param call what the query wrote
 * @param function which aggregate that is
 * @param bounds what is known of its first argument
 */
record RequestedAggregate(AggregateCall call, AggregateFunction function, AggregateBounds bounds) {
    /** The input's field that is the first argument. */
    int field() {
        return call.getArgList().get(0);
    }

    /** Whether {@code COUNT(*)} or another call without arguments was written. */
    boolean hasNoArgument() {
        return call.getArgList().isEmpty();
    }
}
