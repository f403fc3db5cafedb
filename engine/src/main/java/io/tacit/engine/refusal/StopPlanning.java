package io.tacit.engine.refusal;

/**
 * Planning can be stopped from outside, by an interrupt of the thread that plans. Work that may take long asks here
 * whether it still should; planning reads no data, so nothing is said about any.
 */
public final class StopPlanning {
    private StopPlanning() {}

    /**
     * Goes on unless this thread was interrupted.
     *
     * @throws Refusal PLANNING_TIME when this thread was interrupted
     */
    public static void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw refusal();
        }
    }

    /** The refusal of a query that takes too long to plan. */
    public static Refusal refusal() {
        return new Refusal(
                ErrorCode.PLANNING_TIME,
                "Planning this query takes too long.",
                "Split it into several queries, or let its steps read each column fewer times.");
    }
}
