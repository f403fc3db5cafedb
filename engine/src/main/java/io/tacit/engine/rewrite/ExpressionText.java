package io.tacit.engine.rewrite;

import io.tacit.engine.sql.ConstantValue;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlCaseOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** How an expression reads in a report: about as it was written, and cut where it is long. */
final class ExpressionText {
    private static final int MOST_CHARACTERS = 100;

    /** The depth from which on an expression is not shown; it would be cut anyway. */
    private static final int MOST_LEVELS = 12;

    private static final Set<SqlKind> MOVES = EnumSet.of(SqlKind.PLUS, SqlKind.MINUS);

    private static final String REST = "…";

    private static final Map<SqlTypeName, BigDecimal> MILLIS = Map.of(
            SqlTypeName.INTERVAL_DAY, BigDecimal.valueOf(86_400_000L),
            SqlTypeName.INTERVAL_HOUR, BigDecimal.valueOf(3_600_000L),
            SqlTypeName.INTERVAL_MINUTE, BigDecimal.valueOf(60_000L),
            SqlTypeName.INTERVAL_SECOND, BigDecimal.valueOf(1_000L));

    private final RelNode input;
    private int level;

    /** @param input whose fields the expressions read */
    ExpressionText(RelNode input) {
        this.input = input;
    }

    /** The text of an expression. */
    String of(RexNode expression) {
        return whole(expression);
    }

    /** The text of a field of the input. */
    String of(int field) {
        return unwrapped(field(input, field));
    }

    /** The text of an aggregate of a step whose rows are the input. */
    String of(AggregateCall call) {
        String arguments = call.getArgList().stream()
                .map(argument -> unwrapped(field(input, argument)))
                .collect(Collectors.joining(", "));
        return call.getAggregation().getName() + "(" + (call.isDistinct() ? "DISTINCT " : "")
                + (call.getArgList().isEmpty() ? "*" : arguments) + ")" + (call.filterArg < 0 ? "" : " FILTER (…)");
    }

