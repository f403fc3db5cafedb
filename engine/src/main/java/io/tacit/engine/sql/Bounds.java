package io.tacit.engine.sql;

import java.math.BigDecimal;

/**
 * The exact bounds of a contribution, both inclusive. {@code 0} and {@code 0.00} are the same bound.
 *
 * @param low at most {@code high}
 * @param high at least {@code low}
 */
public record Bounds(BigDecimal low, BigDecimal high) {
    public Bounds {
        low = low.stripTrailingZeros();
        high = high.stripTrailingZeros();
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("the lower bound is above the upper bound");
        }
    }
}
