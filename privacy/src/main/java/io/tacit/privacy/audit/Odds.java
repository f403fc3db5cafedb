package io.tacit.privacy.audit;

/**
 * How often an event was seen over two neighbours, and what was claimed: P(first) ≤ e^ε·P(second) + δ.
 *
 * @param first the probability over the first data set, with its bounds
 * @param second the probability over the second data set, with its bounds
 * @param epsilon ε as claimed
 * @param delta δ as claimed
 */
public record Odds(Share first, Share second, double epsilon, double delta) {
    /** Whether the bounds alone refute the claim. */
    public boolean refute() {
        return first.low() > Math.exp(epsilon) * second.high() + delta;
    }
}
