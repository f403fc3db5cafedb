package io.tacit.engine.catalog;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * Between which values the owner says that a column's values lie, both ends included. A public fact that is never
 * compared with data: a value outside is moved to the nearer end where the bounds are used.
 *
 * @param low at most {@code high}; of a DATE the days since 1970-01-01
 * @param high at least {@code low}
 */
public record RowBounds(BigDecimal low, BigDecimal high) {
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

    private static String text(ColumnType type, BigDecimal end) {
        return type.kind() == ColumnType.Kind.DATE
                ? LocalDate.ofEpochDay(end.longValueExact()).toString()
                : end.toPlainString();
    }
}
