package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ReleasedFunctions;
import io.tacit.engine.sql.ScalarFunctions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/** The table of operators: how each one is printed so that it is total in DuckDB. */
final class DuckDbScalars {
    private static final Map<SqlOperator, ScalarPrinter> PRINTERS = new HashMap<>();

    static {
        logic();
        comparisons();
        choices();
        released();
        DuckDbNumbers.register(PRINTERS);
        DuckDbRealFunctions.register(PRINTERS);
        DuckDbWholeFunctions.register(PRINTERS);
        DuckDbTexts.register(PRINTERS);
        DuckDbDates.register(PRINTERS);
        DuckDbDateFunctions.register(PRINTERS);
        DuckDbJson.register(PRINTERS);
        DuckDbArrays.register(PRINTERS);
    }

    private DuckDbScalars() {}

    static ScalarPrinters printers() {
        return new ScalarPrinters(PRINTERS);
    }

    /** Only ever printed to check the argument: before a query runs, released columns take the place of these calls. */
    private static void released() {
        ScalarPrinter unknown = (scalars, call) -> "CASE WHEN FALSE THEN TRY_CAST(" + operand(scalars, call, 0)
                + " AS DOUBLE) ELSE CAST(NULL AS DOUBLE) END";
        PRINTERS.put(ReleasedFunctions.LOW, unknown);
        PRINTERS.put(ReleasedFunctions.HIGH, unknown);
        PRINTERS.put(
                ReleasedFunctions.REPORT,
                (scalars, call) -> "CASE WHEN FALSE THEN TRY_CAST(" + operand(scalars, call, 0)
                        + " AS VARCHAR) ELSE CAST(NULL AS VARCHAR) END");
    }

    private static void logic() {
        PRINTERS.put(SqlStdOperatorTable.AND, (scalars, call) -> chain(scalars, call, " AND "));
        PRINTERS.put(SqlStdOperatorTable.OR, (scalars, call) -> chain(scalars, call, " OR "));
        PRINTERS.put(SqlStdOperatorTable.NOT, (scalars, call) -> "(NOT " + operand(scalars, call, 0) + ")");
        postfix(SqlStdOperatorTable.IS_NULL, "IS NULL");
        postfix(SqlStdOperatorTable.IS_NOT_NULL, "IS NOT NULL");
        postfix(SqlStdOperatorTable.IS_TRUE, "IS TRUE");
        postfix(SqlStdOperatorTable.IS_NOT_TRUE, "IS NOT TRUE");
        postfix(SqlStdOperatorTable.IS_FALSE, "IS FALSE");
        postfix(SqlStdOperatorTable.IS_NOT_FALSE, "IS NOT FALSE");
        postfix(SqlStdOperatorTable.IS_UNKNOWN, "IS NULL");
        postfix(SqlStdOperatorTable.IS_NOT_UNKNOWN, "IS NOT NULL");
    }

    private static void postfix(SqlOperator operator, String words) {
        PRINTERS.put(operator, (scalars, call) -> "(" + operand(scalars, call, 0) + " " + words + ")");
    }

    private static void comparisons() {
        compare(SqlStdOperatorTable.EQUALS, "=");
        compare(SqlStdOperatorTable.NOT_EQUALS, "<>");
        compare(SqlStdOperatorTable.LESS_THAN, "<");
        compare(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, "<=");
        compare(SqlStdOperatorTable.GREATER_THAN, ">");
        compare(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, ">=");
        compare(SqlStdOperatorTable.IS_DISTINCT_FROM, "IS DISTINCT FROM");
        compare(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, "IS NOT DISTINCT FROM");
    }

    private static void compare(SqlOperator operator, String sign) {
        PRINTERS.put(operator, (scalars, call) -> {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            String type = DuckDbTypes.comparable(left.getType(), right.getType());
            return "(" + scalars.printAs(left, type) + " " + sign + " " + scalars.printAs(right, type) + ")";
        });
    }

    private static void choices() {
        PRINTERS.put(SqlStdOperatorTable.CASE, DuckDbScalars::choose);
        PRINTERS.put(SqlStdOperatorTable.COALESCE, (scalars, call) -> uniform("COALESCE", scalars, call));
        PRINTERS.put(ScalarFunctions.GREATEST, (scalars, call) -> uniform("greatest", scalars, call));
        PRINTERS.put(ScalarFunctions.LEAST, (scalars, call) -> uniform("least", scalars, call));
        PRINTERS.put(SqlStdOperatorTable.NULLIF, DuckDbScalars::nullIf);
        ScalarPrinter cast = (scalars, call) -> DuckDbTypes.cast(
                operand(scalars, call, 0), call.getOperands().get(0).getType(), call.getType());
        PRINTERS.put(SqlStdOperatorTable.CAST, cast);
        PRINTERS.put(SqlLibraryOperators.SAFE_CAST, cast);
        PRINTERS.put(SqlLibraryOperators.TRY_CAST, cast);
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
        String type = DuckDbTypes.comparable(value.getType(), other.getType());
        String own = DuckDbTypes.name(call.getType());
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

    /** The text of one operand, of the operand's own type. */
    static String operand(ScalarToSql scalars, RexCall call, int index) {
        return scalars.print(call.getOperands().get(index));
    }

    /** A text whose type in DuckDB may differ from the call's, made the call's. */
    static String typed(String text, RelDataType type) {
        return "TRY_CAST(" + text + " AS " + DuckDbTypes.name(type) + ")";
    }
}
