package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ReleaseClause;
import io.tacit.engine.sql.ReleaseOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * A private result that depends on the row outside: {@code WHERE l.quantity < (SELECT AVG(quantity) FROM lineitem i
 * WHERE i.partkey = p.partkey)} is one release grouped by what is compared, and the row outside looks its group up.
 *
 * <p>Before, inside the subquery: {@code Aggregate({}, AVG(quantity), Filter(partkey = $cor.partkey, lineitem))}.
 * After: {@code Project(avg, Aggregate({}, MAX(avg), Filter(k = $cor.partkey, released)))} over the release of {@code
 * Aggregate({k}, AVG(quantity), Filter(k IN K, lineitem))}. MAX makes one row of the group, or NULL where there is no
 * such group; COUNT is 0 there, as in SQL. With keys of its own ({@code … GROUP BY status HAVING COUNT(*) > 9} in an
 * EXISTS) the release has them too, and the groups are those with {@code k = $cor.x}.
 *
 * <p>K is what a public or released relation tells of the values outside ({@link OuterRows}): where it is known, rows
 * with other keys take no place among a person's groups, and without further keys or options of selection its values
 * are public groups. Otherwise groups are selected. Either way the release is one like any other; what reads it is
 * post-processing.
 *
 * <p>Refused: {@code i.partkey < p.partkey}, an equality in an OR, {@code SUM(i.quantity - p.size)}, and an aggregation
 * about the person of the row outside.
 */
final class CorrelatedRelease {
    private final AssignOwners owners;
    private final Aggregate aggregate;
    private final ReleaseClause clause;
    private final RexBuilder rex;

    CorrelatedRelease(AssignOwners owners, Aggregate aggregate, ReleaseClause clause) {
        this.owners = owners;
        this.aggregate = aggregate;
        this.clause = clause;
        this.rex = aggregate.getCluster().getRexBuilder();
    }

    /**
     * The aggregation that is released once.
     *
     * @param aggregate by the analyst's keys, then by what is compared with the row outside
     * @param privateRows its input
     */
    record Grouped(LogicalAggregate aggregate, PrivateRows privateRows, LiftEqualities.Lifted lifted) {}

    /**
     * The aggregation that no longer depends on the row outside.
     *
     * @param people the judged input of the analyst's aggregation
     * @throws Refusal where it depends on the row outside in another way than by equalities
     */
    Grouped grouped(PrivateRows people) {
        if (!people.bound().isEmpty()) {
            throw aboutOnePerson();
        }
        if (people.publicGroups().isPresent() || aggregate.getGroupSets().size() > 1) {
            throw notByEquality();
        }
        if (clause.options().leftovers().isPresent()) {
            throw owners.refuse(
                    ErrorCode.BAD_OPTION,
                    aggregate,
                    "A row outside looks up its own group, and never the row of leftovers.",
                    "Leave the option leftovers out.");
        }
        LiftEqualities.Lifted lifted = LiftEqualities.of(people.relation())
                .filter(found -> found.variables().size() == 1)
                .orElseThrow(this::notByEquality);
        Optional<RelNode> values = values(lifted);
        ImmutableBitSet compared = ImmutableBitSet.range(
                people.unit(), people.unit() + lifted.outside().size());
        RelNode rows = personLast(people, lifted.relation());
        PrivateRows privateRows = new PrivateRows(
                values.map(found -> within(rows, compared, found)).orElse(rows), people.identifying());
        ImmutableBitSet keys = aggregate.getGroupSet().union(compared);
        LogicalAggregate grouped = LogicalAggregate.create(
                privateRows.relation(), aggregate.getHints(), keys, null, calls(privateRows.relation(), keys));
        owners.standsFor(grouped, aggregate);
        return new Grouped(grouped, privateRows.with(publicGroups(values, compared)), lifted);
    }

    private Optional<RelNode> values(LiftEqualities.Lifted lifted) {
        if (lifted.outside().isEmpty()) {
            return Optional.empty();
        }
        CorrelationId variable = lifted.variables().iterator().next();
        return owners.outerRows()
                .values(variable, lifted.outside())
                .map(found -> owners.besidePeople(new PublicRows(found, false), aggregate));
    }

    private List<AggregateCall> calls(RelNode rows, ImmutableBitSet keys) {
        boolean hadNone = aggregate.getGroupSet().isEmpty();
        return aggregate.getAggCallList().stream()
                .map(call -> call.adaptTo(rows, call.getArgList(), call.filterArg, hadNone, keys.isEmpty()))
                .toList();
    }

