package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The rows outside of subqueries, and which rows inside belong to the same person.
 *
 * <p>Before: {@code Filter(w.uid = $cor0.uid AND p, private w)}. After: {@code Filter(w.$unit = $cor0.$unit AND w.uid =
 * $cor0.uid AND p, private w)}: everything above is computed from one person's rows.
 */
final class CorrelatedPeople {
    private final Map<CorrelationId, PrivateRows> outers = new HashMap<>();

    /** From here on these variables mean rows of the given relation. */
    void enter(Set<CorrelationId> variables, PrivateRows outer) {
        variables.forEach(variable -> outers.put(variable, outer));
    }

    /** The rows restricted to the same person wherever a condition over them compares persons anyway. */
    PrivateRows samePeople(PrivateRows rows, RexNode condition) {
        return samePeople(rows, comparedWith(rows, condition));
    }

    /** The rows that belong to the same person as these rows outside. */
    PrivateRows samePeople(PrivateRows rows, Set<CorrelationId> variables) {
        if (variables.isEmpty()) {
            return rows;
        }
        RexBuilder rex = rows.relation().getCluster().getRexBuilder();
        List<RexNode> equalities = new ArrayList<>();
        for (CorrelationId variable : variables) {
            equalities.add(rex.makeCall(SqlStdOperatorTable.EQUALS, rows.unitRef(), person(rex, variable)));
        }
        RexNode all = equalities.size() == 1 ? equalities.get(0) : rex.makeCall(SqlStdOperatorTable.AND, equalities);
        return rows.with(LogicalFilter.create(rows.relation(), all)).boundTo(variables);
    }

    /** The person to whom a row outside belongs. */
    RexNode person(RexBuilder rex, CorrelationId variable) {
        PrivateRows outer = Objects.requireNonNull(outers.get(variable));
        return rex.makeFieldAccess(rex.makeCorrel(outer.relation().getRowType(), variable), outer.unit());
    }

    private Set<CorrelationId> comparedWith(PrivateRows rows, RexNode condition) {
        Map<CorrelationId, Set<String>> compared = new LinkedHashMap<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            KeyEquality.of(conjunct).ifPresent(equality -> compare(rows, equality, compared));
        }
        compared.values().removeIf(domains -> !PrivateRows.identifiesPerson(domains));
        return compared.keySet();
    }

    private void compare(PrivateRows rows, KeyEquality equality, Map<CorrelationId, Set<String>> compared) {
        for (CorrelationId variable : rowsOutside(equality)) {
            PrivateRows outer = outers.get(variable);
            if (outer != null) {
                Set<String> shared = new HashSet<>();
                for (KeyEquality turn : List.of(equality, equality.turned())) {
                    shared.addAll(turn.shared(
                            UnaryOperator.identity(),
                            rows.lineage(),
                            value -> outside(variable, value),
                            outer.lineage()));
                }
                compared.computeIfAbsent(variable, id -> new HashSet<>()).addAll(shared);
            }
        }
    }

    private static Set<CorrelationId> rowsOutside(KeyEquality equality) {
        Set<CorrelationId> variables = new LinkedHashSet<>();
        RexVisitorImpl<Void> collect = new RexVisitorImpl<>(true) {
            @Override
            public Void visitCorrelVariable(RexCorrelVariable variable) {
                variables.add(variable.id);
                return super.visitCorrelVariable(variable);
            }
        };
        equality.one().accept(collect);
        equality.other().accept(collect);
        return variables;
    }

    /** A value of one row outside as an expression over its relation; it must not use other rows. */
    private static RexNode outside(CorrelationId variable, RexNode value) {
        return value.accept(new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return access.getReferenceExpr() instanceof RexCorrelVariable row && row.id.equals(variable)
                        ? new RexInputRef(access.getField().getIndex(), access.getType())
                        : access;
            }

            @Override
            public RexNode visitInputRef(RexInputRef inside) {
                return new RexInputRef(Integer.MAX_VALUE, inside.getType());
            }
        });
    }
}
