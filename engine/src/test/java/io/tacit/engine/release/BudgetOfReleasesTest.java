package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleaseParameters;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The noise of everything that a release measures, reckoned again from the plan alone: the parts of its ε add up to what it
 * may spend and no more, each state has the noise of its own part and of what one person changes of it in C_u groups, and
 * a group appears from the least number of people with which nobody betrays that they are there.
 */
@NullUnmarked
class BudgetOfReleasesTest {
    private static final Rational HALF = Rational.of(1, 2);

    private static final List<String> AGGREGATES = List.of(
            "COUNT(*)",
            "COUNT(DISTINCT uid)",
            "COUNT(*), COUNT(x)",
            "COUNT(DISTINCT x), COUNT(x) FILTER (WHERE n > 0)",
            "SUM(x)",
            "SUM(x, contribution_bounds_per_group => (-6, 11)), COUNT(DISTINCT uid)",
            "AVG(x, contribution_bounds_per_row => (-2, 9)), COUNT(x)",
            "AVG(x, contribution_bounds_per_group => (-3, 8)), AVG(n)",
            "VAR_POP(x, contribution_bounds_per_row => (-2, 9))",
            "STDDEV(n), AVG(n), SUM(n), COUNT(*)",
            "CORR(x, n), COUNT(*)",
            "MEDIAN(x), MAX(x), MIN(n, contribution_bounds_per_row => (0, 9)), COUNT(*)",
            "MODE(x, contribution_bounds_per_row => (0, 9)), SUM(n)",
            "COUNT(*, epsilon => 1/8), SUM(x)",
            "COUNT(*, epsilon => 1/16), MEDIAN(x), SUM(n)",
            "VAR_POP(x, contribution_bounds_per_row => (-2, 9), epsilon => 1/10),"
                    + " AVG(x, contribution_bounds_per_row => (-2, 9), epsilon => 1/8), COUNT(DISTINCT uid)");

