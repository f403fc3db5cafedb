package io.tacit.engine.remainder;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Finds expressions that only move or scale one column, so that the ends of its interval move and scale with it. */
final class MonotoneExpression {
    private static final Set<SqlKind> SHIFT = Set.of(SqlKind.PLUS, SqlKind.MINUS);
    private static final Set<SqlKind> SCALE = Set.of(SqlKind.TIMES, SqlKind.DIVIDE);

    private MonotoneExpression() {}

    /** The one field that the expression moves or scales; empty if it does anything else. */
    static Optional<Integer> only(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            return Optional.of(reference.getIndex());
        }
        if (!(expression instanceof RexCall call)
                || expression instanceof RexOver
                || call.getOperands().isEmpty()) {
            return Optional.empty();
        }
        RexNode first = call.getOperands().get(0);
        if (call.getKind() == SqlKind.CAST && SqlTypeUtil.isNumeric(call.getType())
                || call.getKind() == SqlKind.MINUS_PREFIX) {
            return only(first);
        }
        if (call.getOperands().size() == 2 && call.getOperator().getName().equalsIgnoreCase("ROUND")) {
            return call.getOperands().get(1) instanceof RexLiteral ? only(first) : Optional.empty();
        }
        if (call.getOperands().size() == 1 && call.getOperator().getName().equalsIgnoreCase("ROUND")) {
            return only(first);
        }
        if (!SHIFT.contains(call.getKind()) && !SCALE.contains(call.getKind())
                || call.getOperands().size() != 2) {
            return Optional.empty();
        }
        RexNode second = call.getOperands().get(1);
        if (isConstant(second, call.getKind())) {
            return only(first);
        }
        boolean commutes = call.getKind() != SqlKind.DIVIDE;
        return commutes && isConstant(first, call.getKind()) ? only(second) : Optional.empty();
    }

    /** Whether the expression falls as the field that {@link #only} found in it rises. */
    static boolean falls(RexNode expression) {
        if (!(expression instanceof RexCall call)) {
            return false;
        }
        RexNode first = call.getOperands().get(0);
        if (call.getKind() == SqlKind.MINUS_PREFIX) {
            return !falls(first);
        }
        if (call.getOperands().size() == 1) {
            return falls(first);
        }
        RexNode second = call.getOperands().get(1);
        if (call.getKind() == SqlKind.MINUS) {
            return first instanceof RexLiteral ? !falls(second) : falls(first);
        }
        if (SCALE.contains(call.getKind())) {
            RexNode inner = first instanceof RexLiteral ? second : first;
            BigDecimal factor = number(first instanceof RexLiteral ? first : second);
            return factor.signum() < 0 != falls(inner);
        }
        return falls(first instanceof RexLiteral ? second : first);
    }

    private static boolean isConstant(RexNode node, SqlKind kind) {
        return node instanceof RexLiteral literal
                && !literal.isNull()
                && (SqlTypeName.EXACT_TYPES.contains(literal.getType().getSqlTypeName())
                        || SqlTypeName.APPROX_TYPES.contains(literal.getType().getSqlTypeName()))
                && (SHIFT.contains(kind) || number(literal).signum() != 0);
    }

    private static BigDecimal number(RexNode literal) {
        BigDecimal value = ((RexLiteral) literal).getValueAs(BigDecimal.class);
        return value == null ? BigDecimal.ZERO : value;
    }
}
