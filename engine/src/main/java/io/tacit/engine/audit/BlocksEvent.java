package io.tacit.engine.audit;

import java.util.Locale;

/**
 * An event that a block's outputs show or do not show.
 *
 * @param statistic of the outputs
 * @param threshold what the statistic reaches
 * @param atLeast whether the event is a statistic of at least, or else at most, the threshold
 * @param canaryFirst whether it should be more probable with the canary than without, or else the other way round
 * @param pair the promise that it should break
 */
record BlocksEvent(
        BlocksStatistic statistic, double threshold, boolean atLeast, boolean canaryFirst, BlackBoxClaim.Pair pair) {
    boolean holds(double value) {
        return atLeast ? value >= threshold : value <= threshold;
    }

    String words() {
        return String.format(Locale.ROOT, "%s is at %s %.6g", statistic.words(), atLeast ? "least" : "most", threshold);
    }
}
