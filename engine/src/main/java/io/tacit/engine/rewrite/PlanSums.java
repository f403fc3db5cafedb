package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;

/**
 * Plans SUM: what each person adds to a group, clamped; beside a mean of the same rows, the sum that follows from it.
 */
final class PlanSums implements AggregatePlanner {
    private final PrivateAggregation aggregation;
    private final PlannedStates planned;
    private final PlannedLimits limits;
    private final SumsBesideMeans besideMeans;
    private final ConditionalCounts conditional;
    private final boolean rowsCount;

    /**
     * @param aggregates all of the release
     * @param conditional which of them are numbers of rows
     * @param rowsCount whether each row counts for itself, so that bounds of a row are those of a contribution
     */
    PlanSums(
            PrivateAggregation aggregation,
            PlannedStates planned,
            PlannedLimits limits,
            List<RequestedAggregate> aggregates,
            ConditionalCounts conditional,
            boolean rowsCount) {
        this.aggregation = aggregation;
        this.planned = planned;
        this.limits = limits;
        this.conditional = conditional;
        this.rowsCount = rowsCount;
        this.besideMeans = new SumsBesideMeans(planned, limits, aggregates);
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        AggregateBounds bounds = wanted.bounds();
        if (bounds.perRow() && bounds.given().isPresent() && !rowsCount) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "SUM takes bounds for what one person adds to a group, not for a row.",
                    "Write contribution_bounds_per_group => (low, high).");
        }
        return besideMeans
                .of(wanted)
                .or(() -> conditional.rows(wanted).map(rows -> counted(wanted, rows)))
                .orElseGet(() -> alone(wanted, bounds));
    }

    /** A sum of what is 0 or 1 is a number of rows, and has the limit of these. */
    private PlannedAggregate counted(RequestedAggregate wanted, RowCount rows) {
        ContributionLimits most = conditional.limit(limits, wanted, rows);
        return new PlannedAggregate(
                PlanCounts.total(planned.count(rows, most)),
                new BoundsOrigins(BoundsOrigin.NONE, limits.originOfRows(most)));
    }

    private PlannedAggregate alone(RequestedAggregate wanted, AggregateBounds bounds) {
        ValueColumn summed = bounds.given().isEmpty() && bounds.known().isPresent()
                ? planned.ofSum(wanted, bounds.known().get().bounds())
                : planned.values(wanted, bounds.ofValues());
        ContributionLimits ofPerson;
        BoundsOrigin rows = BoundsOrigin.NONE;
        if (bounds.given().isPresent()) {
            ofPerson = PlannedStates.limits(summed, bounds.given().get());
        } else if (bounds.known().isPresent()) {
            ContributionLimits most = conditional
                    .summed(wanted)
                    .map(chosen -> limits.rowsPerGroup(List.of(chosen)))
                    .orElseGet(() -> limits.rowsPerGroup(summed.rows()));
            rows = limits.originOfRows(most);
            ofPerson = PlannedStates.limitsOfRows(summed, bounds.known().get().bounds(), most);
        } else {
            ofPerson = planned.inferred(new AutomaticParameter.SumPerGroup(summed));
        }
        StateRequest sum = planned.state(new StateRequest.Sum(summed, ofPerson));
        return new PlannedAggregate(
                new Computation.Total(sum, summed.unit()), new BoundsOrigins(bounds.originOfValues(), rows));
    }
}
