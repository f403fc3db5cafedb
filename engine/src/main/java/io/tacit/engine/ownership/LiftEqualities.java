package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Takes equalities with a row outside out of a relation, and adds what they compare as columns.
 *
 * <p>Before: {@code Project(a, Filter(k = $cor.x AND p, A))}. After: {@code Project(a, k, Filter(p AND k IS NOT NULL,
 * A))}, of which the rows where k = $cor.x are those of before. It works through projections, inner joins, the side
 * that an outer join keeps, and steps that group by the person, which get k as one more key. Not through {@code k <
 * $cor.x}, OR, LIMIT, windows, set operations, and what computes with the row outside.
 */
final class LiftEqualities {
    private static final Set<SqlTypeName> APPROXIMATE = Set.of(SqlTypeName.DOUBLE, SqlTypeName.FLOAT, SqlTypeName.REAL);

    /** The expressions over the row outside that are compared, in the order of the added columns. */
    private final List<RexNode> outside = new ArrayList<>();

    private final List<RexNode> conditions = new ArrayList<>();
    private final RexBuilder rex;

    private LiftEqualities(RexBuilder rex) {
        this.rex = rex;
    }

    /**
     * A relation that no longer depends on the row outside.
     *
     * @param relation the fields of before, then one for each of {@code outside}, of the same type
     * @param outside expressions over the row outside alone
     * @param conditions over the row outside alone; where one does not hold there were no rows
     */
    record Lifted(RelNode relation, List<RexNode> outside, List<RexNode> conditions) {
        Set<CorrelationId> variables() {
            Set<CorrelationId> variables = new HashSet<>();
            outside.forEach(expression -> variables.addAll(FreeVariables.of(expression)));
            conditions.forEach(expression -> variables.addAll(FreeVariables.of(expression)));
            return variables;
        }
    }

    /** Lifts the equalities of a relation; empty where it depends on the row outside in another way. */
    static Optional<Lifted> of(RelNode relation) {
        LiftEqualities lift = new LiftEqualities(relation.getCluster().getRexBuilder());
        return lift.lift(relation)
                .map(part -> new Lifted(
                        project(part.relation, part.fields, part.shown),
                        List.copyOf(lift.outside(part)),
                        lift.conditions));
    }

    private List<RexNode> outside(Part part) {
        return part.shown.stream().map(shown -> outside.get(shown.compared())).toList();
    }

    /**
     * A relation that is partly rewritten.
     *
     * @param fields where the fields of before are now
     * @param shown where is what is compared
     */
    private record Part(RelNode relation, List<Integer> fields, List<Shown> shown) {
        static Part unchanged(RelNode relation) {
            return new Part(relation, range(relation), List.of());
        }
    }

    /**
     * An added column.
     *
     * @param compared with which of {@code outside}
     */
    private record Shown(int field, int compared) {
        Shown at(int place) {
            return new Shown(place, compared);
        }
    }

    private Optional<Part> lift(RelNode relation) {
        if (FreeVariables.of(relation).isEmpty()) {
            return Optional.of(Part.unchanged(relation));
        }
        if (relation instanceof Filter filter) {
            return lift(filter.getInput()).flatMap(input -> filter(filter, input));
        }
        if (relation instanceof Project project) {
            return lift(project.getInput()).flatMap(input -> project(project, input));
        }
        if (relation instanceof Join join) {
            return lift(join.getLeft())
                    .flatMap(left -> lift(join.getRight()).flatMap(right -> join(join, left, right)));
        }
        return relation instanceof Aggregate aggregate
                ? lift(aggregate.getInput()).flatMap(input -> step(aggregate, input))
                : Optional.empty();
    }

