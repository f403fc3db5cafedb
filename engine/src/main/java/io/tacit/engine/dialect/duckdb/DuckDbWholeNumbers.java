package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.WholeNumberSql;
import java.math.BigInteger;

/** Whole numbers of 128 bits are HUGEINT. */
final class DuckDbWholeNumbers implements WholeNumberSql {
    @Override
    public String of(String value) {
        return "CAST(" + value + " AS HUGEINT)";
    }

    @Override
    public String literal(BigInteger value) {
        return of(value.toString());
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
