package io.tacit.privacy.mechanism;

/**
 * A value and the interval that covers the value before noise. Before noise means: as the people's clamped
 * contributions in at most C_u groups each make it.
 *
 * @param value never NaN, and within the interval
 * @param low at most {@code value}
 * @param high at least {@code value}
 */
public record Estimate(double value, double low, double high) {
    /** Refuses NaN and a value outside the interval. */
    public Estimate {
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException("value must lie between low and high");
        }
    }
}
