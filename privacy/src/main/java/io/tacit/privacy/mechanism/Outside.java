package io.tacit.privacy.mechanism;

/**
 * What seems to lie beyond a bound that was found, over all data together: an estimate from a noisy histogram and nothing
 * else, so that it costs nothing and may be shown.
 *
 * @param people about how many people's contributions are beyond the bound, at least 0
 * @param excess about how much these have beyond it, in units, all added; at least 0
 * @param mostExcess no more than so much, with a belief of 39 in 40; at least {@code excess}
 */
public record Outside(double people, double excess, double mostExcess) {
    /** Nobody and nothing. */
    public static final Outside NOTHING = new Outside(0, 0, 0);

    /** Refuses what is negative or not a number. */
    public Outside {
        if (!(people >= 0 && excess >= 0 && mostExcess >= excess && mostExcess < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("people and excess must be at least 0, mostExcess at least excess");
        }
    }
}