    private Optional<Part> filter(Filter filter, Part input) {
        if (!keepsPlaces(filter, filter.getInput(), input)) {
            return Optional.empty();
        }
        List<RexNode> kept = new ArrayList<>();
        List<RexNode> inside = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(moved(filter.getCondition(), input))) {
            if (!take(conjunct, filter.getVariablesSet(), kept, inside)) {
                return Optional.empty();
            }
        }
        RelNode rows = kept.isEmpty()
                ? input.relation
                : LogicalFilter.create(
                        input.relation,
                        RexUtil.composeConjunction(rex, kept),
                        ImmutableSet.copyOf(filter.getVariablesSet()));
        return Optional.of(show(rows, input.fields, input.shown, inside));
    }

    /** Whether fields stay in their places, or no subquery names them by place. */
    private static boolean keepsPlaces(RelNode reader, RelNode before, Part input) {
        return reader.getVariablesSet().isEmpty() || range(before).equals(input.fields);
    }

    /** Adds columns for what is compared with the latest expressions of {@code outside}. */
    private Part show(RelNode rows, List<Integer> fields, List<Shown> shown, List<RexNode> inside) {
        if (inside.isEmpty()) {
            return new Part(rows, fields, shown);
        }
        List<RexNode> expressions = new ArrayList<>();
        range(rows).forEach(field -> expressions.add(RexInputRef.of(field, rows.getRowType())));
        List<Shown> more = new ArrayList<>(shown);
        for (RexNode expression : inside) {
            more.add(new Shown(expressions.size(), outside.size() - inside.size() + more.size() - shown.size()));
            expressions.add(expression);
        }
        return new Part(
                LogicalProject.create(
                        rows,
                        List.of(),
                        expressions,
                        names(rows.getRowType().getFieldNames(), expressions.size()),
                        ImmutableSet.of()),
                fields,
                more);
    }

    /** Sorts a conjunct; false where it depends on the row outside in another way. */
    private boolean take(RexNode conjunct, Set<CorrelationId> own, List<RexNode> kept, List<RexNode> inside) {
        if (isOfInside(conjunct, own)) {
            kept.add(conjunct);
            return true;
        }
        if (SubqueryOwners.contains(conjunct)) {
            return false;
        }
        if (isOfOutside(conjunct)) {
            conditions.add(conjunct);
            return true;
        }
        if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
            return false;
        }
        RexNode a = call.getOperands().get(0);
        RexNode b = call.getOperands().get(1);
        return isOfInside(a, own) && isOfOutside(b)
                ? compare(a, b, kept, inside)
                : isOfInside(b, own) && isOfOutside(a) && compare(b, a, kept, inside);
    }

    /** Takes an equality: both sides are converted to the wider type, in which equal values are one group. */
    private boolean compare(RexNode mine, RexNode other, List<RexNode> kept, List<RexNode> inside) {
        if (APPROXIMATE.contains(mine.getType().getSqlTypeName())
                || APPROXIMATE.contains(other.getType().getSqlTypeName())) {
            return false;
        }
        RelDataType type;
        if (LosslessCast.loseNothing(mine.getType(), other.getType())) {
            type = other.getType();
        } else if (LosslessCast.loseNothing(other.getType(), mine.getType())) {
            type = mine.getType();
        } else {
            return false;
        }
        kept.add(rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, mine));
        inside.add(as(type, mine));
        outside.add(as(type, other));
        return true;
    }

    private RexNode as(RelDataType type, RexNode value) {
        RelDataType own = rex.getTypeFactory()
                .createTypeWithNullability(type, value.getType().isNullable());
        return own.equals(value.getType()) ? value : rex.makeAbstractCast(own, value, false);
    }

    private static boolean isOfInside(RexNode expression, Set<CorrelationId> own) {
        return own.containsAll(FreeVariables.of(expression));
    }

    private static boolean isOfOutside(RexNode expression) {
        return RelOptUtil.InputFinder.bits(expression).isEmpty() && !SubqueryOwners.contains(expression);
    }

    private Optional<Part> project(Project project, Part input) {
        Set<CorrelationId> own = project.getVariablesSet();
        if (project.containsOver()
                || !keepsPlaces(project, project.getInput(), input)
                || !project.getProjects().stream().allMatch(p -> isOfInside(p, own))) {
            return Optional.empty();
        }
        List<RexNode> expressions = new ArrayList<>();
        project.getProjects().forEach(expression -> expressions.add(moved(expression, input)));
        List<Shown> shown = new ArrayList<>();
        for (Shown column : input.shown) {
            shown.add(column.at(expressions.size()));
            expressions.add(RexInputRef.of(column.field(), input.relation.getRowType()));
        }
        RelNode relation = LogicalProject.create(
                input.relation,
                List.of(),
                expressions,
                names(project.getRowType().getFieldNames(), expressions.size()),
                ImmutableSet.copyOf(own));
        return Optional.of(new Part(relation, range(project), shown));
    }

    private Optional<Part> join(Join join, Part left, Part right) {
        JoinRelType kind = join.getJoinType();
        boolean bothKept = kind == JoinRelType.INNER;
        boolean padsShown = !left.shown.isEmpty() && kind.generatesNullsOnLeft()
                || !right.shown.isEmpty() && kind.generatesNullsOnRight();
        boolean dependsOnPadded = kind.generatesNullsOnLeft() && isLifted(join.getLeft())
                || kind.generatesNullsOnRight() && isLifted(join.getRight());
        boolean plain = isOfInside(join.getCondition(), Set.of());
        if (!join.getVariablesSet().isEmpty()
                || padsShown
                || dependsOnPadded
                || !bothKept && !plain
                || !kind.projectsRight()) {
            return Optional.empty();
        }
        int split = left.relation.getRowType().getFieldCount();
        List<Integer> fields = new ArrayList<>(left.fields);
        right.fields.forEach(field -> fields.add(field + split));
        List<Shown> shown = new ArrayList<>(left.shown);
        right.shown.forEach(column -> shown.add(column.at(column.field() + split)));
        List<RexNode> kept = new ArrayList<>();
        List<RexNode> inside = new ArrayList<>();
        RelNode crossed = LogicalJoin.create(
                left.relation, right.relation, List.of(), rex.makeLiteral(true), ImmutableSet.of(), kind);
        RexNode condition = moved(join.getCondition(), new Part(crossed, fields, shown));
        if (plain) {
            kept.add(condition);
        } else {
            for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
                if (!take(conjunct, Set.of(), kept, inside)) {
                    return Optional.empty();
                }
            }
        }
        RelNode rows = LogicalJoin.create(
                left.relation,
                right.relation,
                join.getHints(),
                RexUtil.composeConjunction(rex, kept),
                ImmutableSet.of(),
                kind);
        return Optional.of(show(rows, fields, shown, inside));
    }

    private static boolean isLifted(RelNode relation) {
        return !FreeVariables.of(relation).isEmpty();
    }

    /** An aggregation by keys: what is compared becomes one more key, and a row outside finds one value of it. */
    private Optional<Part> step(Aggregate aggregate, Part input) {
        if (aggregate.getGroupSet().isEmpty()
                || aggregate.getGroupType() != Aggregate.Group.SIMPLE
                || !range(aggregate.getInput()).equals(input.fields)) {
            return Optional.empty();
        }
        ImmutableBitSet keys = aggregate
                .getGroupSet()
                .union(ImmutableBitSet.of(input.shown.stream().map(Shown::field).toList()));
        RelNode grouped =
                LogicalAggregate.create(input.relation, aggregate.getHints(), keys, null, aggregate.getAggCallList());
        List<Integer> fields = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            fields.add(keys.indexOf(key));
        }
        for (int call = 0; call < aggregate.getAggCallList().size(); call++) {
            fields.add(keys.cardinality() + call);
        }
        List<Shown> shown =
                input.shown.stream().map(s -> s.at(keys.indexOf(s.field()))).toList();
        RelNode inPlace = project(grouped, fields, shown);
        List<Shown> atEnd = new ArrayList<>();
        for (Shown column : shown) {
            atEnd.add(column.at(fields.size() + atEnd.size()));
        }
        return Optional.of(new Part(inPlace, range(aggregate), atEnd));
    }

    /** The former fields in their places, then what is compared. */
    private static RelNode project(RelNode relation, List<Integer> fields, List<Shown> shown) {
        List<RexNode> expressions = new ArrayList<>();
        fields.forEach(field -> expressions.add(RexInputRef.of(field, relation.getRowType())));
        shown.forEach(column -> expressions.add(RexInputRef.of(column.field(), relation.getRowType())));
        List<String> before = relation.getRowType().getFieldNames();
        return LogicalProject.create(
                relation,
                List.of(),
                expressions,
                names(fields.stream().map(before::get).toList(), expressions.size()),
                ImmutableSet.of());
    }

    private static RexNode moved(RexNode expression, Part part) {
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return RexInputRef.of(part.fields.get(reference.getIndex()), part.relation.getRowType());
            }
        });
    }

    private static List<Integer> range(RelNode relation) {
        return IntStream.range(0, relation.getRowType().getFieldCount()).boxed().toList();
    }

    private static List<String> names(List<String> first, int count) {
        List<String> names = new ArrayList<>(first);
        while (names.size() < count) {
            names.add("f" + names.size());
        }
        return names;
    }
}
