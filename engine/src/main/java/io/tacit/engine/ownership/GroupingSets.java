package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.sql.ReleaseClause;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * GROUPING SETS, ROLLUP and CUBE where people are mixed: every set's groups are groups of one release, so that the
 * limit of groups for each person holds over all sets together.
 *
 * <p>Before: {@code Aggregate({a, b} in sets {a, b}, {a}, {}; COUNT(*), A)}. After: {@code Project(a, b, count,
 * Aggregate({k1, k2, s}, COUNT(*), Project(A.*, CASE WHEN s IN (0, 1) THEN a END AS k1, CASE WHEN s = 0 THEN b END AS
 * k2, s, A × VALUES 0, 1, 2)))}: a row takes part once in each set. {@code GROUPING(a)} is a function of s.
 *
 * <p>Where the groups of the analyst's aggregation are public, those of the sets are: {@code Project(CASE WHEN s IN (0,
 * 1) THEN a END, CASE WHEN s = 0 THEN b END, s, keys × VALUES 0, 1, 2)}, of which the distinct ones count.
 *
 * @param aggregate the aggregation by the keys and the set
 * @param privateRows its input
 * @param publicKeys the groups, where they are public
 * @param original the analyst's aggregation
 */
record GroupingSets(
        LogicalAggregate aggregate, PrivateRows privateRows, Optional<RelNode> publicKeys, Aggregate original) {
    private static final Set<SqlKind> OF_SETS = Set.of(SqlKind.GROUPING);

    static GroupingSets expand(
            AssignOwners owners, Aggregate aggregate, PrivateRows privateRows, ReleaseClause clause) {
        if (clause.options().leftovers().isPresent()) {
            throw owners.refuse(
                    ErrorCode.GROUPING_SETS,
                    aggregate,
                    "With GROUPING SETS, ROLLUP or CUBE there is no row of leftovers: every row would be in it several"
                            + " times.",
                    "Drop the option leftovers, or write one query for each set.");
        }
        if (!aggregate.getGroupSet().equals(ImmutableBitSet.range(aggregate.getGroupCount()))) {
            throw new IllegalStateException("the keys of SQL's aggregations are the first fields of their rows");
        }
        Optional<DomainGroups> domains = DomainGroups.of(owners, aggregate, privateRows, clause);
        Optional<RelNode> publicKeys = privateRows
                .publicGroups()
                .map(groups -> PublicGroups.keys(owners, groups, aggregate, aggregate.getGroupSet()))
                .or(() -> domains.map(DomainGroups::keys));
        RelNode people = domains.map(DomainGroups::rows).orElse(privateRows.relation());
        RelNode rows = rowsOfSets(aggregate, people, privateRows.unit());
        int first = privateRows.unit();
        int keys = aggregate.getGroupCount();
        LogicalAggregate grouped = LogicalAggregate.create(
                rows,
                aggregate.getHints(),
                ImmutableBitSet.range(first, first + keys + 1),
                null,
                aggregate.getAggCallList().stream()
                        .filter(call -> !isOfSets(call))
                        // With the empty set among the sets a SUM may be NULL; grouped by the set it cannot be.
                        .map(call -> call.adaptTo(rows, call.getArgList(), call.filterArg, true, false))
                        .toList());
        owners.standsFor(grouped, aggregate);
        return new GroupingSets(
                grouped,
                new PrivateRows(rows, privateRows.identifying()),
                publicKeys.map(keysOfAll -> groupsOfSets(aggregate, keysOfAll)),
                aggregate);
    }

    /** Each row once for each grouping set: its fields, the keys of the set, the set's number, the person. */
    private static RelNode rowsOfSets(Aggregate aggregate, RelNode input, int unit) {
        RelNode both = ofEachSet(aggregate, input);
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < unit; i++) {
            expressions.add(RexInputRef.of(i, both.getRowType()));
            names.add("f" + i);
        }
        addKeys(aggregate, both, aggregate.getGroupSet().asList(), unit + 1, expressions, names);
        expressions.add(RexInputRef.of(unit, both.getRowType()));
        names.add(ScanOwner.UNIT_NAME);
        return LogicalProject.create(both, List.of(), expressions, names, ImmutableSet.of());
    }

    /** The public groups of all sets, some of them several times. */
    private static RelNode groupsOfSets(Aggregate aggregate, RelNode keys) {
        RelNode both = ofEachSet(aggregate, keys);
        int count = aggregate.getGroupCount();
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        addKeys(aggregate, both, ImmutableBitSet.range(count).asList(), count, expressions, names);
        return LogicalProject.create(both, List.of(), expressions, names, ImmutableSet.of());
    }

    private static RelNode ofEachSet(Aggregate aggregate, RelNode input) {
        RexNode always = input.getCluster().getRexBuilder().makeLiteral(true);
        return LogicalJoin.create(input, sets(aggregate), List.of(), always, ImmutableSet.of(), JoinRelType.INNER);
    }

    /**
     * Adds the keys of each row's set, NULL where it lacks them, and the set's number.
     *
     * @param fields of the keys
     * @param number the field of the set's number
     */
    private static void addKeys(
            Aggregate aggregate,
            RelNode both,
            List<Integer> fields,
            int number,
            List<RexNode> expressions,
            List<String> names) {
        RexBuilder rex = both.getCluster().getRexBuilder();
        RexNode set = RexInputRef.of(number, both.getRowType());
        for (int i = 0; i < fields.size(); i++) {
            int key = aggregate.getGroupSet().nth(i);
            RexNode column = RexInputRef.of(fields.get(i), both.getRowType());
            RelDataType type = rex.getTypeFactory().createTypeWithNullability(column.getType(), true);
            RexNode absent = rex.makeNullLiteral(type);
            RexNode present = column.getType().isNullable() ? column : rex.makeAbstractCast(type, column, false);
            expressions.add(choose(rex, set, aggregate, type, one -> hasKey(aggregate, one, key), present, absent));
            names.add("k" + key);
        }
        expressions.add(set);
        names.add("s");
    }

    /** The places among the keys that each set has. */
    List<ImmutableBitSet> places() {
        return original.getGroupSets();
    }

    private static boolean hasKey(Aggregate aggregate, int set, int key) {
        return aggregate.getGroupSets().get(set).get(key);
    }

    private static LogicalValues sets(Aggregate aggregate) {
        RexBuilder rex = aggregate.getCluster().getRexBuilder();
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType number = types.createSqlType(SqlTypeName.INTEGER);
        ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
        for (int i = 0; i < aggregate.getGroupSets().size(); i++) {
            tuples.add(ImmutableList.of((RexLiteral) rex.makeLiteral(BigDecimal.valueOf(i), number, false)));
        }
        return LogicalValues.create(
                aggregate.getCluster(), types.builder().add("s", number).build(), tuples.build());
    }

    /** An expression that is one value in the sets for which a condition holds, and another value elsewhere. */
    private static RexNode choose(
            RexBuilder rex,
            RexNode set,
            Aggregate aggregate,
            RelDataType type,
            IntPredicate condition,
            RexNode inside,
            RexNode outside) {
        List<RexNode> cases = new ArrayList<>();
        for (int i = 0; i < aggregate.getGroupSets().size(); i++) {
            if (condition.test(i)) {
                cases.add(rex.makeCall(
                        SqlStdOperatorTable.EQUALS, set, rex.makeLiteral(BigDecimal.valueOf(i), set.getType(), false)));
                cases.add(inside);
            }
        }
        if (cases.isEmpty()) {
            return outside;
        }
        cases.add(outside);
        return rex.makeCall(type, SqlStdOperatorTable.CASE, cases);
    }

    /**
     * The analyst's columns over the released table.
     *
     * @param released keys, set, aggregates
     */
    RelNode analysts(RelNode released) {
        int keys = original.getGroupCount();
        RexBuilder rex = released.getCluster().getRexBuilder();
        List<RexNode> expressions = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            expressions.add(RexInputRef.of(i, released.getRowType()));
        }
        int next = keys + 1;
        for (AggregateCall call : original.getAggCallList()) {
            expressions.add(
                    isOfSets(call)
                            ? grouping(rex, RexInputRef.of(keys, released.getRowType()), call)
                            : rex.ensureType(call.getType(), RexInputRef.of(next++, released.getRowType()), true));
        }
        return LogicalProject.create(
                released, List.of(), expressions, original.getRowType().getFieldNames(), ImmutableSet.of());
    }

    /** GROUPING(a, b): a bit for each argument, 1 where the set lacks it; the last argument has the lowest. */
    private RexNode grouping(RexBuilder rex, RexNode set, AggregateCall call) {
        List<RexNode> cases = new ArrayList<>();
        for (int i = 0; i < original.getGroupSets().size(); i++) {
            long bits = 0;
            for (int key : call.getArgList()) {
                bits = bits << 1 | (hasKey(original, i, key) ? 0 : 1);
            }
            cases.add(rex.makeCall(
                    SqlStdOperatorTable.EQUALS, set, rex.makeLiteral(BigDecimal.valueOf(i), set.getType(), false)));
            cases.add(rex.makeLiteral(BigDecimal.valueOf(bits), call.getType(), false));
        }
        cases.add(rex.makeNullLiteral(rex.getTypeFactory().createTypeWithNullability(call.getType(), true)));
        return rex.makeCall(call.getType(), SqlStdOperatorTable.CASE, cases);
    }

    private static boolean isOfSets(AggregateCall call) {
        return OF_SETS.contains(call.getAggregation().getKind());
    }
}
