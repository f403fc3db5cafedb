package io.tacit.engine.structure;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Rows of {@code a FULL JOIN b}, which shows rows of each side whether they match or not. What is fixed of them is
 * mostly {@code COALESCE(a.uid, b.uid)}: there are rows of a with that value, each with its matches or alone, and rows
 * of b with that value that match nothing.
 */
final class FullJoin {
    private FullJoin() {}

    static Most rows(Facts facts, Join join, Fixed fixed, JoinSides sides) {
        Most ofLeft = facts.rows(join.getLeft(), sides.left());
        Most ofRight = facts.rows(join.getRight(), sides.right());
        Most all = Most.ANY;
        if (isThere(sides.left())) {
            all = ofLeft.times(
                    facts.rows(join.getRight(), sides.rightOfOneRow()).or(Most.ONE));
        }
        if (isThere(sides.right())) {
            all = all.and(ofRight.times(
                    facts.rows(join.getLeft(), sides.leftOfOneRow()).or(Most.ONE)));
        }
        for (RexNode expression : fixed.expressions().keySet()) {
            all = all.and(eitherIs(facts, join, expression, sides));
        }
        return all;
    }

    /**
     * Whether a side's row is in each of these rows: one of its fields is not NULL. Another expression may have a value
     * where the join fills its fields with NULL.
     */
    private static boolean isThere(Fixed side) {
        return side.expressions().keySet().stream()
                .anyMatch(expression -> expression instanceof RexInputRef && side.isPresent(expression));
    }

    private static Most eitherIs(Facts facts, Join join, RexNode fixed, JoinSides sides) {
        int width = join.getLeft().getRowType().getFieldCount();
        if (!(fixed instanceof RexCall either)
                || either.getKind() != SqlKind.COALESCE
                || either.getOperands().size() != 2
                || !(either.getOperands().get(0) instanceof RexInputRef one)
                || !(either.getOperands().get(1) instanceof RexInputRef other)
                || one.getIndex() >= width
                || other.getIndex() < width
                || facts.values(join.getLeft(), Fixed.NOTHING, one).nullable()) {
            return Most.ANY;
        }
        RexNode ofRight = RexUtil.shift(other, -width);
        Most left = facts.rows(join.getLeft(), sides.left().with(one, true));
        Most right = facts.rows(join.getRight(), sides.right().with(ofRight, true));
        if (onlyCompares(join, sides, root(join.getLeft(), one), root(join.getRight(), ofRight))) {
            // Either all of them match or one side is empty.
            return left.times(right).or(left).or(right);
        }
        Most matches = facts.rows(join.getRight(), sides.rightOfOneRow());
        return left.times(matches.or(Most.ONE)).plus(right);
    }

    /** Whether the condition only says that these expressions are equal. */
    private static boolean onlyCompares(Join join, JoinSides sides, Root left, Root right) {
        List<RexNode> parts = RelOptUtil.conjunctions(join.getCondition());
        return parts.size() == sides.pairs().size()
                && sides.pairs().stream()
                        .allMatch(pair -> root(join.getLeft(), pair.one()).equals(left)
                                && root(join.getRight(), pair.other()).equals(right));
    }

    /** The expression below from which a value comes unchanged. */
    private record Root(RelNode relation, RexNode expression) {}

    private static Root root(RelNode relation, RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            int field = reference.getIndex();
            if (relation instanceof Filter filter) {
                return root(filter.getInput(), reference);
            }
            if (relation instanceof Project project) {
                return root(project.getInput(), project.getProjects().get(field));
            }
            if (relation instanceof Aggregate aggregate && field < aggregate.getGroupCount()) {
                RelNode input = aggregate.getInput();
                return root(input, RexInputRef.of(aggregate.getGroupSet().nth(field), input.getRowType()));
            }
        }
        return new Root(relation, expression);
    }
}
