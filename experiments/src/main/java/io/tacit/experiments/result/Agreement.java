package io.tacit.experiments.result;

/**
 * Whether releases followed the law of their noise: the share of draws in an event, and its chance by the law alone.
 *
 * @param what the event, such as {@code Q13: a group is hidden}
 * @param expected its chance by the law, averaged over the draws
 * @param observed the share of draws in it
 * @param draws how many independent draws there were
 */
public record Agreement(String what, double expected, double observed, long draws) {
    /** How often a healthy release would be found wrong, at most. */
    private static final double FALSE_ALARM = 1e-9;

    /** The most that the share may be away from the chance, by Hoeffding's inequality. */
    public double allowed() {
        return Math.sqrt(Math.log(2 / FALSE_ALARM) / (2.0 * draws));
    }

    /** Whether it is not further away; a healthy release fails here at most once in a thousand million times. */
    public boolean holds() {
        return Math.abs(observed - expected) <= allowed();
    }
}
