package io.tacit.engine.audit;

import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.engine.release.ReleaseSteps;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The purpose of a step of a run, as its release's plan states it.
 *
 * @param kind what its rows are
 * @param release which release of the query, from 0
 * @param calibration of the release, or of its leftovers
 * @param limits that were found before
 * @param request what is chosen, for leaves
 */
record StepPurpose(
        Kind kind, int release, Calibration calibration, ResolvedLimits limits, Optional<ChoiceRequest> request) {
    /** The meaning of a step's rows. */
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

    /** Whether the step draws from bits in its own way, so that its outcome is the same only over the same rows. */
    boolean drawsItself() {
        return kind == Kind.HISTOGRAMS || kind == Kind.LEAVES;
    }

    /** Whether noise is added to every bin of a public list, also where nobody is. */
    boolean everyBin() {
        return kind == Kind.PAPER_HISTOGRAMS || kind == Kind.GROUPS_PER_PERSON;
    }

    /** The roles of all steps of these releases, in order. */
    static List<StepPurpose> of(List<ReleasedRows> released) {
        List<StepPurpose> roles = new ArrayList<>();
        for (int i = 0; i < released.size(); i++) {
            Calibration calibration = released.get(i).calibration();
            ResolvedLimits limits = released.get(i).limits();
            int release = i;
            ReleaseSteps.of(calibration).stream()
                    .filter(step -> step.isAsked(calibration, limits))
                    .forEach(step -> roles.add(new StepPurpose(
                            step.accept(new KindOf(calibration)),
                            release,
                            step.calibration(calibration),
                            limits,
                            step.accept(new RequestOf()))));
        }
        return roles;
    }

    /** Finds the kind of a step. */
    private record KindOf(Calibration release) implements ReleaseStep.Visitor<Kind> {
        @Override
        public Kind groupsPerPerson(ReleaseStep.GroupsPerPerson step) {
            return Kind.GROUPS_PER_PERSON;
        }

        @Override
        public Kind histograms(ReleaseStep.Histograms step) {
            return HistogramSql.likeThePaper(release.plan()) ? Kind.PAPER_HISTOGRAMS : Kind.HISTOGRAMS;
        }

        @Override
        public Kind states(ReleaseStep.States step) {
            return Kind.STATES;
        }

        @Override
        public Kind leaves(ReleaseStep.Leaves step) {
            return Kind.LEAVES;
        }
    }

    /** Finds the choice that a step serves; empty for a step that serves none. */
    private static final class RequestOf implements ReleaseStep.Visitor<Optional<ChoiceRequest>> {
        @Override
        public Optional<ChoiceRequest> groupsPerPerson(ReleaseStep.GroupsPerPerson step) {
            return Optional.empty();
        }

        @Override
        public Optional<ChoiceRequest> histograms(ReleaseStep.Histograms step) {
            return Optional.empty();
        }

        @Override
        public Optional<ChoiceRequest> states(ReleaseStep.States step) {
            return Optional.empty();
        }

        @Override
        public Optional<ChoiceRequest> leaves(ReleaseStep.Leaves step) {
            return Optional.of(step.request());
        }
    }
}
