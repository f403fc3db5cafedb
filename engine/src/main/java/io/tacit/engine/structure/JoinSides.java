package io.tacit.engine.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * What is fixed on each side of a join. A side of which only matching rows are shown learns from the other.
 *
 * @param left in the rows of the left side
 * @param right in those of the right side
 * @param leftOfOneRow in the rows of the left side that match one row of the other
 * @param rightOfOneRow in those of the right side that match one row of the other
 * @param pairs equal expressions, one over each side
 */
record JoinSides(Fixed left, Fixed right, Fixed leftOfOneRow, Fixed rightOfOneRow, List<Conditions.Equality> pairs) {
    static JoinSides of(Facts facts, Join join, Fixed fixed) {
        return new Builder(facts, join, fixed).build();
    }

    /** Takes a condition over both sides apart. */
    private static final class Builder {
        private final Facts facts;
        private final Join join;
        private final int width;
        private final List<Conditions.Equality> pairs = new ArrayList<>();
        private final List<Conditions.Equality> ofLeft = new ArrayList<>();
        private final List<Conditions.Equality> ofRight = new ArrayList<>();
        private Fixed left;
        private Fixed right;

        Builder(Facts facts, Join join, Fixed fixed) {
            this.facts = facts;
            this.join = join;
            this.width = join.getLeft().getRowType().getFieldCount();
            this.left = Below.left(fixed, width);
            this.right = Below.right(fixed, width);
            Conditions conditions =
                    Conditions.of(Conditions.expanded(join.getCluster().getRexBuilder(), join.getCondition()));
            conditions.equalities().forEach(this::sort);
        }

        private void sort(Conditions.Equality equality) {
            Optional<RexNode> oneLeft = overLeft(equality.one());
            Optional<RexNode> otherLeft = overLeft(equality.other());
            Optional<RexNode> oneRight = overRight(equality.one());
            Optional<RexNode> otherRight = overRight(equality.other());
            if (oneLeft.isPresent() && otherLeft.isPresent()) {
                ofLeft.add(new Conditions.Equality(oneLeft.get(), otherLeft.get()));
            }
            if (oneRight.isPresent() && otherRight.isPresent()) {
                ofRight.add(new Conditions.Equality(oneRight.get(), otherRight.get()));
            } else if (oneLeft.isPresent() && otherRight.isPresent() && readsBoth(equality)) {
                pairs.add(new Conditions.Equality(oneLeft.get(), otherRight.get()));
            } else if (otherLeft.isPresent() && oneRight.isPresent() && readsBoth(equality)) {
                pairs.add(new Conditions.Equality(otherLeft.get(), oneRight.get()));
            }
        }

        private static boolean readsBoth(Conditions.Equality equality) {
            return !RelOptUtil.InputFinder.bits(equality.one()).isEmpty()
                    && !RelOptUtil.InputFinder.bits(equality.other()).isEmpty();
        }

        private Optional<RexNode> overLeft(RexNode expression) {
            return RelOptUtil.InputFinder.bits(expression).length() <= width
                    ? Optional.of(expression)
                    : Optional.empty();
        }

        private Optional<RexNode> overRight(RexNode expression) {
            ImmutableBitSet fields = RelOptUtil.InputFinder.bits(expression);
            return fields.isEmpty() || fields.nextSetBit(0) >= width
                    ? Optional.of(RexUtil.shift(expression, -width))
                    : Optional.empty();
        }

        JoinSides build() {
            JoinRelType kind = join.getJoinType();
            boolean leftMatches = kind == JoinRelType.INNER || kind == JoinRelType.RIGHT || kind == JoinRelType.SEMI;
            boolean rightMatches = kind == JoinRelType.INNER || kind == JoinRelType.LEFT;
            boolean more = true;
            for (int round = pairs.size() + ofLeft.size() + ofRight.size(); round > 0 && more; round--) {
                Fixed leftBefore = left;
                Fixed rightBefore = right;
                learn(leftMatches, rightMatches);
                more = !left.equals(leftBefore) || !right.equals(rightBefore);
            }
            Fixed leftOfOneRow = left;
            Fixed rightOfOneRow = right;
            for (Conditions.Equality pair : pairs) {
                leftOfOneRow = leftOfOneRow.with(pair.one(), true);
                rightOfOneRow = rightOfOneRow.with(pair.other(), true);
            }
            return new JoinSides(left, right, leftOfOneRow, rightOfOneRow, pairs);
        }

        private void learn(boolean leftMatches, boolean rightMatches) {
            for (Conditions.Equality equality : leftMatches ? ofLeft : List.<Conditions.Equality>of()) {
                left = Below.equal(facts, join.getLeft(), left, equality);
            }
            for (Conditions.Equality equality : rightMatches ? ofRight : List.<Conditions.Equality>of()) {
                right = Below.equal(facts, join.getRight(), right, equality);
            }
            for (Conditions.Equality pair : pairs) {
                boolean one = facts.isOne(join.getLeft(), left, pair.one());
                boolean other = facts.isOne(join.getRight(), right, pair.other());
                if (rightMatches && (one || leftMatches && other)) {
                    right = right.with(pair.other(), true);
                }
                if (leftMatches && (other || rightMatches && one)) {
                    left = left.with(pair.one(), true);
                }
            }
        }
    }
}
