package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.WholeFunction;
import org.apache.calcite.rex.RexCall;

/** Functions of whole numbers, computed in numeric, where nothing overflows; what does not fit its type is NULL. */
final class PostgresWholeFunctions {
    private static final String WIDE = "bigint";
    private static final int BITS = 64;

    private PostgresWholeFunctions() {}

    static ScalarPrinter printer(WholeFunction function) {
        return switch (function) {
            case GCD -> (scalars, call) -> divisor("gcd", scalars, call);
            case LCM -> (scalars, call) -> divisor("lcm", scalars, call);
            case BIT_COUNT ->
                (scalars, call) -> PostgresSql.TYPES.fit(
                        "bit_count(CAST(" + operand(scalars, call, 0) + " AS bit(" + BITS + ")))", call.getType());
            case FACTORIAL -> PostgresWholeFunctions::factorial;
        };
    }

    private static String divisor(String name, ScalarToSql scalars, RexCall call) {
        return PostgresSql.TYPES.fit(
                name + "(CAST(" + operand(scalars, call, 0) + " AS numeric), CAST(" + operand(scalars, call, 1)
                        + " AS numeric))",
                call.getType());
    }

    private static String factorial(ScalarToSql scalars, RexCall call) {
        String guarded = Once.of(
                operand(scalars, call, 0),
                "CASE WHEN v.a BETWEEN 0 AND " + WholeFunction.MAX_FACTORIAL + " THEN factorial(v.a) END");
        return PostgresSql.TYPES.fit(guarded, call.getType());
    }

    private static String operand(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), WIDE);
    }
}
