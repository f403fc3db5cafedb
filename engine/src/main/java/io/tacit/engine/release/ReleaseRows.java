package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.PartialSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one release: finds automatic limits, measures the states of each group, keeps the groups that enough
 * people are in, adds noise. Exact values end here.
 *
 * <p>All rows are read before any noise is drawn, because the time of a draw depends on the noise.
 */
public final class ReleaseRows {
    private ReleaseRows() {}

    /**
     * A pushed-down query that must bind before anything is charged.
     *
     * @param sql the query
     * @param keyCount its text columns
     * @param integerCount its integer columns
     */
    public record Check(String sql, int keyCount, int integerCount) {}

    /** The queries that {@link #run} will send, with stand-ins where it will put limits that it finds. */
    public static List<Check> checks(Calibration calibration, PartialSql partial) {
        ReleasePlan plan = calibration.plan();
        int keys = plan.keys().size();
        List<Check> checks = new ArrayList<>();
        if (plan.parameters().findsMaxGroups()) {
            checks.add(new Check(partial.groupsPerPerson(calibration.maxGroups()), 0, 2));
        }
        if (!plan.automatic().isEmpty()) {
            checks.add(new Check(partial.histograms(), 2, 1));
        }
        ResolvedLimits limits = ResolvedLimits.placeholders(plan.automatic().size());
        MeasuredStates states = MeasuredStates.of(plan, limits);
        checks.add(new Check(
                partial.states(states.states()), keys, 1 + plan.states().size()));
        for (int i = 0; i < plan.quantiles().size(); i++) {
            int request = i;
            MeasureQuantiles.leaves(plan, i, limits)
                    .ifPresent(leaves -> checks.add(new Check(partial.leaves(request, leaves), keys, 2)));
        }
        return checks;
    }

    /**
     * Runs a release that has been charged.
     *
     * @throws io.tacit.engine.refusal.Refusal when the engine fails
     */
    public static ReleasedRows run(Calibration planned, PartialSql plannedSql, Backend backend, Noise noise) {
        ReleasePlan plan = planned.plan();
        Calibration calibration = plan.parameters().findsMaxGroups()
                ? planned.withMaxGroups(FindLimits.maxGroups(planned, plannedSql, backend, noise))
                : planned;
        PartialSql partial = plannedSql.withMaxGroups(calibration.maxGroups());
        ResolvedLimits limits = plan.automatic().isEmpty()
                ? new ResolvedLimits(List.of())
                : FindLimits.run(calibration, partial, backend, noise);
        MeasuredStates measured = MeasuredStates.of(plan, limits);
        List<Group> groups = new ArrayList<>();
        backend.run(
                partial.states(measured.states()),
                plan.keys().size(),
                1 + plan.states().size(),
                (keys, integers) -> groups.add(new Group(keys, integers)));
        MeasureQuantiles quantiles = MeasureQuantiles.read(calibration, limits, partial, backend);
        List<@Nullable IntegerNoise> laws = laws(calibration, measured);
        SelectGroups selection = new SelectGroups(calibration, noise);
        Outputs outputs = new Outputs(calibration, measured, laws, noise.bits());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Group group : groups) {
            BigInteger[] noisy = new BigInteger[laws.size()];
            for (int i = 0; i < noisy.length; i++) {
                IntegerNoise law = laws.get(i);
                noisy[i] = law == null ? BigInteger.ZERO : group.integers[1 + i].add(noise.draw(law));
            }
            if (selection.keeps(group.integers[0], noisy)) {
                rows.add(outputs.row(group.keys, noisy, quantiles.draw(group.keys, noise.bits())));
            }
        }
        return new ReleasedRows(calibration, limits, rows);
    }

    /** A state that is not measured, or is the same constant for everyone, has no noise: its integer is not read. */
    private static List<@Nullable IntegerNoise> laws(Calibration calibration, MeasuredStates measured) {
        List<@Nullable IntegerNoise> laws = new ArrayList<>();
        for (int i = 0; i < measured.states().size(); i++) {
            State state = measured.states().get(i);
            laws.add(state == null || state.isConstant() ? null : calibration.noise(i, state));
        }
        return laws;
    }

    /** The exact number of people and the exact states of one group; they do not leave this class. */
    private static final class Group {
        private final @Nullable String[] keys;
        private final BigInteger[] integers;

        Group(@Nullable String[] keys, BigInteger[] integers) {
            this.keys = keys;
            this.integers = integers;
        }
    }
}
