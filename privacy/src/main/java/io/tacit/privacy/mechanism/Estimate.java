package io.tacit.privacy.mechanism;

/**
 * A value and the interval that covers the value before noise.
 *
 * @param value never NaN
 * @param low at most {@code high}
 * @param high the interval's upper end
 */
public record Estimate(double value, double low, double high) {}
