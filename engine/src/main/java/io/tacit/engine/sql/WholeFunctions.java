package io.tacit.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of whole numbers. */
public final class WholeFunctions {
    /** The factorial of a larger number has more than 38 digits. */
    public static final int MAX_FACTORIAL = 33;

    private static final SqlReturnTypeInference WIDEST = ReturnTypes.explicit(
                    types -> types.createSqlType(SqlTypeName.DECIMAL, TacitTypeSystem.MAX_DIGITS, 0))
            .andThen(SqlTypeTransforms.FORCE_NULLABLE);

    /** The greatest common divisor. */
    public static final SqlFunction GCD = SqlBasicFunction.create(
            "GCD", ReturnTypes.BIGINT.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.INTEGER_INTEGER);

    /** The least common multiple. */
    public static final SqlFunction LCM = SqlBasicFunction.create("LCM", WIDEST, OperandTypes.INTEGER_INTEGER);

    public static final SqlFunction FACTORIAL = SqlBasicFunction.create("FACTORIAL", WIDEST, OperandTypes.INTEGER);

    private WholeFunctions() {}

    static List<SqlOperator> all() {
        return List.of(GCD, LCM, FACTORIAL);
    }
}
