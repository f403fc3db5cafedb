package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The rows outside of subqueries, and which rows inside are those of the same person.
 *
 * <p>Before: {@code Filter(w.uid = $cor0.uid AND p, owned w)}. After: {@code Filter(w.$unit = $cor0.$unit AND w.uid =
 * $cor0.uid AND p, owned w)}: whatever is computed above is computed from one person's rows.
 */
final class OuterPeople {
    private final Map<CorrelationId, Owned> outers = new HashMap<>();

    /** From here on these variables are rows of that relation. */
    void enter(Set<CorrelationId> variables, Owned outer) {
        variables.forEach(variable -> outers.put(variable, outer));
    }

    /** The rows with the equalities of persons added that a condition over them demands anyway. */
    Owned samePeople(Owned rows, RexNode condition) {
        return samePeople(rows, comparedWith(rows, condition));
    }

    /** The rows of the person of a row outside. */
    Owned samePeople(Owned rows, Set<CorrelationId> variables) {
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

    /** Whose a row outside is. */
    RexNode person(RexBuilder rex, CorrelationId variable) {
        Owned outer = Objects.requireNonNull(outers.get(variable));
        return rex.makeFieldAccess(rex.makeCorrel(outer.relation().getRowType(), variable), outer.unit());
    }

    private Set<CorrelationId> comparedWith(Owned rows, RexNode condition) {
        Map<CorrelationId, Set<String>> compared = new LinkedHashMap<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            if (KeyEquality.isExact(conjunct)) {
                List<RexNode> operands = ((RexCall) conjunct).getOperands();
                compare(rows, operands.get(0), operands.get(1), compared);
                compare(rows, operands.get(1), operands.get(0), compared);
            }
        }
        compared.values().removeIf(domains -> !Owned.identifiesPerson(domains));
        return compared.keySet();
    }

    private void compare(Owned rows, RexNode inside, RexNode outside, Map<CorrelationId, Set<String>> compared) {
        int field = KeyEquality.field(inside);
        if (field < 0
                || !(KeyEquality.uncast(outside) instanceof RexFieldAccess access)
                || !(access.getReferenceExpr() instanceof RexCorrelVariable variable)) {
            return;
        }
        Owned outer = outers.get(variable.id);
        Optional<String> domain = rows.domain(field);
        if (outer != null
                && domain.isPresent()
                && outer.domain(access.getField().getIndex()).equals(domain)) {
            compared.computeIfAbsent(variable.id, id -> new HashSet<>()).add(domain.get());
        }
    }
}
