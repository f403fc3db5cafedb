package io.tacit.engine.session;

import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.Outside;
import java.util.Optional;

/** What a count or a sum seems to miss beyond bounds that were found; from the noisy counts that found them. */
final class TailNote {

    private TailNote() {}

    /** A sentence; empty where hardly anybody seems to lie beyond. */
    static String of(StateRequest total, ResolvedLimits limits) {
        Optional<Outside> outside = clamped(total).flatMap(limits::tail).map(found -> found.above());
        if (outside.isEmpty() || outside.get().people() < 0.5) {
            return "";
        }
        long people = Math.round(outside.get().people());
        return "About " + (people == 1 ? "1 person seems" : people + " people seem")
                + " to lie beyond these bounds; what they have beyond them is missing.";
    }

    private static Optional<ContributionLimits> clamped(StateRequest total) {
        if (total instanceof StateRequest.Sum sum) {
            return Optional.of(sum.limits());
        }
        if (total instanceof StateRequest.Count count) {
            return Optional.of(count.limits());
        }
        return total instanceof StateRequest.Distinct distinct ? Optional.of(distinct.limits()) : Optional.empty();
    }
}
