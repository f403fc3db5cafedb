package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.WholeFunctions;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** Prints {@link WholeFunctions}. They are computed in 128 bits; what does not fit is NULL. */
final class DuckDbWholeFunctions {
    private DuckDbWholeFunctions() {}

    static void register(Map<SqlOperator, ScalarPrinter> printers) {
        printers.put(WholeFunctions.GCD, (scalars, call) -> divisor("gcd", scalars, call));
        printers.put(WholeFunctions.LCM, (scalars, call) -> divisor("lcm", scalars, call));
        printers.put(WholeFunctions.FACTORIAL, (scalars, call) -> {
            String number = scalars.printAs(call.getOperands().get(0), "INTEGER");
            String inside = "CASE WHEN " + number + " BETWEEN 0 AND " + WholeFunctions.MAX_FACTORIAL + " THEN " + number
                    + " END";
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
