package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Spelling;
import io.tacit.engine.structure.Structure;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** The limits of people's contributions that the aggregates of one release choose. */
final class PlannedLimits {
    private static final ContributionLimits ONE = new ContributionLimits.Given(BigInteger.ZERO, BigInteger.ONE);

    private final PlannedStates planned;
    private final Optional<Long> maxRowsPerGroup;
    private final Structure structure;
    private final SharedRows shared;

    /**
     * The number of rows up to which a proven limit is used; a larger one is worth a private search, as most people may
     * have fewer rows.
     */
    private static final long FEW = 4;

    /**
     * @param planned where limits that have to be found are asked for
     * @param maxRowsPerGroup the option of the query
     * @param structure what is known of one person's rows anyway
     * @param shared the rows that aggregates ask about
     */
    PlannedLimits(PlannedStates planned, Optional<Long> maxRowsPerGroup, Structure structure, SharedRows shared) {
        this.planned = planned;
        this.maxRowsPerGroup = maxRowsPerGroup;
        this.structure = structure;
        this.shared = shared;
    }

    /** Whether the query says how many rows of a person count in a group. */
    boolean givesRows() {
        return maxRowsPerGroup.isPresent();
    }

    /** The limit of a person who counts once. */
    ContributionLimits one() {
        return ONE;
    }

    /**
     * How many rows of one person count in one group: what the query says, but no more than there can be; without that
     * a small proven number; else an automatic limit that all totals of the release share.
     *
     * @param rows those that an aggregate reads
     */
    ContributionLimits rowsPerGroup(RowCount rows) {
        return limit(shared.with(rows), ContributionLimits.Use.TOTAL);
    }

    /** The same for choices of rows that share a limit: where it has to be found, it is that of these rows alone. */
    ContributionLimits rowsPerGroup(List<RowCount> choices) {
        return limit(choices, ContributionLimits.Use.TOTAL);
    }

    /** As many rows, or where that has to be found, how many one person weighs in means and quantiles. */
    ContributionLimits weightPerGroup(RowCount rows) {
        return limit(shared.with(rows), ContributionLimits.Use.WEIGHT);
    }

    private ContributionLimits limit(List<RowCount> rows, ContributionLimits.Use use) {
        return publicRows().map(most -> upTo(most.longValueExact())).orElseGet(() -> planned.inferredRows(rows, use));
    }

    /** How many rows of one person count, if that is known before data is read; starts no search. */
    Optional<BigInteger> publicRows() {
        long most = structure.rowsPerGroup().orElse(Long.MAX_VALUE);
        Optional<Long> rows = maxRowsPerGroup
                .map(given -> Math.min(given, most))
                .or(() -> Optional.of(most).filter(few -> few <= FEW));
        return rows.map(few -> BigInteger.valueOf(Math.max(1, few)));
    }

    private static ContributionLimits upTo(long rows) {
        return new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(Math.max(1, rows)));
    }

    /** How many different values of a field count for one person, if there can be only few. */
    Optional<ContributionLimits> differentValues(int field) {
        return Optional.ofNullable(structure.differentValues().get(field))
                .filter(most -> most <= FEW)
                .map(PlannedLimits::upTo);
    }

    /** Whether people weigh as many rows as they have; otherwise each weighs one. */
    boolean weighRows(AggregateBounds bounds) {
        return bounds.spelling() == Spelling.PLAIN || givesRows();
    }

    /**
     * How many rows a person weighs in means and quantiles; outside of plain SQL it is one.
     *
     * @param rows those that have a value
     */
    ContributionLimits rowsOf(AggregateBounds bounds, RowCount rows) {
        return weighRows(bounds) ? weightPerGroup(rows) : ONE;
    }

    /** The origin of the number of rows that count. */
    BoundsOrigin originOfRows(ContributionLimits rows) {
        if (rows.isInferred()) {
            return BoundsOrigin.AUTOMATIC;
        }
        if (rows == ONE) {
            return BoundsOrigin.NONE;
        }
        return givesRows() && maxRowsPerGroup.get() <= structure.rowsPerGroup().orElse(Long.MAX_VALUE)
                ? BoundsOrigin.QUERY
                : BoundsOrigin.STRUCTURE;
    }

    /** The origins of the bounds of an aggregate's values and of the number of rows that count. */
    BoundsOrigins origins(AggregateBounds bounds, ContributionLimits rows) {
        return new BoundsOrigins(bounds.originOfValues(), originOfRows(rows));
    }

    /**
     * The known bounds of values, or limits that are still to be found.
     *
     * @param unknown what has to be found then
     */
    ContributionLimits ofValues(AggregateBounds bounds, ValueColumn values, AutomaticParameter unknown) {
        return bounds.ofValues()
                .<ContributionLimits>map(pair -> PlannedStates.limits(values, pair))
                .orElseGet(() -> planned.inferred(unknown));
    }

    /** The known bounds of values that are drawn, or limits that are still to be found. */
    ContributionLimits ofDrawnValues(AggregateBounds bounds, ValueColumn values) {
        return bounds.ofValues()
                .<ContributionLimits>map(pair -> PlannedStates.limits(values, pair))
                .orElseGet(() -> planned.inferredDrawn(new AutomaticParameter.ValuePerRow(values)));
    }
}
