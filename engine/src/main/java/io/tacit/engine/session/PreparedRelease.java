package io.tacit.engine.session;

import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.engine.release.ReleaseSteps;
import io.tacit.engine.rewrite.ReleasePlan;
import java.util.List;
import java.util.Optional;

/**
 * One private release of a query, ready to be checked and run.
 *
 * @param calibration its plan, and the noise of it
 * @param sql the printer of its pushed-down queries
 * @param people which private tables it reads, and how the person is found
 * @param tables the names of the private tables that it reads
 * @param fed whether later releases of the statement read it
 * @param meaning what it tells, where releases are kept and it can be told
 */
record PreparedRelease(
        Calibration calibration,
        PushedDownSql sql,
        List<String> people,
        List<String> tables,
        boolean fed,
        Optional<ReleaseMeaning> meaning) {
    PreparedRelease {
        people = List.copyOf(people);
        tables = List.copyOf(tables);
    }

    ReleasePlan plan() {
        return calibration.plan();
    }

    /** The released table's name. */
    String name() {
        return plan().name();
    }

    /** The queries of the release, with stand-ins for limits that the release finds. */
    List<ReleaseStep.Query> queries() {
        return ReleaseSteps.queries(calibration, sql);
    }
}
