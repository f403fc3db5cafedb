package io.tacit.engine.ownership;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Casts after which different values are still different. */
final class Widening {
    private Widening() {}

    /** Whether every value of the one type has a value of its own in the other. */
    static boolean loseNothing(RelDataType from, RelDataType to) {
        SqlTypeName a = from.getSqlTypeName();
        SqlTypeName b = to.getSqlTypeName();
        if (a == b) {
            return a != SqlTypeName.DECIMAL
                    || to.getScale() >= from.getScale()
                            && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
        }
        if (a == SqlTypeName.INTEGER) {
            return b == SqlTypeName.BIGINT || b == SqlTypeName.DECIMAL && to.getPrecision() - to.getScale() >= 10;
        }
        if (a == SqlTypeName.BIGINT) {
            return b == SqlTypeName.DECIMAL && to.getPrecision() - to.getScale() >= 19;
        }
        return a == SqlTypeName.CHAR && b == SqlTypeName.VARCHAR;
    }
}
