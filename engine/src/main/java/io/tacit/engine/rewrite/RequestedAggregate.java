package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.core.AggregateCall;

/**
 * One aggregate of a release as the query asks for it.
 *
 * @param call what the query wrote
 * @param function which aggregate that is
 * @param bounds what is known of its first argument
 * @param seen whether anybody may see its interval
 */
record RequestedAggregate(AggregateCall call, AggregateFunction function, AggregateBounds bounds, boolean seen) {
    /** The input's field that is the first argument. */
    int field() {
        return call.getArgList().get(0);
    }

    /** The input's fields that are its arguments. */
    List<Integer> fields() {
        return call.getArgList();
    }

    /** The field that holds the FILTER, which must be true. */
    OptionalInt filter() {
        return call.hasFilter() ? OptionalInt.of(call.filterArg) : OptionalInt.empty();
    }

    /** Whether its interval is worth paying for: elements of arrays of quantiles have none. */
    boolean hasInterval() {
        return seen && !(call.getAggregation() instanceof PrivateAggregate own && own.isElement());
    }

    /** The aggregate's own part of the budget, if the query gives one. */
    Optional<BigDecimal> epsilon() {
        return call.getAggregation() instanceof PrivateAggregate own ? own.epsilon() : Optional.empty();
    }
}
