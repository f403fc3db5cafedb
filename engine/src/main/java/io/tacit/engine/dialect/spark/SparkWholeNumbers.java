package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.WholeNumberSql;
import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whole numbers are decimals of 38 digits, which hold all of less than 2^126. What is computed of people's rows stays
 * below ({@code State.md}); quotients stay below 10^32.
 */
final class SparkWholeNumbers implements WholeNumberSql {
    static final String WHOLE = "DECIMAL(38,0)";

    private static final int MOST_DIGITS = 126;

    /** 2^0 to 2^126. */
    private static final String POWERS = IntStream.rangeClosed(0, MOST_DIGITS)
            .mapToObj(exponent -> constant(BigInteger.ONE.shiftLeft(exponent)))
            .collect(Collectors.joining(", ", "array(", ")"));

    /** Numbers with fewer binary digits are whole numbers of 64 bits. */
    private static final int LONG_DIGITS = 62;

    /** What is cut off larger numbers first. */
    private static final int LOW_EXPONENT = 32;

    @Override
    public String of(String value) {
        return "CAST(" + value + " AS " + WHOLE + ")";
    }

    /** Spark adds up whole numbers in 64 bits. */
    @Override
    public String addend(String value) {
        return of(value);
    }

    @Override
    public String literal(BigInteger value) {
        return constant(value);
    }

    private static String constant(BigInteger value) {
        return "CAST('" + value + "' AS " + WHOLE + ")";
    }

    /** Differences of decimals are rounded where they could have more than 38 digits. */
    @Override
    public Optional<String> withoutPoint(String decimal, int scale) {
        return Optional.empty();
    }

    /**
     * Spark rounds a quotient to six places after the point: what is divided is first made a multiple of the divisor, so
     * that there is nothing to round.
     */
    @Override
    public String quotient(String dividend, String divisor) {
        String by = "NULLIF(" + of(divisor) + ", 0)";
        String whole = of(dividend);
        return "CAST(try_divide(" + whole + " - " + whole + " % " + by + ", " + by + ") AS " + WHOLE + ")";
    }

    @Override
    public String binaryDigits(String number) {
        return Once.of(
                of(number),
                n -> "CASE WHEN " + n + " < " + power(LONG_DIGITS) + " THEN " + digits(n) + " WHEN " + n + " < "
                        + power(2 * LONG_DIGITS) + " THEN " + LONG_DIGITS + " + "
                        + digits(quotient(n, power(LONG_DIGITS))) + " ELSE " + 2 * LONG_DIGITS + " + "
                        + digits(quotient(n, power(2 * LONG_DIGITS))) + " END");
    }

    private static String digits(String number) {
        return "length(bin(try_cast(" + number + " AS BIGINT)))";
    }

    private static String power(int exponent) {
        return constant(BigInteger.ONE.shiftLeft(exponent));
    }

    /** Cut into two parts of 63 binary digits, of which bits are cut off. */
    @Override
    public String withoutLastDigits(String number, String digits) {
        String whole = of(number);
        String high = quotient(whole, power(Long.SIZE - 1));
        String low = whole + " % " + power(Long.SIZE - 1);
        String count = "CAST(" + digits + " AS INT)";
        return "CASE WHEN " + count + " < 63 THEN " + high + " * try_element_at(" + POWERS + ", 64 - " + count + ") + "
                + of("shiftright(try_cast(" + low + " AS BIGINT), " + count + ")") + " ELSE "
                + of("shiftright(try_cast(" + high + " AS BIGINT), " + count + " - 63)") + " END";
    }

    @Override
    public String days(String date) {
        return "unix_date(" + date + ")";
    }

    /** The session's time zone is UTC. */
    @Override
    public String microseconds(String timestamp) {
        return "unix_micros(CAST(" + timestamp + " AS TIMESTAMP))";
    }

    /** What 64 bits have no room for is cut into two parts of which each is exact. */
    @Override
    public String steps(String column, double limit, int exponent) {
        String most = SparkConversions.real(String.valueOf(limit));
        String perStep = SparkConversions.real(String.valueOf(Math.scalb(1.0, -exponent)));
        String low = SparkConversions.real(String.valueOf(Math.scalb(1.0, LOW_EXPONENT)));
        String scaled = Once.of(
                column,
                value -> "CASE WHEN " + value + " IS NOT NULL THEN LEAST(GREATEST(" + value + ", -" + most + "), "
                        + most + ") * " + perStep + " END");
        return Once.of(scaled, steps -> {
            String high = "CAST(" + steps + " / " + low + " AS BIGINT)";
            return "CASE WHEN abs(" + steps + ") < "
                    + SparkConversions.real(String.valueOf(Math.scalb(1.0, LONG_DIGITS)))
                    + " THEN CAST(CAST(rint(" + steps + ") AS BIGINT) AS " + WHOLE + ") ELSE CAST(" + high + " AS "
                    + WHOLE + ") * " + BigInteger.ONE.shiftLeft(LOW_EXPONENT) + " + CAST(" + steps + " - CAST(" + high
                    + " AS DOUBLE) * " + low + " AS BIGINT) END";
        });
    }
}
