package io.tacit.engine.ownership;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Finds the rows outside on which a relation or an expression depends, directly or through a subquery of its own. */
final class FreeVariables {
    private FreeVariables() {}

    static Set<CorrelationId> of(RelNode relation) {
        return RelOptUtil.getVariablesUsed(relation);
    }

    /** Calcite's own method for expressions does not look into subqueries. */
    static Set<CorrelationId> of(RexNode expression) {
        Set<CorrelationId> found = new HashSet<>();
        expression.accept(new RexShuttle() {
            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                found.add(variable.id);
                return variable;
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                found.addAll(of(subquery.rel));
                return super.visitSubQuery(subquery);
            }
        });
        return found;
    }
}