    private static final List<String> OPTIONS = List.of(
            "",
            "max_rows_per_group = 1",
            "max_groups_contributed = 4, max_rows_per_group = 3",
            "max_groups_contributed = AUTO, noise = LAPLACE",
            "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD, min_privacy_units_per_group = 9",
            "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD, group_selection_epsilon = 0.25",
            "noise = LAPLACE, group_selection_strategy = TRUNCATED_GEOMETRIC, max_groups_contributed = 1",
            "noise = GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD, delta = 0.001",
            "noise = GAUSSIAN, group_selection_strategy = TRUNCATED_GEOMETRIC, group_selection_epsilon = 0.25",
            "noise = LAPLACE, leftovers = 'others', max_groups_contributed = 3",
            "max_rows_contributed = 6",
            "group_selection_strategy = PUBLIC_GROUPS, noise = LAPLACE",
            "report_missing = TRUE, noise = GAUSSIAN");

    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(
                    source(new Table("often", COLUMNS, new Protection.UnitColumn("uid"))),
                    source(new Table("once", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 5, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    private static SourceTable source(Table table) {
        return new SourceTable(table, new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    @Test
    void everyNoiseIsThatOfItsPartAndThePartsAreWhatMayBeSpent() {
        Set<String> kinds = new HashSet<>();
        int releases = 0;
        int refused = 0;
        for (int i = 0; i < AGGREGATES.size(); i++) {
            for (int j = 0; j < OPTIONS.size(); j++) {
                List<String> queries = new ArrayList<>();
                if ((i + j) % 2 == 0) {
                    queries.add(query(OPTIONS.get(j), "g, ", AGGREGATES.get(i), "often GROUP BY g"));
                }
                if ((i + j) % 3 == 1) {
                    queries.add(query(OPTIONS.get(j), "g, ", AGGREGATES.get(i), "once GROUP BY g"));
                }
                if ((i + j) % 6 == 1) {
                    queries.add(query(OPTIONS.get(j), "", AGGREGATES.get(i), "often"));
                }
                for (String sql : queries) {
                    List<Calibration> prepared = prepared(sql);
                    refused += prepared.isEmpty() ? 1 : 0;
                    for (Calibration release : prepared) {
                        releases++;
                        kinds.add(release.noise().noise() + " "
                                + release.noise().selection().map(Enum::name).orElse("ALL"));
                        check(sql, release);
                    }
                }
            }
        }
        assertThat(releases).isGreaterThan(150);
        assertThat(refused).as("options that do not go with aggregates").isEqualTo(24);
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        "LAPLACE ALL",
                        "GAUSSIAN ALL",
                        "LAPLACE LAPLACE_THRESHOLD",
                        "LAPLACE TRUNCATED_GEOMETRIC",
                        "GAUSSIAN GAUSSIAN_THRESHOLD",
                        "GAUSSIAN TRUNCATED_GEOMETRIC");
    }

    private static String query(String options, String keys, String aggregates, String from) {
        String asked = options.isEmpty() ? "" : "WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ") ";
        return "SELECT " + asked + keys + aggregates + " FROM " + from;
    }

    private static List<Calibration> prepared(String sql) {
        try {
            return RUN.prepare(sql).releases();
        } catch (Refusal refused) {
            return List.of();
        }
    }

    /** The leftovers are a release of one row beside the groups, with one more part than a person has groups. */
    private static void check(String sql, Calibration release) {
        checkCharge(sql, release);
        if (release.leftovers().isEmpty()) {
            checkPart(sql, new Parts(release, Rational.ONE, false));
            if (release.plan().parameters().findsMaxGroups()) {
                checkPart(sql, new Parts(release.withMaxGroups(3), Rational.ONE, false));
            }
            return;
        }
        Rational ofRow =
                Rational.ONE.dividedBy(Rational.of(release.plan().parameters().maxGroups() + 1));
        Calibration leftovers = release.leftovers().get();
        assertThat(leftovers.maxGroups()).as(sql).isEqualTo(1);
        assertThat(leftovers.noise().noise()).as(sql).isEqualTo(NoiseKind.LAPLACE);
        checkPart(sql, new Parts(leftovers, ofRow, true));
        checkPart(sql, new Parts(release, Rational.ONE.minus(ofRow), false));
        assertThat(release.charge().epsilon()).as(sql).isEqualTo(Rational.ONE);
    }

    /**
     * What is charged, whatever it is for: all of δ where chance selects groups, or where noise may turn out to be
     * Gaussian's; none of it elsewhere.
     */
    private static void checkCharge(String sql, Calibration release) {
        ReleaseParameters parameters = release.plan().parameters();
        boolean selects = sql.contains("GROUP BY") && !sql.contains("PUBLIC_GROUPS");
        boolean known = !parameters.findsMaxGroups() && !parameters.countsRows();
        boolean laplace = known ? release.noise().noise() == NoiseKind.LAPLACE : sql.contains("noise = LAPLACE");
        Rational delta = selects || !laplace ? parameters.delta().value() : Rational.ZERO;
        assertThat(release.charge().delta()).as(sql).isEqualTo(delta);
        assertThat(release.charge().epsilon()).as(sql).isBetween(Rational.of(1, 4), Rational.ONE);
        if (!known) {
            assertThat(release.charge().epsilon()).as(sql).isEqualTo(Rational.ONE);
        }
        checkEvents(sql, release, known);
    }

    /** An account that composes events is charged for all that happens, one that adds up ε and δ for no less. */
    private static void checkEvents(String sql, Calibration release, boolean known) {
        List<PrivacyEvent> events = release.charge().events();
        Rational delta = Rational.ZERO;
        Rational epsilon = Rational.ZERO;
        // Without Gaussian noise; the ε of that is no sum.
        boolean pure = true;
        for (PrivacyEvent event : events) {
            delta = delta.plus(event.delta());
            pure = pure && event.epsilon().isPresent();
            epsilon = epsilon.plus(event.epsilon().orElse(Rational.ZERO));
        }
        assertThat(pure).as(sql).isEqualTo(!known || release.noise().noise() == NoiseKind.LAPLACE);
        if (pure) {
            assertThat(epsilon).as(sql).isEqualTo(release.charge().epsilon());
            assertThat(delta).as(sql).isEqualTo(release.charge().delta());
        } else {
            assertThat(delta).as(sql).isLessThanOrEqualTo(release.charge().delta());
        }
        if (!known) {
            // All that a person changes may be in one group, or C_u is another one: nothing is divided over groups.
            assertThat(events)
                    .as(sql)
                    .allMatch(event -> event instanceof PrivacyEvent.Approximate
                            || event instanceof PrivacyEvent.LaplaceNoise whole && whole.times() == 1);
        }
    }

    /** A choice has the loss of its part in each group, and weighs as many rows of a person as the limit allows. */
    private static void checkChoices(String sql, Calibration release, ResolvedLimits limits) {
        for (ChoiceRequest choice : release.plan().choices()) {
            ContributionLimits.Given rows = limits.of(choice.values().rows()).orElseThrow();
            ContributionLimits.Given values =
                    limits.of(choice.values().limits()).orElseThrow();
            assertThat(rows.high()).as(sql).isPositive();
            long most = choice.match(
                    quantiles -> {
                        QuantilesWithIntervals drawn = MeasureChoices.quantiles(release, quantiles, limits)
                                .orElseThrow();
                        assertThat(drawn.perGroup()).as(sql).isEqualTo(release.perGroup(choice));
                        assertThat(drawn.weights().grid().low()).as(sql).isEqualTo(values.low());
                        assertThat(drawn.weights().grid().high()).as(sql).isEqualTo(values.high());
                        assertThat(drawn.ranks()).as(sql).isEqualTo(quantiles.fractions());
                        assertThat(drawn.wanted()).as(sql).containsExactlyInAnyOrderElementsOf(quantiles.intervals());
                        return drawn.weights().maxRows();
                    },
                    mode -> {
                        MostFrequent drawn = MeasureChoices.mostFrequent(release, mode, limits)
                                .orElseThrow();
                        assertThat(drawn.perGroup()).as(sql).isEqualTo(release.perGroup(choice));
                        assertThat(BigInteger.valueOf(drawn.values() - 1L))
                                .as(sql)
                                .isEqualTo(values.high().subtract(values.low()));
                        return drawn.maxRows();
                    });
            assertThat(BigInteger.valueOf(most)).as(sql).isEqualTo(rows.high());
        }
    }

    private static void checkPart(String sql, Parts expected) {
        Calibration release = expected.release();
        Rational epsilon = expected.epsilon();
        ReleasePlan plan = release.plan();
        assertThat(plan.parameters().epsilon().value()).as(sql).isEqualTo(epsilon);
        boolean selects = sql.contains("GROUP BY") && !sql.contains("PUBLIC_GROUPS") && !expected.isOfLeftovers();
        assertThat(release.selection().isPresent()).as(sql).isEqualTo(selects);
        assertThat(release.noise().selection().isPresent()).as(sql).isEqualTo(selects);
        assertThat(release.groups().map(Epsilon::value)).as(sql).isEqualTo(expected.ofGroups());
        List<AutomaticParameter> automatic = expected.isOfLeftovers() ? List.of() : plan.automatic();
        for (int i = 0; i < automatic.size(); i++) {
            assertThat(release.parameter(i).value()).as(sql).isEqualTo(expected.ofEachParameter());
        }
        ResolvedLimits limits = InventedPerson.limits(plan);
        checkChoices(sql, release, limits);
        StateNoise noise = StateNoise.of(release, limits);
        if (release.noise().noise() == NoiseKind.LAPLACE) {
            checkLaplace(sql, release, noise, limits, expected);
        } else {
            checkGaussian(sql, release, noise, limits);
        }
        checkReadings(sql, plan, noise, limits);
        release.selection().ifPresent(selection -> checkSelection(sql, release, noise, selection, expected));
        if (release.leftovers().isEmpty()) {
            Rational charged = release.charge().epsilon();
            assertThat(charged).as(sql).isLessThanOrEqualTo(epsilon);
            if (expected.sharesAll()) {
                assertThat(charged).as(sql).isEqualTo(epsilon);
            }
        }
    }

    /** The parts of a budget under Laplace noise, and what finds limits and groups under any. */
    private record Parts(Calibration release, Rational epsilon, boolean isOfLeftovers) {
        Optional<Rational> ofGroups() {
            return release.plan().parameters().groups().map(any -> epsilon.times(Rational.of(3, 100)));
        }

        private Rational left() {
            return epsilon.minus(ofGroups().orElse(Rational.ZERO));
        }

        Rational ofEachParameter() {
            return left().dividedBy(Rational.of(4L * release.plan().automatic().size()));
        }

        /** Only parts that the query gives itself may leave something. */
        boolean sharesAll() {
            return release.plan().parameters().selectionEpsilon().isEmpty()
                    && release.plan().outputs().stream()
                            .allMatch(output -> output.epsilon().isEmpty());
        }

        Rational forLimits() {
            return left().minus(forMeasurements());
        }

        Rational forMeasurements() {
            boolean finds = !isOfLeftovers && !release.plan().automatic().isEmpty();
            return finds ? left().times(Rational.of(3, 4)) : left();
        }

        private Optional<StateBundle> bundle(StateRequest state) {
            return release.plan().bundles().stream()
                    .filter(bundle -> bundle.states().contains(state))
                    .findFirst();
        }

        /** The state whose number the selection reads; empty where it has a part of its own. */
        Optional<StateRequest> selecting() {
            ReleasePlan plan = release.plan();
            if (!release.noise().selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))) {
                return Optional.empty();
            }
            return plan.complement().isPresent()
                    ? Optional.of(plan.states().get(plan.people().orElseThrow()))
                    : plan.states().stream()
                            .filter(new StateRequest.Users()::equals)
                            .findFirst();
        }

        boolean selectsAlone() {
            ReleasePlan plan = release.plan();
            boolean threshold = release.noise().selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD));
            boolean divided = plan.bundles().stream().anyMatch(bundle -> bundle.people() != StateBundle.People.NONE);
            return release.noise().selection().isPresent()
                    && !(threshold && divided)
                    && selecting().isEmpty();
        }

