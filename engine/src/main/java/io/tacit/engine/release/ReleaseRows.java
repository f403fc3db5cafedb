package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.PartialSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.DiscreteLaplace;
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
        List<Check> checks = new ArrayList<>();
        if (!plan.automatic().isEmpty()) {
            checks.add(new Check(partial.histograms(), 2, 1));
        }
        MeasuredStates states = MeasuredStates.of(
                plan, ResolvedLimits.placeholders(plan.automatic().size()));
        checks.add(new Check(
                partial.states(states.states()),
                plan.keys().size(),
                plan.states().size()));
        return checks;
    }

    /**
     * Runs a release that has been charged.
     *
     * @throws io.tacit.engine.refusal.Refusal when the engine fails
     */
    public static ReleasedRows run(Calibration calibration, PartialSql partial, Backend backend, Noise noise) {
        ReleasePlan plan = calibration.plan();
        ResolvedLimits limits = plan.automatic().isEmpty()
                ? new ResolvedLimits(List.of())
                : FindLimits.run(calibration, partial, backend, noise);
        MeasuredStates measured = MeasuredStates.of(plan, limits);
        List<Group> groups = new ArrayList<>();
        backend.run(
                partial.states(measured.states()),
                plan.keys().size(),
                plan.states().size(),
                (keys, integers) -> groups.add(new Group(keys, integers)));
        List<@Nullable DiscreteLaplace> laws = laws(calibration, measured);
        Outputs outputs = new Outputs(calibration, measured, laws, noise.bits());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Group group : groups) {
            BigInteger[] noisy = new BigInteger[group.states.length];
            for (int i = 0; i < noisy.length; i++) {
                DiscreteLaplace law = laws.get(i);
                noisy[i] = law == null ? BigInteger.ZERO : group.states[i].add(noise.draw(law));
            }
            if (calibration.threshold().isEmpty()
                    || noisy[0].compareTo(calibration.threshold().get()) >= 0) {
                rows.add(outputs.row(group.keys, noisy));
            }
        }
        return new ReleasedRows(calibration, limits, rows);
    }

    /** A state that is not measured, or is the same constant for everyone, has no noise: its integer is not read. */
    private static List<@Nullable DiscreteLaplace> laws(Calibration calibration, MeasuredStates measured) {
        List<@Nullable DiscreteLaplace> laws = new ArrayList<>();
        for (int i = 0; i < measured.states().size(); i++) {
            State state = measured.states().get(i);
            laws.add(state == null || state.isConstant() ? null : calibration.noise(i, state));
        }
        return laws;
    }

    /** The exact states of one group; it does not leave this class. */
    private static final class Group {
        private final @Nullable String[] keys;
        private final BigInteger[] states;

        Group(@Nullable String[] keys, BigInteger[] states) {
            this.keys = keys;
            this.states = states;
        }
    }
}
