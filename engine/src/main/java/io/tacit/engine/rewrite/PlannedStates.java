package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;

/** The rows, values, limits and states that the aggregates of one release asked for, each once. */
final class PlannedStates {
    /** Digits before and after the point that a DECIMAL sum keeps exactly in the 128 bits of the pushed-down query. */
    static final int MAX_SCALE = 12;

    /** A DOUBLE column without given bounds is summed in multiples of 2^-36. */
    static final int INFERRED_GRID_EXPONENT = -36;

    /** Largest magnitude, in whole units, that any bound may have: sums over 2^40 people stay below 2^126. */
    static final BigInteger MAX_BOUND = BigInteger.ONE.shiftLeft(85);

    /** Largest magnitude, in whole units, of one value of a DECIMAL: beyond it rows saturate. */
    private static final BigInteger MAX_DECIMAL = BigInteger.TEN.pow(25);

    /** No person has 2^31 rows that count in a group. */
    private static final int BITS_OF_ROWS = 31;

    private final RelNode input;
    // Sets, because comparing each with all the others takes seconds in long lists.
    private final Set<RowCount> counted = new LinkedHashSet<>();
    private final Set<ValueColumn> summed = new LinkedHashSet<>();
    private final Set<DistinctColumn> offered = new LinkedHashSet<>();
    private final Set<AutomaticParameter> automatic = new LinkedHashSet<>();
    private final Set<StateRequest> states = new LinkedHashSet<>();
    private final List<ChoiceRequest> choices = new ArrayList<>();

    PlannedStates(RelNode input) {
        this.input = input;
    }

    List<RowCount> counted() {
        return List.copyOf(counted);
    }

    List<ValueColumn> summed() {
        return List.copyOf(summed);
    }

    List<DistinctColumn> offered() {
        return List.copyOf(offered);
    }

    List<AutomaticParameter> automatic() {
        return List.copyOf(automatic);
    }

    List<StateRequest> states() {
        return List.copyOf(states);
    }

    List<ChoiceRequest> choices() {
        return choices;
    }

    DistinctColumn offer(DistinctColumn values) {
        offered.add(values);
        return values;
    }

    /**
     * Quantiles of the same values under the same limits are one measurement.
     *
     * @param interval whether this one is to have an interval
     */
    Computation.Quantile quantile(WeighedValues values, Rational fraction, boolean interval) {
        for (int i = 0; i < choices.size(); i++) {
            Optional<ChoiceRequest> more = choices.get(i)
                    .match(
                            known -> known.values().equals(values)
                                    ? Optional.of(known.with(fraction, interval))
                                    : Optional.empty(),
                            mode -> Optional.empty());
            if (more.isPresent()) {
                choices.set(i, more.get());
                return new Computation.Quantile(values, fraction);
            }
        }
        choices.add(new ChoiceRequest.Quantiles(values, List.of(), List.of()).with(fraction, interval));
        return new Computation.Quantile(values, fraction);
    }

    /** The most frequent value of the same values under the same limits is drawn once. */
    ChoiceRequest.MostFrequent mostFrequent(WeighedValues values) {
        ChoiceRequest.MostFrequent request = new ChoiceRequest.MostFrequent(values);
        if (!choices.contains(request)) {
            choices.add(request);
        }
        return request;
    }

    <S extends StateRequest> S state(S request) {
        states.add(request);
        return request;
    }

    /** The rows in which some fields are not NULL; a field that is never NULL leaves no row out. */
    RowCount rows(List<Integer> fields, OptionalInt filter) {
        return new RowCount(
                fields.stream().filter(field -> !NeverNull.is(input, field)).toList(), filter);
    }

    /** The rows in which a field that is 0, 1 or NULL is 1; anything above 0 counts as 1. */
    RowCount ones(int field, OptionalInt filter) {
        return new RowCount(List.of(), filter, OptionalInt.of(field));
    }

    /** A clamped count; where each person counts exactly once whatever the data, it is the number of people. */
    StateRequest count(RowCount rows, ContributionLimits limits) {
        if (rows.equals(RowCount.EVERY_ROW) && limits.match(PlannedStates::isOne, inferred -> false, ofRows -> false)) {
            return state(new StateRequest.Users());
        }
        counted.add(rows);
        return state(new StateRequest.Count(rows, limits));
    }

    private static boolean isOne(ContributionLimits.Given limits) {
        return limits.high().equals(BigInteger.ONE) && limits.low().compareTo(BigInteger.ONE) <= 0;
    }

    /**
     * The first argument of an aggregate as whole units; the unit depends on the type and, for DOUBLE, on the bounds.
     */
    ValueColumn values(RequestedAggregate wanted, Optional<Bounds> bounds) {
        return values(wanted.field(), rows(List.of(wanted.field()), wanted.filter()), bounds);
    }

    /**
     * A field as whole units.
     *
     * @param rows those that have a value
     */
    ValueColumn values(int field, RowCount rows, Optional<Bounds> bounds) {
        return values(field, rows, unit(type(field), bounds));
    }

    /**
     * The first argument of SUM as whole units, so large that limits of a row, times any number of rows, are not cut off:
     * the digits of a narrow range are below what a sum of its magnitude has.
     *
     * @param ofRow between which values those of a row lie
     */
    ValueColumn ofSum(RequestedAggregate wanted, Bounds ofRow) {
        Unit fine = unit(type(wanted.field()), Optional.of(ofRow));
        boolean narrow = largest(ofRow, fine).shiftLeft(BITS_OF_ROWS).compareTo(MAX_BOUND) > 0;
        Unit unit = fine.<Unit>match(
                digits -> digits,
                grid -> narrow ? Unit.BinaryGrid.forBounds(Rational.of(ofRow.low()), Rational.of(ofRow.high())) : grid);
        return values(wanted.field(), rows(List.of(wanted.field()), wanted.filter()), unit);
    }

