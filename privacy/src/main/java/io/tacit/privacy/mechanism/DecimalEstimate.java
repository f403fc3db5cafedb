package io.tacit.privacy.mechanism;

import java.math.BigDecimal;

/**
 * A value that is exact in decimals, and the interval that covers the value before noise.
 *
 * @param value within the interval
 * @param low at most {@code value}
 * @param high at least {@code value}
 */
public record DecimalEstimate(BigDecimal value, BigDecimal low, BigDecimal high) {
    /** Refuses a value outside the interval. */
    public DecimalEstimate {
        if (low.compareTo(value) > 0 || value.compareTo(high) > 0) {
            throw new IllegalArgumentException("value must lie between low and high");
        }
    }
}
