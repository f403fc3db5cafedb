package io.tacit.engine.range;

import io.tacit.engine.sql.ExactDigits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Fits values to a type: it rounds them to the type's digits, and a value that the type cannot hold is NULL. Every
 * rounding never falls, so that rounded ends enclose the rounded values.
 */
final class FitRange {
    /** Up to this whole number each one is exactly a DOUBLE. */
    private static final BigDecimal EXACT = BigDecimal.valueOf(1L << 53);

    /** 10^22 is the largest power of ten that is a DOUBLE. */
    private static final int EXACT_SCALE = 22;

    private FitRange() {}

    /**
     * The range of exact values once fitted to a type: halves are rounded away from zero; for DOUBLE each value is
     * rounded to the nearest.
     */
    static ValueRange fitted(ValueRange exact, RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        if (SqlTypeUtil.isApproximateNumeric(type)) {
            return exact.rising(NeighbouringDoubles::below, NeighbouringDoubles::above);
        }
        if (name == SqlTypeName.DATE) {
            return exact;
        }
        if (!SqlTypeUtil.isExactNumeric(type)) {
            return exact.never() ? exact : ValueRange.UNKNOWN;
        }
        int scale = name == SqlTypeName.DECIMAL ? type.getScale() : 0;
        return clipped(rounded(exact, scale), type);
    }

    /** All values of an exact type; for DATE the years 1 to 9999, outside of which there is no arithmetic. */
    static ValueRange ofType(RelDataType type) {
        if (type.getSqlTypeName() == SqlTypeName.DATE) {
            return DateRanges.ALL;
        }
        return SqlTypeUtil.isExactNumeric(type) ? ValueRange.of(least(type), largest(type)) : ValueRange.UNKNOWN;
    }

    /** Whether an exact type can hold all these values, once they are rounded to its digits. */
    static boolean fits(ValueRange values, RelDataType type) {
        int scale = type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
        return fits(values, scale, ofType(type));
    }

    /** Whether a DECIMAL can hold all these values. */
    static boolean fits(ValueRange values, ExactDigits digits) {
        BigDecimal most = largest(digits.all(), digits.scale());
        return fits(values, digits.scale(), ValueRange.of(most.negate(), most));
    }

    private static boolean fits(ValueRange values, int scale, ValueRange type) {
        ValueRange rounded = rounded(values, scale);
        return values.never()
                || rounded.isBounded() && type.contains(rounded.least()) && type.contains(rounded.largest());
    }

    /** Values of one type, converted to another. */
    static ValueRange converted(ValueRange values, RelDataType from, RelDataType to) {
        if (values.never() || from.getSqlTypeName() == SqlTypeName.NULL) {
            return ValueRange.NEVER;
        }
        if (SqlTypeUtil.isDatetime(from) || SqlTypeUtil.isDatetime(to)) {
            return from.getSqlTypeName() == to.getSqlTypeName() ? values : ValueRange.UNKNOWN;
        }
        if (from.getSqlTypeName() == SqlTypeName.BOOLEAN && SqlTypeUtil.isNumeric(to)) {
            return ValueRange.of(0, 1);
        }
        if (!SqlTypeUtil.isNumeric(from) || !SqlTypeUtil.isNumeric(to)) {
            return ValueRange.UNKNOWN;
        }
        boolean real = SqlTypeUtil.isApproximateNumeric(from);
        if (SqlTypeUtil.isApproximateNumeric(to)) {
            return real ? values : toReal(values);
        }
        if (real && to.getSqlTypeName() == SqlTypeName.DECIMAL) {
            int scale = to.getScale();
            return clipped(values.rising(end -> scaledBelow(end, scale), end -> scaledAbove(end, scale)), to);
        }
        return fitted(values, to);
    }

    /**
     * The range without values outside of the type, which are NULL. Where nothing is known, what the type can hold is
     * no help either.
     */
    private static ValueRange clipped(ValueRange values, RelDataType type) {
        BigDecimal most = largest(type);
        BigDecimal least = least(type);
        return values.rising(end -> Optional.of(end.max(least)), end -> Optional.of(end.min(most)));
    }