    private ColumnType type(int field) {
        return ColumnTypes.fromCalcite(
                input.getRowType().getFieldList().get(field).getType());
    }

    private ValueColumn values(int field, RowCount rows, Unit unit) {
        ColumnType type = type(field);
        counted.add(rows);
        ValueColumn values = new ValueColumn(field, rows, type, unit);
        summed.add(values);
        return values;
    }

    /** Whether sums of such values stay exact. */
    static boolean holds(ColumnType type, Bounds bounds) {
        return largest(bounds, unit(type, Optional.of(bounds))).compareTo(mostOf(type)) <= 0;
    }

    private static BigInteger mostOf(ColumnType type) {
        return type.kind() == ColumnType.Kind.DECIMAL ? MAX_DECIMAL : MAX_BOUND;
    }

    /** The larger bound in whole units. */
    private static BigInteger largest(Bounds bounds, Unit unit) {
        return Rational.of(bounds.low().abs().max(bounds.high().abs()))
                .dividedBy(unit.size())
                .ceil();
    }

    private static Unit unit(ColumnType type, Optional<Bounds> bounds) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DATE, TIMESTAMP -> new Unit.DecimalUnit(0);
            case DECIMAL -> decimals(Math.min(type.scale(), MAX_SCALE), bounds);
            case DOUBLE -> bounds.map(PlannedStates::grid).orElse(new Unit.BinaryGrid(INFERRED_GRID_EXPONENT));
            case BOOLEAN, VARCHAR, TIME ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "Sums and means need numbers, quantiles numbers or dates, not " + type.sql() + ".",
                        "Convert the argument, for example with CAST(… AS DOUBLE).");
        };
    }

    /**
     * As many digits after the point as fit beside those of the bounds; where all of them do not, so few that a person's rows fit,
     * too. What they round lies far below the noise of such bounds.
     */
    private static Unit decimals(int scale, Optional<Bounds> bounds) {
        Unit all = new Unit.DecimalUnit(scale);
        if (bounds.isEmpty() || largest(bounds.get(), all).compareTo(MAX_DECIMAL) <= 0) {
            return all;
        }
        int fewer = scale;
        while (fewer > 0
                && largest(bounds.get(), new Unit.DecimalUnit(fewer))
                                .shiftLeft(BITS_OF_ROWS)
                                .compareTo(MAX_BOUND)
                        > 0) {
            fewer--;
        }
        return new Unit.DecimalUnit(fewer);
    }

    /** The finer of two grids: in a narrow range far from 0 digits are those of the range, which is centred first. */
    private static Unit grid(Bounds bounds) {
        Rational low = Rational.of(bounds.low());
        Rational high = Rational.of(bounds.high());
        Unit.BinaryGrid near = Unit.BinaryGrid.forBounds(low, high);
        Unit.BinaryGrid centred = Unit.BinaryGrid.forDistance(low, high);
        return centred.exponent() < near.exponent() ? centred : near;
    }

    /** Given bounds in whole units, rounded outward so that they are never empty. */
    static ContributionLimits.Given limits(ValueColumn values, Bounds bounds) {
        Rational size = values.unit().size();
        BigInteger low = Rational.of(bounds.low()).dividedBy(size).floor();
        BigInteger high = Rational.of(bounds.high()).dividedBy(size).ceil();
        if (low.abs().max(high.abs()).compareTo(mostOf(values.type())) > 0) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    "These bounds are too wide for exact sums.",
                    "Use bounds that a person's contribution really has.");
        }
        return new ContributionLimits.Given(low, high);
    }

    /** The limits of a sum of a limited number of rows; public if that number is. */
    static ContributionLimits limitsOfRows(ValueColumn values, Bounds row, ContributionLimits rows) {
        ContributionLimits.Given one = limits(values, row);
        ContributionLimits.OfRows all = new ContributionLimits.OfRows(one.low(), one.high(), rows);
        return rows.<ContributionLimits>match(given -> all.times(given.high()), inferred -> all, ofRows -> all);
    }

    /** Limits that a private parameter finds. */
    ContributionLimits inferred(AutomaticParameter parameter) {
        return inferred(parameter, ContributionLimits.Use.TOTAL);
    }

    /** Limits that a private parameter finds for values that are drawn. */
    ContributionLimits inferredDrawn(AutomaticParameter parameter) {
        return inferred(parameter, ContributionLimits.Use.DRAWN);
    }

    private ContributionLimits inferred(AutomaticParameter parameter, ContributionLimits.Use use) {
        automatic.add(parameter);
        return new ContributionLimits.Inferred(parameter, use);
    }

    /**
     * An automatic limit of rows, found on these; several share one, found on those of which each person has most. All rows
     * are counted for people who have none of them.
     */
    ContributionLimits inferredRows(List<RowCount> rows, ContributionLimits.Use use) {
        counted.addAll(rows);
        counted.add(RowCount.EVERY_ROW);
        AutomaticParameter parameter = rows.size() == 1
                ? new AutomaticParameter.RowsPerGroup(rows.get(0))
                : new AutomaticParameter.MostRowsPerGroup(rows);
        return inferred(parameter, use);
    }
}
