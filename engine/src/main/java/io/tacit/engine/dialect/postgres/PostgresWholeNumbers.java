package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.WholeNumberSql;
import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Whole numbers are numeric, which has more digits than they need. */
final class PostgresWholeNumbers implements WholeNumberSql {
    private static final int MOST_DIGITS = 127;

    /** 2^0 to 2^127. */
    private static final String POWERS = IntStream.rangeClosed(0, MOST_DIGITS)
            .mapToObj(exponent -> BigInteger.ONE.shiftLeft(exponent).toString())
            .collect(Collectors.joining(",", "CAST('{", "}' AS numeric[])"));

    /** Up to here a cast to bigint is exact. */
    private static final int LONG_EXPONENT = 62;

    /** What is cut off larger numbers first. */
    private static final int LOW_EXPONENT = 32;

    @Override
    public String of(String value) {
        return "round(CAST(" + value + " AS numeric))";
    }

    /** The engine's own SUM is wider than what it adds. */
    @Override
    public String addend(String value) {
        return value;
    }

    @Override
    public String literal(BigInteger value) {
        return "CAST(" + value + " AS numeric)";
    }

    @Override
    public Optional<String> withoutPoint(String decimal, int scale) {
        return Optional.of(of(decimal + " * " + literal(BigInteger.TEN.pow(scale))));
    }

    @Override
    public String quotient(String dividend, String divisor) {
        return "div(" + dividend + ", " + divisor + ")";
    }

    /** As many as there are powers of two that are no larger. */
    @Override
    public String binaryDigits(String number) {
        return "width_bucket(CAST(" + number + " AS numeric), " + POWERS + ")";
    }

    @Override
    public String withoutLastDigits(String number, String digits) {
        return "div(" + number + ", (" + POWERS + ")[" + digits + " + 1])";
    }

    @Override
    public String days(String date) {
        return "(" + date + " - DATE '1970-01-01')";
    }

    @Override
    public String microseconds(String timestamp) {
        return "CAST(EXTRACT(EPOCH FROM " + timestamp + ") * 1000000 AS bigint)";
    }

    /**
     * Neither product nor cast can fail: what would vanish is 0 before it is multiplied, and what bigint has no room
     * for is cut into two parts of which each is exact.
     */
    @Override
    public String steps(String column, double limit, int exponent) {
        String low = PostgresConversions.real(String.valueOf(Math.scalb(1.0, LOW_EXPONENT)));
        String high = "trunc(v.a * " + PostgresConversions.real(String.valueOf(Math.scalb(1.0, -LOW_EXPONENT))) + ")";
        String parts = "CAST(CAST(" + high + " AS bigint) AS numeric) * " + BigInteger.ONE.shiftLeft(LOW_EXPONENT)
                + " + CAST(v.a - " + high + " * " + low + " AS bigint)";
        String whole = Once.of(
                steps(column, limit, Math.scalb(1.0, -exponent), Math.scalb(1.0, exponent - 2)),
                "CASE WHEN abs(v.a) < " + PostgresConversions.real(String.valueOf(Math.scalb(1.0, LONG_EXPONENT)))
                        + " THEN CAST(CAST(v.a AS bigint) AS numeric) ELSE " + parts + " END");
        return whole;
    }

    /** The number of steps, rounded to none where it is less than a quarter of one; NULL for NULL. */
    private static String steps(String column, double limit, double perStep, double tiny) {
        String most = PostgresConversions.real(String.valueOf(limit));
        return Once.of(
                column,
                "CASE WHEN abs(v.a) < " + PostgresConversions.real(String.valueOf(tiny)) + " THEN "
                        + PostgresConversions.real("0") + " WHEN v.a IS NOT NULL THEN LEAST(GREATEST(v.a, -" + most
                        + "), " + most + ") * " + PostgresConversions.real(String.valueOf(perStep)) + " END");
    }
}
