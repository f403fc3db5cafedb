package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.ownership.DomainPlaces;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.FrequentValues;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataTypeField;

/**
 * Plans the most frequent value: a choice among values that are known before data is read. They are a declared domain,
 * or all whole units between bounds that the query gives, the owner declares or the expression has, as the months of
 * EXTRACT(MONTH FROM d).
 */
final class PlanModes implements AggregatePlanner {
    private final PrivateAggregation aggregation;
    private final Catalog catalog;
    private final PlannedStates planned;
    private final PlannedLimits limits;

    PlanModes(PrivateAggregation aggregation, Catalog catalog, PlannedStates planned, PlannedLimits limits) {
        this.aggregation = aggregation;
        this.catalog = catalog;
        this.planned = planned;
        this.limits = limits;
    }

    @Override
    public PlannedAggregate plan(RequestedAggregate wanted) {
        AggregateBounds bounds = wanted.bounds();
        ContributionLimits rows = limits.rowsOf(bounds, planned.rows(rowsOf(wanted), wanted.filter()));
        Computation.MostFrequent mode = mostFrequent(wanted, rows);
        BoundsOrigin values = mode.domain().isPresent() ? BoundsOrigin.DECLARED : bounds.originOfValues();
        return new PlannedAggregate(mode, new BoundsOrigins(values, limits.originOfRows(rows)));
    }

    /** The fields that must not be NULL: of two the second is the place of the first among the values. */
    static List<Integer> rowsOf(RequestedAggregate wanted) {
        return wanted.fields()
                .subList(wanted.fields().size() - 1, wanted.fields().size());
    }

    private Computation.MostFrequent mostFrequent(RequestedAggregate wanted, ContributionLimits rows) {
        if (wanted.fields().size() == 1) {
            return withinBounds(wanted, rows);
        }
        if (wanted.bounds().given().isPresent()) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "MODE takes no bounds here: it chooses among the values that are declared of the column.",
                    "Leave the bounds out; FILTER (WHERE …) leaves rows out.");
        }
        Domain domain =
                DomainPlaces.domain(catalog, aggregation.input(), wanted.call()).orElseThrow();
        int place = wanted.fields().get(1);
        ValueColumn places = planned.values(place, planned.rows(List.of(place), wanted.filter()), Optional.empty());
        BigInteger last = BigInteger.valueOf(domain.values().size() - 1L);
        ContributionLimits.Given all = new ContributionLimits.Given(BigInteger.ZERO, last);
        return new Computation.MostFrequent(
                planned.mostFrequent(new WeighedValues(places, all, rows)), Optional.of(domain));
    }

    private Computation.MostFrequent withinBounds(RequestedAggregate wanted, ContributionLimits rows) {
        Optional<Bounds> bounds = wanted.bounds().ofValues();
        RelDataTypeField argument =
                aggregation.input().getRowType().getFieldList().get(wanted.field());
        ColumnType type = ColumnTypes.fromCalcite(argument.getType());
        boolean whole = switch (type.kind()) {
            case INTEGER, BIGINT, DECIMAL, DATE -> true;
            case BOOLEAN, VARCHAR, DOUBLE, TIME, TIMESTAMP -> false;
        };
        if (!whole || bounds.isEmpty()) {
            throw unknown(argument, whole);
        }
        Bounds known = bounds.get();
        ValueColumn values = planned.values(wanted, bounds);
        ContributionLimits.Given all = PlannedStates.limits(values, known);
        BigInteger count = all.high().subtract(all.low()).add(BigInteger.ONE);
        if (count.compareTo(BigInteger.valueOf(Domain.MOST)) > 0) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    aggregation.position(),
                    "MODE would choose among " + count + " values; more than " + Domain.MOST + " are too many.",
                    "Give narrower bounds, or round the values first, as in MODE(ROUND(x, -2), …).");
        }
        return new Computation.MostFrequent(
                planned.mostFrequent(new WeighedValues(values, all, rows)), Optional.empty());
    }

    private Refusal unknown(RelDataTypeField argument, boolean whole) {
        String column = argument.getName().startsWith("$") ? "x" : argument.getName();
        return new Refusal(
                ErrorCode.AGGREGATE,
                aggregation.position(),
                "MODE chooses among values that are known beforehand, and nothing says which values this can have.",
                (whole
                                ? "Give bounds, as in MODE(" + column
                                        + ", contribution_bounds_per_row => (0, 100)), or let"
                                        + " the owner declare the column's values. "
                                : "Let the owner declare the column's values. ")
                        + "Or let groups show which there are: write "
                        + FrequentValues.groups(column, "1"));
    }
}
