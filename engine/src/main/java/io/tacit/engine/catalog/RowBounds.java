package io.tacit.engine.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * The declared range of a column's values, both ends included. A public fact that is never compared with data: a value
 * outside is moved to the nearer end where the bounds are used.
 *
 * @param low at most {@code high}; of a DATE the days, of a TIMESTAMP the microseconds since 1970-01-01
 * @param high at least {@code low}
 */
public record RowBounds(BigDecimal low, BigDecimal high) {
    private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);

    public RowBounds {
        low = low.stripTrailingZeros();
        high = high.stripTrailingZeros();
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("the lower bound is above the upper bound");
        }
    }

    /** The lower end as owners write it. */
    public String lowText(ColumnType type) {
        return text(type, low);
    }

    /** The upper end as owners write it. */
    public String highText(ColumnType type) {
        return text(type, high);
    }

    /** One end of bounds for a column of some type, as people write it. */
    public static String text(ColumnType type, BigDecimal end) {
        return switch (type.kind()) {
            case DATE -> LocalDate.ofEpochDay(end.longValueExact()).toString();
            case TIMESTAMP -> TIME.format(EPOCH.plus(end.longValueExact(), ChronoUnit.MICROS));
            default -> end.toPlainString();
        };
    }
}
