package io.tacit.bench.random;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.MissingReport;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one interval made of the truth. */
enum Verdict {
    /** Both ends are there, and the truth is between them. */
    HOLDS,
    /** An end is open, and the truth is beyond the other one. */
    OPEN,
    /** There is no value, or no interval beside it, and the answer says that there is none. */
    UNKNOWN,
    /** It does not hold the truth, and the answer says in words that it does not allow for what is missing. */
    SAID,
    /** It does not hold the truth, and nothing is said that would explain it. */
    NEITHER,
    /** There is a value without an interval, as if it were exact, and nothing says why. */
    BARE;

    /** Limits of what is counted; a value beyond bounds is not missing. */
    private static final Set<MissingReport.Limit> COUNTS =
            Set.of(MissingReport.Limit.GROUPS, MissingReport.Limit.ALL_ROWS, MissingReport.Limit.ROWS);

    /**
     * What an answer says in words of the intervals of all its columns.
     *
     * @param missing that some values lack what lies beyond a limit of groups or rows
     * @param noInterval that a value has none
     */
    record Said(boolean missing, boolean noInterval) {
        static Said by(Answer answer) {
            List<MissingReport> reports = answer.releases().stream()
                    .flatMap(release -> release.missing().stream())
                    .filter(report -> !report.note().isEmpty())
                    .toList();
            boolean tooFew = answer.releases().stream()
                    .flatMap(release -> release.aggregates().stream())
                    .anyMatch(aggregate -> aggregate.note().contains("is no interval"));
            return new Said(
                    reports.stream().anyMatch(report -> report.material() && COUNTS.contains(report.limit())),
                    tooFew || reports.stream().anyMatch(report -> report.note().contains("too much for an interval")));
        }
    }

    /**
     * Judges a cell.
     *
     * @param value null for NULL
     * @param total whether it adds up what people do: then its interval is to hold what is missing, whatever is said
     */
    static Verdict of(
            double truth, @Nullable Object value, @Nullable ConfidenceInterval interval, boolean total, Said said) {
        if (value == null || interval == null) {
            return value == null || said.noInterval() ? UNKNOWN : BARE;
        }
        // Doubles of a decimal's digits: equal numbers may differ in the last bits.
        double tolerance = 1e-9 * Math.abs(truth);
        boolean above = interval.low() - tolerance <= truth;
        boolean below = truth <= interval.high() + tolerance;
        if (above && below) {
            return isClosed(interval) ? HOLDS : OPEN;
        }
        return !total && said.missing() ? SAID : NEITHER;
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