    /** The digits of a DECIMAL, in brackets. */
    static String digits(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL
                ? "(" + type.getPrecision() + ", " + type.getScale() + ")"
                : "";
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= MOST_CHARACTERS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS - 1)) + REST;
    }

    private String inner(RexNode expression) {
        if (level == MOST_LEVELS) {
            return REST;
        }
        level++;
        String text = cut(print(expression));
        level--;
        return text;
    }

    private String print(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            return field(input, reference.getIndex());
        }
        if (expression instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (expression instanceof RexFieldAccess access) {
            return named(access.getField().getName());
        }
        if (expression instanceof RexSubQuery subquery) {
            return subquery(subquery);
        }
        return expression instanceof RexCall call ? call(call) : REST;
    }

    /**
     * A field by its name, or what the algebra named by itself, as the expression that it is. A join tells fields of
     * one name apart by names of its own.
     */
    private String field(RelNode relation, int field) {
        if (relation instanceof Filter filter) {
            return field(filter.getInput(), field);
        }
        if (relation instanceof Join || relation instanceof Correlate) {
            int left = relation.getInput(0).getRowType().getFieldCount();
            return field < left ? field(relation.getInput(0), field) : field(relation.getInput(1), field - left);
        }
        String name = relation.getRowType().getFieldNames().get(field);
        boolean unnamed = name.startsWith("$") || name.startsWith("EXPR$");
        if (relation instanceof Project project && unnamed) {
            ExpressionText below = new ExpressionText(project.getInput());
            below.level = level;
            return below.inner(project.getProjects().get(field));
        }
        if (relation instanceof Aggregate step && unnamed) {
            return field < step.getGroupCount()
                    ? field(step.getInput(), step.getGroupSet().nth(field))
                    : new ExpressionText(step.getInput())
                            .of(step.getAggCallList().get(field - step.getGroupCount()));
        }
        return named(name);
    }

    private static String named(String name) {
        return name.startsWith("$") ? REST : name;
    }

    private static String literal(RexLiteral literal) {
        if (literal.isNull()) {
            return "NULL";
        }
        SqlTypeName type = literal.getType().getSqlTypeName();
        return switch (type) {
            case BOOLEAN -> literal.isAlwaysTrue() ? "TRUE" : "FALSE";
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
                ConstantValue.of(literal, BigDecimal.class).toPlainString();
            case REAL, FLOAT, DOUBLE -> String.valueOf(literal.getValueAs(Double.class));
            case CHAR, VARCHAR ->
                "'" + ConstantValue.of(literal, NlsString.class).getValue().replace("'", "''") + "'";
            case DATE -> "DATE '" + ConstantValue.of(literal, DateString.class) + "'";
            case TIME -> "TIME '" + ConstantValue.of(literal, TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + ConstantValue.of(literal, TimestampString.class) + "'";
            case SYMBOL -> String.valueOf(literal.getValue());
            default -> SqlTypeUtil.isInterval(literal.getType()) ? interval(literal) : REST;
        };
    }

    private static String interval(RexLiteral literal) {
        SqlTypeName type = literal.getType().getSqlTypeName();
        BigDecimal amount = Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
        BigDecimal unit =
                type == SqlTypeName.INTERVAL_YEAR ? BigDecimal.valueOf(12) : MILLIS.getOrDefault(type, BigDecimal.ONE);
        boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(type);
        if (!months && !MILLIS.containsKey(type)) {
            return "INTERVAL " + REST;
        }
        String word =
                type == SqlTypeName.INTERVAL_YEAR_MONTH ? "MONTH" : type.name().substring("INTERVAL_".length());
        BigDecimal[] parts = amount.divideAndRemainder(unit);
        return parts[1].signum() == 0 ? "INTERVAL '" + parts[0].toPlainString() + "' " + word : "INTERVAL " + REST;
    }

    private String subquery(RexSubQuery subquery) {
        String operands = subquery.getOperands().stream().map(this::inner).collect(Collectors.joining(", "));
        String relation = "(SELECT " + REST + ")";
        return switch (subquery.getKind()) {
            case EXISTS -> "EXISTS " + relation;
            case IN -> operands + " IN " + relation;
            case SOME -> operands + " " + subquery.op.getName().replace("SOME", "ANY") + " " + relation;
            default -> relation;
        };
    }

    private static boolean isInfix(RexNode expression) {
        return expression instanceof RexCall call
                && !(expression instanceof RexSubQuery)
                && call.getOperands().size() > 1
                && (call.getOperator().getSyntax() == SqlSyntax.BINARY || isMoved(call));
    }

    /** Whether an expression is a moved date, in whatever form of the operator. */
    private static boolean isMoved(RexCall call) {
        return SqlTypeUtil.isDatetime(call.getType()) && MOVES.contains(call.getKind());
    }

    private String call(RexCall call) {
        List<RexNode> operands = call.getOperands();
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST) {
            return "CAST(" + whole(operands.get(0)) + " AS "
                    + call.getType().getSqlTypeName().getName() + digits(call.getType()) + ")";
        }
        if (call.getOperator() instanceof SqlCaseOperator) {
            return choice(operands);
        }
        if (isInfix(call)) {
            String sign = isMoved(call) ? (call.getKind() == SqlKind.PLUS ? "+" : "-") : name;
            return operands.stream().map(this::inner).collect(Collectors.joining(" " + sign + " ", "(", ")"));
        }
        if (call.getOperator().getSyntax() == SqlSyntax.PREFIX) {
            return name + (name.length() > 1 ? " " : "") + inner(operands.get(0));
        }
        if (call.getOperator().getSyntax() == SqlSyntax.POSTFIX) {
            return inner(operands.get(0)) + " " + name;
        }
        if (name.equals("$DAY_NUMBER")) {
            return inner(operands.get(0));
        }
        return name
                + operands.stream().map(this::whole).collect(Collectors.joining(", ", "(", ")"))
                + (call instanceof RexOver ? " OVER (" + REST + ")" : "");
    }

    /** The text of an expression without brackets around it. */
    private String whole(RexNode expression) {
        return unwrapped(inner(expression));
    }

    private static String unwrapped(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            open += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (open == 0 && i < text.length() - 1) {
                return text;
            }
        }
        return text.startsWith("(") && open == 0 ? text.substring(1, text.length() - 1) : text;
    }

    private String choice(List<RexNode> operands) {
        StringBuilder text = new StringBuilder("CASE");
        int i = 0;
        for (; i + 1 < operands.size(); i += 2) {
            text.append(" WHEN ")
                    .append(whole(operands.get(i)))
                    .append(" THEN ")
                    .append(whole(operands.get(i + 1)));
        }
        return (i < operands.size() ? text.append(" ELSE ").append(whole(operands.get(i))) : text) + " END";
    }
}
