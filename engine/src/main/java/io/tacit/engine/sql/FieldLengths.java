package io.tacit.engine.sql;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** The longest text of each field of a relation; each is computed once. */
public final class FieldLengths {
    private final IdentityHashMap<RelNode, Map<Integer, Long>> known = new IdentityHashMap<>();

    /** The length of a field's longest text; unknown for columns of a source. */
    public long of(RelNode relation, int field) {
        Map<Integer, Long> fields = known.computeIfAbsent(relation, unseen -> new HashMap<>());
        Long seen = fields.get(field);
        if (seen != null) {
            return seen;
        }
        long most = look(relation, field);
        fields.put(field, most);
        return most;
    }

    /** The length of the longest text of an expression over a relation. */
    public long of(RexNode expression, RelNode input) {
        return TextLengths.of(expression, field -> of(input, field));
    }

    private long look(RelNode relation, int field) {
        if (relation instanceof Project project) {
            return of(project.getProjects().get(field), project.getInput());
        }
        if (relation instanceof Filter || relation instanceof Sort) {
            return of(relation.getInput(0), field);
        }
        if (relation instanceof Join || relation instanceof Correlate) {
            int split = relation.getInput(0).getRowType().getFieldCount();
            return field < split ? of(relation.getInput(0), field) : of(relation.getInput(1), field - split);
        }
        if (relation instanceof SetOp) {
            long most = 0;
            for (RelNode input : relation.getInputs()) {
                most = Math.max(most, of(input, field));
            }
            return most;
        }
        if (relation instanceof Aggregate aggregate) {
            return aggregated(aggregate, field);
        }
        if (relation instanceof Values values) {
            long most = 0;
            for (List<RexLiteral> row : values.getTuples()) {
                most = Math.max(most, TextLengths.of(row.get(field), other -> TextLengths.UNKNOWN));
            }
            return most;
        }
        return relation instanceof Uncollect ? of(relation.getInput(0), 0) : TextLengths.UNKNOWN;
    }

    /** The longest text of an aggregate: MIN and MAX of texts return one of them. */
    private long aggregated(Aggregate aggregate, int field) {
        if (field < aggregate.getGroupCount()) {
            return of(aggregate.getInput(), aggregate.getGroupSet().nth(field));
        }
        List<Integer> arguments = aggregate
                .getAggCallList()
                .get(field - aggregate.getGroupCount())
                .getArgList();
        return arguments.size() == 1 ? of(aggregate.getInput(), arguments.get(0)) : TextLengths.UNKNOWN;
    }
}
