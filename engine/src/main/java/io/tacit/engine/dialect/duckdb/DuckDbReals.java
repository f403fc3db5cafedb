package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.NanSources;
import io.tacit.engine.dialect.ScalarToSql;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Sums, differences, products and quotients of DOUBLE. NaN goes through all of them, so that the outermost alone makes NULL of it:
 * DuckDB writes what stands in NULLIF twice, and one in each operation would double the expression with each.
 */
final class DuckDbReals {
    private DuckDbReals() {}

    /** A call of arithmetic, as a DOUBLE that is not NaN. */
    static String print(ScalarToSql scalars, RexCall call, String sign) {
        String text = bare(scalars, call, sign);
        return mayBeNan(call) ? "NULLIF(" + text + ", CAST('NaN' AS DOUBLE))" : text;
    }

    private static String bare(ScalarToSql scalars, RexCall call, String sign) {
        String left = operand(scalars, call.getOperands().get(0));
        String right = operand(scalars, call.getOperands().get(1));
        return sign.equals(" / ")
                ? "(" + left + " / NULLIF(" + right + ", CAST(0 AS DOUBLE)))"
                : "(" + left + sign + right + ")";
    }

    private static String operand(ScalarToSql scalars, RexNode operand) {
        return NanSources.isRealArithmetic(operand)
                ? bare(scalars, (RexCall) operand, sign(((RexCall) operand).getOperator()))
                : scalars.printAs(operand, "DOUBLE");
    }

    private static String sign(SqlOperator operator) {
        return NanSources.isQuotient(operator)
                ? " / "
                : operator.equals(SqlStdOperatorTable.PLUS)
                        ? " + "
                        : operator.equals(SqlStdOperatorTable.MINUS) ? " - " : " * ";
    }

    /** Whether the call or an operation within it, as far as arithmetic reaches, may be NaN. */
    private static boolean mayBeNan(RexCall call) {
        return NanSources.mayMakeNan(call)
                || call.getOperands().stream()
                        .anyMatch(operand -> NanSources.isRealArithmetic(operand) && mayBeNan((RexCall) operand));
    }
}
