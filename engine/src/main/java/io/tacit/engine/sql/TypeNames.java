package io.tacit.engine.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** The names of types in messages: as in SQL, without character sets and the like. */
public final class TypeNames {
    private TypeNames() {}

    public static String of(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return switch (name) {
            case CHAR, VARCHAR -> "text";
            case DECIMAL -> "DECIMAL(" + type.getPrecision() + "," + type.getScale() + ")";
            default -> name.getSpaceName().replace('_', ' ');
        };
    }
}
