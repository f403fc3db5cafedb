package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.WholeFunction;
import org.apache.calcite.rex.RexCall;

/** Prints {@link WholeFunction}. They are computed in 128 bits; what does not fit is NULL. */
final class DuckDbWholeFunctions {
    private DuckDbWholeFunctions() {}

    static ScalarPrinter printer(WholeFunction function) {
        return switch (function) {
            case GCD -> (scalars, call) -> divisor("gcd", scalars, call);
            case LCM -> (scalars, call) -> divisor("lcm", scalars, call);
            case BIT_COUNT ->
                (scalars, call) -> typed(
                        "bit_count(" + scalars.printAs(call.getOperands().get(0), "BIGINT") + ")", call.getType());
            case FACTORIAL -> DuckDbWholeFunctions::factorial;
        };
    }

    private static String factorial(ScalarToSql scalars, RexCall call) {
        String number = scalars.printAs(call.getOperands().get(0), "INTEGER");
        String inside =
                "CASE WHEN " + number + " BETWEEN 0 AND " + WholeFunction.MAX_FACTORIAL + " THEN " + number + " END";
        return typed("factorial(" + inside + ")", call.getType());
    }

    /** Of 64-bit numbers in 128 bits, where neither function overflows. */
    private static String divisor(String function, ScalarToSql scalars, RexCall call) {
        return typed(function + "(" + wide(scalars, call, 0) + ", " + wide(scalars, call, 1) + ")", call.getType());
    }

    private static String wide(ScalarToSql scalars, RexCall call, int operand) {
        return "CAST(" + scalars.printAs(call.getOperands().get(operand), "BIGINT") + " AS HUGEINT)";
    }
}
