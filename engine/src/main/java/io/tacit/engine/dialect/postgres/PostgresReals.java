package io.tacit.engine.dialect.postgres;

import static io.tacit.engine.dialect.postgres.PostgresConversions.real;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.server.RealNotation;
import io.tacit.engine.sql.RealFunction;

/**
 * Arithmetic of DOUBLE as IEEE 754 has it. PostgreSQL raises an error where a result is too large for a finite number, and
 * where it is so small that it becomes 0; each operation therefore first looks whether that would happen, in numbers that
 * are scaled by powers of two, which is exact.
 */
final class PostgresReals implements RealNotation {
    private static final String ZERO = real("0");
    private static final String INFINITE = real("Infinity");

    @Override
    public String root(String argument) {
        return PostgresRounded.withoutNan(Once.of(argument, "CASE WHEN v.a >= " + ZERO + " THEN sqrt(v.a) END"));
    }

    @Override
    public ScalarPrinter rounded(RealFunction function) {
        return PostgresRounded.printer(function);
    }

    /** A power of two. */
    private static String two(int exponent) {
        return real(String.valueOf(Math.scalb(1.0, exponent)));
    }

    /** A sum; if both addends are large, the sum of their halves shows whether it is too large. */
    static String sum(String left, String sign, String right) {
        String plain = Once.A + sign + Once.B;
        String halves = "(v.a * " + real("0.5") + sign + "v.b * " + real("0.5") + ")";
        return Once.of(
                left,
                right,
                "CASE WHEN abs(v.a) < " + two(970) + " OR abs(v.b) < " + two(970) + " THEN " + plain + " WHEN abs("
                        + halves + ") >= " + two(1023) + " THEN " + halves + " * " + INFINITE + " ELSE " + plain
                        + " END");
    }

    /**
     * A product. Of two numbers beyond 1 it is at most 2^1024, of two below 1 at least 2^-1075; what is at most that
     * becomes 0. NaN counts as the largest number.
     */
    static String product(String left, String right) {
        String large = "(v.a * " + two(-513) + ") * (v.b * " + two(-513) + ")";
        String small = "(v.a * " + two(270) + ") * (v.b * " + two(270) + ")";
        return Once.of(
                left,
                right,
                "CASE WHEN " + usual() + " THEN v.a * v.b WHEN abs(v.a) > " + real("1") + " AND abs(v.b) > " + real("1")
                        + " THEN CASE WHEN abs(" + large + ") >= " + two(-2) + " THEN " + large + " * " + INFINITE
                        + " ELSE v.a * v.b END WHEN abs(v.a) < " + real("1") + " AND abs(v.b) < " + real("1")
                        + " THEN CASE WHEN abs(v.a) < " + two(-538) + " AND abs(v.b) < " + two(-538) + " THEN " + ZERO
                        + " WHEN abs(" + small + ") <= " + two(-535) + " THEN " + ZERO
                        + " ELSE v.a * v.b END ELSE v.a * v.b END");
    }

    /**
     * A quotient; NULL where the divisor is 0. It is too large if |a| is at least 2^1024 |b|, and 0 if |a| is at most
     * 2^-1075 |b|: no quotient of two numbers of 53 binary digits lies between 2^1024 and the last that is rounded down.
     */
    static String quotient(String left, String right) {
        String large = "abs(v.a) * " + two(-24) + " >= abs(v.b) * " + two(1000);
        String small = "abs(v.a) * " + two(1000) + " <= abs(v.b) * " + two(-75);
        return Once.of(
                left,
                "NULLIF(" + right + ", " + ZERO + ")",
                "CASE WHEN " + usual() + " THEN v.a / v.b WHEN abs(v.b) < " + real("1") + " AND abs(v.a) >= " + two(-52)
                        + " THEN CASE WHEN " + large + " THEN v.a * sign(v.b) * " + INFINITE
                        + " ELSE v.a / v.b END WHEN abs(v.b) > " + real("1") + " AND abs(v.a) < " + real("1")
                        + " THEN CASE WHEN " + small + " THEN " + ZERO + " ELSE v.a / v.b END ELSE v.a / v.b END");
    }

    /** Whether both are of a size at which nothing can happen, or one is 0, infinite or NaN. */
    private static String usual() {
        return usual(Once.A) + " AND " + usual(Once.B) + " OR " + special(Once.A) + " OR " + special(Once.B);
    }

    private static String usual(String value) {
        return "abs(" + value + ") BETWEEN " + two(-500) + " AND " + two(500);
    }

    private static String special(String value) {
        return value + " = " + ZERO + " OR abs(" + value + ") >= " + INFINITE;
    }
}
