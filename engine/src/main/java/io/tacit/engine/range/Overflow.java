package io.tacit.engine.range;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.sql.ExactDigits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Finds computations that may overflow: their operands have values, but the exact result is beyond their type, so that
 * they give NULL. Values are those of the columns' types, within what the owner declared; dates are of the years 1 to
 * 9999.
 *
 * <p>A computation that is not named never overflows ({@code OverflowTest}). One that is named may: where more is known
 * of the values than types and declarations say, it need not. No overflow is what has no result at all, such as a
 * quotient by 0, a text that is no number, or a day that is none.
 */
public final class Overflow {
    private final DeclaredBounds values;

    /** @param catalog what the owner declared */
    public Overflow(Catalog catalog) {
        this.values = DeclaredBounds.ofEveryValue(catalog);
    }

    /**
     * The computations in an expression that may overflow, inner ones first. Those in the relations of subqueries are
     * not among them.
     *
     * @param input the relation whose fields the expression reads
     */
    public List<RexNode> in(RexNode expression, RelNode input) {
        List<RexNode> found = new ArrayList<>();
        visit(expression, values.over(input), found);
        return found;
    }

    /** Whether a step of one person adds up or averages values that are too wide for its type. */
    public boolean mayLeaveOut(AggregateCall call, Aggregate step) {
        if (call.getArgList().size() != 1) {
            return false;
        }
        int field = call.getArgList().get(0);
        RelDataType type =
                step.getInput().getRowType().getFieldList().get(field).getType();
        return isCut(call.getAggregation().getKind(), values.of(step.getInput(), field), type, call.getType());
    }

    /** Whether a branch's field has values that the field of the whole relation, such as a UNION, cannot hold. */
    public boolean mayLeaveOut(RelNode branch, int field, RelDataType type) {
        RelDataType own = branch.getRowType().getFieldList().get(field).getType();
        return !OverflowRules.fits(values.of(branch, field), own, type);
    }

    private static boolean isCut(SqlKind kind, ValueRange addends, RelDataType type, RelDataType sum) {
        boolean adds = kind == SqlKind.SUM || kind == SqlKind.SUM0;
        if (!adds && kind != SqlKind.AVG) {
            return false;
        }
        Optional<ExactDigits> cut = StepRanges.cut(type);
        return cut.isPresent() && !FitRange.fits(addends, cut.get())
                || adds && !OverflowRules.isReal(sum) && !FitRange.fits(StepRanges.sum(addends, type), sum);
    }

    private void visit(RexNode node, ExpressionRange scope, List<RexNode> found) {
        if (!(node instanceof RexCall call)) {
            return;
        }
        if (call.getKind() == SqlKind.CASE) {
            choice(call, scope, found);
        } else if (call.getKind() == SqlKind.AND) {
            // Where an earlier condition does not hold, a later one changes nothing.
            ExpressionRange rest = scope;
            for (RexNode operand : call.getOperands()) {
                visit(operand, rest, found);
                rest = rest.where(operand, true);
            }
        } else {
            call.getOperands().forEach(operand -> visit(operand, scope, found));
        }
        if (mayOverflow(call, scope)) {
            found.add(call);
        }
    }

    /** Each result where its own condition holds and no earlier one does. */
    private void choice(RexCall call, ExpressionRange scope, List<RexNode> found) {
        List<RexNode> parts = call.getOperands();
        ExpressionRange rest = scope;
        int i = 0;
        for (; i + 1 < parts.size(); i += 2) {
            visit(parts.get(i), rest, found);
            visit(parts.get(i + 1), rest.where(parts.get(i), true), found);
            rest = rest.where(parts.get(i), false);
        }
        if (i < parts.size()) {
            visit(parts.get(i), rest, found);
        }
    }

    private boolean mayOverflow(RexCall call, ExpressionRange scope) {
        if (call instanceof RexSubQuery subquery) {
            return compares(subquery, scope);
        }
        if (call instanceof RexOver over) {
            return windowOverflows(over, scope);
        }
        return OverflowRules.mayOverflow(scope, call);
    }

    /**
     * Whether a window overflows: it adds up one person's rows as a step does, and converts the substitute of a missing
     * row to its type.
     */
    private static boolean windowOverflows(RexOver over, ExpressionRange scope) {
        List<RexNode> operands = over.getOperands();
        if (operands.isEmpty()) {
            return false;
        }
        RelDataType type = operands.get(0).getType();
        boolean otherwise = operands.size() > 2
                && !OverflowRules.fits(
                        scope.of(operands.get(2)), operands.get(2).getType(), type);
        return otherwise || isCut(over.getAggOperator().getKind(), scope.of(operands.get(0)), type, over.getType());
    }

    private boolean compares(RexSubQuery subquery, ExpressionRange scope) {
        // What ANY and ALL compare is converted to one type before.
        if (subquery.getKind() != SqlKind.IN) {
            return false;
        }
        for (int i = 0; i < subquery.getOperands().size(); i++) {
            RexNode left = subquery.getOperands().get(i);
            RelDataType right = subquery.rel.getRowType().getFieldList().get(i).getType();
            if (!OverflowRules.comparable(scope.of(left), left.getType(), values.of(subquery.rel, i), right)) {
                return true;
            }
        }
        return false;
    }
}
