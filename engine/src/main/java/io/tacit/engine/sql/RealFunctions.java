package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * Logarithms, trigonometry and other functions of DOUBLE values. Where one is not defined, or has a pole, it is NULL; a
 * value beyond the largest DOUBLE is an infinity, as it is for EXP.
 */
public final class RealFunctions {
    private static final SqlReturnTypeInference REAL = ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference TRUTH = ReturnTypes.BOOLEAN.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    private static final Map<String, SqlFunction> FUNCTIONS = new LinkedHashMap<>();

    static {
        for (String name : List.of(
                "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH", "ASINH", "ACOSH", "CBRT",
                "DEGREES", "RADIANS", "EVEN", "COT", "ATANH", "LOG2", "GAMMA", "LGAMMA")) {
            real(name, 1);
        }
        real("ATAN2", 2);
        real("NEXTAFTER", 2);
        FUNCTIONS.put(
                "LOG", SqlBasicFunction.create("LOG", REAL, OperandTypes.NUMERIC.or(OperandTypes.NUMERIC_NUMERIC)));
        FUNCTIONS.put("PI", SqlBasicFunction.create("PI", ReturnTypes.DOUBLE, OperandTypes.NILADIC));
        for (String name : List.of("ISNAN", "ISINF", "ISFINITE")) {
            FUNCTIONS.put(name, SqlBasicFunction.create(name, TRUTH, OperandTypes.NUMERIC));
        }
    }

    private RealFunctions() {}

    static List<SqlOperator> all() {
        return new ArrayList<>(FUNCTIONS.values());
    }

    /** The function of this name in capitals; there must be one. */
    public static SqlFunction named(String name) {
        return Objects.requireNonNull(FUNCTIONS.get(name), name);
    }

    private static void real(String name, int arguments) {
        List<SqlTypeFamily> families = Collections.nCopies(arguments, SqlTypeFamily.NUMERIC);
        FUNCTIONS.put(name, SqlBasicFunction.create(name, REAL, OperandTypes.family(families)));
    }
}
