package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Spelling;
import java.math.BigInteger;
import java.util.Optional;

/** The limits of people's contributions that the aggregates of one release choose. */
final class PlannedLimits {
    private static final ContributionLimits ONE = new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE);

    private final PlannedStates planned;
    private final Optional<Long> maxRowsPerGroup;

    /**
     * @param planned where limits that have to be found are asked for
     * @param maxRowsPerGroup the option of the query
     */
    PlannedLimits(PlannedStates planned, Optional<Long> maxRowsPerGroup) {
        this.planned = planned;
        this.maxRowsPerGroup = maxRowsPerGroup;
    }

    /** Whether the query says how many rows of a person count in a group. */
    boolean givesRows() {
        return maxRowsPerGroup.isPresent();
    }

    /** A person counts once. */
    ContributionLimits one() {
        return ONE;
    }

    /** How many rows of one person count in one group: one parameter, shared by all aggregates of the release. */
    ContributionLimits rowsPerGroup() {
        return maxRowsPerGroup
                .<ContributionLimits>map(
                        rows -> new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(rows)))
                .orElseGet(planned::inferredRows);
    }

    /** How many rows a person weighs in means and quantiles of rows: one outside of plain SQL. */
    ContributionLimits rowsOf(AggregateBounds bounds) {
        return bounds.spelling() == Spelling.PLAIN || givesRows() ? rowsPerGroup() : ONE;
    }

    /** Who said how many rows of a person count. */
    BoundsOrigin originOfRows(ContributionLimits rows) {
        if (rows.isInferred()) {
            return BoundsOrigin.AUTOMATIC;
        }
        return givesRows() ? BoundsOrigin.QUERY : BoundsOrigin.NONE;
    }

    /** Who said the bounds of an aggregate's values, and how many rows of a person count. */
    BoundsOrigins origins(AggregateBounds bounds, ContributionLimits rows) {
        return new BoundsOrigins(bounds.originOfValues(), originOfRows(rows));
    }

    /**
     * The bounds of values where they are known, else limits to find.
     *
     * @param unknown what has to be found then
     */
    ContributionLimits ofValues(AggregateBounds bounds, ValueColumn values, AutomaticParameter unknown) {
        return bounds.ofValues()
                .<ContributionLimits>map(pair -> PlannedStates.limits(values, pair))
                .orElseGet(() -> planned.inferred(unknown));
    }
}
