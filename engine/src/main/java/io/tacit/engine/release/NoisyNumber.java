package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** A whole number of units, which noise was added to, as a value of a column's type. */
final class NoisyNumber {
    private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);

    private NoisyNumber() {}

    /** The value; the nearest that the type has. */
    static Object value(ColumnType type, BigInteger noisy, Rational unit) {
        return switch (type.kind()) {
            case INTEGER ->
                noisy.max(BigInteger.valueOf(Integer.MIN_VALUE))
                        .min(BigInteger.valueOf(Integer.MAX_VALUE))
                        .intValueExact();
            case BIGINT -> noisy.max(LEAST_LONG).min(LARGEST_LONG).longValueExact();
            case DECIMAL -> decimal(type, noisy, unit);
            case DATE -> LocalDate.ofEpochDay(noisy.longValueExact());
            case TIMESTAMP ->
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus(noisy.longValueExact(), ChronoUnit.MICROS);
            case DOUBLE -> real(noisy, unit);
            case BOOLEAN, VARCHAR, TIME -> throw new IllegalArgumentException("no number is of type " + type.sql());
        };
    }

    /** A decimal with the digits of its type; a noisy value beyond them becomes the largest that fits. */
    private static BigDecimal decimal(ColumnType type, BigInteger noisy, Rational unit) {
        BigDecimal value = new BigDecimal(noisy.multiply(unit.numerator()))
                .divide(new BigDecimal(unit.denominator()), type.scale(), RoundingMode.HALF_UP);
        BigDecimal largest =
                new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
        return value.max(largest.negate()).min(largest);
    }

    /** The value as a DOUBLE. */
    static double real(BigInteger whole, Rational unit) {
        double value = Rational.of(whole).times(unit).toDoubleNearest();
        // One zero: the sign of a zero would tell where it came from.
        return value + 0.0;
    }
}
