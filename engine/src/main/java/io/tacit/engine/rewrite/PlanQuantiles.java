package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;

/**
 * Plans MIN, MAX, MEDIAN and other quantiles: drawn from one histogram of values, however many of them are asked for.
 */
final class PlanQuantiles implements AggregatePlanner {
    private final PrivateAggregation aggregation;
    private final PlannedStates planned;
    private final PlannedLimits limits;

    PlanQuantiles(PrivateAggregation aggregation, PlannedStates planned, PlannedLimits limits) {
        this.aggregation = aggregation;
        this.planned = planned;
        this.limits = limits;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        AggregateBounds bounds = wanted.bounds();
        ValueColumn values = planned.values(wanted, bounds.ofValues());
        if (bounds.ofValues().isEmpty() && values.isTime()) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "Dates have no automatic bounds: how far a date is from 1970 says little about it.",
                    "Give the time that you ask about, as in MAX(d, contribution_bounds_per_row => (DATE '2024-01-01',"
                            + " DATE '2024-12-31')), or let the owner declare the column's range.");
        }
        ContributionLimits ofRow = limits.ofDrawnValues(bounds, values);
        ContributionLimits rows = limits.rowsOf(bounds, values.rows());
        Computation.Quantile quantile = planned.quantile(
                new WeighedValues(values, ofRow, rows),
                QuantileFractions.of(wanted.call(), wanted.function()),
                wanted.hasInterval());
        return new PlannedAggregate(quantile, limits.origins(bounds, rows));
    }
}
