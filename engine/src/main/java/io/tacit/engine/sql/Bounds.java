package io.tacit.engine.sql;

import java.math.BigDecimal;

/**
 * The exact bounds of a contribution, both inclusive. {@code 0} and {@code 0.00} are the same bound.
 *
 * @param low at most {@code high}; of times the microseconds since 1970-01-01
 * @param high at least {@code low}
 * @param times whether they were written as dates or timestamps
 */
public record Bounds(BigDecimal low, BigDecimal high, boolean times) {
    /** Bounds that are numbers; of a DATE they are days. */
    public Bounds(BigDecimal low, BigDecimal high) {
        this(low, high, false);
    }

    public Bounds {
        low = low.stripTrailingZeros();
        high = high.stripTrailingZeros();
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("the lower bound is above the upper bound");
        }
    }
}
