package io.tacit.engine.session;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * An interval that covers the value before noise at the answer's confidence. Ends of dates are days, those of timestamps
 * microseconds since the beginning of 1970; {@link #lowOf} and {@link #highOf} turn them back.
 *
 * @param low its lower end, at most {@code high}; −∞ where nothing bounds the value below
 * @param high its upper end; ∞ where nothing bounds it above
 */
public record ConfidenceInterval(double low, double high) {
    private static final LocalDateTime FIRST = LocalDate.EPOCH.atStartOfDay();

    /** Half its length: what follows the ± when the value stands in the middle; infinite where an end is open. */
    public double halfWidth() {
        return (high - low) / 2;
    }

    /** The interval of a date or timestamp. */
    static ConfidenceInterval ofTimes(Temporal low, Temporal high) {
        return new ConfidenceInterval(number(low), number(high));
    }

    private static double number(Temporal end) {
        return end instanceof LocalDate day ? day.toEpochDay() : FIRST.until(end, ChronoUnit.MICROS);
    }

    /**
     * The lower end as what the value is: a date beside a date, a timestamp beside a timestamp, else the number itself; null where it is open.
     *
     * @param value of the same cell, null for SQL's NULL
     */
    public @Nullable Object lowOf(@Nullable Object value) {
        return of(low, value);
    }

    /** The upper end as what the value is, as {@link #lowOf}. */
    public @Nullable Object highOf(@Nullable Object value) {
        return of(high, value);
    }

    private static @Nullable Object of(double end, @Nullable Object value) {
        if (Double.isInfinite(end)) {
            return null;
        }
        if (value instanceof LocalDate) {
            return LocalDate.ofEpochDay((long) end);
        }
        return value instanceof LocalDateTime ? (Object) FIRST.plus((long) end, ChronoUnit.MICROS) : (Double) end;
    }
}
