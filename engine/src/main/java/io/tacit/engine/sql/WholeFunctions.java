package io.tacit.engine.sql;

import static io.tacit.engine.sql.DuckDbScalars.typed;

import io.tacit.engine.sql.DuckDbScalars.Printer;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of whole numbers. They are computed in 128 bits; what does not fit is NULL. */
final class WholeFunctions {
    /** The factorial of a larger number has more than 38 digits. */
    private static final int MAX_FACTORIAL = 33;

    private static final SqlReturnTypeInference WIDEST = ReturnTypes.explicit(
                    types -> types.createSqlType(SqlTypeName.DECIMAL, TacitTypeSystem.MAX_DIGITS, 0))
            .andThen(SqlTypeTransforms.FORCE_NULLABLE);

    /** The greatest common divisor. */
    static final SqlFunction GCD = SqlBasicFunction.create(
            "GCD", ReturnTypes.BIGINT.andThen(SqlTypeTransforms.FORCE_NULLABLE), OperandTypes.INTEGER_INTEGER);

    /** The least common multiple. */
    static final SqlFunction LCM = SqlBasicFunction.create("LCM", WIDEST, OperandTypes.INTEGER_INTEGER);

    static final SqlFunction FACTORIAL = SqlBasicFunction.create("FACTORIAL", WIDEST, OperandTypes.INTEGER);

    private WholeFunctions() {}

    static List<SqlOperator> all() {
        return List.of(GCD, LCM, FACTORIAL);
    }

    static void register(Map<SqlOperator, Printer> printers) {
        printers.put(GCD, (scalars, call) -> divisor("gcd", scalars, call));
        printers.put(LCM, (scalars, call) -> divisor("lcm", scalars, call));
        printers.put(FACTORIAL, (scalars, call) -> {
            String number = scalars.printAs(call.getOperands().get(0), "INTEGER");
            String inside = "CASE WHEN " + number + " BETWEEN 0 AND " + MAX_FACTORIAL + " THEN " + number + " END";
            return typed("factorial(" + inside + ")", call.getType());
        });
    }

    /** Of 64-bit numbers in 128 bits, where neither function overflows. */
    private static String divisor(String function, ScalarToSql scalars, RexCall call) {
        return typed(function + "(" + wide(scalars, call, 0) + ", " + wide(scalars, call, 1) + ")", call.getType());
    }

    private static String wide(ScalarToSql scalars, RexCall call, int operand) {
        return "CAST(" + scalars.printAs(call.getOperands().get(operand), "BIGINT") + " AS HUGEINT)";
    }
}
