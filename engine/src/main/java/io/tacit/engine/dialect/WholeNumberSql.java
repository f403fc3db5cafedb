package io.tacit.engine.dialect;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Whole numbers of 128 bits, in which all contributions are added up: how an engine writes numbers of ±2^127. Operands
 * are texts that need no brackets around them; a NULL stays NULL.
 */
public interface WholeNumberSql {
    /** A value that fits, as a whole number; a fraction is rounded. */
    String of(String value);

    /**
     * A DOUBLE in steps of a power of two: rounded to the nearest whole number of them, and to the nearest limit where it
     * lies beyond both. NULL stays NULL; there is no NaN.
     *
     * @param column a column, which may be infinite
     * @param limit the magnitude at which values saturate: at most 2^85 steps
     * @param exponent of the step
     */
    String steps(String column, double limit, int exponent);

    /**
     * A whole number or decimal of which many are added up: SUM of it must not overflow, nor round. A text that needs no
     * brackets.
     */
    String addend(String value);

    /** A constant. */
    String literal(BigInteger value);

    /**
     * A decimal of at most 38 digits as a whole number of its last digits, that is times 10^scale: exact, however many of its
     * digits there are. A text that needs no brackets.
     *
     * @param decimal may be printed more than once
     * @return empty where the engine cannot compute it
     */
    Optional<String> withoutPoint(String decimal, int scale);

    /** The quotient, cut toward zero; the divisor is not 0. Not in brackets. */
    String quotient(String dividend, String divisor);

    /** The number of binary digits of a number that is at least 1. */
    String binaryDigits(String number);

    /** A number that is at least 0 without its last binary digits. Not in brackets. */
    String withoutLastDigits(String number, String digits);

    /** A DATE in days since 1970-01-01. */
    String days(String date);

    /** A TIMESTAMP in microseconds since 1970-01-01. */
    String microseconds(String timestamp);
}
