package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Expressions whose value is that of one of their operands. */
final class ChoiceRanges {
    private ChoiceRanges() {}

    /** The first operand, in the call's type. */
    static ValueRange first(ExpressionRange operands, RexCall call) {
        return operands.of(call.getOperands().get(0), call.getType());
    }

    static ValueRange any(ExpressionRange operands, RexCall call) {
        return operands.any(call.getOperands(), call.getType());
    }

    /** Each result where its own condition holds and no earlier one does; without ELSE also NULL. */
    static ValueRange choice(ExpressionRange operands, RexCall call) {
        List<RexNode> parts = call.getOperands();
        ValueRange all = ValueRange.NEVER;
        ExpressionRange rest = operands;
        int i = 0;
        for (; i + 1 < parts.size(); i += 2) {
            RexNode condition = parts.get(i);
            all = all.union(rest.where(condition, true).of(parts.get(i + 1), call.getType()));
            rest = rest.where(condition, false);
        }
        return i < parts.size() ? all.union(rest.of(parts.get(i), call.getType())) : all;
    }

    /** Of the operands that are not NULL: one of them, and none above a constant. */
    static ValueRange least(ExpressionRange operands, RexCall call) {
        ValueRange any = operands.any(call.getOperands(), call.getType());
        Optional<BigDecimal> bound = constants(operands, call).stream()
                .flatMap(constant -> constant.high().stream())
                .min(BigDecimal::compareTo);
        return bound.map(end -> any.intersection(ValueRange.atMost(end))).orElse(any);
    }

    static ValueRange greatest(ExpressionRange operands, RexCall call) {
        ValueRange any = operands.any(call.getOperands(), call.getType());
        Optional<BigDecimal> bound = constants(operands, call).stream()
                .flatMap(constant -> constant.low().stream())
                .max(BigDecimal::compareTo);
        return bound.map(end -> any.intersection(ValueRange.atLeast(end))).orElse(any);
    }

    private static List<ValueRange> constants(ExpressionRange operands, RexCall call) {
        return call.getOperands().stream()
                .filter(operand -> operand instanceof RexLiteral literal && !literal.isNull())
                .map(operand -> operands.of(operand, call.getType()))
                .toList();
    }
}
