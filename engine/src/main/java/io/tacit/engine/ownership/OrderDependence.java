package io.tacit.engine.ownership;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Public and released relations beside people's rows, whose rows an engine may choose or compute in an order of its
 * own. They are computed together with people's rows, so that one person's rows might change what another's meet.
 *
 * <p>A LIMIT is made to choose by all columns: before {@code Sort(n DESC, LIMIT 3)}, after {@code Sort(n DESC, k, LIMIT
 * 3)}; rows that are then still tied are equal. Refused: windows, VAR and STDDEV.
 */
final class OrderDependence {
    private static final Set<SqlKind> EXACT =
            Set.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    private OrderDependence() {}

    /** The relation with LIMITs that choose by all columns. */
    static RelNode totally(RelNode relation) {
        RelNode inside = relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subquery);
                return visited.clone(totally(visited.rel));
            }
        });
        List<RelNode> inputs =
                inside.getInputs().stream().map(OrderDependence::totally).toList();
        RelNode copy = inputs.equals(inside.getInputs()) ? inside : inside.copy(inside.getTraitSet(), inputs);
        return copy instanceof Sort sort && limits(sort) ? byAllColumns(sort) : copy;
    }

    /** Whether what {@link #totally} made may still depend on the order of rows. */
    static boolean dependsOnOrder(RelNode relation) {
        boolean[] found = {
            relation instanceof Sort sort && limits(sort) && !isByAllColumns(sort)
                    || relation instanceof Project project && RexOver.containsOver(project.getProjects(), null)
                    || relation instanceof Aggregate aggregate
                            && aggregate.getAggCallList().stream()
                                    .anyMatch(call -> !EXACT.contains(
                                                    call.getAggregation().getKind())
                                            && call.getAggregation().getKind() != SqlKind.SINGLE_VALUE)
        };
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                found[0] |= dependsOnOrder(subquery.rel);
                return super.visitSubQuery(subquery);
            }
        });
        return found[0] || relation.getInputs().stream().anyMatch(OrderDependence::dependsOnOrder);
    }

    private static boolean limits(Sort sort) {
        return sort.fetch != null || sort.offset != null;
    }

    private static boolean isByAllColumns(Sort sort) {
        return Set.copyOf(sort.getCollation().getKeys()).size()
                == sort.getRowType().getFieldCount();
    }

    private static RelNode byAllColumns(Sort sort) {
        List<RelFieldCollation> keys = new ArrayList<>(sort.getCollation().getFieldCollations());
        Set<Integer> known = Set.copyOf(sort.getCollation().getKeys());
        for (int field = 0; field < sort.getRowType().getFieldCount(); field++) {
            if (!known.contains(field)) {
                keys.add(new RelFieldCollation(field));
            }
        }
        return sort.copy(sort.getTraitSet(), sort.getInput(), RelCollations.of(keys), sort.offset, sort.fetch);
    }
}
