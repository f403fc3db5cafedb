package io.tacit.bench.random;

import io.tacit.engine.session.ConfidenceInterval;
import org.jspecify.annotations.Nullable;

/** What one interval made of the truth. */
enum Verdict {
    /** Both ends are there, and the truth is between them. */
    HOLDS,
    /** An end is open, and the truth is beyond the other one. */
    OPEN,
    /** It does not hold the truth, but does with the share that the answer says is missing. */
    SAID,
    /** It does not hold the truth, and nothing is said that would explain it. */
    NEITHER,
    /** The truth is a number, and there is no interval. */
    NO_INTERVAL;

    /**
     * Judges a cell.
     *
     * @param missing the largest share of a total that the answer says may be missing, 0 for what is no total
     */
    static Verdict of(double truth, @Nullable ConfidenceInterval interval, double missing) {
        if (interval == null) {
            return NO_INTERVAL;
        }
        // Doubles of a decimal's digits: equal numbers may differ in the last bits.
        double tolerance = 1e-9 * Math.abs(truth);
        boolean above = interval.low() - tolerance <= truth;
        boolean below = truth <= interval.high() + tolerance;
        if (above && below) {
            return isClosed(interval) ? HOLDS : OPEN;
        }
        // A share that is missing brings a total that much nearer to 0.
        double rest = Math.max(1e-9, 1 - missing);
        boolean said = truth > 0
                ? above && truth * rest <= interval.high() + tolerance
                : below && truth * rest >= interval.low() - tolerance;
        return said ? SAID : NEITHER;
    }

    /** Both ends are there. */
    static boolean isClosed(ConfidenceInterval interval) {
        return Double.isFinite(interval.low()) && Double.isFinite(interval.high());
    }

    /** Half the length of a closed interval as a share of the truth; ∞ where an end is open, or the truth is 0. */
    static double halfWidth(double truth, ConfidenceInterval interval) {
        if (interval.halfWidth() == 0) {
            return 0;
        }
        return isClosed(interval) && truth != 0 ? interval.halfWidth() / Math.abs(truth) : Double.POSITIVE_INFINITY;
    }
}
