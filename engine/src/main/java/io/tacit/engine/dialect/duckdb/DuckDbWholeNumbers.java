package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.WholeNumberSql;
import java.math.BigInteger;
import java.util.Optional;

/** Whole numbers of 128 bits are HUGEINT. */
final class DuckDbWholeNumbers implements WholeNumberSql {
    @Override
    public String of(String value) {
        return "CAST(" + value + " AS HUGEINT)";
    }

    /** LEAST and GREATEST ignore NULL, which would become a bound. */
    @Override
    public String steps(String column, double limit, int exponent) {
        String most = DuckDbLiterals.real(limit);
        String scaled = "LEAST(GREATEST(" + column + ", -" + most + "), " + most + ") * "
                + DuckDbLiterals.real(Math.scalb(1.0, -exponent));
        return "CASE WHEN " + column + " IS NULL THEN NULL ELSE " + of(scaled) + " END";
    }

    /** The engine's own SUM is wider than what it adds. */
    @Override
    public String addend(String value) {
        return value;
    }

    @Override
    public String literal(BigInteger value) {
        return of(value.toString());
    }

    /**
     * The product with 10^scale may have more digits than a decimal: what stands before the point is multiplied as a whole
     * number, and only the rest as a decimal.
     */
    @Override
    public Optional<String> withoutPoint(String decimal, int scale) {
        BigInteger power = BigInteger.TEN.pow(scale);
        String before = "trunc(" + decimal + ")";
        return Optional.of(
                scale == 0
                        ? of(decimal)
                        : "(" + of(before) + " * " + literal(power) + " + "
                                + of("(" + decimal + " - " + before + ") * CAST(" + power + " AS DECIMAL(" + (scale + 1)
                                        + ",0))")
                                + ")");
    }

    @Override
    public String quotient(String dividend, String divisor) {
        return dividend + " // " + divisor;
    }

    @Override
    public String binaryDigits(String number) {
        return "length(bin(" + number + "))";
    }

    @Override
    public String withoutLastDigits(String number, String digits) {
        return number + " >> " + digits;
    }

    @Override
    public String days(String date) {
        return "(" + date + " - DATE '1970-01-01')";
    }

    @Override
    public String microseconds(String timestamp) {
        return "epoch_us(" + timestamp + ")";
    }
}
