package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.Bounds;
import io.tacit.engine.sql.ColumnTypes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Fields whose values are 0, 1 or NULL, so that their sum is a number of rows. Read off the query and public declarations
 * alone; where a declaration is wrong, what is above 1 counts as 1, as it would if it were clamped.
 *
 * @param input the rows
 */
record ZeroOrOne(RelNode input) {
    private static final Set<SqlKind> CHOICES = EnumSet.of(SqlKind.CASE, SqlKind.NULLIF);

    private static final int MOST_LEVELS = 50;

    /**
     * Whether a field is of that kind.
     *
     * @param known bounds of a row
     */
    boolean is(int field, Optional<RowBoundsOf.Known> known) {
        ColumnType.Kind kind = ColumnTypes.fromCalcite(
                        input.getRowType().getFieldList().get(field).getType())
                .kind();
        return switch (kind) {
            case INTEGER, BIGINT -> known.filter(row -> within(row.bounds())).isPresent();
            // Fractions lie between 0 and 1 as well.
            case DECIMAL ->
                expression(input, field).filter(value -> isZeroOrOne(value, 0)).isPresent();
            case DOUBLE, BOOLEAN, VARCHAR, DATE, TIME, TIMESTAMP -> false;
        };
    }

    private static boolean within(Bounds bounds) {
        return bounds.low().signum() >= 0 && bounds.high().compareTo(BigDecimal.ONE) <= 0;
    }

    /** Whether a field is the constant 1, in every row. */
    boolean isOne(int field) {
        return input instanceof Project project
                && project.getProjects().get(field) instanceof RexLiteral literal
                && isConstant(literal, BigDecimal.ONE);
    }

    /** Whether a field is an expression that chooses rows by being NULL in others, and not a column as it is. */
    boolean isChoice(int field) {
        return expression(input, field)
                .filter(value -> CHOICES.contains(value.getKind()))
                .isPresent();
    }

    /** Whether that is so of a field of whole or decimal numbers. */
    boolean isExactChoice(int field) {
        ColumnType.Kind kind = ColumnTypes.fromCalcite(
                        input.getRowType().getFieldList().get(field).getType())
                .kind();
        return switch (kind) {
            case INTEGER, BIGINT, DECIMAL -> isChoice(field);
            case DOUBLE, BOOLEAN, VARCHAR, DATE, TIME, TIMESTAMP -> false;
        };
    }

    private static boolean isZeroOrOne(RexNode value, int level) {
        if (value instanceof RexLiteral literal) {
            return literal.isNull() || isConstant(literal, BigDecimal.ZERO) || isConstant(literal, BigDecimal.ONE);
        }
        if (!(value instanceof RexCall call) || level > MOST_LEVELS) {
            return false;
        }
        List<RexNode> operands = call.getOperands();
        List<RexNode> results = switch (call.getKind()) {
            case CASE -> resultsOf(operands);
            case COALESCE, CAST -> operands;
            default -> List.of();
        };
        return !results.isEmpty() && results.stream().allMatch(result -> isZeroOrOne(result, level + 1));
    }

    private static List<RexNode> resultsOf(List<RexNode> choice) {
        List<RexNode> results = new ArrayList<>();
        for (int i = 1; i < choice.size(); i += 2) {
            results.add(choice.get(i));
        }
        results.add(choice.get(choice.size() - 1));
        return results;
    }

    private static boolean isConstant(RexLiteral literal, BigDecimal wanted) {
        BigDecimal value = literal.getValue() instanceof BigDecimal ? literal.getValueAs(BigDecimal.class) : null;
        return value != null && value.compareTo(wanted) == 0;
    }

    /** The expression that makes a field; empty where it is a column as it is. */
    private static Optional<RexNode> expression(RelNode relation, int field) {
        if (relation instanceof Project project) {
            RexNode made = project.getProjects().get(field);
            return made instanceof RexInputRef column
                    ? expression(project.getInput(), column.getIndex())
                    : Optional.of(made);
        }
        if (relation instanceof Filter filter) {
            return expression(filter.getInput(), field);
        }
        if (relation instanceof Join join) {
            int left = join.getLeft().getRowType().getFieldCount();
            return field < left ? expression(join.getLeft(), field) : expression(join.getRight(), field - left);
        }
        return Optional.empty();
    }
}
