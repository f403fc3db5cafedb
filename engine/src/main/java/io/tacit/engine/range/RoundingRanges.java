package io.tacit.engine.range;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Rounding to a number of places. */
final class RoundingRanges {
    /** Beyond this many places rounding changes nothing or everything. */
    private static final long MOST_PLACES = 40;

    /** A DECIMAL with all digits is rounded in DOUBLE, which errs more than the last digit. */
    private static final int MOST_DIGITS = 38;

    private RoundingRanges() {}

    static ValueRange rounded(ExpressionRange operands, RexCall call) {
        return places(operands, call, RoundingMode.HALF_UP);
    }

    static ValueRange cut(ExpressionRange operands, RexCall call) {
        return places(operands, call, RoundingMode.DOWN);
    }

    static ValueRange floor(ExpressionRange operands, RexCall call) {
        return whole(operands, call, RoundingMode.FLOOR);
    }

    static ValueRange ceiling(ExpressionRange operands, RexCall call) {
        return whole(operands, call, RoundingMode.CEILING);
    }

    private static ValueRange whole(ExpressionRange operands, RexCall call, RoundingMode mode) {
        return call.getOperands().size() == 1
                ? FitRange.fitted(rounded(operands.of(call, 0), 0, mode, mode), call.getType())
                : ValueRange.UNKNOWN;
    }

    /**
     * The range of a rounded value: exact for whole numbers, widened for other places, as a DOUBLE has no exact decimal
     * places.
     */
    private static ValueRange places(ExpressionRange operands, RexCall call, RoundingMode mode) {
        ValueRange values = operands.of(call, 0);
        if (call.getOperands().size() == 1) {
            return FitRange.fitted(rounded(values, 0, mode, mode), call.getType());
        }
        RexNode places = call.getOperands().get(1);
        RelDataType type = call.getOperands().get(0).getType();
        boolean wide = type.getSqlTypeName() == SqlTypeName.DECIMAL && type.getPrecision() == MOST_DIGITS;
        if (!(places instanceof RexLiteral literal) || literal.isNull() || wide) {
            return ValueRange.UNKNOWN;
        }
        long wanted = Objects.requireNonNull(literal.getValueAs(Long.class));
        if (Math.abs(wanted) > MOST_PLACES) {
            return ValueRange.UNKNOWN;
        }
        return FitRange.ofPlaces(values, (int) wanted, call.getType());
    }

    private static ValueRange rounded(ValueRange values, int places, RoundingMode down, RoundingMode up) {
        return values.rising(end -> round(end, places, down), end -> round(end, places, up));
    }

    private static Optional<BigDecimal> round(BigDecimal end, int places, RoundingMode mode) {
        return Optional.of(FitRange.round(end, places, mode));
    }
}
