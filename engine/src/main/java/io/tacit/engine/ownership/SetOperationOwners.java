package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * UNION, INTERSECT and EXCEPT of people's rows.
 *
 * <p>Every branch carries its person along, so that only rows of one person are compared. UNION ALL compares nothing.
 * The others compare whole rows, so that what they mean is the same only if the person is among the columns, in the
 * same place in each branch. Before: {@code Union(A, B)}. After: {@code Union(Project(A.*, A.$unit), Project(B.*,
 * B.$unit))}. Refused: {@code SELECT Day FROM visits EXCEPT SELECT Day FROM orders}, where one person's row would take
 * away another's, and branches of which only some hold people's rows.
 */
final class SetOperationOwners {
    private SetOperationOwners() {}

    static PrivateRows judge(AssignOwners owners, SetOp setOp, List<Judgement> branches) {
        List<PrivateRows> people = new ArrayList<>();
        for (Judgement branch : branches) {
            if (!(branch instanceof PrivateRows privateRows)
                    || privateRows.publicGroups().isPresent()) {
                throw owners.refuse(
                        ErrorCode.SET_OPERATION,
                        setOp,
                        "Some branches of this UNION, INTERSECT or EXCEPT hold people's rows and others do not.",
                        "Let every branch read a private table, or aggregate each branch and combine the results.");
            }
            people.add(privateRows);
        }
        Map<Integer, String> identifying = shared(people);
        boolean keepsAll = setOp instanceof Union && setOp.all;
        if (!keepsAll && !PrivateRows.identifiesPerson(new HashSet<>(identifying.values()))) {
            throw owners.refuse(
                    ErrorCode.SET_OPERATION,
                    setOp,
                    "This would compare rows of different people with each other.",
                    "Select the person's column in every branch, in the same place, or use UNION ALL.");
        }
        RelDataType unit = people.get(0).unitField().getType();
        for (PrivateRows branch : people) {
            if (!KeyEquality.isExact(unit, branch.unitField().getType())) {
                throw owners.refuse(
                        ErrorCode.SET_OPERATION,
                        setOp,
                        "The person's columns of these branches have different types.",
                        "Declare them alike.");
            }
        }
        List<RelNode> inputs = people.stream()
                .map(branch -> keepsAll ? branch.relation() : withOneZero(branch.relation()))
                .toList();
        return new PrivateRows(
                setOp.copy(setOp.getTraitSet(), inputs), new Lineage(identifying), Optional.empty(), bound(people));
    }

    /** The relation with -0.0 replaced by 0.0: which of the two a row keeps must not depend on the order of rows. */
    private static RelNode withOneZero(RelNode relation) {
        RexBuilder rex = relation.getCluster().getRexBuilder();
        List<RexNode> expressions = new ArrayList<>();
        boolean changed = false;
        for (RelDataTypeField field : relation.getRowType().getFieldList()) {
            RexNode column = RexInputRef.of(field.getIndex(), relation.getRowType());
            boolean isDouble = field.getType().getSqlTypeName() == SqlTypeName.DOUBLE;
            changed |= isDouble;
            expressions.add(
                    isDouble
                            ? rex.makeCall(
                                    field.getType(),
                                    SqlStdOperatorTable.PLUS,
                                    List.of(column, rex.makeApproxLiteral(java.math.BigDecimal.ZERO)))
                            : column);
        }
        return changed
                ? LogicalProject.create(
                        relation, List.of(), expressions, relation.getRowType().getFieldNames(), ImmutableSet.of())
                : relation;
    }

    private static Map<Integer, String> shared(List<PrivateRows> people) {
        Map<Integer, String> shared = new HashMap<>(people.get(0).identifying());
        people.forEach(branch -> shared.entrySet()
                .removeIf(entry -> !branch.domain(entry.getKey()).equals(Optional.of(entry.getValue()))));
        return shared;
    }

    private static Set<CorrelationId> bound(List<PrivateRows> people) {
        Set<CorrelationId> bound = new HashSet<>(people.get(0).bound());
        people.forEach(branch -> bound.retainAll(branch.bound()));
        return bound;
    }
}
