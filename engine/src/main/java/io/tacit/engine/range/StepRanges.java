package io.tacit.engine.range;

import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.PrivateAggregate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The value range of an aggregate in a step of one person, over at least one value. */
final class StepRanges {
    /** How many units one has: a DOUBLE is added up as a whole number of 2^-36. */
    private static final BigDecimal GRID = new BigDecimal(BigInteger.ONE.shiftLeft(36));

    /** The magnitude at which a DOUBLE saturates before it is added up. */
    private static final BigDecimal SATURATION = new BigDecimal(BigInteger.ONE.shiftLeft(49));

    /** A DECIMAL with more digits than these is cut to so many, and to so many places, before it is added up. */
    private static final int SUM_DIGITS = 28;

    private static final int SUM_PLACES = 14;

    /** How many rows a step may add up; no table has more. */
    static final ValueRange ROWS = ValueRange.of(0, 1L << 40);

    private StepRanges() {}

    /**
     * The value range of an aggregate of one argument.
     *
     * @param values the argument's
     * @param type the argument's
     */
    static ValueRange of(AggregateCall call, ValueRange values, RelDataType type) {
        if (values.never()) {
            return ValueRange.NEVER;
        }
        if (call.getAggregation() instanceof PrivateAggregate) {
            // A quantile lies between values, but for the last places of how it is interpolated.
            // One of dates is a date between them.
            ValueRange between = FitRange.converted(values, type, call.getType());
            return SqlTypeUtil.isNumeric(type)
                    ? between.rising(NeighbouringDoubles::wellBelow, NeighbouringDoubles::wellAbove)
                    : between;
        }
        return switch (call.getAggregation().getKind()) {
            case MIN, MAX -> FitRange.converted(values, type, call.getType());
            case AVG ->
                SqlTypeUtil.isNumeric(type)
                        ? addends(values, type).rising(NeighbouringDoubles::wellBelow, NeighbouringDoubles::wellAbove)
                        : ValueRange.UNKNOWN;
            case SUM -> SqlTypeUtil.isNumeric(type) ? total(addends(values, type)) : ValueRange.UNKNOWN;
            default -> ValueRange.UNKNOWN;
        };
    }

    /** The range of what is added up for each value. */
    private static ValueRange addends(ValueRange values, RelDataType type) {
        if (SqlTypeUtil.isApproximateNumeric(type)) {
            return values.rising(
                    StepRanges::gridBelow, end -> gridBelow(end.negate()).map(BigDecimal::negate));
        }
        return cut(type).isPresent() ? FitRange.rounded(values, SUM_PLACES) : values;
    }

    private static Optional<BigDecimal> gridBelow(BigDecimal end) {
        return end.abs().compareTo(SATURATION) > 0
                ? Optional.empty()
                : Optional.of(end.multiply(GRID).setScale(0, RoundingMode.FLOOR).divide(GRID));
    }

    /** The range of a sum of at most as many values as a table has rows; unknown for DOUBLE. */
    static ValueRange sum(ValueRange values, RelDataType type) {
        ValueRange addends = addends(values, type);
        if (SqlTypeUtil.isApproximateNumeric(type) || !addends.isBounded()) {
            return ValueRange.UNKNOWN;
        }
        return ValueRange.of(
                addends.least().min(BigDecimal.ZERO).multiply(ROWS.largest()),
                addends.largest().max(BigDecimal.ZERO).multiply(ROWS.largest()));
    }

    /** The digits to which addends of an exact type are cut before they are added up; empty where they are not. */
    static Optional<ExactDigits> cut(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL && type.getPrecision() > SUM_DIGITS
                ? Optional.of(new ExactDigits(SUM_DIGITS, Math.min(SUM_PLACES, type.getScale())))
                : Optional.empty();
    }

    /** The range of a sum of an unknown number of values. */
    private static ValueRange total(ValueRange values) {
        if (values.isNotNegative()) {
            return ValueRange.atLeast(values.least());
        }
        return values.negated().isNotNegative() ? ValueRange.atMost(values.largest()) : ValueRange.UNKNOWN;
    }
}
