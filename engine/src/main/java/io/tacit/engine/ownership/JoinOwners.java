package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Who owns the rows of a join.
 *
 * <p>Two private sides must be joined on the same person: a top-level equality of two columns of one domain. Before:
 * {@code Join(a.uid = b.uid AND p, A, B)}. After: {@code Project(A.*, B.*, A.$unit, Join(a.uid = b.uid AND p, A, B))}.
 * An equality of keys that only determine the person (both sides' {@code orderkey}), or of the person under a cast,
 * gets {@code A.$unit = B.$unit} added, so that a wrong declaration cannot mix people. Refused: {@code a JOIN b ON
 * a.uid = b.uid OR TRUE}.
 *
 * <p>A private side joined with a public one keeps its owner. {@code public LEFT JOIN private} is for showing a group
 * for each public row: see {@link PublicGroups}. Refused: {@code private FULL JOIN public}.
 */
final class JoinOwners {
    private final AssignOwners owners;

    JoinOwners(AssignOwners owners) {
        this.owners = owners;
    }

    /**
     * The input of a filter, with the filter's equalities added to its inner joins: {@code FROM a, b WHERE a.uid =
     * b.uid} is a join on the person. The filter stays as it is.
     */
    RelNode withEqualitiesOf(Filter filter) {
        List<RexNode> equalities = RelOptUtil.conjunctions(filter.getCondition()).stream()
                .filter(conjunct -> conjunct.getKind() == SqlKind.EQUALS
                        && !SubqueryOwners.contains(conjunct)
                        && FreeVariables.of(conjunct).isEmpty())
                .toList();
        return withEqualities(filter.getInput(), equalities);
    }

    private RelNode withEqualities(RelNode node, List<RexNode> equalities) {
        if (!(node instanceof Join join) || join.getJoinType() != JoinRelType.INNER || equalities.isEmpty()) {
            return node;
        }
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        List<RexNode> ofLeft = equalities.stream()
                .filter(e -> RelOptUtil.InputFinder.bits(e).length() <= leftWidth)
                .toList();
        List<RexNode> both = new ArrayList<>(equalities);
        both.removeAll(ofLeft);
        both.add(0, join.getCondition());
        RexNode condition = RexUtil.composeConjunction(join.getCluster().getRexBuilder(), both);
        Join told = join.copy(
                join.getTraitSet(),
                condition,
                withEqualities(join.getLeft(), ofLeft),
                join.getRight(),
                join.getJoinType(),
                join.isSemiJoinDone());
        owners.standsFor(told, join);
        return told;
    }

    Judgement judge(Join join) {
        Judgement left = owners.judge(join.getLeft());
        Judgement right = owners.judge(join.getRight());
        if (left instanceof PublicRows && right instanceof PublicRows) {
            return joinOpen(join, left, right);
        }
        if (SubqueryOwners.contains(join.getCondition())) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    join,
                    "A subquery in the condition of a join over people's rows is not accepted.",
                    "Join with the subquery as a table, or move it to WHERE if it reads public tables only.");
        }
        refuseOverPublicGroups(join, left);
        refuseOverPublicGroups(join, right);
        refuseKeptStrangers(join, left instanceof PrivateRows, right instanceof PrivateRows);
        PrivateRows joined = left instanceof PrivateRows a && right instanceof PrivateRows b
                ? joinPeople(join, a, b)
                : joinOne(join, left, right);
        return join.getJoinType() == JoinRelType.INNER
                ? owners.outerPeople().samePeople(joined, join.getCondition())
                : joined;
    }

    /**
     * A join of public rows; a subquery in its condition may still read people's rows, so the condition is judged too.
     */
    private PublicRows joinOpen(Join join, Judgement left, Judgement right) {
        boolean released = AssignOwners.isReleased(left) || AssignOwners.isReleased(right);
        RelNode pairs = LogicalJoin.create(
                left.relation(),
                right.relation(),
                List.of(),
                join.getCluster().getRexBuilder().makeLiteral(true),
                ImmutableSet.of(),
                JoinRelType.INNER);
        PublicRows outer = new PublicRows(pairs, released);
        SubqueryOwners.Judged condition = owners.subqueries().judge(join.getCondition(), outer, join);
        RelNode relation = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                condition.expression(),
                condition.variables(),
                join.getJoinType());
        return new PublicRows(relation, released || SubqueryOwners.readsRelease(condition.expression()));
    }

    /** Refuses an outer join that keeps rows of its public side, which would belong to nobody. */
    private void refuseKeptStrangers(Join join, boolean leftOwned, boolean rightOwned) {
        JoinRelType kind = join.getJoinType();
        if (kind != JoinRelType.INNER
                && kind != JoinRelType.LEFT
                && kind != JoinRelType.RIGHT
                && kind != JoinRelType.FULL) {
            throw owners.refuse(
                    ErrorCode.JOIN_KIND,
                    join,
                    "This kind of join over people's rows is not accepted.",
                    "Use JOIN … ON.");
        }
        if (kind == JoinRelType.FULL && !(leftOwned && rightOwned)) {
            throw owners.refuse(
                    ErrorCode.JOIN_KIND,
                    join,
                    "This outer join keeps rows of a public table that belong to nobody.",
                    "Use an inner join, or put the table with people's rows on the side that is kept.");
        }
    }

    private void refuseOverPublicGroups(Join join, Judgement side) {
        if (side instanceof PrivateRows privateRows
                && privateRows.publicGroups().isPresent()) {
            throw PublicGroups.notByPublicColumns(owners, join);
        }
    }

    private PrivateRows joinOne(Join join, Judgement left, Judgement right) {
        boolean privateLeft = left instanceof PrivateRows;
        PrivateRows privateRows = (PrivateRows) (privateLeft ? left : right);
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        boolean keepsPublic = join.getJoinType() == (privateLeft ? JoinRelType.RIGHT : JoinRelType.LEFT);
        JoinRelType kind = keepsPublic ? JoinRelType.INNER : join.getJoinType();
        RelNode joined = rejoin(
                join,
                kind,
                privateLeft ? left.relation() : owners.besidePeople(left, join),
                privateLeft ? owners.besidePeople(right, join) : right.relation(),
                privateLeft ? 1 : 0);
        int unit = privateLeft ? leftWidth : joined.getRowType().getFieldCount() - 1;
        Lineage lineage =
                privateLeft ? privateRows.lineage() : privateRows.lineage().behind(leftWidth);
        RelNode relation = reorder(join, joined, privateLeft ? 1 : 0, RexInputRef.of(unit, joined.getRowType()));
        PrivateRows joinedRows = new PrivateRows(relation, lineage, Optional.empty(), privateRows.bound());
        if (!keepsPublic) {
            return joinedRows;
        }
        Judgement publicRows = privateLeft ? right : left;
        Map<Integer, Integer> fields = new HashMap<>();
        for (int i = 0; i < publicRows.relation().getRowType().getFieldCount(); i++) {
            fields.put(privateLeft ? i + leftWidth : i, i);
        }
        return joinedRows.with(Optional.of(new PublicGroups(owners.besidePeople(publicRows, join), fields)));
    }

    private PrivateRows joinPeople(Join join, PrivateRows one, PrivateRows other) {
        JoinRelType kind = join.getJoinType();
        PrivateRows left = kind.generatesNullsOnRight() ? one : boundAs(one, other);
        PrivateRows right = kind.generatesNullsOnLeft() ? other : boundAs(other, one);
        int leftWidth = left.unit();
        Set<String> shared = sharedDomains(join, left, right);
        if (!PrivateRows.identifiesPerson(shared)) {
            throw notOnUnit(join, left, right);
        }
        RexBuilder rex = join.getCluster().getRexBuilder();
        RexNode leftUnit = left.unitRef();
        int rightUnitIndex = leftWidth + 1 + right.unit();
        RexNode rightUnit = new RexInputRef(rightUnitIndex, right.unitField().getType());
        RexNode condition = shift(join.getCondition(), leftWidth, 1);
        if (!comparesPeople(join, left, right)) {
            condition = rex.makeCall(
                    SqlStdOperatorTable.AND, condition, rex.makeCall(SqlStdOperatorTable.EQUALS, leftUnit, rightUnit));
        }
        RelNode joined = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                condition,
                ImmutableSet.copyOf(join.getVariablesSet()),
                join.getJoinType());
        RexNode leftOut = RexInputRef.of(leftWidth, joined.getRowType());
        RexNode rightOut = RexInputRef.of(rightUnitIndex, joined.getRowType());
        RexNode unit;
        switch (join.getJoinType()) {
            case RIGHT -> unit = rightOut;
            case FULL -> unit = rex.makeCall(SqlStdOperatorTable.COALESCE, leftOut, rightOut);
            default -> unit = leftOut;
        }
        return new PrivateRows(
                reorder(join, joined, 1, unit),
                left.lineage().joined(join.getJoinType(), right.lineage().behind(leftWidth)),
                Optional.empty(),
                bound(join, left, right));
    }

    /** A side whose rows are only shown beside those of the other: rows of other people than the other's meet none. */
    private PrivateRows boundAs(PrivateRows side, PrivateRows other) {
        Set<CorrelationId> more = new HashSet<>(other.bound());
        more.removeAll(side.bound());
        return owners.outerPeople().samePeople(side, more);
    }

    /**
     * The rows outside to which a join is bound: rows of a side that is kept may belong to other people than those of
     * the other side.
     */
    private static Set<CorrelationId> bound(Join join, PrivateRows left, PrivateRows right) {
        Set<CorrelationId> bound = new HashSet<>();
        switch (join.getJoinType()) {
            case LEFT -> bound.addAll(left.bound());
            case RIGHT -> bound.addAll(right.bound());
            case FULL -> {
                bound.addAll(left.bound());
                bound.retainAll(right.bound());
            }
            default -> {
                bound.addAll(left.bound());
                bound.addAll(right.bound());
            }
        }
        return bound;
    }

    /** Whether the condition compares the two person columns directly; otherwise the equality of persons is added. */
    private static boolean comparesPeople(Join join, PrivateRows left, PrivateRows right) {
        return RelOptUtil.conjunctions(join.getCondition()).stream()
                .filter(conjunct -> conjunct instanceof RexCall call
                        && call.getKind() == SqlKind.EQUALS
                        && call.getOperands().stream().allMatch(RexInputRef.class::isInstance))
                .map(RelOptUtil.InputFinder::bits)
                .anyMatch(fields -> fields.cardinality() == 2
                        && fields.nth(0) < left.unit()
                        && fields.nth(1) >= left.unit()
                        && left.domain(fields.nth(0)).equals(Optional.of(PrivateRows.UNIT))
                        && right.domain(fields.nth(1) - left.unit()).equals(Optional.of(PrivateRows.UNIT)));
    }

    /** The domains in which both sides must be equal. */
    private static Set<String> sharedDomains(Join join, PrivateRows left, PrivateRows right) {
        Lineage moved = right.lineage().behind(left.unit());
        Set<String> found = new HashSet<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
            KeyEquality.of(conjunct).ifPresent(equality -> {
                for (KeyEquality turn : List.of(equality, equality.turned())) {
                    UnaryOperator<RexNode> asItIs = UnaryOperator.identity();
                    found.addAll(turn.shared(asItIs, left.lineage(), asItIs, moved));
                }
            });
        }
        return found;
    }

    private Refusal notOnUnit(Join join, PrivateRows left, PrivateRows right) {
        return owners.refuse(
                ErrorCode.JOIN_NOT_ON_UNIT,
                join,
                "Both sides of this join hold people's data, so they may only be joined on the same person.",
                "Add to the join's condition, outside any OR: AND "
                        + PersonAdvice.equality(
                                name(join.getLeft(), left),
                                join.getLeft(),
                                name(join.getRight(), right),
                                join.getRight())
                        + ".");
    }

    private static String name(RelNode analysts, PrivateRows privateRows) {
        return privateRows.identifying().entrySet().stream()
                .filter(e -> e.getValue().equals(PrivateRows.UNIT))
                .map(e -> analysts.getRowType().getFieldNames().get(e.getKey()))
                .findFirst()
                .orElse("the person's column");
    }

    private static RelNode rejoin(Join join, JoinRelType kind, RelNode left, RelNode right, int extra) {
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        return LogicalJoin.create(
                left,
                right,
                join.getHints(),
                shift(join.getCondition(), leftWidth, extra),
                ImmutableSet.copyOf(join.getVariablesSet()),
                kind);
    }

    private static RexNode shift(RexNode condition, int from, int by) {
        return by == 0
                ? condition
                : condition.accept(new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef reference) {
                        return reference.getIndex() < from
                                ? reference
                                : new RexInputRef(reference.getIndex() + by, reference.getType());
                    }
                });
    }

    /** The analyst's fields of both sides in their places, then the person. */
    private static RelNode reorder(Join join, RelNode joined, int leftExtra, RexNode unit) {
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        int width = join.getRowType().getFieldCount();
        List<RexNode> expressions = new ArrayList<>();
        for (RelDataTypeField field : join.getRowType().getFieldList()) {
            int index = field.getIndex() < leftWidth ? field.getIndex() : field.getIndex() + leftExtra;
            expressions.add(RexInputRef.of(index, joined.getRowType()));
        }
        expressions.add(unit);
        List<String> names = new ArrayList<>(join.getRowType().getFieldNames().subList(0, width));
        names.add(ScanOwner.UNIT_NAME);
        return LogicalProject.create(joined, join.getHints(), expressions, names, ImmutableSet.of());
    }
}
