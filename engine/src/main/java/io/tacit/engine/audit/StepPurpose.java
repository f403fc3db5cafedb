package io.tacit.engine.audit;

import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureQuantiles;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ResolvedLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * What a step of a run is for, as its release's plan says.
 *
 * @param kind what its rows are
 * @param release which release of the query, from 0
 * @param calibration of the release, or of its leftovers
 * @param limits that were found before
 * @param request which quantiles, for leaves
 */
record StepPurpose(Kind kind, int release, Calibration calibration, ResolvedLimits limits, int request) {
    /** What rows are. */
    enum Kind {
        /** How many people are in how many groups. */
        GROUPS_PER_PERSON,
        /** Histograms of people for automatic limits. */
        HISTOGRAMS,
        /** The paper's histograms, where a person is counted in each group. */
        PAPER_HISTOGRAMS,
        /** Number of people and states of each group. */
        STATES,
        /** Weights of the leaves of each group. */
        LEAVES
    }

    /** Whether noise is drawn from bits here, so that the outcome is the same only over the same rows. */
    boolean drawsItself() {
        return kind != Kind.STATES && kind != Kind.PAPER_HISTOGRAMS;
    }

    /** The roles of all steps of these releases, in order. */
    static List<StepPurpose> of(List<ReleasedRows> released) {
        List<StepPurpose> roles = new ArrayList<>();
        for (int i = 0; i < released.size(); i++) {
            Calibration calibration = released.get(i).calibration();
            ResolvedLimits limits = released.get(i).limits();
            if (calibration.plan().parameters().findsMaxGroups()) {
                roles.add(new StepPurpose(Kind.GROUPS_PER_PERSON, i, calibration, limits, 0));
            }
            if (!calibration.plan().automatic().isEmpty()) {
                Kind kind = HistogramSql.likeThePaper(calibration.plan()) ? Kind.PAPER_HISTOGRAMS : Kind.HISTOGRAMS;
                roles.add(new StepPurpose(kind, i, calibration, limits, 0));
            }
            measure(roles, i, calibration, limits);
            int release = i;
            calibration.leftovers().ifPresent(leftovers -> measure(roles, release, leftovers, limits));
        }
        return roles;
    }

    private static void measure(List<StepPurpose> roles, int release, Calibration calibration, ResolvedLimits limits) {
        roles.add(new StepPurpose(Kind.STATES, release, calibration, limits, 0));
        for (int i = 0; i < calibration.plan().quantiles().size(); i++) {
            if (MeasureQuantiles.quantiles(calibration, i, limits).isPresent()) {
                roles.add(new StepPurpose(Kind.LEAVES, release, calibration, limits, i));
            }
        }
    }
}
