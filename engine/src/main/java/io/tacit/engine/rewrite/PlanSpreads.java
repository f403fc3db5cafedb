package io.tacit.engine.rewrite;

/** Plans VAR and STDDEV: a weight, deviations from the middle and their squares. */
final class PlanSpreads implements AggregatePlanner {
    private final PlannedStates planned;
    private final PlannedLimits limits;

    PlanSpreads(PlannedStates planned, PlannedLimits limits) {
        this.planned = planned;
        this.limits = limits;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        AggregateBounds bounds = wanted.bounds();
        ValueColumn summed = planned.values(wanted, bounds.ofValues());
        ContributionLimits rows = limits.rowsOf(bounds);
        ContributionLimits ofRow = limits.ofValues(bounds, summed, new AutomaticParameter.ValuePerRow(summed));
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, ofRow, rows));
        StateRequest.Squares squares = planned.state(new StateRequest.Squares(summed, ofRow, rows));
        return new PlannedAggregate(new Computation.Spread(weight, centred, squares), limits.origins(bounds, rows));
    }
}