        /** What the query gives a state itself. */
        Optional<Rational> own(StateRequest state) {
            if (selecting().equals(Optional.of(state))
                    && release.plan().parameters().selectionEpsilon().isPresent()) {
                return release.plan().parameters().selectionEpsilon().map(Epsilon::value);
            }
            Optional<Rational> most = Optional.empty();
            for (OutputRequest output : release.plan().outputs()) {
                if (output.epsilon().isPresent() && output.states().contains(state)) {
                    Rational each = output.epsilon()
                            .get()
                            .value()
                            .dividedBy(Rational.of(output.states().size()));
                    most = Optional.of(most.map(each::max).orElse(each));
                }
            }
            return most;
        }

        private Rational weight(StateRequest state) {
            boolean squares = state instanceof StateRequest.Squares;
            return squares && bundle(state).isEmpty() ? HALF : Rational.ONE;
        }

        /** What is paid for once: states alone, bundles, choices, and the selection if it reads none of these. */
        private Rational share() {
            ReleasePlan plan = release.plan();
            Rational rest = forMeasurements();
            Rational weights = Rational.ZERO;
            for (StateRequest state : plan.states()) {
                boolean free = state.complement().isPresent()
                        || bundle(state)
                                .filter(bundle -> !bundle.states().get(0).equals(state))
                                .isPresent();
                Optional<Rational> own = own(state);
                rest = free ? rest : rest.minus(own.orElse(Rational.ZERO));
                weights = free || own.isPresent() ? weights : weights.plus(weight(state));
            }
            weights = weights.plus(Rational.of(plan.choices().size()));
            Optional<Epsilon> ofSelection = plan.parameters().selectionEpsilon();
            if (selectsAlone()) {
                rest = rest.minus(ofSelection.map(Epsilon::value).orElse(Rational.ZERO));
                weights = ofSelection.isPresent() ? weights : weights.plus(Rational.ONE);
            }
            return weights.signum() == 0 ? Rational.ZERO : rest.dividedBy(weights);
        }

