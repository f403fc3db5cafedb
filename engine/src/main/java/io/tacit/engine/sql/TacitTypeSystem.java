package io.tacit.engine.sql;

import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * How wide types are and what aggregates give: DECIMAL has at most 38 digits, a TIMESTAMP microseconds, whole numbers
 * add up to DECIMAL(38,0), DECIMAL(p,s) to DECIMAL(38,s), and averages are DOUBLE.
 */
final class TacitTypeSystem extends RelDataTypeSystemImpl {
    static final int MAX_DIGITS = 38;

    private static final TacitTypeSystem SYSTEM = new TacitTypeSystem();

    private TacitTypeSystem() {}

    /** A fresh factory; text is Unicode. */
    static RelDataTypeFactory factory() {
        return new SqlTypeFactoryImpl(SYSTEM) {
            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }
        };
    }

    @Override
    public int getMaxPrecision(SqlTypeName type) {
        return switch (type) {
            case DECIMAL -> MAX_DIGITS;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ColumnTypes.TIME_PRECISION;
            default -> super.getMaxPrecision(type);
        };
    }

    @Override
    public int getDefaultPrecision(SqlTypeName type) {
        return switch (type) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> ColumnTypes.TIME_PRECISION;
            default -> super.getDefaultPrecision(type);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName type) {
        return type == SqlTypeName.DECIMAL ? MAX_DIGITS : super.getMaxScale(type);
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.HALF_UP;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
        RelDataType sum = switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, NULL -> types.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, 0);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, argument.getScale());
            default -> SqlTypeUtil.isApproximateNumeric(argument) ? types.createSqlType(SqlTypeName.DOUBLE) : argument;
        };
        return types.createTypeWithNullability(sum, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
        return types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), argument.isNullable());
    }
}
