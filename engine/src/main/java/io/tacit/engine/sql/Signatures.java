package io.tacit.engine.sql;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Operators of functions that Calcite does not have, or means otherwise. Since all are total, each may give NULL. */
final class Signatures {
    static final SqlReturnTypeInference TEXT = nullable(ReturnTypes.VARCHAR);
    static final SqlReturnTypeInference TRUTH = nullable(ReturnTypes.BOOLEAN);
    static final SqlReturnTypeInference INTEGER = nullable(ReturnTypes.INTEGER);
    static final SqlReturnTypeInference BIGINT = nullable(ReturnTypes.BIGINT);
    static final SqlReturnTypeInference REAL = nullable(ReturnTypes.DOUBLE);
    static final SqlReturnTypeInference DATE = nullable(ReturnTypes.DATE);
    static final SqlReturnTypeInference FIRST = nullable(ReturnTypes.ARG0);
    static final SqlReturnTypeInference SECOND = nullable(ReturnTypes.ARG1);

    /** The type in which all operands fit. */
    static final SqlReturnTypeInference COMMON = nullable(ReturnTypes.LEAST_RESTRICTIVE);

    /** Whole numbers of 38 digits. */
    static final SqlReturnTypeInference WIDEST = nullable(
            ReturnTypes.explicit(types -> types.createSqlType(SqlTypeName.DECIMAL, TacitTypeSystem.MAX_DIGITS, 0)));

    private Signatures() {}

    private static SqlReturnTypeInference nullable(SqlReturnTypeInference type) {
        return type.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    }

    static SqlFunction function(String name, SqlReturnTypeInference type, SqlOperandTypeChecker arguments) {
        return SqlBasicFunction.create(name, type, arguments);
    }

    static SqlFunction function(String name, SqlReturnTypeInference type, SqlTypeFamily... arguments) {
        return function(name, type, OperandTypes.family(arguments));
    }

    /** The type of a quotient: the wider type of two whole numbers, otherwise DOUBLE. */
    static RelDataType quotient(SqlOperatorBinding operands) {
        boolean whole = isWhole(operands.getOperandType(0)) && isWhole(operands.getOperandType(1));
        RelDataType wider = whole ? operands.getTypeFactory().leastRestrictive(operands.collectOperandTypes()) : null;
        RelDataType type = wider == null ? operands.getTypeFactory().createSqlType(SqlTypeName.DOUBLE) : wider;
        return operands.getTypeFactory().createTypeWithNullability(type, true);
    }

    /** Whole numbers beyond 64 bits, such as sums, are DECIMAL(38,0). */
    private static boolean isWhole(RelDataType type) {
        return SqlTypeUtil.isIntType(type)
                || (type.getSqlTypeName() == SqlTypeName.DECIMAL
                        && type.getPrecision() == TacitTypeSystem.MAX_DIGITS
                        && type.getScale() == 0);
    }
}
