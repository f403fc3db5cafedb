package io.tacit.cli.chart;

/**
 * A number and its interval.
 *
 * @param label what it is the number of
 * @param at where it stands on an axis of time, in any unit; 0 where there is none
 * @param value finite
 * @param low the lower end of its interval, at most {@code value}; equal to it where there is no interval
 * @param high the upper end, at least {@code value}
 * @param shown the number as people read it, such as {@code 1,234 ± 45}
 */
public record ChartPoint(String label, double at, double value, double low, double high, String shown) {
    /** @throws IllegalArgumentException for a number that is not finite, or outside its interval */
    public ChartPoint {
        if (!Double.isFinite(at + value + low + high) || low > value || high < value) {
            throw new IllegalArgumentException("no point of a chart");
        }
    }

    /** Whether an interval is drawn. */
    boolean hasInterval() {
        return high > low;
    }
}
