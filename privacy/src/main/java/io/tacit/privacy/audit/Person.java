package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** What the engine makes of one person's record before anything is added up. */
final class Person {
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(86);

    private Person() {}

    /** The rows that count: NaN is NULL; what is huge or infinite is saturated. */
    static List<BigInteger> rows(double record, Unit unit) {
        return Double.isNaN(record)
                ? List.of()
                : List.of(whole(record / unit.size().toDoubleNearest()));
    }

    /** A record in tenths of its range, for histograms and small integers; NaN counts as 0. */
    static BigInteger times(double record, int factor) {
        return Double.isNaN(record) ? BigInteger.ZERO : whole(record * factor);
    }

    private static BigInteger whole(double value) {
        if (Math.abs(value) >= 0x1p86) {
            return value > 0 ? MOST : MOST.negate();
        }
        return new BigDecimal(Math.rint(value)).toBigInteger();
    }
}
