package io.tacit.engine.structure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The keys of groups as expressions over the rows of people, once for each grouping set. Without GROUPING SETS, ROLLUP
 * or CUBE there is one set.
 *
 * @param rows the rows of people, each once
 * @param person over these rows
 * @param sets the keys of each set
 */
record GroupKeys(RelNode rows, RexNode person, List<List<RexNode>> sets) {
    /** The most projections above rows that are repeated for each grouping set. */
    private static final int MOST_PROJECTIONS = 3;

    /** The most grouping sets; a longer list of values is something else. */
    private static final int MOST_SETS = 300;

    static GroupKeys of(RelNode input, RexNode person, List<RexNode> keys) {
        List<RexNode> all = new ArrayList<>(keys);
        all.add(person);
        return repeated(input, all, MOST_PROJECTIONS).orElse(new GroupKeys(input, person, List.of(keys)));
    }

    /** {@code people × VALUES 0, 1, 2}, as grouping sets are written out. */
    private static Optional<GroupKeys> repeated(RelNode relation, List<RexNode> expressions, int projections) {
        if (relation instanceof Project project) {
            boolean plain =
                    !project.containsOver() && project.getProjects().stream().noneMatch(GroupKeys::hasSubquery);
            return projections > 0 && plain
                    ? repeated(project.getInput(), RelOptUtil.pushPastProject(expressions, project), projections - 1)
                    : Optional.empty();
        }
        if (!(relation instanceof Join join)
                || join.getJoinType() != JoinRelType.INNER
                || !join.getCondition().isAlwaysTrue()
                || !(join.getRight() instanceof org.apache.calcite.rel.core.Values values)
                || values.getRowType().getFieldCount() != 1
                || values.getTuples().size() > MOST_SETS) {
            return Optional.empty();
        }
        RexNode person = expressions.get(expressions.size() - 1);
        int set = join.getLeft().getRowType().getFieldCount();
        if (RelOptUtil.InputFinder.bits(person).length() > set) {
            return Optional.empty();
        }
        RexBuilder rex = join.getCluster().getRexBuilder();
        List<List<RexNode>> sets = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<RexNode> keys = new ArrayList<>();
            for (RexNode key : expressions.subList(0, expressions.size() - 1)) {
                keys.add(key.accept(new OfOneSet(rex, set, tuple.get(0))));
            }
            sets.add(keys);
        }
        return Optional.of(new GroupKeys(join.getLeft(), person, sets));
    }

    private static boolean hasSubquery(RexNode expression) {
        return RexUtil.SubQueryFinder.find(expression) != null || RexOver.containsOver(List.of(expression), null);
    }

    /** Rewrites an expression for the rows of one grouping set. */
    private static final class OfOneSet extends RexShuttle {
        private final RexBuilder rex;
        private final int field;
        private final RexLiteral set;

        OfOneSet(RexBuilder rex, int field, RexLiteral set) {
            this.rex = rex;
            this.field = field;
            this.set = set;
        }

        @Override
        public RexNode visitInputRef(RexInputRef reference) {
            return reference.getIndex() == field ? set : reference;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexNode known = super.visitCall(call);
            if (!(known instanceof RexCall choice) || choice.getKind() != SqlKind.CASE) {
                return known;
            }
            List<RexNode> left = new ArrayList<>();
            List<RexNode> operands = choice.getOperands();
            for (int i = 0; i + 1 < operands.size(); i += 2) {
                Optional<Boolean> truth = truth(operands.get(i));
                if (truth.isEmpty()) {
                    left.add(operands.get(i));
                    left.add(operands.get(i + 1));
                } else if (truth.get()) {
                    return chosen(choice, left, operands.get(i + 1));
                }
            }
            return chosen(choice, left, operands.get(operands.size() - 1));
        }

        private RexNode chosen(RexCall choice, List<RexNode> before, RexNode otherwise) {
            if (before.isEmpty()) {
                return otherwise;
            }
            before.add(otherwise);
            return rex.makeCall(choice.getType(), choice.getOperator(), before);
        }

        /** The truth value of a comparison of the set's number with a constant. */
        private static Optional<Boolean> truth(RexNode condition) {
            return condition instanceof RexCall call
                            && call.getKind() == SqlKind.EQUALS
                            && call.getOperands().get(0) instanceof RexLiteral one
                            && call.getOperands().get(1) instanceof RexLiteral other
                            && one.getValue() instanceof BigDecimal first
                            && other.getValue() instanceof BigDecimal second
                            && SqlTypeUtil.isExactNumeric(one.getType())
                            && SqlTypeUtil.isExactNumeric(other.getType())
                    ? Optional.of(first.compareTo(second) == 0)
                    : Optional.empty();
        }
    }
}
