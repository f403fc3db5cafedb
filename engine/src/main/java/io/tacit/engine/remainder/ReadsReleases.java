package io.tacit.engine.remainder;

import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Whether a relation reads a released table, its subqueries included; one that reads none is the same in every run. */
final class ReadsReleases extends RexShuttle {
    private final Set<String> released;
    private boolean found;

    private ReadsReleases(Set<String> released) {
        this.released = released;
    }

    /**
     * Looks through a relation.
     *
     * @param released the names of released tables
     */
    static boolean in(RelNode relation, Set<String> released) {
        if (relation instanceof TableScan scan) {
            return released.contains(scan.getTable().getQualifiedName().get(0));
        }
        ReadsReleases reads = new ReadsReleases(released);
        relation.accept(reads);
        return reads.found || relation.getInputs().stream().anyMatch(input -> in(input, released));
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        found |= in(subquery.rel, released);
        return super.visitSubQuery(subquery);
    }
}
