package io.tacit.engine.rewrite;

import io.tacit.privacy.mechanism.Unit;

/** Plans COUNT: rows of each person, clamped. */
final class PlanCounts implements AggregatePlanner {
    private final PlannedStates planned;
    private final PlannedLimits limits;
    private final KnownBounds known;
    private final ConditionalCounts conditional;

    PlanCounts(PlannedStates planned, PlannedLimits limits, KnownBounds known, ConditionalCounts conditional) {
        this.planned = planned;
        this.limits = limits;
        this.known = known;
        this.conditional = conditional;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        RowCount counted = conditional.rows(wanted).orElseThrow();
        ContributionLimits most = wanted.bounds()
                .given()
                .map(pair -> (ContributionLimits) known.ofRows(pair))
                .orElseGet(() -> conditional.limit(limits, wanted, counted));
        BoundsOrigin origin = wanted.bounds().given().isPresent() ? BoundsOrigin.QUERY : limits.originOfRows(most);
        return new PlannedAggregate(total(planned.count(counted, most)), new BoundsOrigins(BoundsOrigin.NONE, origin));
    }

    /** The total of a number of rows or values, without a unit of a column. */
    static Computation total(StateRequest state) {
        return new Computation.Total(state, Unit.DecimalUnit.WHOLE);
    }
}
