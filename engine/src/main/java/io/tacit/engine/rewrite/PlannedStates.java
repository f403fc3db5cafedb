package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;

/** The rows, values, limits and states that the aggregates of one release asked for, each once. */
final class PlannedStates {
    /** Digits before and after the point that a DECIMAL sum keeps exactly in the 128 bits of the pushed-down query. */
    static final int MAX_SCALE = 12;

    /** A DOUBLE column without given bounds is summed in multiples of 2^-36. */
    static final int INFERRED_GRID_EXPONENT = -36;

    /** Largest magnitude, in whole units, that any bound may have: sums over 2^40 people stay below 2^126. */
    static final BigInteger MAX_BOUND = BigInteger.ONE.shiftLeft(85);

    private final RelNode input;
    private final List<RowCount> counted = new ArrayList<>();
    private final List<ValueColumn> summed = new ArrayList<>();
    private final List<DistinctColumn> offered = new ArrayList<>();
    private final List<AutomaticParameter> automatic = new ArrayList<>();
    private final List<StateRequest> states = new ArrayList<>();
    private final List<QuantileRequest> quantiles = new ArrayList<>();

    PlannedStates(RelNode input) {
        this.input = input;
    }

    List<RowCount> counted() {
        return counted;
    }

    List<ValueColumn> summed() {
        return summed;
    }

    List<DistinctColumn> offered() {
        return offered;
    }

    List<AutomaticParameter> automatic() {
        return automatic;
    }

    List<StateRequest> states() {
        return states;
    }

    List<QuantileRequest> quantiles() {
        return quantiles;
    }

    DistinctColumn offer(int field, int filter) {
        DistinctColumn values = new DistinctColumn(field, filter);
        once(offered, values);
        return values;
    }

    /** Quantiles of the same values under the same limits are one measurement. */
    QuantileUse quantile(ValueColumn summed, ContributionLimits limits, ContributionLimits rows, Rational fraction) {
        for (int i = 0; i < quantiles.size(); i++) {
            QuantileRequest known = quantiles.get(i);
            if (!known.isMostFrequent()
                    && known.summed().equals(summed)
                    && known.limits().equals(limits)
                    && known.rows().equals(rows)) {
                quantiles.set(i, new QuantileRequest(summed, limits, rows, ascending(known.fractions(), fraction)));
                return new QuantileUse(i, fraction);
            }
        }
        quantiles.add(new QuantileRequest(summed, limits, rows, ascending(List.of(), fraction)));
        return new QuantileUse(quantiles.size() - 1, fraction);
    }

    /** The most frequent value of the same values under the same limits is drawn once. */
    int mostFrequent(ValueColumn summed, ContributionLimits.Given limits, ContributionLimits rows) {
        return once(quantiles, new QuantileRequest(summed, limits, rows, List.of()));
    }

    private static List<Rational> ascending(List<Rational> some, Rational more) {
        TreeSet<Rational> all = new TreeSet<>(some);
        all.add(more);
        if (all.size() > Quantiles.MOST) {
            throw new Refusal(
                    ErrorCode.AGGREGATE,
                    "More than " + Quantiles.MOST + " different quantiles of one column cannot be drawn together.",
                    "Ask for fewer; each further one makes all of them less accurate.");
        }
        return List.copyOf(all);
    }

    <S extends StateRequest> S state(S request) {
        once(states, request);
        return request;
    }

    /** Rows whose field is not NULL; a field that never is NULL counts every row. */
    RowCount rows(int field, int filter) {
        boolean every = field < 0 || NeverNull.is(input, field);
        return new RowCount(every ? RowCount.EVERY_ROW : field, filter);
    }

    /** A clamped count; where each person counts exactly once whatever the data, it is the number of people. */
    StateRequest count(RowCount rows, ContributionLimits limits) {
        if (rows.everyRow() && limits.match(PlannedStates::isOne, inferred -> false, ofRows -> false)) {
            return state(new StateRequest.Users());
        }
        once(counted, rows);
        return state(new StateRequest.Count(rows, limits));
    }

    private static boolean isOne(ContributionLimits.Given limits) {
        return limits.high().equals(BigInteger.ONE) && limits.low().compareTo(BigInteger.ONE) <= 0;
    }

