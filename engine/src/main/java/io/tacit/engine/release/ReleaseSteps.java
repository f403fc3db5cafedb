package io.tacit.engine.release;

import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.rewrite.ResolvedLimits;
import java.util.ArrayList;
import java.util.List;

/** Lists the steps of a release, in order; there is no other list of them. */
public final class ReleaseSteps {
    private ReleaseSteps() {}

    /** All steps of a release. */
    public static List<ReleaseStep> of(Calibration calibration) {
        List<ReleaseStep> steps = new ArrayList<>();
        boolean finds = !calibration.plan().automatic().isEmpty();
        // The paper counts a person in each of at most C_u groups, so that C_u comes first.
        boolean together = finds && !HistogramSql.likeThePaper(calibration.plan());
        if (calibration.groups().isPresent() && !together) {
            steps.add(new ReleaseStep.GroupsPerPerson());
        }
        if (finds) {
            steps.add(new ReleaseStep.Histograms(calibration.groups().isPresent() && together));
        }
        measure(calibration, ReleaseStep.Rows.GROUPS, steps);
        calibration.leftovers().ifPresent(more -> measure(more, ReleaseStep.Rows.LEFTOVERS, steps));
        return List.copyOf(steps);
    }

    private static void measure(Calibration calibration, ReleaseStep.Rows of, List<ReleaseStep> steps) {
        steps.add(new ReleaseStep.States(of));
        calibration.plan().choices().forEach(request -> steps.add(new ReleaseStep.Leaves(of, request)));
    }

    /** The queries that a release will send, with stand-ins where it will put limits that it finds. */
    public static List<ReleaseStep.Query> queries(Calibration calibration, PushedDownSql sql) {
        ResolvedLimits limits = ResolvedLimits.placeholders(calibration.plan().automatic());
        return of(calibration).stream()
                .filter(step -> step.isAsked(calibration, limits))
                .map(step -> step.query(calibration, sql, limits))
                .toList();
    }
}
