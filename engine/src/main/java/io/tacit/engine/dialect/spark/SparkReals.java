package io.tacit.engine.dialect.spark;

import static io.tacit.engine.dialect.spark.SparkConversions.real;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RealFunction;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Functions of DOUBLE. Spark's arithmetic of them is that of IEEE 754 and raises no errors. */
final class SparkReals {
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final String NAN = real("NaN");
    private static final String INFINITE = real("Infinity");

    private SparkReals() {}

    static ScalarPrinter printer(RealFunction function) {
        return switch (function) {
            case SQRT -> SparkReals::root;
            case POWER -> SparkReals::power;
            case PI -> (scalars, call) -> "pi()";
            case ISNAN -> (scalars, call) -> "(" + argument(scalars, call) + " = " + NAN + ")";
            case ISINF -> (scalars, call) -> "(abs(" + argument(scalars, call) + ") = " + INFINITE + ")";
            case ISFINITE -> (scalars, call) -> "(abs(" + argument(scalars, call) + ") < " + INFINITE + ")";
            // Another last digit, another rounding, or no such function.
            case CBRT,
                    EXP,
                    LN,
                    LOG2,
                    LOG10,
                    LOG,
                    GAMMA,
                    LGAMMA,
                    EVEN,
                    NEXTAFTER,
                    SIN,
                    COS,
                    TAN,
                    COT,
                    ASIN,
                    ACOS,
                    ATAN,
                    ATAN2,
                    SINH,
                    COSH,
                    TANH,
                    ASINH,
                    ACOSH,
                    ATANH,
                    DEGREES,
                    RADIANS -> Lacking.FUNCTION;
        };
    }

    private static String argument(ScalarToSql scalars, RexCall call) {
        return scalars.printAs(call.getOperands().get(0), SparkTypes.DOUBLE);
    }

    private static String root(ScalarToSql scalars, RexCall call) {
        return "NULLIF(sqrt(" + argument(scalars, call) + "), " + NAN + ")";
    }

    private static String power(ScalarToSql scalars, RexCall call) {
        RexNode exponent = call.getOperands().get(1);
        boolean half = exponent instanceof RexLiteral literal
                && SqlTypeUtil.isNumeric(literal.getType())
                && !literal.isNull()
                && HALF.compareTo(Objects.requireNonNull(literal.getValueAs(BigDecimal.class))) == 0;
        if (!half) {
            throw Lacking.function("POWER");
        }
        return root(scalars, call);
    }
}
