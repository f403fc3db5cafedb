package io.tacit.engine.session;

import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.ledger.Charge;
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
        boolean explain,
        Optional<WantedError> wanted,
        Charge charge) {
    /** What the query means, apart from how it is written. */
    String digest() {
        return CanonicalQuery.digest(this);
    }
}
