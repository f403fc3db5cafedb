package io.tacit.engine.session;

import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.sql.WantedError;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A query, ready to be charged and run. Nothing in it depends on data.
 *
 * @param columns the query's columns
 * @param releases the private releases, calibrated, in the order of their tables
 * @param partial for each release the printer of its pushed-down queries
 * @param people for each release which private tables it reads, and how the person is found
 * @param fed names of the releases that later ones of the statement read
 * @param answerSql the remainder, over released and public tables
 * @param answerTypes types of the remainder's columns: the query's, then ends of intervals
 * @param low for each of the query's columns the place of its interval's lower end among the remainder's, or -1
 * @param high for each of the query's columns the place of its interval's upper end among the remainder's, or -1
 * @param reports whether the released tables have a column more for each aggregate: its report
 * @param explain whether the query asks to be explained only
 * @param wanted the error for which it wants to know the epsilon
 * @param charge what all releases cost together
 */
record PreparedQuery(
        List<AnswerColumn> columns,
        List<Calibration> releases,
        List<PushedDownSql> partial,
        List<List<String>> people,
        Set<String> fed,
        String answerSql,
        List<ResultType> answerTypes,
        List<Integer> low,
        List<Integer> high,
        boolean reports,
        boolean explain,
        Optional<WantedError> wanted,
        Charge charge) {
    /** What the query means, apart from how it is written. */
    String digest() {
        return CanonicalQuery.digest(this);
    }
}
