package io.tacit.engine.dialect.postgres;

import static io.tacit.engine.dialect.postgres.PostgresConversions.real;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.RealFunction;
import java.util.Locale;
import org.apache.calcite.rex.RexCall;

/**
 * Functions of DOUBLE whose last digit is that of the C library of the server's machine, as in DuckDB that of its own.
 * Where PostgreSQL raises an error, for a result that is too large or becomes 0, or for an argument without a value, a
 * guard gives what IEEE 754 has, or NULL.
 */
final class PostgresRounded {
    private static final String ZERO = real("0");
    private static final String INFINITE = real("Infinity");

    /** The last number whose power of e is finite. */
    private static final String LAST_FINITE = real("709.782712893384");

    /** The first number whose power of e is not 0. */
    private static final String FIRST_POSITIVE = real("-745.1332191019411");

    /** Below it the power of e is the least number, or 0. */
    private static final String LEAST = real("-744.5");

    /** The logarithm of the first number of full precision; some libraries report what is below it as an error. */
    private static final String FULL_PRECISION = real("-708.3964185322641");

    /** The power of e of -64. */
    private static final String SCALE = real("1.603810890548638e-28");

    private static final String DEGREES = real("57.29577951308232");
    private static final String RADIANS = real("0.017453292519943295");

    private PostgresRounded() {}

    /**
     * The printer of a function.
     *
     * @throws IllegalArgumentException for one that is printed elsewhere
     */
    static ScalarPrinter printer(RealFunction function) {
        return switch (function) {
            case LN -> guarded("CASE WHEN v.a > " + ZERO + " THEN ln(v.a) END");
            case LOG10 -> guarded("CASE WHEN v.a > " + ZERO + " THEN log(v.a) END");
            case LOG -> PostgresRounded::logarithm;
            case EXP -> (scalars, call) -> power(argument(scalars, call, 0));
            case SIN, COS, TAN -> guarded("CASE WHEN abs(v.a) < " + INFINITE + " THEN " + name(function) + "(v.a) END");
            case COT -> guarded("CASE WHEN v.a <> " + ZERO + " AND abs(v.a) < " + INFINITE + " THEN cot(v.a) END");
            case ASIN, ACOS -> guarded("CASE WHEN abs(v.a) <= " + real("1") + " THEN " + name(function) + "(v.a) END");
            case ATANH -> guarded("CASE WHEN abs(v.a) < " + real("1") + " THEN atanh(v.a) END");
            case ACOSH -> guarded("CASE WHEN v.a >= " + real("1") + " THEN acosh(v.a) END");
            case CBRT, ATAN, SINH, COSH, TANH, ASINH ->
                (scalars, call) -> withoutNan(name(function) + "(" + argument(scalars, call, 0) + ")");
            case ATAN2 ->
                (scalars, call) -> withoutNan("atan2(" + argument(scalars, call, 0) + " + " + ZERO + ", "
                        + argument(scalars, call, 1) + " + " + ZERO + ")");
            case DEGREES -> (scalars, call) -> withoutNan(PostgresReals.product(argument(scalars, call, 0), DEGREES));
            case RADIANS -> (scalars, call) -> withoutNan(PostgresReals.product(argument(scalars, call, 0), RADIANS));
            case SQRT, POWER, PI, ISNAN, ISINF, ISFINITE, LOG2, GAMMA, LGAMMA, EVEN, NEXTAFTER ->
                throw new IllegalArgumentException("printed elsewhere: " + function);
        };
    }

    private static ScalarPrinter guarded(String guard) {
        return (scalars, call) -> withoutNan(Once.of(argument(scalars, call, 0), guard));
    }

    /** A logarithm to the base 10, or to the base in the first argument. */
    private static String logarithm(ScalarToSql scalars, RexCall call) {
        String positive = "CASE WHEN v.a > " + ZERO + " THEN log(v.a) END";
        String first = Once.of(argument(scalars, call, 0), positive);
        return withoutNan(
                call.getOperands().size() == 1
                        ? first
                        : PostgresReals.quotient(Once.of(argument(scalars, call, 1), positive), first));
    }

    /** A power of e. NaN counts as the largest number. */
    private static String power(String argument) {
        return Once.of(
                argument,
                "CASE WHEN v.a >= " + INFINITE + " THEN v.a WHEN v.a > " + LAST_FINITE + " THEN " + INFINITE
                        + " WHEN v.a < " + FIRST_POSITIVE + " THEN " + ZERO + " WHEN v.a < " + LEAST + " THEN "
                        + real("5e-324") + " WHEN v.a < " + FULL_PRECISION + " THEN exp(v.a + " + real("64") + ") * "
                        + SCALE + " ELSE exp(v.a) END");
    }

    private static String name(RealFunction function) {
        return function.name().toLowerCase(Locale.ROOT);
    }

    private static String argument(ScalarToSql scalars, RexCall call, int index) {
        return scalars.printAs(call.getOperands().get(index), PostgresConversions.DOUBLE);
    }

    static String withoutNan(String text) {
        return "NULLIF(" + text + ", " + real("NaN") + ")";
    }
}
