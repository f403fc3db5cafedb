package io.tacit.engine.ownership;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Casts after which different values are still different. */
final class LosslessCast {
    private LosslessCast() {}

    /** Whether every value of the one type has a value of its own in the other. */
    static boolean loseNothing(RelDataType from, RelDataType to) {
        SqlTypeName a = from.getSqlTypeName();
        SqlTypeName b = to.getSqlTypeName();
        if (a == SqlTypeName.DECIMAL && a == b) {
            return to.getScale() >= from.getScale()
                    && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
        }
        if (a == b || a == SqlTypeName.CHAR && b == SqlTypeName.VARCHAR) {
            return isAsLong(from, to);
        }
        if (a == SqlTypeName.INTEGER) {
            return b == SqlTypeName.BIGINT || b == SqlTypeName.DECIMAL && to.getPrecision() - to.getScale() >= 10;
        }
        return a == SqlTypeName.BIGINT && b == SqlTypeName.DECIMAL && to.getPrecision() - to.getScale() >= 19;
    }

    /** A cast to a shorter text cuts it: {@code CAST(uid AS VARCHAR(1))} is the same for many people. */
    private static boolean isAsLong(RelDataType from, RelDataType to) {
        int length = to.getPrecision();
        return length == RelDataType.PRECISION_NOT_SPECIFIED
                || from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED && from.getPrecision() <= length;
    }
}
