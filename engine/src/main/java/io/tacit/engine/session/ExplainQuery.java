package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.WantedError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says of a prepared query what it would cost and how accurate it would be. Touches no data.
 *
 * @param publicRows which of them go with the queries
 */
record ExplainQuery(PublicRows publicRows) {
    /**
     * The explanation.
     *
     * @param wanted the error of which it says the epsilon
     * @param confidence of the intervals
     */
    Explanation explain(QueryInProgress asked, PreparedQuery query, Optional<WantedError> wanted, double confidence) {
        List<ReleaseReport> reports = new ArrayList<>();
        List<String> pushedDown = new ArrayList<>();
        for (PreparedRelease release : query.releases()) {
            reports.add(ReleaseReports.planned(release.calibration(), release.people(), wanted));
            release.queries().forEach(step -> pushedDown.add(publicRows.goingWith(step.sql()) + step.sql()));
        }
        Charge cost = query.charge();
        return new Explanation(
                reports,
                pushedDown,
                query.releases().stream()
                        .map(PreparedRelease::plan)
                        .anyMatch(plan -> plan.parameters().findsMaxGroups()
                                || !plan.automatic().isEmpty()),
                query.answerSql(),
                Decimals.spent(cost.epsilon()),
                Decimals.spent(cost.delta()),
                confidence,
                asked.preview(query),
                wanted.map(WantedError::error).orElse(null),
                kept(asked, query));
    }

    /** Whether asking would cost nothing: the query has a kept answer or kept releases, or is kept as failed. */
    private static boolean kept(QueryInProgress asked, PreparedQuery query) {
        try {
            return asked.known(query).isPresent() || asked.releases(query).isPresent();
        } catch (Refusal keptAsFailed) {
            return true;
        }
    }
}
