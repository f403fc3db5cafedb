package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Spelling;

/**
 * Plans AVG. In plain SQL it weighs rows, each person at most so many; in the paper's and GoogleSQL's
 * spelling, and where a person's bounds are given, the input is each person's mean.
 */
final class PlanMeans implements AggregatePlanner {
    private final PlannedStates planned;
    private final PlannedLimits limits;

    PlanMeans(PlannedStates planned, PlannedLimits limits) {
        this.planned = planned;
        this.limits = limits;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        AggregateBounds bounds = wanted.bounds();
        ValueColumn summed = planned.values(wanted, bounds.ofValues());
        return weighsRows(bounds, limits) ? ofRows(bounds, summed) : ofPeople(bounds, summed);
    }

    /** Whether rows are averaged; else people's means are. */
    static boolean weighsRows(AggregateBounds bounds, PlannedLimits limits) {
        boolean oneInputPerPerson =
                bounds.spelling() != Spelling.PLAIN || bounds.given().isPresent() && !bounds.perRow();
        return limits.givesRows() || !oneInputPerPerson;
    }

    private PlannedAggregate ofPeople(AggregateBounds bounds, ValueColumn summed) {
        ContributionLimits ofMean = limits.ofValues(bounds, summed, new AutomaticParameter.MeanPerGroup(summed));
        StateRequest weight = planned.count(summed.rows(), limits.one());
        StateRequest.UserMean mean = planned.state(new StateRequest.UserMean(summed, ofMean));
        return new PlannedAggregate(
                new Computation.Mean(weight, mean), new BoundsOrigins(bounds.originOfValues(), BoundsOrigin.NONE));
    }

    private PlannedAggregate ofRows(AggregateBounds bounds, ValueColumn summed) {
        ContributionLimits rows = limits.weightPerGroup(summed.rows());
        ContributionLimits ofRow = limits.ofValues(bounds, summed, new AutomaticParameter.ValuePerRow(summed));
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, ofRow, rows));
        return new PlannedAggregate(new Computation.Mean(weight, centred), limits.origins(bounds, rows));
    }
}
