package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.mechanism.NoisyVariance;

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
        ContributionLimits rows = limits.rowsOf(bounds, summed.rows());
        ContributionLimits ofRow = limits.ofValues(bounds, summed, new AutomaticParameter.ValuePerRow(summed));
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, ofRow, rows));
        StateRequest.Squares squares = planned.state(new StateRequest.Squares(summed, ofRow, rows));
        return new PlannedAggregate(
                new Computation.Spread(kind(wanted.function()), weight, centred, squares),
                limits.origins(bounds, rows));
    }

    /** Every function is named, so that a new one does not compile until it is decided about. */
    private static NoisyVariance.Kind kind(AggregateFunction function) {
        return switch (function) {
            case VAR_POP -> NoisyVariance.Kind.VAR_POP;
            case VAR_SAMP -> NoisyVariance.Kind.VAR_SAMP;
            case STDDEV_POP -> NoisyVariance.Kind.STDDEV_POP;
            case STDDEV_SAMP -> NoisyVariance.Kind.STDDEV_SAMP;
            case COUNT, SUM, AVG, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT, MIN, MAX, QUANTILE, MODE ->
                throw new IllegalArgumentException("no spread: " + function);
        };
    }
}
