package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.Catalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The rows outside of subqueries, and which of their values are known without reading anybody's rows.
 *
 * <p>For {@code FROM lineitem l JOIN part p ON … WHERE p.brand = 'B' AND l.quantity < (SELECT … = p.partkey)} the rows
 * outside are people's, but all values of {@code p.partkey} are in {@code SELECT partkey FROM part WHERE brand = 'B'},
 * which is public. The values found may be more than there are outside, never fewer.
 */
final class OuterRows {
    private final Catalog catalog;
    private final Map<CorrelationId, Rows> known = new HashMap<>();

    OuterRows(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * The rows outside of a subquery.
     *
     * @param conditions that hold for all rows that matter, beside whatever holds for those of the relation
     */
    private record Rows(RelNode relation, List<RexNode> conditions) {}

    /** From here on these variables mean rows of the given relation that meet the conditions. */
    void enter(Set<CorrelationId> variables, RelNode relation, List<RexNode> conditions) {
        variables.forEach(variable -> known.put(variable, new Rows(relation, conditions)));
    }

    /**
     * A public or released relation that holds all values of some expressions over a row outside, one column for each;
     * empty where the values come from people's rows.
     */
    Optional<RelNode> values(CorrelationId variable, List<RexNode> expressions) {
        Rows rows = known.get(variable);
        if (rows == null) {
            return Optional.empty();
        }
        List<RexNode> moved = new ArrayList<>();
        for (RexNode expression : expressions) {
            moved.add(expression.accept(new RexShuttle() {
                @Override
                public RexNode visitFieldAccess(RexFieldAccess access) {
                    return access.getReferenceExpr() instanceof RexCorrelVariable
                            ? RexInputRef.of(access.getField().getIndex(), rows.relation.getRowType())
                            : access;
                }
            }));
        }
        return find(rows.relation, moved, usable(rows.conditions));
    }

    private Optional<RelNode> find(RelNode relation, List<RexNode> values, List<RexNode> conditions) {
        if (relation instanceof Filter filter) {
            List<RexNode> more = new ArrayList<>(conditions);
            more.addAll(usable(RelOptUtil.conjunctions(filter.getCondition())));
            return find(filter.getInput(), values, more);
        }
        if (isOpen(relation) && FreeVariables.of(relation).isEmpty()) {
            return Optional.of(distinctFrom(relation, values, conditions));
        }
        if (relation instanceof Project project && !project.containsOver()) {
            List<RexNode> below = RelOptUtil.pushPastProject(values, project);
            return below.stream().anyMatch(SubqueryOwners::contains)
                    ? Optional.empty()
                    : find(
                            project.getInput(),
                            below,
                            usable(RelOptUtil.pushPastProject(List.copyOf(conditions), project)));
        }
        return relation instanceof Join join ? findIn(join, values, conditions) : Optional.empty();
    }

    /** Searches one side of a join, with the conditions on that side alone. */
    private Optional<RelNode> findIn(Join join, List<RexNode> values, List<RexNode> conditions) {
        int split = join.getLeft().getRowType().getFieldCount();
        ImmutableBitSet fields = RelOptUtil.InputFinder.bits(values, null);
        boolean left = fields.length() <= split;
        if (!left && fields.nextSetBit(0) < split) {
            return Optional.empty();
        }
        JoinRelType kind = join.getJoinType();
        boolean padded = left ? kind.generatesNullsOnLeft() : kind.generatesNullsOnRight();
        if (!kind.projectsRight() || padded && !values.stream().allMatch(RexInputRef.class::isInstance)) {
            // An expression may have a value where the outer join puts NULL.
            return Optional.empty();
        }
        List<RexNode> all = new ArrayList<>(conditions);
        if (kind == JoinRelType.INNER) {
            all.addAll(usable(RelOptUtil.conjunctions(join.getCondition())));
        }
        int width = join.getRowType().getFieldCount();
        ImmutableBitSet side = left ? ImmutableBitSet.range(0, split) : ImmutableBitSet.range(split, width);
        List<RexNode> own = all.stream()
                .filter(condition -> side.contains(RelOptUtil.InputFinder.bits(condition)))
                .toList();
        int shift = left ? 0 : -split;
        return find(left ? join.getLeft() : join.getRight(), RexUtil.shift(values, shift), RexUtil.shift(own, shift));
    }

    /** The conditions that read nobody's rows, no release and no other row outside. */
    private List<RexNode> usable(List<RexNode> conditions) {
        return conditions.stream()
                .filter(condition -> FreeVariables.of(condition).isEmpty() && subqueriesArePublic(condition))
                .toList();
    }

    private static RelNode distinctFrom(RelNode relation, List<RexNode> values, List<RexNode> conditions) {
        RexBuilder rex = relation.getCluster().getRexBuilder();
        List<RexNode> all = new ArrayList<>(conditions);
        List<String> names = new ArrayList<>();
        for (RexNode value : values) {
            names.add("v" + names.size());
            if (value.getType().isNullable()) {
                all.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value));
            }
        }
        RelNode rows = all.isEmpty() ? relation : LogicalFilter.create(relation, RexUtil.composeConjunction(rex, all));
        return LogicalProject.create(rows, List.of(), values, names, ImmutableSet.of());
    }

    private boolean subqueriesArePublic(RexNode expression) {
        boolean[] all = {true};
        expression.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                all[0] &= isOpen(subquery.rel)
                        && ReleasedTable.readBy(subquery.rel).isEmpty();
                return super.visitSubQuery(subquery);
            }
        });
        return all[0];
    }

    /** Whether a relation reads public and released tables only. */
    private boolean isOpen(RelNode relation) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            return catalog.table(path.get(path.size() - 1))
                    .map(table -> table.protection().isPublic())
                    .orElse(!ReleasedTable.readBy(scan).isEmpty());
        }
        boolean[] all = {true};
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                all[0] &= isOpen(subquery.rel);
                return super.visitSubQuery(subquery);
            }
        });
        return all[0] && relation.getInputs().stream().allMatch(this::isOpen);
    }
}
