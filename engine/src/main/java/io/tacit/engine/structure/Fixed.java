package io.tacit.engine.structure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;

/**
 * What has one value in all rows under consideration, as the person in the rows of one person.
 *
 * @param expressions over the relation's fields; with each whether it is known not to be NULL
 * @param outside rows outside of subqueries that are one row
 */
record Fixed(Map<RexNode, Boolean> expressions, Set<CorrelationId> outside) {
    static final Fixed NOTHING = new Fixed(Map.of(), Set.of());

    Fixed {
        expressions = Map.copyOf(expressions);
        outside = Set.copyOf(outside);
    }

    /** Whether an expression has one value in all these rows. Every scalar function depends on its arguments alone. */
    boolean holds(RexNode expression) {
        if (expressions.containsKey(expression) || expression instanceof RexLiteral) {
            return true;
        }
        if (expression instanceof RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable row && outside.contains(row.id);
        }
        return expression instanceof RexCall call
                && !(call instanceof RexOver)
                && !(call instanceof RexSubQuery)
                && call.getOperands().stream().allMatch(this::holds);
    }

    /** Whether an expression is known not to be NULL. */
    boolean isPresent(RexNode expression) {
        return expression instanceof RexLiteral literal
                ? !literal.isNull()
                : expressions.getOrDefault(expression, false);
    }

    Fixed with(RexNode expression, boolean present) {
        if (expression instanceof RexLiteral
                || expressions.containsKey(expression) && (expressions.get(expression) || !present)) {
            return this;
        }
        Map<RexNode, Boolean> more = new HashMap<>(expressions);
        more.put(expression, present);
        return new Fixed(more, outside);
    }

    Fixed with(CorrelationId row) {
        Set<CorrelationId> more = new HashSet<>(outside);
        more.add(row);
        return new Fixed(expressions, more);
    }

    Fixed with(RexInputRef field) {
        return with(field, false);
    }

    /** The same facts over another relation; an expression without a counterpart there is left out. */
    Fixed over(Function<RexNode, Optional<RexNode>> counterpart) {
        Map<RexNode, Boolean> there = new HashMap<>();
        expressions.forEach((expression, present) ->
                counterpart.apply(expression).ifPresent(found -> there.merge(found, present, Boolean::logicalOr)));
        return new Fixed(there, outside);
    }

    /** Whether one of these expressions is known not to be NULL. */
    boolean hasPresent(List<RexNode> some) {
        return some.stream().anyMatch(this::isPresent);
    }
}
