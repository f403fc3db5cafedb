package io.tacit.engine.sql;

import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * How wide types are and what operators and aggregates give: DECIMAL has at most 38 digits, a TIMESTAMP microseconds,
 * {@code + - *} of whole numbers are BIGINT, whole numbers add up to DECIMAL(38,0), DECIMAL(p,s) to DECIMAL(38,s)
 * with at most 18 digits after the point, and averages are DOUBLE.
 */
public final class TacitTypeSystem extends RelDataTypeSystemImpl {
    public static final int MAX_DIGITS = 38;

    /** With more digits after the point, too few before it would be left in 38. */
    private static final int MOST_COMMON_SCALE = 18;

    private static final TacitTypeSystem SYSTEM = new TacitTypeSystem();

    private TacitTypeSystem() {}

    /**
     * A fresh factory; text is Unicode.
     *
     * <p>What decimals have in common keeps their digits after the point, as sums and differences do: Calcite would
     * drop them for a DECIMAL(38,0) such as SUM of whole numbers, and then 0.01 is 0 in {@code SUM(i) = 0.01}. What has
     * too many digits before the point is NULL.
     */
    public static RelDataTypeFactory factory() {
        return new SqlTypeFactoryImpl(SYSTEM) {
            @Override
            public @Nullable RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
                RelDataType common = super.leastRestrictive(types, rule);
                if (common == null || common.getSqlTypeName() != SqlTypeName.DECIMAL) {
                    return common;
                }
                int scale = Math.min(
                        MOST_COMMON_SCALE,
                        types.stream().mapToInt(TacitTypeSystem::scale).max().orElse(0));
                return scale <= common.getScale()
                        ? common
                        : createTypeWithNullability(
                                createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, scale), common.isNullable());
            }

            @Override
            public Charset getDefaultCharset() {
                return StandardCharsets.UTF_8;
            }
        };
    }

    private static int scale(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
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
    public @Nullable RelDataType deriveDecimalPlusType(RelDataTypeFactory types, RelDataType left, RelDataType right) {
        RelDataType whole = ofWholeNumbers(types, left, right);
        return whole == null ? super.deriveDecimalPlusType(types, left, right) : whole;
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory types, RelDataType left, RelDataType right) {
        RelDataType whole = ofWholeNumbers(types, left, right);
        return whole == null ? super.deriveDecimalMultiplyType(types, left, right) : whole;
    }

    /** The type of whole numbers: no sum, difference or product of two INTEGERs leaves BIGINT. */
    private static @Nullable RelDataType ofWholeNumbers(RelDataTypeFactory types, RelDataType left, RelDataType right) {
        return SqlTypeUtil.isIntType(left) && SqlTypeUtil.isIntType(right)
                ? types.createTypeWithNullability(
                        types.createSqlType(SqlTypeName.BIGINT), left.isNullable() || right.isNullable())
                : null;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
        RelDataType sum = switch (argument.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, NULL -> types.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, 0);
            case DECIMAL ->
                types.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, Math.min(MOST_COMMON_SCALE, argument.getScale()));
            default -> SqlTypeUtil.isApproximateNumeric(argument) ? types.createSqlType(SqlTypeName.DOUBLE) : argument;
        };
        return types.createTypeWithNullability(sum, argument.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
        return types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), argument.isNullable());
    }
}
