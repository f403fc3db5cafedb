package io.tacit.engine.remainder;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** How deep subqueries are nested. */
final class SubqueryLevels extends RexShuttle {
    private int deepest;

    private SubqueryLevels() {}

    /** How many levels of subqueries a relation and its inputs hold; 0 for none. */
    static int below(RelNode relation) {
        SubqueryLevels levels = new SubqueryLevels();
        relation.accept(levels);
        for (RelNode input : relation.getInputs()) {
            levels.deepest = Math.max(levels.deepest, below(input));
        }
        return levels.deepest;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        deepest = Math.max(deepest, 1 + below(subquery.rel));
        return super.visitSubQuery(subquery);
    }
}
