package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The ranges that a condition leaves of the fields that it compares with constants: {@code x > 100} that holds leaves
 * [100, ∞) of x, and (−∞, 100] where it does not hold. Where a comparison with a constant is unknown, its field has no
 * value.
 */
final class RangeFromCondition {
    private static final int MOST_LEVELS = 200;

    private RangeFromCondition() {}

    /** The range that a condition leaves of each field in it, where it has the given truth value or is unknown. */
    static Map<Integer, ValueRange> of(RexNode condition, boolean holds) {
        return of(condition, holds, MOST_LEVELS);
    }

    private static Map<Integer, ValueRange> of(RexNode condition, boolean holds, int levels) {
        if (!(condition instanceof RexCall call) || levels == 0) {
            return Map.of();
        }
        return switch (call.getKind()) {
            case NOT -> of(call.getOperands().get(0), !holds, levels - 1);
            case AND -> holds ? all(call, true, levels - 1) : one(call, false, levels - 1);
            case OR -> holds ? one(call, true, levels - 1) : all(call, false, levels - 1);
            case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, EQUALS, NOT_EQUALS ->
                compared(call, holds ? call.getKind() : call.getKind().negateNullSafe());
            default -> Map.of();
        };
    }

    private static Map<Integer, ValueRange> all(RexCall call, boolean hold, int levels) {
        Map<Integer, ValueRange> narrowed = new HashMap<>();
        for (RexNode operand : call.getOperands()) {
            of(operand, hold, levels)
                    .forEach((field, values) -> narrowed.merge(field, values, ValueRange::intersection));
        }
        return narrowed;
    }

    /** The ranges of the fields of which every operand says something, where one operand has the given truth value. */
    private static Map<Integer, ValueRange> one(RexCall call, boolean hold, int levels) {
        Map<Integer, ValueRange> narrowed = new HashMap<>(of(call.getOperands().get(0), hold, levels));
        for (RexNode operand : call.getOperands().subList(1, call.getOperands().size())) {
            Map<Integer, ValueRange> other = of(operand, hold, levels);
            narrowed.keySet().retainAll(other.keySet());
            narrowed.replaceAll((field, values) -> values.union(other.getOrDefault(field, ValueRange.UNKNOWN)));
        }
        return narrowed;
    }

    private static Map<Integer, ValueRange> compared(RexCall call, SqlKind kind) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (left instanceof RexInputRef field) {
            return compared(field, kind, right);
        }
        return right instanceof RexInputRef field ? compared(field, kind.reverse(), left) : Map.of();
    }

    private static Map<Integer, ValueRange> compared(RexInputRef field, SqlKind kind, RexNode other) {
        Optional<BigDecimal> constant = constant(other);
        boolean exact = SqlTypeUtil.isExactNumeric(field.getType()) && SqlTypeUtil.isExactNumeric(other.getType());
        boolean real = SqlTypeUtil.isApproximateNumeric(field.getType()) && SqlTypeUtil.isNumeric(other.getType());
        boolean time = SqlTypeUtil.isDatetime(field.getType())
                && field.getType().getSqlTypeName() == other.getType().getSqlTypeName();
        if (constant.isEmpty() || !exact && !real && !time) {
            return Map.of();
        }
        BigDecimal value = constant.get();
        // A DOUBLE is compared with the DOUBLE next to the constant.
        ValueRange near = real ? FitRange.toReal(ValueRange.of(value, value)) : ValueRange.of(value, value);
        return switch (kind) {
            case LESS_THAN, LESS_THAN_OR_EQUAL ->
                Map.of(field.getIndex(), ValueRange.of(Optional.empty(), near.high()));
            case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
                Map.of(field.getIndex(), ValueRange.of(near.low(), Optional.empty()));
            case EQUALS -> Map.of(field.getIndex(), near);
            default -> Map.of();
        };
    }

    /** A number or date as it is written; a conversion to another type may have been added. */
    private static Optional<BigDecimal> constant(RexNode expression) {
        RexNode inner = expression.isA(SqlKind.CAST)
                ? ((RexCall) expression).getOperands().get(0)
                : expression;
        if (!(inner instanceof RexLiteral literal)) {
            return Optional.empty();
        }
        boolean asTime = inner.getType().getSqlTypeName() == SqlTypeName.DATE
                && expression.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP;
        ValueRange value = asTime
                ? DateRanges.firstMoment(ExpressionRange.ofConstants().of(literal))
                : ExpressionRange.ofConstants().of(expression);
        return value.isBounded() && value.least().compareTo(value.largest()) == 0 ? value.low() : Optional.empty();
    }
}