    private static BigDecimal largest(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT -> BigDecimal.valueOf(Byte.MAX_VALUE);
            case SMALLINT -> BigDecimal.valueOf(Short.MAX_VALUE);
            case INTEGER -> BigDecimal.valueOf(Integer.MAX_VALUE);
            case BIGINT -> BigDecimal.valueOf(Long.MAX_VALUE);
            default -> largest(type.getPrecision(), type.getScale());
        };
    }

    private static BigDecimal least(RelDataType type) {
        BigDecimal opposite = largest(type).negate();
        return type.getSqlTypeName() == SqlTypeName.DECIMAL ? opposite : opposite.subtract(BigDecimal.ONE);
    }

    private static BigDecimal largest(int digits, int scale) {
        return BigDecimal.TEN.pow(digits).subtract(BigDecimal.ONE).movePointLeft(scale);
    }

    /** Exact values as DOUBLE ones. */
    static ValueRange toReal(ValueRange exact) {
        return exact.rising(FitRange::realBelow, FitRange::realAbove);
    }

    /** Values that were rounded to decimal places, in one of several ways. */
    static ValueRange ofPlaces(ValueRange values, int places, RelDataType type) {
        ValueRange outward = values.rising(
                end -> Optional.of(round(end, places, RoundingMode.FLOOR)),
                end -> Optional.of(round(end, places, RoundingMode.CEILING)));
        if (!SqlTypeUtil.isApproximateNumeric(type)) {
            return fitted(outward, type);
        }
        // DuckDB multiplies by a power of ten, rounds, and divides.
        return outward.rising(
                end -> real(end, isExact(end, places)),
                end -> real(end.negate(), isExact(end, places)).map(BigDecimal::negate));
    }

    /** The range once rounded to a number of places, halves away from zero. */
    static ValueRange rounded(ValueRange values, int places) {
        return values.rising(
                end -> Optional.of(round(end, places, RoundingMode.HALF_UP)),
                end -> Optional.of(round(end, places, RoundingMode.HALF_UP)));
    }

    /** Rounds a value to a number of places; a value with no more places stays as it is. */
    static BigDecimal round(BigDecimal value, int places, RoundingMode mode) {
        return value.scale() <= places ? value : value.setScale(places, mode);
    }

    /**
     * The lower end of a decimal made DOUBLE: DuckDB divides the digits by a power of ten, and rounds once if both are
     * DOUBLE values.
     */
    private static Optional<BigDecimal> realBelow(BigDecimal end) {
        return real(end, isExact(end, end.scale()));
    }

    private static Optional<BigDecimal> realAbove(BigDecimal end) {
        return realBelow(end.negate()).map(BigDecimal::negate);
    }

    private static Optional<BigDecimal> real(BigDecimal end, boolean exact) {
        return exact
                ? NeighbouringDoubles.below(end)
                : NeighbouringDoubles.below(end).flatMap(d -> NeighbouringDoubles.slackBelow(d.doubleValue()));
    }

    private static boolean isExact(BigDecimal end, int places) {
        int scale = Math.max(places, 0);
        return scale <= EXACT_SCALE && end.movePointRight(scale).abs().compareTo(EXACT) <= 0;
    }

    /** The lower end of a DOUBLE made decimal: DuckDB multiplies by a power of ten, in DOUBLE, before it rounds. */
    private static Optional<BigDecimal> scaledBelow(BigDecimal end, int scale) {
        double scaled = end.doubleValue() * Double.parseDouble("1e" + scale);
        double whole = Math.floor(scale > EXACT_SCALE ? Math.nextDown(scaled) : scaled);
        return Double.isFinite(whole) ? Optional.of(new BigDecimal(whole).movePointLeft(scale)) : Optional.empty();
    }

    private static Optional<BigDecimal> scaledAbove(BigDecimal end, int scale) {
        return scaledBelow(end.negate(), scale).map(BigDecimal::negate);
    }
}
