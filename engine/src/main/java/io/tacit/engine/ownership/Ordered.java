package io.tacit.engine.ownership;

import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;

/**
 * Relations whose rows an engine may choose or compute in an order of its own. Decorrelated, such a subquery is made
 * for all people at once, and one person's rows might change what another's see.
 */
final class Ordered {
    private static final Set<SqlKind> EXACT =
            Set.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    private Ordered() {}

    static boolean dependsOnOrder(RelNode relation) {
        boolean here = relation instanceof Sort sort && (sort.fetch != null || sort.offset != null)
                || relation instanceof Project project && RexOver.containsOver(project.getProjects(), null)
                || relation instanceof Aggregate aggregate
                        && aggregate.getAggCallList().stream()
                                .anyMatch(call ->
                                        !EXACT.contains(call.getAggregation().getKind())
                                                && call.getAggregation().getKind() != SqlKind.SINGLE_VALUE);
        return here || relation.getInputs().stream().anyMatch(Ordered::dependsOnOrder);
    }
}
