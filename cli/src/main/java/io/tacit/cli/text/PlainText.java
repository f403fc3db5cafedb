package io.tacit.cli.text;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** A single value as text, as DuckDB and psql write it. */
final class PlainText {
    private static final int MOST_DIGITS = 9;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, MOST_DIGITS, true)
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd ")
            .append(TIME)
            .toFormatter(Locale.ROOT);

    private PlainText() {}

    /** The text: {@code 2010-12-01 00:00:00} of a time stamp, all digits of a decimal number. */
    static String of(Object value) {
        if (value instanceof LocalDateTime time) {
            return TIMESTAMP.format(time);
        }
        if (value instanceof LocalTime time) {
            return TIME.format(time);
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
}
