package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import java.math.BigInteger;
import java.util.List;

/**
 * Plans COUNT(DISTINCT): over the person it counts people; over other values it counts those that people offer, only
 * some from each.
 */
final class PlanDistinct implements AggregatePlanner {
    private final PrivateAggregation aggregation;
    private final PlannedStates planned;
    private final PlannedLimits limits;
    private final KnownBounds known;

    PlanDistinct(PrivateAggregation aggregation, PlannedStates planned, PlannedLimits limits, KnownBounds known) {
        this.aggregation = aggregation;
        this.planned = planned;
        this.limits = limits;
        this.known = known;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        if (wanted.function() != AggregateFunction.COUNT || wanted.fields().size() != 1) {
            throw onlyCounted(wanted.function());
        }
        int field = wanted.field();
        if (aggregation.identifying().get(field)) {
            StateRequest people = planned.count(new RowCount(List.of(), wanted.filter()), limits.one());
            return new PlannedAggregate(PlanCounts.total(people), BoundsOrigins.NONE);
        }
        DistinctColumn offered = planned.offer(new DistinctColumn(field, wanted.filter()));
        ContributionLimits most = wanted.bounds()
                .given()
                .map(pair -> (ContributionLimits) new ContributionLimits.Given(
                        BigInteger.ZERO, known.ofRows(pair).high().max(BigInteger.ZERO)))
                .or(() -> limits.differentValues(field))
                .orElseGet(() -> planned.inferred(new AutomaticParameter.DistinctPerGroup(offered)));
        StateRequest values = planned.state(new StateRequest.Distinct(offered, most));
        BoundsOrigin known = most.isInferred() ? BoundsOrigin.AUTOMATIC : BoundsOrigin.STRUCTURE;
        BoundsOrigin origin = wanted.bounds().given().isPresent() ? BoundsOrigin.QUERY : known;
        return new PlannedAggregate(PlanCounts.total(values), new BoundsOrigins(BoundsOrigin.NONE, origin));
    }

    /** The refusal of DISTINCT in other aggregates than COUNT, as each person offers only some values. */
    private Refusal onlyCounted(AggregateFunction function) {
        String person = aggregation.unitName();
        String inner = function == AggregateFunction.QUANTILE ? "MEDIAN" : function.name();
        boolean sums = function == AggregateFunction.SUM || function == AggregateFunction.AVG;
        return new Refusal(
                ErrorCode.AGGREGATE,
                aggregation.position(),
                "The different values of all people together can be counted, but not put in another aggregate: many"
                        + " people share a value, and nobody's part of it is known.",
                sums
                        ? "Take each person's different values: SELECT " + inner + "(v) FROM (SELECT " + person + ", "
                                + inner + "(DISTINCT x) AS v FROM … GROUP BY " + person + ")."
                        : "Drop DISTINCT, or take each person's different values: FROM (SELECT DISTINCT " + person
                                + ", x FROM …).");
    }
}
