package io.tacit.engine.dialect;

import io.tacit.engine.sql.ArithmeticFunction;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Where arithmetic makes NaN of numbers: ∞ - ∞, ∞ · 0 and ∞ / ∞. NaN is NULL, so that no engine's order or equality of it is
 * ever asked for; what could make it is printed with a guard.
 */
public final class NanSources {
    private NanSources() {}

    /** Whether a call is a sum, difference, product or quotient that is computed as DOUBLE and is one. */
    public static boolean isRealArithmetic(RexNode node) {
        if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
            return false;
        }
        SqlOperator operator = call.getOperator();
        boolean known = operator.equals(SqlStdOperatorTable.PLUS)
                || operator.equals(SqlStdOperatorTable.MINUS)
                || operator.equals(SqlStdOperatorTable.MULTIPLY)
                || isQuotient(operator);
        return known
                && StandardTypes.isDouble(call.getType())
                && call.getOperands().stream().allMatch(operand -> SqlTypeUtil.isNumeric(operand.getType()));
    }

    /** Whether an operator is one of the two that divide. */
    public static boolean isQuotient(SqlOperator operator) {
        return operator.equals(ArithmeticFunction.DIVIDE.operator())
                || operator.equals(ArithmeticFunction.WHOLE_DIVIDE.operator());
    }

    /** Whether arithmetic of numbers that are none of them NaN may be NaN. A quotient by 0 is NULL already. */
    public static boolean mayMakeNan(RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (call.getOperator().equals(SqlStdOperatorTable.MULTIPLY)) {
            return mayBeInfinite(left) && mayBeZero(right) || mayBeInfinite(right) && mayBeZero(left);
        }
        return mayBeInfinite(left) && mayBeInfinite(right);
    }

    private static boolean mayBeInfinite(RexNode operand) {
        return StandardTypes.isDouble(operand.getType()) && !(operand instanceof RexLiteral);
    }

    private static boolean mayBeZero(RexNode operand) {
        if (!(operand instanceof RexLiteral literal)) {
            return true;
        }
        BigDecimal value = literal.isNull() ? null : literal.getValueAs(BigDecimal.class);
        return value != null && value.signum() == 0;
    }
}
