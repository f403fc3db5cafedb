package io.tacit.engine.audit;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.InventedPerson;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.mechanism.IntegerNoise;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;

/**
 * A release that the tester judges, without data: with all limits found, with none, or with those of one parameter.
 *
 * @param sql the query
 * @param calibration of the release, or of its leftovers
 * @param limits that were found
 */
@NullUnmarked
record JudgedRelease(String sql, Calibration calibration, ResolvedLimits limits) {
    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)));

    private static final String BOUNDED = ", contribution_bounds_per_row => (-2, 9))";

    /** Kinds of measurement, of noise and of selection, with what a query may ask of them. */
    private static final List<String> QUERIES = List.of(
            "|g, COUNT(*), SUM(x)|GROUP BY g",
            "max_rows_per_group = 1|g, COUNT(*)|GROUP BY g",
            "max_groups_contributed = 4|g, AVG(x, contribution_bounds_per_group => (-3, 8)), COUNT(x)|GROUP BY g",
            "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD, min_privacy_units_per_group = 9|"
                    + "g, SUM(x, contribution_bounds_per_group => (-6, 11)), COUNT(DISTINCT uid)|GROUP BY g",
            "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD, group_selection_epsilon = 0.25|"
                    + "g, VAR_POP(x" + BOUNDED + ", MEDIAN(x" + BOUNDED + "|GROUP BY g",
            "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD|g, COUNT(x), SUM(x), COUNT(*)|GROUP BY g",
            "noise = LAPLACE, group_selection_strategy = TRUNCATED_GEOMETRIC|g, CORR(x, n), COUNT(*)|GROUP BY g",
            "noise = LAPLACE, group_selection_strategy = TRUNCATED_GEOMETRIC|g, MODE(x" + BOUNDED
                    + ", SUM(n), COUNT(DISTINCT n)|GROUP BY g",
            "noise = LAPLACE, max_groups_contributed = AUTO|g, COUNT(*), MEDIAN(x), MEDIAN(n)|GROUP BY g",
            "noise = GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD, delta = 0.001|"
                    + "g, COUNT(*), SUM(x)|GROUP BY g",
            "noise = GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD|" + "g, COUNT(DISTINCT uid), AVG(x"
                    + BOUNDED + "|GROUP BY g",
            "noise = GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD|" + "g, COUNT(*), MEDIAN(x" + BOUNDED
                    + ", MODE(n" + BOUNDED + "|GROUP BY g",
            "noise = GAUSSIAN, group_selection_strategy = TRUNCATED_GEOMETRIC|"
                    + "g, STDDEV(n), SUM(n), COUNT(*)|GROUP BY g",
            "noise = GAUSSIAN, group_selection_strategy = TRUNCATED_GEOMETRIC|" + "g, SUM(x), MEDIAN(x" + BOUNDED
                    + "|GROUP BY g",
            "noise = GAUSSIAN, report_missing = TRUE|g, COUNT(*), COUNT(x)|GROUP BY g",
            "noise = GAUSSIAN|SUM(x), MAX(n), COUNT(*)|",
            "noise = LAPLACE, leftovers = 'others', max_groups_contributed = 3|g, SUM(x), COUNT(*)|GROUP BY g",
            "max_rows_contributed = 6|g, COUNT(*), SUM(x" + BOUNDED + "|GROUP BY g",
            "noise = LAPLACE, max_rows_contributed = 6|g, AVG(x" + BOUNDED + "|GROUP BY g",
            "noise = LAPLACE, max_rows_contributed = 6|g, COUNT(*), AVG(n" + BOUNDED + "|GROUP BY g",
            "group_selection_strategy = PUBLIC_GROUPS, noise = LAPLACE|g, COUNT(*), AVG(x)|GROUP BY g",
            "group_selection_strategy = PUBLIC_GROUPS, noise = GAUSSIAN|g, COUNT(*), VAR_POP(x" + BOUNDED
                    + "|GROUP BY g",
            "|COUNT(*, epsilon => 1/8), SUM(x)|",
            "noise = LAPLACE|COUNT(*), AVG(x), MEDIAN(n)|",
            "noise = LAPLACE|g, AVG(x, contribution_bounds_per_group => (-3, 8)), AVG(n)|GROUP BY g",
            "noise = LAPLACE, max_rows_per_group = 1|g, AVG(x), COUNT(DISTINCT uid)|GROUP BY g",
            "noise = GAUSSIAN, max_rows_per_group = 1|g, AVG(x), COUNT(DISTINCT uid)|GROUP BY g",
            "max_groups_contributed = AUTO|g, COUNT(DISTINCT uid)|GROUP BY g",
            "SELECT WITH ANONYMIZATION OPTIONS(report_missing = TRUE) g, ANON_SUM(x) FROM often GROUP BY g");

    private static final List<JudgedRelease> ALL = prepare();

    /**
     * An integer of each group to which noise is added.
     *
     * @param column as the tester numbers them
     * @param with the columns that the same part of the budget pays for, this one among them
     * @param law of the noise
     * @param sensitivity the most by which a person changes all of those columns in one group
     * @param part of the budget
     */
    record Noised(int column, Set<Integer> with, IntegerNoise law, BigInteger sensitivity, Part part) {
        /** Whether it is the first of those that one part pays for. */
        boolean first() {
            return with.iterator().next() == column;
        }
    }

    /** All of them, under all limits. */
    static List<JudgedRelease> all() {
        return ALL;
    }

    private static List<JudgedRelease> prepare() {
        List<JudgedRelease> all = new ArrayList<>();
        try (AuditedRun run = AuditedRun.open(
                List.of(new SourceTable(
                        new Table("often", COLUMNS, new Protection.UnitColumn("uid")),
                        new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
                new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 5, 0.95),
                new DuckDbSettings(512, 1, message -> {}))) {
            for (String query : QUERIES) {
                if (query.contains("butted = 6"))
                    run.prepare(sql(query.split("\\|", -1)))
                            .releases()
                            .forEach(r -> System.out.println(query + " C "
                                    + r.plan().complement() + " B "
                                    + r.plan().bundles().size() + r.noise().noise()));
                String sql = query.startsWith("SELECT") ? query : sql(query.split("\\|", -1));
                for (Calibration release : run.prepare(sql).releases()) {
                    all.addAll(of(sql, release));
                    release.leftovers().ifPresent(more -> all.addAll(of("leftovers of " + sql, more)));
                }
            }
        }
        return List.copyOf(all);
    }

    private static String sql(String[] parts) {
        String asked = parts[0].isEmpty() ? "" : "WITH DIFFERENTIAL_PRIVACY OPTIONS(" + parts[0] + ") ";
        return "SELECT " + asked + parts[1] + " FROM often " + parts[2];
    }

    private static List<JudgedRelease> of(String sql, Calibration release) {
        ResolvedLimits found = InventedPerson.limits(release.plan());
        List<JudgedRelease> all = new ArrayList<>(List.of(new JudgedRelease(sql, release, found)));
        List<AutomaticParameter> automatic = release.plan().automatic();
        if (!automatic.isEmpty()) {
            all.add(new JudgedRelease(sql + " without limits", release, ResolvedLimits.NONE));
        }
        for (int i = 0; automatic.size() > 1 && i < automatic.size(); i++) {
            AutomaticParameter one = automatic.get(i);
            Map<ContributionLimits.Inferred, ContributionLimits.Given> some = new HashMap<>(found.found());
            some.keySet().removeIf(key -> !key.parameter().equals(one));
            all.add(new JudgedRelease(
                    sql + " with the limits of " + i + " alone", release, new ResolvedLimits(some, Map.of())));
        }
        return all;
    }

    StepPurpose role(StepPurpose.Kind kind) {
        return new StepPurpose(kind, 0, calibration, limits, Optional.empty());
    }

    StateNoise noise() {
        return StateNoise.of(calibration, limits);
    }

    /** The noise of the number of people, where that is read for the selection alone. */
    Optional<IntegerNoise> ofSelectionAlone() {
        if (noise().people().isPresent() || !calibration.thresholdedStates().isEmpty()) {
            return Optional.empty();
        }
        return calibration
                .selection()
                .flatMap(selection ->
                        selection.match(threshold -> Optional.of(threshold), geometric -> Optional.empty()))
                .map(GroupSelection.Threshold::noise);
    }

    /** Whatever has noise in a group. */
    List<Noised> noised() {
        List<Noised> noised = new ArrayList<>();
        ofSelectionAlone()
                .ifPresent(law -> noised.add(new Noised(
                        0,
                        Set.of(0),
                        law,
                        BigInteger.ONE,
                        calibration.noise().selectionPart().orElseThrow())));
        List<StateNoise.Drawn> drawn = noise().drawn();
        for (int i = 0; i < drawn.size(); i++) {
            StateNoise.Drawn one = drawn.get(i);
            Set<Integer> with = new TreeSet<>();
            if (one.bundle().isEmpty()) {
                with.addAll(one.form().keySet());
            }
            for (int j = 0; one.bundle().isPresent() && j < drawn.size(); j++) {
                if (drawn.get(j).bundle().equals(one.bundle())) {
                    with.add((1 << 20) + j);
                }
            }
            int column =
                    one.bundle().isPresent() ? (1 << 20) + i : with.iterator().next();
            noised.add(new Noised(column, with, one.law(), one.sensitivity(), one.part()));
        }
        return noised;
    }
}
