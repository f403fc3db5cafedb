package io.tacit.engine.session;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.remainder.CarryIntervals;
import io.tacit.engine.sql.WantedError;
import java.util.List;
import java.util.Optional;

/**
 * A query, ready to be charged and run. Nothing in it depends on data.
 *
 * @param columns the query's columns
 * @param releases the private releases, in the order of their tables
 * @param answerSql the remainder, over released and public tables
 * @param answerTypes types of the remainder's columns: the query's, then ends of intervals
 * @param intervals for each of the query's columns where its interval stands among the remainder's, if it has one
 * @param reports whether the released tables have a column more for each aggregate: its report
 * @param redraws how often noise is drawn again for the intervals of computed values
 * @param plain the remainder without redrawn values, for an answer that is too large with them; empty where there are
 *     none, or where it needs them
 * @param explain whether the query asks to be explained only
 * @param wanted the error for which it wants to know the epsilon
 * @param charge what all releases cost together
 */
record PreparedQuery(
        List<AnswerColumn> columns,
        List<PreparedRelease> releases,
        String answerSql,
        List<ResultType> answerTypes,
        List<Optional<CarryIntervals.Interval>> intervals,
        boolean reports,
        RedrawnRows redraws,
        Optional<Remainder> plain,
        boolean explain,
        Optional<WantedError> wanted,
        Charge charge) {
    /**
     * A remainder, ready to run.
     *
     * @param sql over released and public tables
     * @param types of its columns
     * @param intervals for each of the query's columns where its interval stands
     */
    record Remainder(String sql, List<ResultType> types, List<Optional<CarryIntervals.Interval>> intervals) {}

    /** The remainder in the form that is tried first. */
    Remainder remainder() {
        return new Remainder(answerSql, answerTypes, intervals);
    }

    /** The least confidence of the intervals of its releases; that of the session where there are none. */
    double confidence(Defaults defaults) {
        return releases.stream()
                .mapToDouble(release -> release.plan().parameters().confidence())
                .min()
                .orElse(defaults.confidence());
    }

    /** What the query means, apart from how it is written. */
    String digest() {
        return CanonicalQuery.digest(this);
    }
}
