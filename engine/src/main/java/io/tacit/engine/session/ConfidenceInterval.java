package io.tacit.engine.session;

/**
 * An interval that covers the value before noise at the answer's confidence.
 *
 * @param low its lower end, at most {@code high}
 * @param high its upper end
 */
public record ConfidenceInterval(double low, double high) {
    /** Half its length: what follows the ± when the value stands in the middle. */
    public double halfWidth() {
        return (high - low) / 2;
    }
}
