package io.tacit.engine.remainder;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;

/**
 * A relation whose first fields are the analyst's; the others are ends of intervals.
 *
 * @param relation the relation
 * @param columns for each of the analyst's fields where its interval stands, or why it has none
 */
record WithIntervals(RelNode relation, List<Column> columns) {
    WithIntervals {
        columns = List.copyOf(columns);
    }

    /** What is known of the interval of one of the analyst's fields. */
    sealed interface Column permits Ends, Without {}

    /**
     * Where a field's interval stands.
     *
     * @param known whether the aggregate has one: quantiles have only the columns
     * @param report where its report stands, or -1 where there is none
     */
    record Ends(int low, int high, boolean known, int report) implements Column {}

    /** Why a field has no interval. */
    enum Without implements Column {
        KEY,
        PLAIN,
        COMPUTED,
        ABOVE
    }

    static List<Column> all(Without reason, RelNode relation) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < relation.getRowType().getFieldCount(); i++) {
            columns.add(reason);
        }
        return columns;
    }

    /** How many fields are the analyst's. */
    int width() {
        return columns.size();
    }

    /** The analyst's fields alone. */
    RelNode own() {
        if (relation.getRowType().getFieldCount() == width()) {
            return relation;
        }
        List<RexInputRef> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < width(); i++) {
            fields.add(RexInputRef.of(i, relation.getRowType()));
            names.add(relation.getRowType().getFieldNames().get(i));
        }
        return LogicalProject.create(relation, List.of(), fields, names, ImmutableSet.of());
    }
}
