package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Sums that are computed from the states of a mean or a variance of the same rows ({@code NoisySum.md} in the privacy
 * library).
 *
 * <p>They do where the number of rows that one person may weigh is public, and the bounds of the sum are those of so
 * many rows. Where that number has to be found, a sum of its own loses less: it clamps a person's whole sum, and does
 * not leave out what lies beyond a number of rows that few people pass ({@code
 * docs/decisions/020-sums-beside-means.md}).
 */
final class SumsBesideMeans {
    private final PlannedStates planned;
    private final PlannedLimits limits;
    private final List<RequestedAggregate> aggregates;

    /**
     * @param aggregates all of the release
     */
    SumsBesideMeans(PlannedStates planned, PlannedLimits limits, List<RequestedAggregate> aggregates) {
        this.planned = planned;
        this.limits = limits;
        this.aggregates = aggregates;
    }

    /** The sum computed from a mean of the release; empty if it needs a state of its own. */
    Optional<PlannedAggregate> of(RequestedAggregate sum) {
        return aggregates.stream()
                .filter(other -> weighsTheSameRows(other, sum))
                .filter(other -> boundsAgree(sum.bounds(), other.bounds()))
                .findFirst()
                .map(other -> beside(other, sum));
    }

    private boolean weighsTheSameRows(RequestedAggregate other, RequestedAggregate sum) {
        AggregateFunction.Form form = other.function().form();
        boolean weighsRows = form == AggregateFunction.Form.MEAN && PlanMeans.weighsRows(other.bounds(), limits)
                || form == AggregateFunction.Form.SPREAD && limits.weighRows(other.bounds());
        return weighsRows
                && !other.call().isDistinct()
                && other.fields().equals(sum.fields())
                && other.filter().equals(sum.filter())
                && other.epsilon().isEmpty()
                && sum.epsilon().isEmpty();
    }

    private boolean boundsAgree(AggregateBounds sum, AggregateBounds mean) {
        Optional<BigInteger> rows = limits.publicRows();
        if (rows.isEmpty()) {
            return false;
        }
        // Bounds that follow from declarations are a row's, for both; others bound a person's sum.
        boolean ofRows =
                sum.given().isEmpty() && sum.known().isPresent() && mean.given().isEmpty();
        return ofRows || rows.get().equals(BigInteger.ONE) && sum.ofValues().equals(mean.ofValues());
    }

    private PlannedAggregate beside(RequestedAggregate mean, RequestedAggregate sum) {
        ValueColumn summed = planned.values(sum, sum.bounds().ofValues());
        ContributionLimits rows = limits.weightPerGroup(summed.rows());
        ContributionLimits ofRow = limits.ofValues(mean.bounds(), summed, new AutomaticParameter.ValuePerRow(summed));
        StateRequest weight = planned.count(summed.rows(), rows);
        StateRequest.Centred centred = planned.state(new StateRequest.Centred(summed, ofRow, rows));
        return new PlannedAggregate(new Computation.SumOfRows(weight, centred), limits.origins(sum.bounds(), rows));
    }
}
