package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Finds aggregations and places in a finished tree, subqueries included.
 *
 * @param positions a place for each relation: its own, else that of the nearest relation above
 * @param clauses which clauses reached an Aggregate
 */
record RawTree(Map<RelNode, Position> positions, Set<Integer> clauses) {
    static RawTree of(RelNode root, Map<RelNode, Position> known) {
        RawTree tree = new RawTree(new HashMap<>(), new HashSet<>());
        tree.visit(root, known, null);
        return tree;
    }

    private void visit(RelNode relation, Map<RelNode, Position> known, @Nullable Position above) {
        Position place = known.getOrDefault(relation, above);
        if (place != null) {
            positions.put(relation, place);
        }
        if (!relation.isValid(Litmus.IGNORE, null)) {
            // Calcite only asserts this; with assertions off a query would silently mean something else.
            throw ExplainErrors.unreadable().at(place);
        }
        if (relation instanceof Aggregate aggregate) {
            for (RelHint hint : aggregate.getHints()) {
                if (hint.hintName.equals(AnalyzedQuery.CLAUSE_HINT)) {
                    clauses.add(Integer.valueOf(hint.listOptions.get(0)));
                }
            }
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexSubQuery visitSubQuery(RexSubQuery subquery) {
                visit(subquery.rel, known, place);
                subquery.getOperands().forEach(operand -> operand.accept(this));
                return subquery;
            }
        });
        for (RelNode input : relation.getInputs()) {
            visit(input, known, place);
        }
    }
}
