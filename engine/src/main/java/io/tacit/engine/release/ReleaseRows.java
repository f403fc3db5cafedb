package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.GroupCounts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one release: finds automatic limits, measures the states of each group, keeps the groups that enough
 * people are in, adds noise. Exact values end here.
 *
 * <p>It walks the list of {@link ReleaseSteps}. All rows of a measurement are read before any noise is drawn for it,
 * because the time of a draw depends on the noise.
 */
public final class ReleaseRows implements ReleaseStep.Visitor<ReleaseRows> {
    private final Backend backend;
    private final Noise noise;
    private final PushedDownSql planned;

    /** The calibration as far as the release has come: C_u and limits as planned, then as found. */
    private Calibration calibration;

    private ResolvedLimits limits = ResolvedLimits.NONE;
    private Optional<GroupCounts> groups = Optional.empty();
    private @Nullable MeasureGroups measuring;
    private final List<@Nullable String[]> shown = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private final List<List<double @Nullable []>> redrawn = new ArrayList<>();
    private final RedrawnRows redraws;
    private boolean fills;

    private ReleaseRows(
            Calibration calibration, PushedDownSql planned, Backend backend, Noise noise, RedrawnRows redraws) {
        this.redraws = redraws;
        this.calibration = calibration;
        this.planned = planned;
        this.backend = backend;
        this.noise = noise;
    }

    /** Creates the work table that queries of the release refer to, so that they can be checked. Reads no row. */
    public static void prepare(Calibration calibration, PushedDownSql sql, Backend backend) {
        if (calibration.leftovers().isPresent()) {
            backend.createWorkTable(sql.shownGroups(), sql.shownColumns());
        }
    }

    /**
     * Runs a release that has been charged.
     *
     * @throws io.tacit.engine.refusal.Refusal when the engine fails
     */
    public static ReleasedRows run(Calibration calibration, PushedDownSql sql, Backend backend, Noise noise) {
        return run(calibration, sql, backend, noise, RedrawnRows.NONE);
    }

    /**
     * Runs a release that has been charged, and draws the noise of its values again.
     *
     * @param redraws how often
     * @throws io.tacit.engine.refusal.Refusal when the engine fails
     */
    public static ReleasedRows run(
            Calibration calibration, PushedDownSql sql, Backend backend, Noise noise, RedrawnRows redraws) {
        return new ReleaseRows(calibration, sql, backend, noise, redraws).run();
    }

    /**
     * Releases one query again and again, each time with noise of its own. Where nothing but the states of groups is read,
     * they are read once, at the first release.
     *
     * @return a release each time it is asked
     */
    public static Supplier<ReleasedRows> repeated(
            Calibration calibration, PushedDownSql sql, Backend backend, Noise noise) {
        boolean findsNothing = calibration.plan().automatic().isEmpty()
                && calibration.groups().isEmpty()
                && calibration.leftovers().isEmpty();
        if (!findsNothing) {
            return () -> run(calibration, sql, backend, noise);
        }
        ReleaseRows release = new ReleaseRows(calibration, sql, backend, noise, RedrawnRows.NONE);
        return () -> {
            if (release.measuring == null) {
                ReleaseSteps.of(calibration).stream()
                        .filter(step -> step.isAsked(calibration, ResolvedLimits.NONE))
                        .forEach(step -> step.accept(release));
            }
            List<@Nullable Object[]> rows = new ArrayList<>();
            release.measured().forEach(row -> rows.add(row.values()));
            return new ReleasedRows(calibration, ResolvedLimits.NONE, Optional.empty(), rows, List.of());
        };
    }

    private ReleasedRows run() {
        try {
            for (ReleaseStep step : ReleaseSteps.of(calibration)) {
                if (step.isAsked(calibration, limits)) {
                    step.accept(this);
                }
            }
            if (calibration.leftovers().isPresent()) {
                rows.add(labelled(measured().get(0).values()));
            } else {
                measured().forEach(row -> rows.add(row.values()));
            }
            return new ReleasedRows(
                    calibration, limits, groups, rows, redrawn.size() == rows.size() ? redrawn : List.of());
        } finally {
            if (fills) {
                backend.dropWorkTable(planned.shownGroups());
            }
        }
    }

    private ReleaseStep.Query query(ReleaseStep step) {
        return step.query(calibration, planned.withMaxGroups(calibration.maxGroups()), limits);
    }

    @Override
    public ReleaseRows groupsPerPerson(ReleaseStep.GroupsPerPerson step) {
        ReleaseStep.Query query = query(step);
        counted(CountGroups.noisy(calibration, query, List.of(), CountGroups.read(query, backend), noise));
        return this;
    }

    @Override
    public ReleaseRows histograms(ReleaseStep.Histograms step) {
        ReleaseStep.Query query = query(step);
        Map<String, Map<Integer, BigInteger>> histograms = FindLimits.read(query, backend);
        if (step.countsGroups()) {
            Map<Integer, BigInteger> users = histograms.getOrDefault(HistogramSql.BY_GROUPS, Map.of());
            counted(CountGroups.noisy(calibration, query, List.of(HistogramSql.BY_GROUPS), users, noise));
        }
        limits = FindLimits.run(calibration, query, histograms, noise);
        return this;
    }

    /** Takes what is known of the groups of people from now on, and C_u from it where it is to be found. */
    private void counted(GroupCounts counts) {
        groups = Optional.of(counts);
        if (calibration.plan().parameters().findsMaxGroups()) {
            calibration = calibration.withMaxGroups(CountGroups.choose(calibration, counts));
        }
    }

    @Override
    public ReleaseRows states(ReleaseStep.States step) {
        if (step.of() == ReleaseStep.Rows.LEFTOVERS) {
            showGroups();
        }
        measuring = new MeasureGroups(step.calibration(calibration), limits, noise, query(step), groups);
        measuring.readStates(backend);
        return this;
    }

    @Override
    public ReleaseRows leaves(ReleaseStep.Leaves step) {
        measuring().readLeaves(step.request(), query(step), backend);
        return this;
    }

    private MeasureGroups measuring() {
        return Objects.requireNonNull(measuring, "leaves are read after states");
    }

    private List<MeasureGroups.Row> measured() {
        List<MeasureGroups.Row> measured = measuring().rows();
        groups = measuring().counts();
        if (redraws.fits(measured.size(), calibration.plan().outputs().size())) {
            redrawn.addAll(measuring().redrawn(measured, redraws.draws()));
        }
        return measured;
    }

    /** Puts the groups that appear where the query for the leftovers reads them. */
    private void showGroups() {
        for (MeasureGroups.Row row : measured()) {
            shown.add(row.keys());
            rows.add(row.values());
        }
        fills = true;
        if (!shown.isEmpty()) {
            backend.fillWorkTable(planned.shownGroups(), List.<@Nullable Object[]>copyOf(shown));
        }
    }

    /**
     * The row of the leftovers, with its label as first key; the label is made longer if a group that appears has that
     * key.
     */
    private @Nullable Object[] labelled(@Nullable Object[] values) {
        int keys = calibration.plan().keys().size();
        @Nullable Object[] row = new @Nullable Object[keys + values.length];
        System.arraycopy(values, 0, row, keys, values.length);
        row[0] = label(calibration.plan().parameters().leftovers().orElseThrow());
        return row;
    }

    private String label(String wanted) {
        for (@Nullable String[] group : shown) {
            if (wanted.equals(group[0])) {
                return label(wanted + " (leftovers)");
            }
        }
        return wanted;
    }
}
