package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RealFunction;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Prints {@link RealFunction}, by DuckDB's names. */
final class DuckDbRealFunctions {
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final String NAN = "CAST('NaN' AS DOUBLE)";
    private static final String ZERO = "CAST(0 AS DOUBLE)";
    private static final String ONE = "CAST(1 AS DOUBLE)";

    private DuckDbRealFunctions() {}

    static ScalarPrinter printer(RealFunction function) {
        return switch (function) {
            case SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH, ASINH, ACOSH, CBRT, DEGREES, RADIANS, EVEN ->
                real(function, "%s");
            case SQRT -> DuckDbRealFunctions::root;
            case EXP -> (scalars, call) -> "exp(" + argument(scalars, call, 0) + ")";
            case LN -> (scalars, call) -> logarithm("ln", scalars, call);
            case LOG10 -> (scalars, call) -> logarithm("log10", scalars, call);
            case POWER -> DuckDbRealFunctions::power;
            case COT, GAMMA -> real(function, "NULLIF(%s, " + ZERO + ")");
            case ATANH -> real(function, "CASE WHEN abs(%1$s) < " + ONE + " THEN %1$s END");
            case LOG2 -> real(function, positive("%1$s"));
            case LOG -> DuckDbRealFunctions::logarithm;
            case LGAMMA -> real(function, "CASE WHEN %1$s > " + ZERO + " OR %1$s <> floor(%1$s) THEN %1$s END");
            // What differs between -0.0 and 0.0 would depend on which of them a group of equal values shows.
            case ATAN2 -> real(function, "%s + " + ZERO, "%s + " + ZERO);
            case NEXTAFTER -> real(function, "%s + " + ZERO, "%s");
            case PI -> (scalars, call) -> "pi()";
            case ISNAN, ISINF, ISFINITE -> (scalars, call) -> name(function) + "(" + argument(scalars, call, 0) + ")";
        };
    }

    private static String name(RealFunction function) {
        return function.operator().getName().toLowerCase(Locale.ROOT);
    }

    private static String argument(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), "DOUBLE");
    }

    private static String root(ScalarToSql scalars, RexCall call) {
        return withoutNan("sqrt(" + argument(scalars, call, 0) + ")");
    }

    /** A power: 0.0 is added to the base, since powers would tell -0.0 from 0.0, to which it is equal. */
    private static String power(ScalarToSql scalars, RexCall call) {
        return isHalf(call.getOperands().get(1))
                ? root(scalars, call)
                : withoutNan(
                        "pow(" + argument(scalars, call, 0) + " + " + ZERO + ", " + argument(scalars, call, 1) + ")");
    }

    /**
     * Whether an exponent is 0.5: Calcite turns SQRT(x) into POWER(x, 0.5), but that power of -Infinity is Infinity and
     * no root.
     */
    private static boolean isHalf(RexNode exponent) {
        return exponent instanceof RexLiteral literal
                && SqlTypeUtil.isNumeric(literal.getType())
                && !literal.isNull()
                && HALF.compareTo(Objects.requireNonNull(literal.getValueAs(BigDecimal.class))) == 0;
    }

    /** A logarithm, without the engine's -Infinity for 0 and NaN for negative numbers. */
    private static String logarithm(String function, ScalarToSql scalars, RexCall call) {
        String text = function + "(" + argument(scalars, call, 0) + ")";
        return "NULLIF(" + withoutNan(text) + ", CAST('-Infinity' AS DOUBLE))";
    }

    /** A call whose arguments are changed by patterns to values that the engine accepts. */
    private static ScalarPrinter real(RealFunction function, String... patterns) {
        String name = name(function);
        return (scalars, call) -> {
            StringBuilder arguments = new StringBuilder();
            for (int i = 0; i < patterns.length; i++) {
                String argument = argument(scalars, call, i);
                arguments.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, patterns[i], argument));
            }
            return withoutNan(name + "(" + arguments + ")");
        };
    }

    /** A logarithm to base 10, or to the base in the first argument. */
    private static String logarithm(ScalarToSql scalars, RexCall call) {
        List<String> arguments = call.getOperands().stream()
                .map(operand -> scalars.printAs(operand, "DOUBLE"))
                .toList();
        if (arguments.size() == 1) {
            return withoutNan("log10(" + positive(arguments.get(0)) + ")");
        }
        String base = "NULLIF(" + positive(arguments.get(0)) + ", " + ONE + ")";
        return withoutNan("log(" + base + ", " + positive(arguments.get(1)) + ")");
    }

    private static String positive(String text) {
        return "CASE WHEN " + text + " > " + ZERO + " THEN " + text + " END";
    }

    private static String withoutNan(String text) {
        return "NULLIF(" + text + ", " + NAN + ")";
    }
}
