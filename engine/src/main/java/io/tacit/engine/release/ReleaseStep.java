package io.tacit.engine.release;

import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;

/**
 * One question of a release to the engine that holds the data. {@link ReleaseSteps} lists them; who checks, runs,
 * explains or audits a release walks that list.
 */
public sealed interface ReleaseStep {
    /**
     * A pushed-down query.
     *
     * @param sql its text
     * @param keyCount its text columns
     * @param integerCount its integer columns
     */
    record Query(String sql, int keyCount, int integerCount) {}

    /** The calibration of the part that asks: the release itself, or the row of its leftovers. */
    Calibration calibration(Calibration release);

    /**
     * Whether this step is asked at all.
     *
     * @param release its calibration, with C_u as it was found
     * @param limits that were found before
     */
    boolean isAsked(Calibration release, ResolvedLimits limits);

    /**
     * The query of this step, if it {@link #isAsked}.
     *
     * @param release its calibration, with C_u as it was found
     * @param sql the release's queries, with the same C_u
     * @param limits that were found before
     */
    Query query(Calibration release, PushedDownSql sql, ResolvedLimits limits);

    /** Asks a visitor about this kind of step. */
    <R> R accept(Visitor<R> visitor);

    /** Asks how many people are in how many groups: the bin, then the number of people. */
    record GroupsPerPerson() implements ReleaseStep {
        @Override
        public Calibration calibration(Calibration release) {
            return release;
        }

        @Override
        public boolean isAsked(Calibration release, ResolvedLimits limits) {
            return true;
        }

        @Override
        public Query query(Calibration release, PushedDownSql sql, ResolvedLimits limits) {
            return new Query(
                    sql.groupsPerPerson(
                            release.plan().parameters().groups().orElseThrow().bins()),
                    1,
                    1);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.groupsPerPerson(this);
        }
    }

    /**
     * The histograms from which automatic limits are found: the name of the histogram and the bin, then the number.
     *
     * @param countsGroups whether people are counted by the number of their groups, too, so that nothing else asks
     */
    record Histograms(boolean countsGroups) implements ReleaseStep {
        @Override
        public Calibration calibration(Calibration release) {
            return release;
        }

        @Override
        public boolean isAsked(Calibration release, ResolvedLimits limits) {
            return true;
        }

        @Override
        public Query query(Calibration release, PushedDownSql sql, ResolvedLimits limits) {
            return new Query(
                    countsGroups
                            ? sql.histograms(
                                    release.plan().parameters().groups().orElseThrow())
                            : sql.histograms(),
                    2,
                    1);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.histograms(this);
        }
    }

    /**
     * The number of people of each group, then its states.
     *
     * @param of which groups
     */
    record States(Rows of) implements ReleaseStep {
        @Override
        public Calibration calibration(Calibration release) {
            return of.calibration(release);
        }

        @Override
        public boolean isAsked(Calibration release, ResolvedLimits limits) {
            return true;
        }

        @Override
        public Query query(Calibration release, PushedDownSql sql, ResolvedLimits limits) {
            ReleasePlan plan = calibration(release).plan();
            return new Query(
                    of.sql(release, sql).states(limits),
                    plan.keys().size(),
                    1 + plan.states().size());
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.states(this);
        }
    }

    /**
     * The occupied leaves of each group, then their weight.
     *
     * @param of which groups
     * @param request what is chosen from them
     */
    record Leaves(Rows of, ChoiceRequest request) implements ReleaseStep {
        @Override
        public Calibration calibration(Calibration release) {
            return of.calibration(release);
        }

        @Override
        public boolean isAsked(Calibration release, ResolvedLimits limits) {
            return MeasureChoices.weights(request, limits).isPresent();
        }

        @Override
        public Query query(Calibration release, PushedDownSql sql, ResolvedLimits limits) {
            ReleasePlan plan = calibration(release).plan();
            return new Query(
                    of.sql(release, sql)
                            .leaves(
                                    request.values(),
                                    MeasureChoices.weights(request, limits).orElseThrow()),
                    plan.keys().size(),
                    2);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.leaves(this);
        }
    }

    /** The rows whose states are measured. */
    enum Rows {
        /** The groups. */
        GROUPS,
        /** The one row of everything in groups that do not appear; it has the limits of the groups. */
        LEFTOVERS;

        private Calibration calibration(Calibration release) {
            return this == GROUPS ? release : release.leftovers().orElseThrow();
        }

        private PushedDownSql sql(Calibration release, PushedDownSql groups) {
            return this == GROUPS
                    ? groups
                    : groups.leftovers(calibration(release).plan());
        }
    }

    /**
     * An answer for each kind of step; none has a default.
     *
     * @param <R> the answer
     */
    interface Visitor<R> {
        /** For the number of groups of each person. */
        R groupsPerPerson(GroupsPerPerson step);

        /** For histograms. */
        R histograms(Histograms step);

        /** For states. */
        R states(States step);

        /** For leaves. */
        R leaves(Leaves step);
    }
}
