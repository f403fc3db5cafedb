package io.tacit.engine.release;

import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.TotalLimits;
import io.tacit.privacy.mechanism.Estimate;
import java.math.BigInteger;

/**
 * By how much more a total would be without the limits that were found for it: what all people have beyond them, in
 * whichever group, so that no group misses more. Computed from noisy histograms alone.
 *
 * @param below how much of it is negative, at most: what would make the total less; at least 0
 * @param above how much would make it more, at most; at least 0
 */
record CutOff(double below, double above) {
    /** Nothing is cut off, or by limits of which nobody knows what is beyond. */
    static final CutOff NOTHING = new CutOff(0, 0);

    /** What is cut off from a state, in its whole units; nothing from one that only weighs people. */
    static CutOff of(StateRequest state, ResolvedLimits limits) {
        return state.accept(new TotalLimits()).map(own -> of(own, limits)).orElse(NOTHING);
    }

    /** What is cut off by limits, in whole units. */
    static CutOff of(ContributionLimits limits, ResolvedLimits known) {
        return limits.match(given -> NOTHING, inferred -> beyond(inferred, known), sum -> ofRows(sum, known));
    }

    private static CutOff beyond(ContributionLimits.Inferred inferred, ResolvedLimits known) {
        ResolvedLimits.Beyond beyond = known.beyond().get(inferred);
        if (beyond == null) {
            return NOTHING;
        }
        Estimate below = beyond.below().excess();
        Estimate above = beyond.above().excess();
        return new CutOff(Math.ceil(below.high()), Math.ceil(above.high()));
    }

    /** Rows that do not count could each have had the least or the largest value. */
    private static CutOff ofRows(ContributionLimits.OfRows sum, ResolvedLimits known) {
        double rows = of(sum.rows(), known).above;
        return new CutOff(
                rows * sum.low().negate().max(BigInteger.ZERO).doubleValue(),
                rows * sum.high().max(BigInteger.ZERO).doubleValue());
    }

    /** The same in another unit. */
    CutOff times(double unit) {
        return new CutOff(below * unit, above * unit);
    }

    /** Whether there is anything. */
    boolean isNothing() {
        return below == 0 && above == 0;
    }
}
