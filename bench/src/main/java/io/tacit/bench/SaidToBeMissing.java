package io.tacit.bench;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.MissingReport;

/** What an answer says is missing. */
final class SaidToBeMissing {
    private SaidToBeMissing() {}

    /**
     * The largest share of what people contribute that is missing for the limit of groups. Intervals hold what other limits
     * cut off; those of COUNT and SUM hold this, too, so that with it they are wider than what is printed.
     */
    static double of(Answer answer) {
        return answer.releases().stream()
                .flatMap(release -> release.missing().stream())
                .filter(missing -> missing.limit() == MissingReport.Limit.GROUPS
                        || missing.limit() == MissingReport.Limit.ALL_ROWS)
                .mapToDouble(missing -> missing.contributions().high())
                .max()
                .orElse(0);
    }
}
