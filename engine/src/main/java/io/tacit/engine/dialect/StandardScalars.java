package io.tacit.engine.dialect;

import io.tacit.engine.sql.ScalarFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Printers of what all engines write alike, given their types: logic, comparisons and choices. A dialect may put others in
 * their place.
 */
public final class StandardScalars {
    private StandardScalars() {}

    /** Adds them to a dialect's table. */
    public static void register(Map<SqlOperator, ScalarPrinter> printers) {
        logic(printers);
        comparisons(printers);
        choices(printers);
    }

    private static void logic(Map<SqlOperator, ScalarPrinter> printers) {
        printers.put(SqlStdOperatorTable.AND, (scalars, call) -> chain(scalars, call, " AND "));
        printers.put(SqlStdOperatorTable.OR, (scalars, call) -> chain(scalars, call, " OR "));
        printers.put(SqlStdOperatorTable.NOT, (scalars, call) -> "(NOT " + operand(scalars, call, 0) + ")");
        postfix(printers, SqlStdOperatorTable.IS_NULL, "IS NULL");
        postfix(printers, SqlStdOperatorTable.IS_NOT_NULL, "IS NOT NULL");
        postfix(printers, SqlStdOperatorTable.IS_TRUE, "IS TRUE");
        postfix(printers, SqlStdOperatorTable.IS_NOT_TRUE, "IS NOT TRUE");
        postfix(printers, SqlStdOperatorTable.IS_FALSE, "IS FALSE");
        postfix(printers, SqlStdOperatorTable.IS_NOT_FALSE, "IS NOT FALSE");
        postfix(printers, SqlStdOperatorTable.IS_UNKNOWN, "IS NULL");
        postfix(printers, SqlStdOperatorTable.IS_NOT_UNKNOWN, "IS NOT NULL");
    }

    private static void postfix(Map<SqlOperator, ScalarPrinter> printers, SqlOperator operator, String words) {
        printers.put(operator, (scalars, call) -> "(" + operand(scalars, call, 0) + " " + words + ")");
    }

    private static void comparisons(Map<SqlOperator, ScalarPrinter> printers) {
        compare(printers, SqlStdOperatorTable.EQUALS, "=");
        compare(printers, SqlStdOperatorTable.NOT_EQUALS, "<>");
        compare(printers, SqlStdOperatorTable.LESS_THAN, "<");
        compare(printers, SqlStdOperatorTable.LESS_THAN_OR_EQUAL, "<=");
        compare(printers, SqlStdOperatorTable.GREATER_THAN, ">");
        compare(printers, SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, ">=");
        compare(printers, SqlStdOperatorTable.IS_DISTINCT_FROM, "IS DISTINCT FROM");
        compare(printers, SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, "IS NOT DISTINCT FROM");
    }

    private static void compare(Map<SqlOperator, ScalarPrinter> printers, SqlOperator operator, String sign) {
        printers.put(operator, (scalars, call) -> {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            String type = scalars.types().comparable(left.getType(), right.getType());
            return "(" + scalars.printAs(left, type) + " " + sign + " " + scalars.printAs(right, type) + ")";
        });
    }

    private static void choices(Map<SqlOperator, ScalarPrinter> printers) {
        printers.put(SqlStdOperatorTable.CASE, StandardScalars::choose);
        printers.put(SqlStdOperatorTable.COALESCE, (scalars, call) -> uniform("COALESCE", scalars, call));
        printers.put(ScalarFunctions.GREATEST, (scalars, call) -> uniform("greatest", scalars, call));
        printers.put(ScalarFunctions.LEAST, (scalars, call) -> uniform("least", scalars, call));
        printers.put(SqlStdOperatorTable.NULLIF, StandardScalars::nullIf);
        ScalarPrinter cast = (scalars, call) -> scalars.types()
                .cast(operand(scalars, call, 0), call.getOperands().get(0).getType(), call.getType());
        printers.put(SqlStdOperatorTable.CAST, cast);
        printers.put(SqlLibraryOperators.SAFE_CAST, cast);
        printers.put(SqlLibraryOperators.TRY_CAST, cast);
    }

    private static String choose(ScalarToSql scalars, RexCall call) {
        StringBuilder text = new StringBuilder("CASE");
        List<RexNode> operands = call.getOperands();
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            text.append(" WHEN ").append(scalars.print(operands.get(i)));
            text.append(" THEN ").append(scalars.printAs(operands.get(i + 1), call.getType()));
        }
        if (operands.size() % 2 == 1) {
            text.append(" ELSE ").append(scalars.printAs(operands.get(operands.size() - 1), call.getType()));
        }
        return text.append(" END").toString();
    }

    /** All operands in the call's type. */
    private static String uniform(String function, ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            texts.add(scalars.printAs(operand, call.getType()));
        }
        return function + "(" + String.join(", ", texts) + ")";
    }

    private static String nullIf(ScalarToSql scalars, RexCall call) {
        RexNode value = call.getOperands().get(0);
        RexNode other = call.getOperands().get(1);
        String type = scalars.types().comparable(value.getType(), other.getType());
        String own = scalars.types().name(call.getType());
        if (type.equals(own)) {
            return "NULLIF(" + scalars.printAs(value, type) + ", " + scalars.printAs(other, type) + ")";
        }
        return "CASE WHEN " + scalars.printAs(value, type) + " = " + scalars.printAs(other, type) + " THEN NULL ELSE "
                + scalars.printAs(value, call.getType()) + " END";
    }

    private static String chain(ScalarToSql scalars, RexCall call, String word) {
        List<String> texts = call.getOperands().stream().map(scalars::print).toList();
        return "(" + String.join(word, texts) + ")";
    }

    private static String operand(ScalarToSql scalars, RexCall call, int index) {
        return scalars.print(call.getOperands().get(index));
    }
}
