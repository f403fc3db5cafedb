package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.mechanism.NoisyCovariance;
import java.math.BigDecimal;

/** Plans COVAR, CORR and REGR: both columns are read in the rows that have both, and no others. */
final class PlanPairs implements AggregatePlanner {
    /** Beyond this a product of two distances is no number to compute with. */
    private static final BigDecimal WIDEST_OF_PRODUCTS = BigDecimal.ONE.scaleByPowerOfTen(140);

    private final PrivateAggregation aggregation;
    private final PlannedStates planned;
    private final PlannedLimits limits;
    private final KnownBounds known;

    PlanPairs(PrivateAggregation aggregation, PlannedStates planned, PlannedLimits limits, KnownBounds known) {
        this.aggregation = aggregation;
        this.planned = planned;
        this.limits = limits;
        this.known = known;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        RowCount both = planned.rows(wanted.fields(), wanted.filter());
        AggregateBounds ofY = wanted.bounds();
        AggregateBounds ofX = known.of(wanted.call(), wanted.function(), 1);
        ValueColumn y = planned.values(wanted.fields().get(0), both, ofY.ofValues());
        ValueColumn x = planned.values(wanted.fields().get(1), both, ofX.ofValues());
        ContributionLimits rows = limits.rowsOf(ofY, both);
        ContributionLimits limitsOfY = factorLimits(ofY, y);
        ContributionLimits limitsOfX = factorLimits(ofX, x);
        Computation.Pair pair = new Computation.Pair(
                kind(wanted.function()),
                planned.count(both, rows),
                new StateRequest.Centred(y, limitsOfY, rows),
                new StateRequest.Centred(x, limitsOfX, rows),
                new StateRequest.Products(y, limitsOfY, x, limitsOfX, rows),
                new StateRequest.Squares(y, limitsOfY, rows),
                new StateRequest.Squares(x, limitsOfX, rows));
        pair.states().forEach(planned::state);
        BoundsOrigin values =
                ofX.originOfValues().compareTo(ofY.originOfValues()) > 0 ? ofX.originOfValues() : ofY.originOfValues();
        return new PlannedAggregate(pair, new BoundsOrigins(values, limits.originOfRows(rows)));
    }

    /** Every function is named, so that a new one does not compile until it is decided about. */
    private static NoisyCovariance.Kind kind(AggregateFunction function) {
        return switch (function) {
            case COVAR_POP -> NoisyCovariance.Kind.COVAR_POP;
            case COVAR_SAMP -> NoisyCovariance.Kind.COVAR_SAMP;
            case CORR -> NoisyCovariance.Kind.CORR;
            case REGR_SLOPE -> NoisyCovariance.Kind.REGR_SLOPE;
            case REGR_INTERCEPT -> NoisyCovariance.Kind.REGR_INTERCEPT;
            case COUNT, SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, MIN, MAX, QUANTILE, MODE ->
                throw new IllegalArgumentException("not of two columns: " + function);
        };
    }

    private ContributionLimits factorLimits(AggregateBounds bounds, ValueColumn values) {
        boolean wide = bounds.ofValues()
                .filter(pair -> pair.high().subtract(pair.low()).compareTo(WIDEST_OF_PRODUCTS) > 0)
                .isPresent();
        if (wide) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "The bounds of a column that is multiplied with another may be no more than 1e140 apart.",
                    "Use bounds that the values of rows really have.");
        }
        return limits.ofValues(bounds, values, new AutomaticParameter.ValuePerRow(values));
    }
}
