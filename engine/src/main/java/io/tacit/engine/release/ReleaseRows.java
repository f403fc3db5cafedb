package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
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

    /** Makes what the queries of a release need so that they bind. Reads no row. */
    public static void prepare(Calibration calibration, PushedDownSql partial, Backend backend) {
        if (calibration.leftovers().isPresent()) {
            backend.createWorkTable(partial.shownGroups(), partial.shownColumns());
        }
    }

    /** The queries that {@link #run} will send, with stand-ins where it will put limits that it finds. */
    public static List<Check> checks(Calibration calibration, PushedDownSql partial) {
        ReleasePlan plan = calibration.plan();
        List<Check> checks = new ArrayList<>();
        if (plan.parameters().findsMaxGroups()) {
            checks.add(new Check(partial.groupsPerPerson(calibration.maxGroups()), 0, 2));
        }
        if (!plan.automatic().isEmpty()) {
            checks.add(new Check(partial.histograms(), 2, 1));
        }
        ResolvedLimits limits = ResolvedLimits.placeholders(plan.automatic().size());
        checks.addAll(MeasureGroups.checks(calibration, partial, limits));
        calibration
                .leftovers()
                .ifPresent(more -> checks.addAll(MeasureGroups.checks(more, partial.leftovers(more.plan()), limits)));
        return checks;
    }

    /**
     * Runs a release that has been charged.
     *
     * @throws io.tacit.engine.refusal.Refusal when the engine fails
     */
    public static ReleasedRows run(Calibration planned, PushedDownSql plannedSql, Backend backend, Noise noise) {
        ReleasePlan plan = planned.plan();
        Calibration calibration = plan.parameters().findsMaxGroups()
                ? planned.withMaxGroups(FindLimits.maxGroups(planned, plannedSql, backend, noise))
                : planned;
        PushedDownSql partial = plannedSql.withMaxGroups(calibration.maxGroups());
        ResolvedLimits limits = plan.automatic().isEmpty()
                ? new ResolvedLimits(List.of())
                : FindLimits.run(calibration, partial, backend, noise);
        List<MeasureGroups.Row> shown = new MeasureGroups(calibration, limits, noise).run(partial, backend);
        List<@Nullable Object[]> rows = new ArrayList<>();
        shown.forEach(row -> rows.add(row.values()));
        if (calibration.leftovers().isPresent()) {
            rows.add(leftovers(calibration, limits, partial, backend, noise, shown));
        }
        return new ReleasedRows(calibration, limits, rows);
    }

    /** One row of all that is in none of the groups that appear. */
    private static @Nullable Object[] leftovers(
            Calibration planned,
            ResolvedLimits limits,
            PushedDownSql partial,
            Backend backend,
            Noise noise,
            List<MeasureGroups.Row> shown) {
        Calibration leftovers = planned.leftovers().orElseThrow();
        List<@Nullable String[]> keys = new ArrayList<>();
        shown.forEach(row -> keys.add(row.keys()));
        try {
            if (!keys.isEmpty()) {
                backend.fillWorkTable(partial.shownGroups(), List.<@Nullable Object[]>copyOf(keys));
            }
            List<MeasureGroups.Row> one =
                    new MeasureGroups(leftovers, limits, noise).run(partial.leftovers(leftovers.plan()), backend);
            return labelled(planned, one.get(0).values(), keys);
        } finally {
            backend.dropWorkTable(partial.shownGroups());
        }
    }

    /** The row with the label as its first key, and a longer one where a group that appears is called that. */
    private static @Nullable Object[] labelled(
            Calibration planned, @Nullable Object[] values, List<@Nullable String[]> shown) {
        int keys = planned.plan().keys().size();
        @Nullable Object[] row = new @Nullable Object[keys + values.length];
        System.arraycopy(values, 0, row, keys, values.length);
        row[0] = label(planned.plan().parameters().leftovers().orElseThrow(), shown);
        return row;
    }

    private static String label(String wanted, List<@Nullable String[]> shown) {
        for (@Nullable String[] group : shown) {
            if (wanted.equals(group[0])) {
                return label(wanted + " (leftovers)", shown);
            }
        }
        return wanted;
    }
}
