package io.tacit.engine.session;

import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.TotalLimits;
import io.tacit.privacy.mechanism.Outside;
import java.util.Optional;

/**
 * Says how much a count or a sum seems to miss beyond bounds that were found, judged by the noisy counts that found
 * them.
 */
final class TailNote {

    private TailNote() {}

    /** A sentence; empty where hardly anybody seems to lie beyond. */
    static String of(StateRequest total, ResolvedLimits limits) {
        Optional<Outside> outside =
                total.accept(new TotalLimits()).flatMap(limits::tail).map(found -> found.above());
        if (outside.isEmpty() || outside.get().people() < 0.5) {
            return "";
        }
        long people = Math.round(outside.get().people());
        return "About " + (people == 1 ? "1 person seems" : people + " people seem")
                + " to lie beyond these bounds; what they have beyond them is missing.";
    }
}
