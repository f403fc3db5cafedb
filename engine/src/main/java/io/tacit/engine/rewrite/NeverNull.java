package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Columns that hold a value in every row because the source enforces it, shown unchanged.
 *
 * <p>An expression never counts: its type may say NOT NULL, but it was made total, so it may give NULL. Nor does a
 * DOUBLE, whose NaN is treated as NULL, nor the side of an outer join that may be filled.
 */
final class NeverNull {
    private NeverNull() {}

    static boolean is(RelNode relation, int field) {
        if (relation instanceof TableScan) {
            RelDataType type = relation.getRowType().getFieldList().get(field).getType();
            return !type.isNullable() && ColumnTypes.fromCalcite(type).kind() != ColumnType.Kind.DOUBLE;
        }
        if (relation instanceof Filter filter) {
            return is(filter.getInput(), field);
        }
        if (relation instanceof Project project) {
            RexNode expression = project.getProjects().get(field);
            return expression instanceof RexInputRef reference && is(project.getInput(), reference.getIndex());
        }
        if (relation instanceof Join join) {
            int leftWidth = join.getLeft().getRowType().getFieldCount();
            return field < leftWidth
                    ? !join.getJoinType().generatesNullsOnLeft() && is(join.getLeft(), field)
                    : !join.getJoinType().generatesNullsOnRight() && is(join.getRight(), field - leftWidth);
        }
        return false;
    }
}
