package io.tacit.privacy.mechanism;

/**
 * What lies beyond a bound that was found, over all data together: computed from the noisy histogram that gave the
 * bound and nothing else, so that it costs nothing and may be shown ({@code TailBounds.md}).
 *
 * @param people how many people's largest contributions are beyond the bound; the interval follows from the law of the
 *     noise in the bins beyond
 * @param excess how much these contributions have beyond it, in units, all added. Its interval is what the shapes of
 *     tails that fit the noisy counts give: nothing is promised of a tail that goes far beyond the last bin where people
 *     seem to be
 */
public record Outside(Estimate people, Estimate excess) {
    private static final Estimate NONE = new Estimate(0, 0, 0);

    /** Nobody lies beyond the bound. */
    public static final Outside NOTHING = new Outside(NONE, NONE);

    /** The confidence of both intervals. */
    public static final double CONFIDENCE = 0.95;

    /** Refuses what is negative or infinite. */
    public Outside {
        if (people.low() < 0 || excess.low() < 0 || Double.isInfinite(people.high() + excess.high())) {
            throw new IllegalArgumentException("people and excess must be finite and at least 0");
        }
    }

    /** What lies beyond two bounds, below one and above the other. */
    public Outside plus(Outside other) {
        return new Outside(sum(people, other.people), sum(excess, other.excess));
    }

    private static Estimate sum(Estimate one, Estimate other) {
        return new Estimate(one.value() + other.value(), one.low() + other.low(), one.high() + other.high());
    }
}
