package io.tacit.privacy.mechanism;

/**
 * What seems to lie beyond a bound that was found, over all data together: an estimate from a noisy histogram and
 * nothing else, so that it costs nothing and may be shown. It is what the believed shapes of the tail give; no
 * confidence is promised, and of a tail that grows heavier toward its end the excess can be several times as large.
 *
 * @param people about how many people's contributions are beyond the bound, at least 0
 * @param excess about how much these have beyond it, in units, all added; at least 0
 */
public record Outside(double people, double excess) {
    /** Nobody lies beyond the bound. */
    public static final Outside NOTHING = new Outside(0, 0);

    /** Refuses what is negative or not a number. */
    public Outside {
        if (!(people >= 0 && excess >= 0 && Double.isFinite(people) && Double.isFinite(excess))) {
            throw new IllegalArgumentException("people and excess must be finite and at least 0");
        }
    }
}
