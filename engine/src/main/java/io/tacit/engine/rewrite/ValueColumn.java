package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.mechanism.Unit;

/**
 * Values that are summed for each person and group, as whole units.
 *
 * @param field the input's field
 * @param filter the input's boolean field that must be true; {@link RowCount#EVERY_ROW} for all rows
 * @param rows the same rows, as they are counted
 * @param type the field's type: INTEGER, BIGINT, DECIMAL or DOUBLE; where only quantiles read it also DATE, TIMESTAMP
 * @param unit the real value of one whole unit
 */
public record ValueColumn(int field, int filter, RowCount rows, ColumnType type, Unit unit) {
    /** Whether they are points in time. */
    boolean isTime() {
        return type.kind() == ColumnType.Kind.DATE || type.kind() == ColumnType.Kind.TIMESTAMP;
    }
}
