package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/**
 * The rows of a release with some of their fields, as they would stand if the query had asked for no others: also below the
 * list of grouping sets, and without the list of a domain's values that only MODE reads.
 */
final class FewerFields {
    private FewerFields() {}

    /** Some of a projection's fields, in another order, named by their places but for the person. */
    static Project of(Project project, List<Integer> order) {
        List<RexNode> expressions =
                order.stream().map(project.getProjects()::get).toList();
        RelDataType type = numbered(project, order);
        if (!(project.getInput() instanceof Join join)
                || !(join.getRight() instanceof Values values)
                || !(join.getLeft() instanceof Project left)
                || !left.getVariablesSet().isEmpty()) {
            return project.copy(project.getTraitSet(), project.getInput(), expressions, type);
        }
        int width = left.getRowType().getFieldCount();
        Set<Integer> read = read(expressions);
        if (addsNothing(join, values, width) && read.stream().allMatch(field -> field < width)) {
            Project merged = project.copy(
                    project.getTraitSet(), left.getInput(), RelOptUtil.pushPastProject(expressions, left), type);
            return of(merged, IntStream.range(0, order.size()).boxed().toList());
        }
        read.addAll(read(List.of(join.getCondition())));
        List<Integer> kept = read.stream().filter(field -> field < width).toList();
        RexShuttle moved = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef field) {
                int place = field.getIndex();
                return new RexInputRef(
                        place < width ? kept.indexOf(place) : place - width + kept.size(), field.getType());
            }
        };
        RelNode fewer = join.copy(
                join.getTraitSet(),
                join.getCondition().accept(moved),
                of(left, kept),
                values,
                join.getJoinType(),
                join.isSemiJoinDone());
        return project.copy(
                project.getTraitSet(),
                fewer,
                expressions.stream().map(each -> each.accept(moved)).toList(),
                type);
    }

    /** Whether a join neither repeats nor leaves out a row on its left: each finds one of different values, or none. */
    private static boolean addsNothing(Join join, Values values, int width) {
        if (join.getJoinType() != JoinRelType.LEFT
                || !(join.getCondition() instanceof RexCall equal)
                || equal.getKind() != SqlKind.EQUALS
                || !(equal.getOperands().get(0) instanceof RexInputRef own)
                || !(equal.getOperands().get(1) instanceof RexInputRef listed)
                || own.getIndex() >= width
                || listed.getIndex() < width) {
            return false;
        }
        Set<RexLiteral> different = new HashSet<>();
        return values.getTuples().stream().allMatch(tuple -> different.add(tuple.get(listed.getIndex() - width)));
    }

    /** The fields that expressions read, each once, as they first occur. */
    private static Set<Integer> read(List<RexNode> expressions) {
        Set<Integer> fields = new LinkedHashSet<>();
        RexShuttle reader = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef field) {
                fields.add(field.getIndex());
                return field;
            }
        };
        expressions.forEach(each -> each.accept(reader));
        return fields;
    }

    private static RelDataType numbered(Project project, List<Integer> order) {
        RelDataTypeFactory.Builder type = project.getCluster().getTypeFactory().builder();
        List<RelDataTypeField> fields = new ArrayList<>(project.getRowType().getFieldList());
        for (int place : order) {
            RelDataTypeField old = fields.get(place);
            type.add(PrivateAggregation.isPerson(old) ? old.getName() : "f" + type.getFieldCount(), old.getType());
        }
        return type.build();
    }
}