        Rational of(StateRequest state) {
            return own(state).orElseGet(() -> share().times(weight(state)));
        }

        Rational ofChoice() {
            return share();
        }

        Rational ofSelection() {
            return release.plan()
                    .parameters()
                    .selectionEpsilon()
                    .map(Epsilon::value)
                    .orElseGet(this::share);
        }
    }

    private static void checkLaplace(
            String sql, Calibration release, StateNoise noise, ResolvedLimits limits, Parts expected) {
        ReleasePlan plan = release.plan();
        Rational groups = Rational.of(release.maxGroups());
        Rational spent = Rational.ZERO;
        Set<Integer> paid = new HashSet<>();
        for (StateNoise.Drawn drawn : noise.drawn()) {
            Rational scale = laplace(drawn.law());
            Optional<StateRequest> state = state(plan, drawn);
            if (state.isPresent() && state.get().complement().isPresent()) {
                // Nobody changes it together with those beside it, whose parts it has.
                Rational together = plan.states().stream()
                        .filter(other -> !other.equals(state.get()))
                        .map(expected::of)
                        .reduce(Rational.ZERO, Rational::plus);
                assertThat(scale).as(sql).isEqualTo(groups.dividedBy(together));
                continue;
            }
            Rational part = expected.of(state.orElseGet(() ->
                    plan.bundles().get(drawn.bundle().orElseThrow()).states().get(0)));
            BigInteger change = state.map(alone -> sensitivity(alone, limits)).orElse(drawn.sensitivity());
            assertThat(scale)
                    .as(sql + " of " + drawn)
                    .isEqualTo(groups.times(Rational.of(change)).dividedBy(part));
            if (drawn.bundle().isEmpty() || paid.add(drawn.bundle().get())) {
                spent = spent.plus(part);
            }
        }
        for (ChoiceRequest choice : plan.choices()) {
            assertThat(release.perGroup(choice).value().times(groups)).as(sql).isEqualTo(expected.ofChoice());
            spent = spent.plus(expected.ofChoice());
        }
        if (expected.selectsAlone()) {
            spent = spent.plus(expected.ofSelection());
        }
        assertThat(spent).as(sql).isLessThanOrEqualTo(expected.forMeasurements());
        if (expected.sharesAll()) {
            assertThat(spent).as(sql).isEqualTo(expected.forMeasurements());
        } else if (release.groups().isEmpty()
                && release.leftovers().isEmpty()
                && !plan.parameters().countsRows()) {
            assertThat(release.charge().epsilon())
                    .as(sql)
                    .isEqualTo(expected.forLimits().plus(spent));
        }
        boolean divided = plan.bundles().stream()
                .anyMatch(bundle -> bundle.people() == StateBundle.People.STATE
                        || bundle.people() == StateBundle.People.SELECTION
                                && release.noise().selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD)));
        assertThat(noise.people().isPresent()).as(sql).isEqualTo(divided);
        checkPeople(sql, plan, noise, limits);
    }

    /** Gaussian noise has equal parts of ρ; squares a quarter of one, and the complement all parts beside it. */
    private static void checkGaussian(String sql, Calibration release, StateNoise noise, ResolvedLimits limits) {
        ReleasePlan plan = release.plan();
        Rational groups = Rational.of(release.maxGroups());
        List<Rational> parts = new ArrayList<>();
        Rational all = Rational.ZERO;
        for (StateNoise.Drawn drawn : noise.drawn()) {
            StateRequest state = state(plan, drawn).orElseThrow();
            Rational change = Rational.of(sensitivity(state, limits));
            Rational rho = groups.times(change)
                    .times(change)
                    .dividedBy(gaussian(drawn.law()).times(Rational.of(2)));
            if (state.complement().isPresent()) {
                assertThat(rho).as(sql).isEqualTo(all);
                continue;
            }
            all = all.plus(rho);
            parts.add(state instanceof StateRequest.Squares ? rho.times(Rational.of(4)) : rho);
        }
        assertThat(parts.stream().distinct()).as(sql).hasSizeLessThanOrEqualTo(1);
        for (ChoiceRequest choice : plan.choices()) {
            double perGroup = release.perGroup(choice).value().toDoubleNearest();
            double rho = perGroup * perGroup * release.maxGroups() / 8;
            parts.stream()
                    .findFirst()
                    .ifPresent(part -> assertThat(rho).as(sql).isEqualTo(part.toDoubleNearest(), within(1e-9)));
        }
    }

    private static Rational laplace(IntegerNoise law) {
        return law.match(one -> one.scale(), other -> none(), other -> none(), other -> none());
    }

    private static Rational gaussian(IntegerNoise law) {
        return law.match(other -> none(), one -> one.variance(), other -> none(), other -> none());
    }

    private static Rational none() {
        throw new AssertionError("another law");
    }

    /** The state that is measured alone. */
    private static Optional<StateRequest> state(ReleasePlan plan, StateNoise.Drawn drawn) {
        if (drawn.bundle().isPresent()) {
            return Optional.empty();
        }
        assertThat(drawn.form().values()).containsExactly(BigInteger.ONE);
        return Optional.of(plan.states().get(drawn.form().keySet().iterator().next() - 1));
    }

    /** What a person changes of a state at most, by the table of states in docs/design/privacy.md. */
    private static BigInteger sensitivity(StateRequest request, ResolvedLimits limits) {
        return request.accept(new LargestContribution(limits));
    }

    private record LargestContribution(ResolvedLimits limits) implements StateRequest.Visitor<BigInteger> {
        private BigInteger farthest(ContributionLimits bounds) {
            ContributionLimits.Given found = limits.of(bounds).orElseThrow();
            return found.low().abs().max(found.high().abs());
        }

        private BigInteger width(ContributionLimits bounds) {
            ContributionLimits.Given found = limits.of(bounds).orElseThrow();
            return found.high().subtract(found.low());
        }

        private BigInteger rows(ContributionLimits bounds) {
            return limits.of(bounds).orElseThrow().high();
        }

        /** Divided numbers are scaled to forty binary digits. */
        private static BigInteger scaled(BigInteger largest) {
            return largest.shiftLeft(40 - largest.bitLength());
        }

        @Override
        public BigInteger users(StateRequest.Users users) {
            return BigInteger.ONE;
        }

        @Override
        public BigInteger without(StateRequest.Without without) {
            return BigInteger.ONE;
        }

        @Override
        public BigInteger count(StateRequest.Count count) {
            return farthest(count.limits());
        }

        @Override
        public BigInteger sum(StateRequest.Sum sum) {
            return farthest(sum.limits());
        }

        @Override
        public BigInteger userMean(StateRequest.UserMean mean) {
            return scaled(width(mean.limits()));
        }

        @Override
        public BigInteger centred(StateRequest.Centred centred) {
            return scaled(width(centred.limits()).multiply(rows(centred.rows())));
        }

        @Override
        public BigInteger squares(StateRequest.Squares squares) {
            return scaled(width(squares.limits()).pow(2).multiply(rows(squares.rows())));
        }

        @Override
        public BigInteger products(StateRequest.Products products) {
            return scaled(width(products.firstLimits())
                    .multiply(width(products.secondLimits()))
                    .multiply(rows(products.rows())));
        }

        @Override
        public BigInteger distinct(StateRequest.Distinct distinct) {
            return rows(distinct.limits());
        }
    }

    private static final List<InventedPerson> PEOPLE = InventedPerson.several();

    /** No person changes the portions of a bundle by more than their noise is made for, and somebody does by as much. */
    private static void checkPeople(String sql, ReleasePlan plan, StateNoise noise, ResolvedLimits limits) {
        for (int bundle = 0; bundle < plan.bundles().size(); bundle++) {
            BigInteger most = BigInteger.ZERO;
            BigInteger declared = BigInteger.ZERO;
            for (InventedPerson person : PEOPLE) {
                BigInteger[] integers = person.integers(plan, limits);
                BigInteger change = BigInteger.ZERO;
                for (StateNoise.Drawn drawn : noise.drawn()) {
                    if (drawn.bundle().equals(Optional.of(bundle))) {
                        declared = drawn.sensitivity();
                        change = change.add(drawn.exact(integers).abs());
                    }
                }
                most = most.max(change);
            }
            assertThat(most).as(sql).isLessThanOrEqualTo(declared);
            assertThat(most.doubleValue()).as(sql).isGreaterThanOrEqualTo(declared.doubleValue() * (1 - 1e-5));
        }
    }

    /** Without noise a state is read as it is, in real units. */
    private static void checkReadings(String sql, ReleasePlan plan, StateNoise noise, ResolvedLimits limits) {
        for (int i = 0; i < PEOPLE.size(); i += 7) {
            BigInteger[] integers = PEOPLE.get(i).integers(plan, limits);
            BigInteger[] drawn =
                    noise.drawn().stream().map(one -> one.exact(integers)).toArray(BigInteger[]::new);
            BigInteger[] states = noise.noisy(drawn).states();
            for (int state = 0; state < states.length; state++) {
                Rational unit =
                        plan.states().get(state).measured(limits).orElseThrow().unit();
                assertThat(Rational.of(states[state]).times(noise.unit(state)))
                        .as(sql + " state " + state)
                        .isEqualTo(Rational.of(integers[1 + state]).times(unit));
            }
            noise.people()
                    .ifPresent(people -> assertThat(people.drawn().stream()
                                    .map(place -> drawn[place])
                                    .reduce(BigInteger.ZERO, BigInteger::add))
                            .as(sql)
                            .isEqualTo(people.person()));
        }
    }

    private static void checkSelection(
            String sql, Calibration release, StateNoise noise, GroupSelection selection, Parts expected) {
        ReleaseParameters parameters = release.plan().parameters();
        selection.match(
                threshold -> {
                    checkThreshold(sql, release, noise, threshold, expected);
                    return true;
                },
                geometric -> {
                    if (release.noise().noise() == NoiseKind.LAPLACE) {
                        assertThat(geometric.law().epsilon().value()).as(sql).isEqualTo(expected.ofSelection());
                        assertThat(geometric.law().delta()).as(sql).isEqualTo(parameters.delta());
                    }
                    assertThat(geometric.law().maxGroups()).as(sql).isEqualTo(release.maxGroups());
                    assertThat(release.threshold()).as(sql).isEmpty();
                    return true;
                });
    }

    /** The least number of people with which a lone person's groups appear with a chance of δ at most. */
    private static void checkThreshold(
            String sql, Calibration release, StateNoise noise, GroupSelection.Threshold threshold, Parts expected) {
        ReleaseParameters parameters = release.plan().parameters();
        boolean laplace = release.noise().noise() == NoiseKind.LAPLACE;
        double delta = new Delta(parameters.delta().value().times(laplace ? Rational.ONE : HALF))
                .value()
                .toDoubleNearest();
        double chance = -Math.expm1(Math.log1p(-delta) / release.maxGroups());
        int noises = 1;
        double scale;
        List<StateRequest> read = release.thresholdedStates();
        if (noise.people().isPresent()) {
            StateNoise.People people = noise.people().get();
            noises = people.drawn().size();
            scale = laplace(noise.drawn().get(people.drawn().get(0)).law()).toDoubleNearest()
                    / people.person().doubleValue();
        } else if (!read.isEmpty()) {
            double variance = 0;
            for (StateRequest state : read) {
                IntegerNoise law = noise.law(state).orElseThrow();
                double one =
                        laplace ? laplace(law).toDoubleNearest() : gaussian(law).toDoubleNearest();
                variance += laplace ? one * one : one;
            }
            noises = laplace ? read.size() : 1;
            scale = Math.sqrt(variance / noises);
            assertThat(read.size())
                    .as(sql)
                    .isEqualTo(release.plan().complement().isPresent() ? 2 : 1);
        } else {
            scale = laplace
                    ? laplace(threshold.noise()).toDoubleNearest()
                    : Math.sqrt(gaussian(threshold.noise()).toDoubleNearest());
            if (laplace) {
                assertThat(laplace(threshold.noise()))
                        .as(sql)
                        .isEqualTo(Rational.of(release.maxGroups()).dividedBy(expected.ofSelection()));
            }
        }
        double beyond = threshold.threshold().doubleValue() - 1;
        if (laplace) {
            boolean whole = noises == 1 && noise.people().isEmpty();
            assertThat(tail(noises, beyond / scale, whole ? scale : 0)).as(sql).isLessThanOrEqualTo(chance * 1.0001);
            // Rounded up to whole people, and never by more than one.
            assertThat(tail(noises, (beyond - 1) / scale, whole ? scale : 0))
                    .as(sql)
                    .isGreaterThan(chance * 0.999);
        } else {
            double normal = -normalQuantile(chance);
            assertThat(beyond).as(sql).isBetween(normal * scale - 0.51, normal * scale + 2.6);
        }
        long hidden = parameters.countsRows() ? release.maxGroups() - 1 : parameters.minPeople() - 1;
        assertThat(release.hidden()).as(sql).isEqualTo(BigInteger.valueOf(hidden));
        assertThat(release.threshold()).as(sql).contains(threshold.threshold().add(BigInteger.valueOf(hidden)));
    }

    /** P(Z₁ + … + Z_n ≥ t) for Laplace noises of scale 1; of one on whole numbers if its scale is given. */
    private static double tail(int noises, double t, double whole) {
        double e = Math.exp(-t);
        return switch (noises) {
            case 1 -> whole > 0 ? e / (1 + Math.exp(-1 / whole)) : e / 2;
            case 2 -> e * (2 + t) / 4;
            case 3 -> e * (8 + 5 * t + t * t) / 16;
            case 4 -> e * (48 + 33 * t + 9 * t * t + t * t * t) / 96;
            case 5 -> e * (384 + 279 * t + 87 * t * t + 14 * t * t * t + t * t * t * t) / 768;
            default -> throw new AssertionError("more portions than are known");
        };
    }

    private static final Map<Double, Double> QUANTILES = new HashMap<>();

    /** What a normal number is below with this probability, by halving. */
    private static double normalQuantile(double probability) {
        return QUANTILES.computeIfAbsent(probability, wanted -> {
            double low = -40;
            double high = 0;
            for (int i = 0; i < 100; i++) {
                double middle = (low + high) / 2;
                if (normalBelow(middle) < wanted) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        });
    }

    /** By Simpson's rule from twelve deviations below. */
    private static double normalBelow(double x) {
        int steps = 1000;
        double width = 12.0 / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double at = x - 12 + i * width;
            sum += (i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4) * Math.exp(-at * at / 2);
        }
        return sum * width / 3 / Math.sqrt(2 * Math.PI);
    }
}
