package io.tacit.engine.sql;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types of the catalog as types of the algebra, and back. */
public final class ColumnTypes {
    /** Digits of a second that a TIMESTAMP or TIME keeps. */
    static final int TIME_PRECISION = 6;

    private ColumnTypes() {}

    /** A column's type, with whether it may hold NULL. */
    public static RelDataType toCalcite(RelDataTypeFactory types, Column column) {
        return types.createTypeWithNullability(toCalcite(types, column.type()), column.nullable());
    }

    /** A type that does not hold NULL. */
    public static RelDataType toCalcite(RelDataTypeFactory types, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> types.createSqlType(SqlTypeName.BIGINT);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case VARCHAR ->
                types.createTypeWithCharsetAndCollation(
                        types.createSqlType(SqlTypeName.VARCHAR), types.getDefaultCharset(), SqlCollation.IMPLICIT);
            case DATE -> types.createSqlType(SqlTypeName.DATE);
            case TIME -> types.createSqlType(SqlTypeName.TIME, TIME_PRECISION);
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, TIME_PRECISION);
        };
    }

    /**
     * The type of a column of an answer, which may be an array.
     *
     * @throws Refusal for a type that no answer has, such as an interval or an array of arrays
     */
    public static ResultType result(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.ARRAY
                ? new ResultType(fromCalcite(element(type)), true)
                : ResultType.of(fromCalcite(type));
    }

    /** The type of an array's elements. */
    public static RelDataType element(RelDataType array) {
        return Objects.requireNonNull(array.getComponentType());
    }

    /**
     * The type in the catalog's words; narrower types become the next one there is.
     *
     * @throws Refusal for a type that no column has, such as an interval
     */
    public static ColumnType fromCalcite(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> ColumnType.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER -> ColumnType.INTEGER;
            case BIGINT -> ColumnType.BIGINT;
            case DECIMAL -> ColumnType.decimal(type.getPrecision(), type.getScale());
            case REAL, FLOAT, DOUBLE -> ColumnType.DOUBLE;
            case CHAR, VARCHAR, NULL -> ColumnType.VARCHAR;
            case DATE -> ColumnType.DATE;
            case TIME -> ColumnType.TIME;
            case TIMESTAMP -> ColumnType.TIMESTAMP;
            default ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "A column of type " + TypeNames.of(type) + " is not accepted.",
                        type.getSqlTypeName() == SqlTypeName.ARRAY
                                ? "Take its elements, a[1], or make a row of each with UNNEST(a) in FROM."
                                : "Convert it, for example with CAST(… AS VARCHAR).");
        };
    }
}
