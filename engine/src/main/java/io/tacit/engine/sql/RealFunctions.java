package io.tacit.engine.sql;

import io.tacit.engine.sql.DuckDbScalars.Printer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * Logarithms, trigonometry and other functions of DOUBLE values, by DuckDB's names. Where one is not defined, or has a
 * pole, it is NULL; a value beyond the largest DOUBLE is an infinity, as it is for EXP.
 */
final class RealFunctions {
    private static final String NAN = "CAST('NaN' AS DOUBLE)";
    private static final String ZERO = "CAST(0 AS DOUBLE)";
    private static final String ONE = "CAST(1 AS DOUBLE)";

    private static final SqlReturnTypeInference REAL = ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference TRUTH = ReturnTypes.BOOLEAN.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    private static final Map<SqlOperator, Printer> PRINTERS = new LinkedHashMap<>();

    static {
        for (String name : List.of(
                "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH", "ASINH", "ACOSH", "CBRT",
                "DEGREES", "RADIANS", "EVEN")) {
            real(name, "%s");
        }
        real("COT", "NULLIF(%s, " + ZERO + ")");
        real("ATANH", "CASE WHEN abs(%1$s) < " + ONE + " THEN %1$s END");
        real("LOG2", positive("%1$s"));
        real("GAMMA", "NULLIF(%s, " + ZERO + ")");
        real("LGAMMA", "CASE WHEN %1$s > " + ZERO + " OR %1$s <> floor(%1$s) THEN %1$s END");
        // What differs between -0.0 and 0.0 would depend on which of them a group of equal values shows.
        real("ATAN2", "%s + " + ZERO, "%s + " + ZERO);
        real("NEXTAFTER", "%s + " + ZERO, "%s");
        PRINTERS.put(
                SqlBasicFunction.create("LOG", REAL, OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_NUMERIC)),
                RealFunctions::logarithm);
        PRINTERS.put(
                SqlBasicFunction.create("PI", ReturnTypes.DOUBLE, OperandTypes.NILADIC), (scalars, call) -> "pi()");
        for (String name : List.of("ISNAN", "ISINF", "ISFINITE")) {
            PRINTERS.put(
                    SqlBasicFunction.create(name, TRUTH, OperandTypes.NUMERIC),
                    (scalars, call) -> name.toLowerCase(Locale.ROOT) + "("
                            + scalars.printAs(call.getOperands().get(0), "DOUBLE") + ")");
        }
    }

    private RealFunctions() {}

    static List<SqlOperator> all() {
        return List.copyOf(PRINTERS.keySet());
    }

    static void register(Map<SqlOperator, Printer> printers) {
        printers.putAll(PRINTERS);
    }

    /** A function of as many numbers as it has patterns; each pattern makes an argument one that the engine can take. */
    private static void real(String name, String... patterns) {
        SqlTypeFamily[] families = new SqlTypeFamily[patterns.length];
        Arrays.fill(families, SqlTypeFamily.NUMERIC);
        SqlFunction function = SqlBasicFunction.create(name, REAL, OperandTypes.family(families));
        PRINTERS.put(function, (scalars, call) -> {
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