    /** The relation with its former fields, then what is compared, then the person. */
    private static RelNode personLast(PrivateRows people, RelNode lifted) {
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int width = lifted.getRowType().getFieldCount();
        for (int field = 0; field < width; field++) {
            if (field != people.unit()) {
                expressions.add(RexInputRef.of(field, lifted.getRowType()));
                names.add(lifted.getRowType().getFieldNames().get(field));
            }
        }
        expressions.add(RexInputRef.of(people.unit(), lifted.getRowType()));
        names.add(ScanOwner.UNIT_NAME);
        return LogicalProject.create(lifted, List.of(), expressions, names, ImmutableSet.of());
    }

    /** The rows for which some row outside can ask. */
    private static RelNode within(RelNode rows, ImmutableBitSet compared, RelNode values) {
        ImmutableList.Builder<RexNode> fields = ImmutableList.builder();
        compared.forEach(field -> fields.add(RexInputRef.of(field, rows.getRowType())));
        return LogicalFilter.create(rows, RexSubQuery.in(values, fields.build()));
    }

    private Optional<PublicGroups> publicGroups(Optional<RelNode> values, ImmutableBitSet compared) {
        ReleaseOptions options = clause.options();
        boolean selects = options.groupSelection()
                        .filter(choice -> choice != ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                        .isPresent()
                || options.groupSelectionEpsilon().isPresent()
                || options.minPrivacyUnitsPerGroup().isPresent();
        if (selects || !aggregate.getGroupSet().isEmpty()) {
            return Optional.empty();
        }
        Map<Integer, Integer> fields = new HashMap<>();
        compared.forEach(field -> fields.put(field, fields.size()));
        return values.map(found -> new PublicGroups(found, fields));
    }

    /** The group that a row outside finds in the release, with the analyst's columns. */
    RelNode lookedUp(RelNode released, LiftEqualities.Lifted lifted) {
        int own = aggregate.getGroupCount();
        int calls = own + lifted.outside().size();
        List<RexNode> conditions = new ArrayList<>(lifted.conditions());
        for (int i = 0; i < lifted.outside().size(); i++) {
            conditions.add(rex.makeCall(
                    SqlStdOperatorTable.EQUALS,
                    RexInputRef.of(own + i, released.getRowType()),
                    lifted.outside().get(i)));
        }
        RelNode group = LogicalFilter.create(released, RexUtil.composeConjunction(rex, conditions));
        RelNode rows = own == 0 ? oneRow(group, calls) : group;
        List<RexNode> expressions = new ArrayList<>();
        for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
            RelDataType type = aggregate.getRowType().getFieldList().get(i).getType();
            int field = own == 0 || i < own ? i : i + lifted.outside().size();
            RexNode value = RexInputRef.of(field, rows.getRowType());
            expressions.add(rex.ensureType(
                    type, own == 0 && countsRows(aggregate.getAggCallList().get(i)) ? orZero(value) : value, true));
        }
        return LogicalProject.create(
                rows, List.of(), expressions, aggregate.getRowType().getFieldNames(), ImmutableSet.of());
    }

    /** The group as one row, which is there even if the group is not. */
    private RelNode oneRow(RelNode group, int first) {
        List<AggregateCall> calls = new ArrayList<>();
        for (RelDataTypeField field : group.getRowType()
                .getFieldList()
                .subList(first, group.getRowType().getFieldCount())) {
            calls.add(AggregateCall.create(
                    SqlParserPos.ZERO,
                    SqlStdOperatorTable.MAX,
                    false,
                    false,
                    false,
                    List.of(),
                    List.of(field.getIndex()),
                    -1,
                    null,
                    RelCollations.EMPTY,
                    rex.getTypeFactory().createTypeWithNullability(field.getType(), true),
                    field.getName()));
        }
        return LogicalAggregate.create(group, List.of(), ImmutableBitSet.of(), null, calls);
    }

    private static boolean countsRows(AggregateCall call) {
        return AggregateFunction.of(call)
                .filter(function -> function == AggregateFunction.COUNT)
                .isPresent();
    }

    private RexNode orZero(RexNode value) {
        return rex.makeCall(
                SqlStdOperatorTable.COALESCE, value, rex.makeExactLiteral(BigDecimal.ZERO, value.getType()));
    }

    private Refusal aboutOnePerson() {
        return owners.refuse(
                ErrorCode.SUBQUERY,
                aggregate,
                "A private result about the person of the row outside would be released once for each person.",
                "Leave the privacy clause out here: a step of one person needs none.");
    }

    private Refusal notByEquality() {
        return owners.refuse(
                ErrorCode.SUBQUERY,
                aggregate,
                "A private result that depends on the row outside in another way than by equalities would be released"
                        + " once for each row.",
                "Compare columns of one type in its WHERE, outside any OR: inner.x = outer.x; or release it once with"
                        + " GROUP BY, in a subquery in FROM, and join with the groups.");
    }
}
