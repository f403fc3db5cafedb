package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.sql.SqlKind;

/**
 * Which COUNTs are of chosen rows: with a FILTER, or of an expression such as {@code CASE WHEN x < 0 THEN 1 END}. A
 * person may have far fewer of them than rows, so that each has a limit of its own; of a column as it is, most values
 * are taken to be there, and it shares the limit of all rows.
 *
 * <p>Finding limits takes a quarter of epsilon however many there are: with more than a few of them each would see too
 * few people, and all share the limit of all rows.
 */
final class ConditionalCounts {
    /** The most limits that are found beside each other. */
    private static final int MOST = 3;

    private final RelNode input;
    private final boolean few;

    /**
     * @param input of the release
     * @param aggregates all of the release
     */
    ConditionalCounts(RelNode input, List<RequestedAggregate> aggregates) {
        this.input = input;
        Set<List<Object>> conditional = new HashSet<>();
        for (RequestedAggregate one : aggregates) {
            boolean counts =
                    one.function() == AggregateFunction.COUNT && !one.call().isDistinct();
            if (counts && one.bounds().given().isEmpty() && isConditional(one)) {
                conditional.add(List.of(one.fields(), one.filter()));
            }
        }
        this.few = conditional.size() <= MOST;
    }

    /** Whether a COUNT has a limit of its own. */
    boolean hasOwnLimit(RequestedAggregate count) {
        return few && isConditional(count);
    }

    private boolean isConditional(RequestedAggregate count) {
        return count.filter().isPresent() || count.fields().stream().anyMatch(field -> isComputed(input, field));
    }

    /** Whether a field is an expression, and not a column that is shown as it is. */
    private static boolean isComputed(RelNode relation, int field) {
        if (relation instanceof Project project) {
            return project.getProjects().get(field) instanceof RexInputRef column
                    ? isComputed(project.getInput(), column.getIndex())
                    : project.getProjects().get(field).getKind() == SqlKind.CASE;
        }
        if (relation instanceof Filter filter) {
            return isComputed(filter.getInput(), field);
        }
        if (relation instanceof Join join) {
            int left = join.getLeft().getRowType().getFieldCount();
            return field < left ? isComputed(join.getLeft(), field) : isComputed(join.getRight(), field - left);
        }
        return false;
    }
}
