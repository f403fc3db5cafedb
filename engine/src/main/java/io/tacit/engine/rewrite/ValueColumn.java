package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.mechanism.Unit;

/**
 * Values that are summed for each person and group, as whole units.
 *
 * @param field the input's field
 * @param rows those that are summed, as they are counted: the field is not NULL in them
 * @param type the field's type: INTEGER, BIGINT, DECIMAL or DOUBLE; where only quantiles read it also DATE, TIMESTAMP
 * @param unit the real value of one whole unit
 */
public record ValueColumn(int field, RowCount rows, ColumnType type, Unit unit) {
    /** Whether they are points in time. */
    boolean isTime() {
        return type.kind() == ColumnType.Kind.DATE || type.kind() == ColumnType.Kind.TIMESTAMP;
    }
}
