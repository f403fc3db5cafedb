package io.tacit.engine.rewrite;

import io.tacit.engine.refusal.Refusal;

/** Plans the aggregates of one {@link io.tacit.engine.sql.AggregateFunction.Form}. */
interface AggregatePlanner {
    /**
     * Asks for the states that the aggregate needs, and says what is computed from them.
     *
     * @throws Refusal when the aggregate, its argument or its bounds cannot be made private
     */
    PlannedAggregate plan(RequestedAggregate wanted);
}
