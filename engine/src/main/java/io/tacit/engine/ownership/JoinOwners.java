package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
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
 * An equality of keys that only determine the person (both sides' {@code orderkey}) gets {@code A.$unit = B.$unit}
 * added, so that a wrong declaration cannot mix people. Refused: {@code a JOIN b ON a.uid = b.uid OR TRUE}.
 *
 * <p>A private side joined with a public one keeps its owner. {@code public LEFT JOIN private} is for showing a group for
 * each public row: see {@link PublicGroups}. Refused: {@code private FULL JOIN public}.
 */
final class JoinOwners {
    private final AssignOwners owners;

    JoinOwners(AssignOwners owners) {
        this.owners = owners;
    }

    /**
     * The input of a filter, its inner joins told of the equalities that the filter demands anyway: {@code FROM a, b
     * WHERE a.uid = b.uid} is a join on the person. The filter stays as it is.
     */
    RelNode withEqualitiesOf(Filter filter) {
        List<RexNode> equalities = RelOptUtil.conjunctions(filter.getCondition()).stream()
                .filter(conjunct -> conjunct.getKind() == SqlKind.EQUALS && !SubqueryOwners.contains(conjunct))
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
        if (left instanceof Open && right instanceof Open) {
            return joinOpen(join, left, right);
        }
        if (SubqueryOwners.contains(join.getCondition())) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    join,
                    "A subquery in the condition of a join over people's rows is not accepted.",
                    "Join with the subquery as a table, or move it to WHERE if it reads public tables only.");
        }
        if (AssignOwners.isReleased(left) || AssignOwners.isReleased(right)) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    join,
                    "Joining people's rows with a private result is not accepted yet.",
                    "Release both results on their own and join them afterwards on their groups.");
        }
        refuseOverPublicGroups(join, left);
        refuseOverPublicGroups(join, right);
        refuseKeptStrangers(join, left instanceof Owned, right instanceof Owned);
        if (left instanceof Owned a && right instanceof Owned b) {
            return joinPeople(join, a, b);
        }
        return joinPublic(join, left, right);
    }

    /** Nobody's rows: but a subquery in the condition may read people's, so it is judged like any other. */
    private Open joinOpen(Join join, Judgement left, Judgement right) {
        boolean released = AssignOwners.isReleased(left) || AssignOwners.isReleased(right);
        Open outer = new Open(join, released);
        RexNode condition = owners.subqueries().judge(join.getCondition(), outer, join);
        RelNode relation = LogicalJoin.create(
                left.relation(),
                right.relation(),
                join.getHints(),
                condition,
                ImmutableSet.copyOf(join.getVariablesSet()),
                join.getJoinType());
        return new Open(relation, released || owners.subqueries().readsRelease(condition));
    }

    /** Rows of a public side that an outer join keeps would belong to nobody. */
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
        if (side instanceof Owned owned && owned.publicGroups().isPresent()) {
            throw PublicGroups.notByPublicColumns(owners, join);
        }
    }

    private Owned joinPublic(Join join, Judgement left, Judgement right) {
        boolean ownedLeft = left instanceof Owned;
        Owned owned = (Owned) (ownedLeft ? left : right);
        int leftWidth = join.getLeft().getRowType().getFieldCount();
        boolean keepsPublic = join.getJoinType() == (ownedLeft ? JoinRelType.RIGHT : JoinRelType.LEFT);
        JoinRelType kind = keepsPublic ? JoinRelType.INNER : join.getJoinType();
        RelNode joined = rejoin(join, kind, left.relation(), right.relation(), ownedLeft ? 1 : 0);
        int unit = ownedLeft ? leftWidth : joined.getRowType().getFieldCount() - 1;
        Map<Integer, String> identifying = new HashMap<>();
        owned.identifying().forEach((field, domain) -> identifying.put(ownedLeft ? field : field + leftWidth, domain));
        RelNode relation = reorder(join, joined, ownedLeft ? 1 : 0, RexInputRef.of(unit, joined.getRowType()));
        if (!keepsPublic) {
            return new Owned(relation, identifying);
        }
        Judgement open = ownedLeft ? right : left;
        Map<Integer, Integer> fields = new HashMap<>();
        for (int i = 0; i < open.relation().getRowType().getFieldCount(); i++) {
            fields.put(ownedLeft ? i + leftWidth : i, i);
        }
        return new Owned(relation, identifying, Optional.of(new PublicGroups(open.relation(), fields)));
    }

    private Owned joinPeople(Join join, Owned left, Owned right) {
        int leftWidth = left.unit();
        Optional<String> shared = sharedDomain(join, left, right);
        if (shared.isEmpty()) {
            throw notOnUnit(join, left, right);
        }
        RexBuilder rex = join.getCluster().getRexBuilder();
        RexNode leftUnit = left.unitRef();
        int rightUnitIndex = leftWidth + 1 + right.unit();
        RexNode rightUnit = new RexInputRef(rightUnitIndex, right.unitField().getType());
        RexNode condition = shift(join.getCondition(), leftWidth, 1);
        if (!shared.get().equals(Owned.UNIT)) {
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
        return new Owned(reorder(join, joined, 1, unit), identifying(join, left, right));
    }

    /** Columns of a side that may be filled with NULL no longer say who owns the row. */
    private static Map<Integer, String> identifying(Join join, Owned left, Owned right) {
        Map<Integer, String> identifying = new HashMap<>();
        if (!join.getJoinType().generatesNullsOnLeft()) {
            identifying.putAll(left.identifying());
        }
        if (!join.getJoinType().generatesNullsOnRight()) {
            right.identifying().forEach((field, domain) -> identifying.put(field + left.unit(), domain));
        }
        return identifying;
    }

    private Optional<String> sharedDomain(Join join, Owned left, Owned right) {
        Optional<String> found = Optional.empty();
        for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
            if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
                continue;
            }
            int a = field(call.getOperands().get(0));
            int b = field(call.getOperands().get(1));
            if (a < 0 || b < 0 || !exactlyComparable(call)) {
                continue;
            }
            int low = Math.min(a, b);
            int high = Math.max(a, b) - left.unit();
            Optional<String> domain =
                    left.domain(low).filter(d -> high >= 0 && right.domain(high).equals(Optional.of(d)));
            if (domain.isPresent() && (found.isEmpty() || domain.get().equals(Owned.UNIT))) {
                found = domain;
            }
        }
        return found;
    }

    /** Whether only equal values are equal: a whole number and a DOUBLE, for one, are compared with 53 bits. */
    private static boolean exactlyComparable(RexCall equality) {
        RelDataType left = equality.getOperands().get(0).getType();
        RelDataType right = equality.getOperands().get(1).getType();
        return Widening.loseNothing(left, right) || Widening.loseNothing(right, left);
    }

    /** The column that an operand of an equality is, also under a cast that loses nothing; -1 for anything else. */
    private static int field(RexNode operand) {
        if (operand instanceof RexInputRef reference) {
            return reference.getIndex();
        }
        if (operand instanceof RexCall call
                && call.getKind() == SqlKind.CAST
                && call.getOperands().get(0) instanceof RexInputRef reference
                && Widening.loseNothing(reference.getType(), call.getType())) {
            return reference.getIndex();
        }
        return -1;
    }

    private Refusal notOnUnit(Join join, Owned left, Owned right) {
        return owners.refuse(
                ErrorCode.JOIN_NOT_ON_UNIT,
                join,
                "Both sides of this join hold people's data, so they may only be joined on the same person.",
                "Add to the join's condition, outside any OR: AND " + name(join.getLeft(), left) + " = "
                        + name(join.getRight(), right) + " (with the tables' names before the columns).");
    }

    private static String name(RelNode analysts, Owned owned) {
        return owned.identifying().entrySet().stream()
                .filter(e -> e.getValue().equals(Owned.UNIT))
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
