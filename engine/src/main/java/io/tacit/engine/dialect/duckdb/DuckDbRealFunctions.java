package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RealFunctions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;

/** Prints {@link RealFunctions}, by DuckDB's names. */
final class DuckDbRealFunctions {
    private static final String NAN = "CAST('NaN' AS DOUBLE)";
    private static final String ZERO = "CAST(0 AS DOUBLE)";
    private static final String ONE = "CAST(1 AS DOUBLE)";

    private DuckDbRealFunctions() {}

    static void register(Map<SqlOperator, ScalarPrinter> printers) {
        for (String name : List.of(
                "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH", "ASINH", "ACOSH", "CBRT",
                "DEGREES", "RADIANS", "EVEN")) {
            real(printers, name, "%s");
        }
        real(printers, "COT", "NULLIF(%s, " + ZERO + ")");
        real(printers, "ATANH", "CASE WHEN abs(%1$s) < " + ONE + " THEN %1$s END");
        real(printers, "LOG2", positive("%1$s"));
        real(printers, "GAMMA", "NULLIF(%s, " + ZERO + ")");
        real(printers, "LGAMMA", "CASE WHEN %1$s > " + ZERO + " OR %1$s <> floor(%1$s) THEN %1$s END");
        // What differs between -0.0 and 0.0 would depend on which of them a group of equal values shows.
        real(printers, "ATAN2", "%s + " + ZERO, "%s + " + ZERO);
        real(printers, "NEXTAFTER", "%s + " + ZERO, "%s");
        printers.put(RealFunctions.named("LOG"), DuckDbRealFunctions::logarithm);
        printers.put(RealFunctions.named("PI"), (scalars, call) -> "pi()");
        for (String name : List.of("ISNAN", "ISINF", "ISFINITE")) {
            printers.put(
                    RealFunctions.named(name),
                    (scalars, call) -> name.toLowerCase(Locale.ROOT) + "("
                            + scalars.printAs(call.getOperands().get(0), "DOUBLE") + ")");
        }
    }

    /** Each pattern makes an argument one that the engine can take. */
    private static void real(Map<SqlOperator, ScalarPrinter> printers, String name, String... patterns) {
        printers.put(RealFunctions.named(name), (scalars, call) -> {
            StringBuilder arguments = new StringBuilder();
            for (int i = 0; i < patterns.length; i++) {
                String argument = scalars.printAs(call.getOperands().get(i), "DOUBLE");
                arguments.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, patterns[i], argument));
            }
            return withoutNan(name.toLowerCase(Locale.ROOT) + "(" + arguments + ")");
        });
    }

    /** To base 10, or to the base that comes first. */
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