    /** Rows that have both arguments of a pair. */
    RowCount pairs(AggregateCall call) {
        int first = rows(call.getArgList().get(0), call.filterArg).field();
        int second = rows(call.getArgList().get(1), call.filterArg).field();
        // One order for equal conditions, so that they are one count.
        return first == second
                ? new RowCount(first, call.filterArg)
                : new RowCount(Math.max(first, second), Math.min(first, second), call.filterArg);
    }

    /** The argument of an aggregate as whole units; the unit depends on the type and, for DOUBLE, on the bounds. */
    ValueColumn values(AggregateCall call, Optional<Bounds> bounds) {
        return values(call, 0, rows(call.getArgList().get(0), call.filterArg), bounds);
    }

    /**
     * One argument as whole units.
     *
     * @param rows those that have a value
     */
    ValueColumn values(AggregateCall call, int argument, RowCount rows, Optional<Bounds> bounds) {
        int field = call.getArgList().get(argument);
        ColumnType type = ColumnTypes.fromCalcite(
                input.getRowType().getFieldList().get(field).getType());
        Unit unit = unit(type, bounds);
        once(counted, rows);
        ValueColumn values = new ValueColumn(field, call.filterArg, rows, type, unit);
        once(summed, values);
        return values;
    }

    /** Whether sums of such values stay exact. */
    static boolean holds(ColumnType type, Bounds bounds) {
        Rational size = unit(type, Optional.of(bounds)).size();
        BigInteger largest = Rational.of(bounds.low().abs().max(bounds.high().abs()))
                .dividedBy(size)
                .ceil();
        return largest.compareTo(MAX_BOUND) <= 0;
    }

    private static Unit unit(ColumnType type, Optional<Bounds> bounds) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DATE, TIMESTAMP -> new Unit.DecimalUnit(0);
            case DECIMAL -> new Unit.DecimalUnit(Math.min(type.scale(), MAX_SCALE));
            case DOUBLE ->
                bounds.map(pair -> (Unit) Unit.BinaryGrid.forBounds(Rational.of(pair.low()), Rational.of(pair.high())))
                        .orElse(new Unit.BinaryGrid(INFERRED_GRID_EXPONENT));
            case BOOLEAN, VARCHAR, TIME ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "Sums and means need numbers, quantiles numbers or dates, not " + type.sql() + ".",
                        "Convert the argument, for example with CAST(… AS DOUBLE).");
        };
    }

    /** Given bounds in whole units, rounded outward so that they are never empty. */
    static ContributionLimits.Given limits(ValueColumn values, Bounds bounds) {
        Rational size = values.unit().size();
        BigInteger low = Rational.of(bounds.low()).dividedBy(size).floor();
        BigInteger high = Rational.of(bounds.high()).dividedBy(size).ceil();
        if (low.abs().max(high.abs()).compareTo(MAX_BOUND) > 0) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    "These bounds are too wide for exact sums.",
                    "Use bounds that a person's contribution really has.");
        }
        return new ContributionLimits.Given(low, high);
    }

    /** Limits of a sum of at most so many rows; public where their number is. */
    static ContributionLimits limitsOfRows(ValueColumn values, Bounds row, ContributionLimits rows) {
        ContributionLimits.Given one = limits(values, row);
        ContributionLimits.OfRows all = new ContributionLimits.OfRows(one.low(), one.high(), rows);
        return rows.<ContributionLimits>match(given -> all.times(given.high()), inferred -> all, ofRows -> all);
    }

    /** The number of different values that each person offers. */
    ContributionLimits inferred(DistinctColumn values) {
        return inferred(AutomaticParameter.Kind.DISTINCT_PER_GROUP, once(offered, values));
    }

    /** Limits of a sum, a mean or single values. */
    ContributionLimits inferred(AutomaticParameter.Kind kind, ValueColumn values) {
        return inferred(kind, once(summed, values));
    }

    private ContributionLimits inferred(AutomaticParameter.Kind kind, int column) {
        return new ContributionLimits.Inferred(once(automatic, new AutomaticParameter(kind, column)));
    }

    /** One limit of rows for the whole release, found on all rows. */
    ContributionLimits inferredRows() {
        int rows = once(counted, new RowCount(RowCount.EVERY_ROW, RowCount.EVERY_ROW));
        return inferred(AutomaticParameter.Kind.ROWS_PER_GROUP, rows);
    }

    private static <T> int once(List<T> list, T wanted) {
        int index = list.indexOf(wanted);
        if (index < 0) {
            list.add(wanted);
            return list.size() - 1;
        }
        return index;
    }
}
