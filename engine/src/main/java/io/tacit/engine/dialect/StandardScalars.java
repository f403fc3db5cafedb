package io.tacit.engine.dialect;

import io.tacit.engine.sql.ChoiceFunction;
import io.tacit.engine.sql.ComparisonFunction;
import io.tacit.engine.sql.LogicFunction;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Printers of what all engines write alike, given their types: logic, comparisons and choices. A dialect may put others
 * in their place.
 */
public final class StandardScalars {
    private StandardScalars() {}

    /** The printer of a function of truth values. */
    public static ScalarPrinter of(LogicFunction function) {
        return switch (function) {
            case AND -> (scalars, call) -> chain(scalars, call, " AND ");
            case OR -> (scalars, call) -> chain(scalars, call, " OR ");
            case NOT -> (scalars, call) -> "(NOT " + operand(scalars, call, 0) + ")";
            case IS_NULL, IS_UNKNOWN -> postfix("IS NULL");
            case IS_NOT_NULL, IS_NOT_UNKNOWN -> postfix("IS NOT NULL");
            case IS_TRUE -> postfix("IS TRUE");
            case IS_NOT_TRUE -> postfix("IS NOT TRUE");
            case IS_FALSE -> postfix("IS FALSE");
            case IS_NOT_FALSE -> postfix("IS NOT FALSE");
        };
    }

    private static ScalarPrinter postfix(String words) {
        return (scalars, call) -> "(" + operand(scalars, call, 0) + " " + words + ")";
    }

    /** The printer of a comparison. */
    public static ScalarPrinter of(ComparisonFunction function) {
        return switch (function) {
            case EQUALS -> compare("=");
            case NOT_EQUALS -> compare("<>");
            case LESS_THAN -> compare("<");
            case LESS_THAN_OR_EQUAL -> compare("<=");
            case GREATER_THAN -> compare(">");
            case GREATER_THAN_OR_EQUAL -> compare(">=");
            case IS_DISTINCT_FROM -> compare("IS DISTINCT FROM");
            case IS_NOT_DISTINCT_FROM -> compare("IS NOT DISTINCT FROM");
        };
    }

    private static ScalarPrinter compare(String sign) {
        return (scalars, call) -> {
            RexNode left = call.getOperands().get(0);
            RexNode right = call.getOperands().get(1);
            String type = scalars.types().comparable(left.getType(), right.getType());
            return "(" + scalars.printAs(left, type) + " " + sign + " " + scalars.printAs(right, type) + ")";
        };
    }

    /** The printer of a choice. */
    public static ScalarPrinter of(ChoiceFunction function) {
        return switch (function) {
            case CASE -> StandardScalars::choose;
            case COALESCE -> (scalars, call) -> "COALESCE(" + String.join(", ", uniform(scalars, call)) + ")";
            case GREATEST -> (scalars, call) -> inPairs("greatest", scalars, call);
            case LEAST -> (scalars, call) -> inPairs("least", scalars, call);
            case NULLIF -> StandardScalars::nullIf;
            case CAST ->
                (scalars, call) -> scalars.types()
                        .cast(
                                operand(scalars, call, 0),
                                call.getOperands().get(0).getType(),
                                call.getType());
        };
    }

    private static String choose(ScalarToSql scalars, RexCall call) {
        StringBuilder text = new StringBuilder("CASE");
        List<RexNode> operands = call.getOperands();
        for (int i = 0; i + 1 < operands.size(); i += 2) {
            text.append(" WHEN ").append(scalars.printCondition(operands.get(i)));
            text.append(" THEN ").append(scalars.printAs(operands.get(i + 1), call.getType()));
        }
        if (operands.size() % 2 == 1) {
            text.append(" ELSE ").append(scalars.printAs(operands.get(operands.size() - 1), call.getType()));
        }
        return text.append(" END").toString();
    }

    /** All operands, converted to the call's type. */
    private static List<String> uniform(ScalarToSql scalars, RexCall call) {
        List<String> texts = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            texts.add(scalars.printAs(operand, call.getType()));
        }
        return texts;
    }

    /**
     * A function applied to two operands at a time: when DuckDB copies a plan, it fails on three or more operands of
     * which two are columns with one name.
     */
    private static String inPairs(String function, ScalarToSql scalars, RexCall call) {
        List<String> texts = uniform(scalars, call);
        while (texts.size() > 2) {
            List<String> fewer = new ArrayList<>();
            for (int i = 0; i < texts.size(); i += 2) {
                fewer.add(
                        i + 1 < texts.size()
                                ? function + "(" + texts.get(i) + ", " + texts.get(i + 1) + ")"
                                : texts.get(i));
            }
            texts = fewer;
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
