package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoisyCovariance.Moment;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a release makes of noisy states, against a second reckoning by the formulas of docs/design/privacy.md: each value, what
 * it would be had its noise been drawn again, and that its interval holds what it would be without noise as often as is
 * said.
 */
@NullUnmarked
class ReleasedValuesTest {
    private static final double CONFIDENCE = 0.8;

    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            new Column("k", ColumnType.INTEGER, false).within(new RowBounds(new BigDecimal("-3"), BigDecimal.TEN)),
            Column.nullable("m", ColumnType.decimal(9, 2))
                    .within(new RowBounds(new BigDecimal("-0.02"), new BigDecimal("0.09"))),
            Column.nullable("e", ColumnType.DOUBLE).within(new RowBounds(new BigDecimal("-4"), BigDecimal.TEN)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(
                    source(new Table("often", COLUMNS, new Protection.UnitColumn("uid"))),
                    source(new Table("once", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 5, CONFIDENCE),
            new DuckDbSettings(512, 1, message -> {}));

    private static SourceTable source(Table table) {
        return new SourceTable(table, new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    static List<String> queries() {
        List<String> aggregates = List.of(
                "COUNT(*), COUNT(x), COUNT(DISTINCT uid), COUNT(DISTINCT x)",
                "SUM(x), SUM(n, contribution_bounds_per_group => (-0.06, 0.11)), COUNT(DISTINCT uid)",
                "SUM(m), AVG(m), COUNT(m), SUM(n)",
                "SUM(e), AVG(e)",
                "AVG(x, contribution_bounds_per_group => (-3, 8)), AVG(n)",
                "AVG(x, contribution_bounds_per_row => (-9, -2)), AVG(n, contribution_bounds_per_group => (-0.09,"
                        + " -0.02))",
                "VAR_POP(x, contribution_bounds_per_row => (-2, 9)), AVG(x, contribution_bounds_per_row => (-2, 9))",
                "STDDEV_SAMP(n), VAR_SAMP(x), STDDEV_POP(x)",
                "COVAR_POP(x, n), COVAR_SAMP(n, x)",
                "CORR(n, x), REGR_SLOPE(x, n), REGR_INTERCEPT(n, x)");
        List<String> queries = new ArrayList<>();
        for (String noise : List.of("LAPLACE", "GAUSSIAN")) {
            for (String list : aggregates) {
                queries.add("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = " + noise
                        + ", group_selection_strategy = PUBLIC_GROUPS, max_rows_per_group = 3) g, " + list
                        + " FROM often GROUP BY g");
            }
            queries.add("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = " + noise
                    + ") COUNT(DISTINCT uid), AVG(x, contribution_bounds_per_row => (-2, 9)), COUNT(x) FROM once");
        }
        return queries;
    }

    /** Of a group of so many people, each counted so often, the integers that a release reads. */
    private static BigInteger[] group(ReleasePlan plan, ResolvedLimits limits, int people, long times) {
        SplittableRandom random = new SplittableRandom(people);
        BigInteger[] sums = new BigInteger[1 + plan.states().size()];
        Arrays.fill(sums, BigInteger.ZERO);
        for (int i = 0; i < people; i++) {
            BigInteger[] one = InventedPerson.of(random).integers(plan, limits);
            for (int place = 0; place < sums.length; place++) {
                sums[place] = sums[place].add(one[place].multiply(BigInteger.valueOf(times)));
            }
        }
        return sums;
    }

    private static final Map<String, Planned> PLANNED = new HashMap<>();

    /** A planned release with its limits. */
    private record Planned(Calibration calibration, ResolvedLimits limits, StateNoise noise) {
        static Planned of(String sql) {
            return PLANNED.computeIfAbsent(sql, Planned::planned);
        }

        private static Planned planned(String sql) {
            Calibration calibration = RUN.prepare(sql).releases().get(0);
            ResolvedLimits limits = InventedPerson.limits(calibration.plan());
            return new Planned(calibration, limits, StateNoise.of(calibration, limits));
        }

        ReleasePlan plan() {
            return calibration.plan();
        }

        BigInteger[] drawn(BigInteger[] integers) {
            return noise.drawn().stream().map(one -> one.exact(integers)).toArray(BigInteger[]::new);
        }

        Outputs outputs() {
            return new Outputs(calibration, limits, noise, new SplittableRandom(3)::nextLong);
        }

        Object[] row(Outputs outputs, BigInteger[] drawn) {
            String[] keys = plan().grouped() ? new String[] {"a"} : new String[0];
            return outputs.row(
                    keys,
                    noise.noisy(drawn),
                    Collections.nCopies(plan().choices().size(), null));
        }

        /** What an output is of noisy states, as a real number before it is rounded to its type. */
        Optional<Double> reckoned(OutputRequest output, BigInteger[] drawn) {
            BigInteger[] states = noise.noisy(drawn).states();
            return output.computation().accept(new Reckoned(this, List.of(states)));
        }

        /** What is said of the interval of a total that is read off portions, before there is any data. */
        Optional<Double> declared(OutputRequest output) {
            Rational unit = TotalColumn.of(output.computation(), limits)
                    .map(TotalColumn::unit)
                    .orElse(Rational.ONE);
            return LinearNoise.of(output.computation(), noise, limits, Rational.ofExact(CONFIDENCE))
                    .map(linear -> output.type().kind() == ColumnType.Kind.DOUBLE
                            ? linear.halfWidth()
                            : linear.halfWidth(unit))
                    .map(Rational::toDoubleNearest);
        }

        /** How much of what was drawn is in an output; nothing for one that is no sum. */
        Map<Integer, Rational> weights(int output) {
            return LinearNoise.weights(plan().outputs().get(output).computation(), noise, limits);
        }

        double covariance(Map<Integer, Rational> one, Map<Integer, Rational> other) {
            double sum = 0;
            for (int place : one.keySet()) {
                double deviation = noise.drawn().get(place).law().standardDeviation();
                sum += one.get(place)
                                .times(other.getOrDefault(place, Rational.ZERO))
                                .toDoubleNearest()
                        * deviation
                        * deviation;
            }
            return sum;
        }

        int keys() {
            return plan().keys().size();
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void eachValueFollowsFromItsStates(String sql) {
        Planned planned = Planned.of(sql);
        SplittableRandom random = new SplittableRandom(5);
        Outputs outputs = planned.outputs();
        for (int people : new int[] {0, 1, 2, 30, 500}) {
            BigInteger[] drawn = planned.drawn(group(planned.plan(), planned.limits(), people, 1));
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = drawn[i].add(
                        planned.noise().drawn().get(i).law().sampler().draw(random::nextLong));
            }
            Object[] row = planned.row(outputs, drawn);
            for (int i = 0; i < planned.plan().outputs().size(); i++) {
                OutputRequest output = planned.plan().outputs().get(i);
                Object value = row[planned.keys() + i];
                Optional<Double> reckoned = planned.reckoned(output, drawn);
                String as = output.text() + " of " + people;
                assertThat(value != null).as(as).isEqualTo(reckoned.isPresent());
                if (value instanceof BigDecimal decimal) {
                    int scale = output.type().scale();
                    assertThat(decimal.scale()).as(as).isEqualTo(scale);
                    assertThat(decimal.doubleValue())
                            .as(as)
                            .isEqualTo(reckoned.get(), within(0.501 * Math.pow(10, -scale)));
                } else if (value instanceof Long whole) {
                    assertThat(whole.doubleValue()).as(as).isEqualTo(reckoned.get(), within(0.501));
                } else if (value != null) {
                    double real = reckoned.get();
                    assertThat((double) value).as(as).isEqualTo(real, within(1e-9 + 1e-9 * Math.abs(real)));
                }
            }
        }
    }

    /** Of a crowd noise is hardly a part: what is drawn again is nearly the same value. */
    @ParameterizedTest
    @MethodSource("queries")
    void redrawnValuesOfACrowdAreTheValues(String sql) {
        // Invented values are whole units, which are too small beside bounds of a DOUBLE.
        assumeThat(sql).doesNotContain("SUM(e)");
        Planned planned = Planned.of(sql);
        BigInteger[] drawn = planned.drawn(group(planned.plan(), planned.limits(), 50, 1_000_000_000_000L));
        SplittableRandom random = new SplittableRandom(1);
        List<double[]> redrawn = new RedrawnOutputs(
                        planned.plan(), planned.limits(), planned.noise(), random::nextLong, 20, 1, Optional.empty())
                .row(0, planned.noise().noisy(drawn).states());
        for (int i = 0; i < redrawn.size(); i++) {
            OutputRequest output = planned.plan().outputs().get(i);
            double value = planned.reckoned(output, drawn).orElseThrow();
            assertThat(redrawn.get(i)).as(output.text()).hasSize(20);
            for (double again : redrawn.get(i)) {
                assertThat(again).as(output.text()).isEqualTo(value, within(1e-7 + 1e-7 * Math.abs(value)));
            }
            assertThat(Arrays.stream(redrawn.get(i)).distinct().count())
                    .as(output.text())
                    .isGreaterThan(1);
        }
    }

    /** Redrawn totals spread as their noise does, together with those of the same group and not with those of another one. */
    @ParameterizedTest
    @MethodSource("queries")
    void redrawnTotalsSpreadAsTheirNoise(String sql) {
        Planned planned = Planned.of(sql);
        int turns = 400;
        BigInteger[] states = planned.noise()
                .noisy(planned.drawn(group(planned.plan(), planned.limits(), 50, 1)))
                .states();
        RedrawnOutputs redrawn = new RedrawnOutputs(
                planned.plan(),
                planned.limits(),
                planned.noise(),
                new SplittableRandom(1)::nextLong,
                turns,
                3,
                Optional.empty());
        List<List<double[]>> rows = List.of(redrawn.row(0, states), redrawn.row(1, states), redrawn.row(2, states));
        for (int i = 0; i < planned.plan().outputs().size(); i++) {
            for (int j = 0; j < planned.plan().outputs().size(); j++) {
                Map<Integer, Rational> one = planned.weights(i);
                Map<Integer, Rational> other = planned.weights(j);
                if (one.isEmpty() || other.isEmpty()) {
                    continue;
                }
                String as = planned.plan().outputs().get(i).text() + " and "
                        + planned.plan().outputs().get(j).text();
                double both = Math.sqrt(planned.covariance(one, one) * planned.covariance(other, other));
                assertThat(covariance(rows.get(0).get(i), rows.get(0).get(j)))
                        .as(as)
                        .isEqualTo(planned.covariance(one, other), within(0.35 * both));
                assertThat(covariance(rows.get(1).get(i), rows.get(2).get(j)))
                        .as(as)
                        .isEqualTo(0, within(0.35 * both));
            }
        }
    }

    private static double covariance(double[] one, double[] other) {
        double ofOne = Arrays.stream(one).average().orElseThrow();
        double ofOther = Arrays.stream(other).average().orElseThrow();
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - ofOne) * (other[i] - ofOther);
        }
        return sum / one.length;
    }

    /** The share of 250 groups has a deviation of 0.025, and whole numbers hold a little more. */
    @ParameterizedTest
    @MethodSource("queries")
    void intervalsHoldWhatIsThereWithoutNoise(String sql) {
        Planned planned = Planned.of(sql);
        BigInteger[] exact = planned.drawn(group(planned.plan(), planned.limits(), 120, 1));
        SplittableRandom random = new SplittableRandom(11);
        List<IntegerSampler> samplers =
                planned.noise().drawn().stream().map(one -> one.law().sampler()).toList();
        Outputs outputs = planned.outputs();
        int width = planned.plan().outputs().size();
        int[] held = new int[width];
        boolean slow = sql.contains("VAR_") || sql.contains("STDDEV");
        int turns = slow ? 15 : 250;
        Map<String, Double> longest = new HashMap<>();
        for (int turn = 0; turn < turns; turn++) {
            BigInteger[] drawn = exact.clone();
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = drawn[i].add(samplers.get(i).draw(random::nextLong));
            }
            Object[] row = planned.row(outputs, drawn);
            for (int i = 0; i < width; i++) {
                double truth =
                        planned.reckoned(planned.plan().outputs().get(i), exact).orElseThrow();
                Number low = (Number) row[planned.keys() + width + 2 * i];
                Number high = (Number) row[planned.keys() + width + 2 * i + 1];
                Number value = (Number) row[planned.keys() + i];
                if (low == null) {
                    held[i]++;
                    continue;
                }
                assertThat(value.doubleValue()).isBetween(low.doubleValue() - 1e-9, high.doubleValue() + 1e-9);
                OutputRequest shown = planned.plan().outputs().get(i);
                double length = high.doubleValue() - low.doubleValue();
                planned.declared(shown).ifPresent(half -> longest.merge(shown.text(), length / 2 - half, Math::max));
                boolean holds = low.doubleValue() <= truth + 1e-9 && truth - 1e-9 <= high.doubleValue();
                held[i] += holds ? 1 : 0;
            }
        }
        // Half of what is shown is what was said before, or one unit less where the value was rounded.
        longest.forEach((text, off) -> assertThat(off).as(text).isEqualTo(0, within(1e-6)));
        for (int i = 0; i < width; i++) {
            OutputRequest output = planned.plan().outputs().get(i);
            double share = (double) held[i] / turns;
            // Intervals of covariances and of what is made of them hold more than is said.
            boolean pair = output.computation() instanceof Computation.Pair;
            assertThat(share).as(output.text()).isBetween(slow ? 0.5 : 0.7, pair || slow ? 1 : 0.88);
        }
    }

    static List<String> selectedQueries() {
        List<String> queries = new ArrayList<>();
        for (String options : List.of(
                "noise = LAPLACE, group_selection_strategy = LAPLACE_THRESHOLD",
                "noise = GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD")) {
            for (String from : List.of(
                    "COUNT(DISTINCT uid), SUM(x, contribution_bounds_per_group => (-6, 11)) FROM often",
                    "COUNT(DISTINCT uid), COUNT(*) FROM often",
                    "COUNT(*, contribution_bounds_per_group => (0, 3)) FROM often",
                    "AVG(m), SUM(m), COUNT(DISTINCT uid), COUNT(m) FROM once",
                    "SUM(k), AVG(k), COUNT(*) FROM once",
                    "COUNT(DISTINCT uid), COUNT(x), SUM(n, contribution_bounds_per_group => (-0.06, 0.11)) FROM"
                            + " once")) {
                queries.add("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + options + ", max_rows_per_group = 3) g, "
                        + from + " GROUP BY g");
            }
        }
        return queries;
    }

    /** Of groups that appear half of the time: only those that do have an interval. */
    @ParameterizedTest
    @MethodSource("selectedQueries")
    void intervalsOfGroupsThatAppearNarrowlyHoldWhatIsThere(String sql) {
        Planned planned = Planned.of(sql);
        int people = planned.calibration().threshold().orElseThrow().intValueExact();
        BigInteger[] integers = group(planned.plan(), planned.limits(), people, 1);
        BigInteger[] exact = planned.drawn(integers);
        SplittableRandom random = new SplittableRandom(11);
        SelectGroups selection = new SelectGroups(planned.calibration(), Noise.of(random::nextLong), planned.noise());
        List<IntegerSampler> samplers =
                planned.noise().drawn().stream().map(one -> one.law().sampler()).toList();
        Outputs outputs = planned.outputs();
        int width = planned.plan().outputs().size();
        int[] held = new int[width];
        int shown = 0;
        for (int turn = 0; turn < 300; turn++) {
            BigInteger[] drawn = exact.clone();
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = drawn[i].add(samplers.get(i).draw(random::nextLong));
            }
            Noise.Origin origin = Noise.Origin.of(new ReleaseStep.Query("", 0, 0), List.of(), 0);
            if (!selection.keeps(integers[0], planned.noise().noisy(drawn), origin)) {
                continue;
            }
            shown++;
            Object[] row = planned.row(outputs, drawn);
            for (int i = 0; i < width; i++) {
                double truth =
                        planned.reckoned(planned.plan().outputs().get(i), exact).orElseThrow();
                double low = ((Number) row[1 + width + 2 * i]).doubleValue();
                double high = ((Number) row[1 + width + 2 * i + 1]).doubleValue();
                held[i] += low <= truth + 1e-9 && truth - 1e-9 <= high ? 1 : 0;
            }
        }
        assertThat(shown).isBetween(120, 200);
        for (int i = 0; i < width; i++) {
            double share = (double) held[i] / shown;
            // The interval of a mean does not know the threshold; others hold more than is said.
            assertThat(share).as(planned.plan().outputs().get(i).text()).isBetween(0.72, 0.995);
        }
    }

    /**
     * Near the threshold, the interval of a total that is read off portions of people: of the portions with one weight
     * together, given that the others are what they are, each missed by an equal part of what all may be.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(DISTINCT uid), SUM(x, contribution_bounds_per_group => (-6, 11)) FROM often",
                "COUNT(*, contribution_bounds_per_group => (0, 3)), COUNT(DISTINCT uid) FROM often",
                "SUM(k), AVG(k), COUNT(*) FROM once"
            })
    void theIntervalAtTheThresholdIsMadeOfThoseOfEqualPortions(String from) {
        Planned planned = Planned.of("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE,"
                + " group_selection_strategy = LAPLACE_THRESHOLD, max_rows_per_group = 3) g, " + from + " GROUP BY g");
        BigInteger threshold = planned.calibration().threshold().orElseThrow();
        StateNoise.People people = planned.noise().people().orElseThrow();
        IntegerNoise law = planned.noise().drawn().get(people.drawn().get(0)).law();
        BigInteger[] exact = planned.drawn(group(planned.plan(), planned.limits(), threshold.intValueExact() + 2, 1));
        for (OutputRequest output : planned.plan().outputs()) {
            Optional<LinearNoise> linear = LinearNoise.of(
                    output.computation(), planned.noise(), planned.limits(), Rational.ofExact(CONFIDENCE));
            if (linear.isEmpty()) {
                continue;
            }
            Map<Rational, List<Integer>> blocks = new HashMap<>();
            planned.weights(planned.plan().outputs().indexOf(output)).forEach((place, weight) -> {
                assertThat(people.drawn()).contains(place);
                blocks.computeIfAbsent(weight, any -> new ArrayList<>()).add(place);
            });
            double low = 0;
            double high = 0;
            for (Map.Entry<Rational, List<Integer>> block : blocks.entrySet()) {
                BigInteger own = sum(exact, block.getValue());
                BigInteger left = threshold
                        .multiply(people.person())
                        .subtract(sum(exact, people.drawn()).subtract(own));
                IntegerNoise together = block.getValue().size() == 1
                        ? law
                        : new LaplaceSum(
                                law.match(one -> one.scale(), g -> null, t -> null, w -> null),
                                Collections.nCopies(block.getValue().size(), BigInteger.ONE));
                DecimalEstimate found =
                        ThresholdedCount.ofPart(together, left).estimate(own, 1 - (1 - CONFIDENCE) / blocks.size());
                double weight = block.getKey().toDoubleNearest();
                double one = weight * found.low().doubleValue();
                double other = weight * found.high().doubleValue();
                low += Math.min(one, other);
                high += Math.max(one, other);
            }
            LinearNoise.Ends ends = linear.get().ends(exact, Optional.of(threshold));
            assertThat(ends.symmetric()).isFalse();
            assertThat(ends.low().toDoubleNearest()).as(output.text()).isEqualTo(low, within(1e-6));
            assertThat(ends.high().toDoubleNearest()).as(output.text()).isEqualTo(high, within(1e-6));
            IntegerNoise all = new LaplaceSum(
                    law.match(one -> one.scale(), g -> null, t -> null, w -> null),
                    Collections.nCopies(people.drawn().size(), BigInteger.ONE));
            for (long rare : new long[] {1_000_000, 1_000_000_000_000L}) {
                // So far above the threshold that noise alone is rarely there.
                BigInteger[] far = exact.clone();
                int first = people.drawn().get(0);
                far[first] = far[first].add(all.leastWithTailAtMost(Rational.of(1, rare)));
                assertThat(linear.get().ends(far, Optional.of(threshold)).symmetric())
                        .isEqualTo(rare > 1_000_000);
            }
            LinearNoise.Ends plain = linear.get().ends(exact, Optional.empty());
            assertThat(plain.symmetric()).isTrue();
            assertThat(plain.high().minus(plain.low()))
                    .isEqualTo(linear.get().halfWidth().times(Rational.of(2)));
        }
    }

    private static BigInteger sum(BigInteger[] drawn, List<Integer> places) {
        return places.stream().map(place -> drawn[place]).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Of several quantiles that are drawn together each output shows its own, with an interval where somebody may see it. */
    @Test
    void eachQuantileIsTheOneOfItsRank() {
        Planned planned =
                Planned.of("SELECT g, MEDIAN(x, contribution_bounds_per_row => (0, 90)), QUANTILE_CONT(x, 0.9,"
                        + " contribution_bounds_per_row => (0, 90)), MIN(n, contribution_bounds_per_row => (0, 9)),"
                        + " QUANTILE_CONT(x, 0.25, contribution_bounds_per_row => (0, 90)) FROM often GROUP BY g HAVING"
                        + " MAX(x, contribution_bounds_per_row => (0, 90)) > 3 AND MAX(n, contribution_bounds_per_row =>"
                        + " (0, 9)) > 1");
        ReleasePlan plan = planned.plan();
        List<List<QuantileTree.Interval>> drawn = new ArrayList<>();
        long next = 5;
        for (ChoiceRequest choice : plan.choices()) {
            int ranks = choice.match(quantiles -> quantiles.fractions().size(), mode -> 1);
            List<QuantileTree.Interval> values = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                values.add(new QuantileTree.Interval(
                        BigInteger.valueOf(next - 1), BigInteger.valueOf(next), BigInteger.valueOf(next + 2)));
                next += 10;
            }
            drawn.add(values);
        }
        BigInteger[] none = new BigInteger[planned.noise().drawn().size()];
        Arrays.fill(none, BigInteger.ZERO);
        Object[] row = planned.outputs().row(new String[] {"a"}, planned.noise().noisy(none), drawn);
        int width = plan.outputs().size();
        int seen = 0;
        for (int i = 0; i < width; i++) {
            Computation.Quantile quantile =
                    plan.outputs().get(i).computation().quantile().orElseThrow();
            ChoiceRequest.Quantiles request = plan.request(quantile);
            QuantileTree.Interval own = drawn.get(plan.choices().indexOf(request))
                    .get(request.fractions().indexOf(quantile.fraction()));
            double unit = request.values().summed().unit().size().toDoubleNearest();
            String text = plan.outputs().get(i).text();
            assertThat(((Number) row[1 + i]).doubleValue())
                    .as(text)
                    .isEqualTo(own.value().doubleValue() * unit, within(1e-9));
            boolean shown = !text.startsWith("MAX");
            assertThat(row[1 + width + 2 * i] != null).as(text).isEqualTo(shown);
            assertThat(row[2 + width + 2 * i] != null).as(text).isEqualTo(shown);
            if (shown) {
                seen++;
                assertThat(((Number) row[1 + width + 2 * i]).doubleValue())
                        .isEqualTo(own.low().doubleValue() * unit, within(1e-9));
                assertThat(((Number) row[2 + width + 2 * i]).doubleValue())
                        .isEqualTo(own.high().doubleValue() * unit, within(1e-9));
            }
        }
        assertThat(seen).isEqualTo(4);
        assertThat(width).isEqualTo(6);
    }

    /** The formulas of values. */
    private record Reckoned(Planned planned, List<BigInteger> states) implements Computation.Visitor<Optional<Double>> {
        private double real(StateRequest state) {
            int place = planned.plan().states().indexOf(state);
            return Rational.of(states.get(place))
                    .times(planned.noise().unit(place))
                    .toDoubleNearest();
        }

        private <S extends State> S measured(Optional<S> state) {
            return state.orElseThrow();
        }

        private static double between(double value, double low, double high) {
            return Math.max(low, Math.min(high, value));
        }

        @Override
        public Optional<Double> total(Computation.Total total) {
            return Optional.of(real(total.state()));
        }

        @Override
        public Optional<Double> people(Computation.People people) {
            return Optional.of(real(people.with()) + real(people.without()));
        }

        @Override
        public Optional<Double> sumOfRows(Computation.SumOfRows sum) {
            return Optional.of(middle(measured(sum.centred().measured(planned.limits()))) * real(sum.weight())
                    + real(sum.centred()));
        }

        private static double middle(State.Centred centred) {
            return centred.low().add(centred.high()).doubleValue()
                    * centred.column().size().toDoubleNearest()
                    / 2;
        }

        @Override
        public Optional<Double> mean(Computation.Mean mean) {
            double size = mean.deviations().summed().unit().size().toDoubleNearest();
            double low = planned.limits()
                            .of(mean.deviations().limits())
                            .orElseThrow()
                            .low()
                            .doubleValue()
                    * size;
            double high = planned.limits()
                            .of(mean.deviations().limits())
                            .orElseThrow()
                            .high()
                            .doubleValue()
                    * size;
            double deviation = real(mean.deviations()) / Math.max(1, real(mean.weight()));
            return Optional.of(between((low + high) / 2 + deviation, low, high));
        }

        @Override
        public Optional<Double> spread(Computation.Spread spread) {
            State.Squares squares = measured(spread.squares().measured(planned.limits()));
            double half = squares.high().subtract(squares.low()).doubleValue()
                    * squares.column().size().toDoubleNearest()
                    / 2;
            double n = Math.max(1, real(spread.weight()));
            double mean = real(spread.centred()) / n;
            double variance = between(real(spread.squares()) / n + half * half / 2 - mean * mean, 0, half * half);
            return switch (spread.kind()) {
                case VAR_POP -> Optional.of(variance);
                case STDDEV_POP -> Optional.of(Math.sqrt(variance));
                case VAR_SAMP -> n > 1 ? Optional.of(variance * n / (n - 1)) : Optional.empty();
                case STDDEV_SAMP -> n > 1 ? Optional.of(Math.sqrt(variance * n / (n - 1))) : Optional.empty();
            };
        }

        @Override
        public Optional<Double> pair(Computation.Pair pair) {
            CentredProducts products = measured(pair.products().measured(planned.limits()));
            double halfOfY = half(products.first());
            double halfOfX = half(products.second());
            double n = Math.max(1, real(pair.of(Moment.WEIGHT)));
            double y = between(real(pair.of(Moment.Y)) / n, -halfOfY, halfOfY);
            double x = between(real(pair.of(Moment.X)) / n, -halfOfX, halfOfX);
            double most = halfOfY * halfOfX;
            double covariance = between(between(real(pair.of(Moment.PRODUCTS)) / n, -most, most) - y * x, -most, most);
            return switch (pair.kind()) {
                case COVAR_POP -> Optional.of(covariance);
                case COVAR_SAMP -> n > 1 ? Optional.of(covariance * n / (n - 1)) : Optional.empty();
                case CORR -> {
                    double spread = Math.sqrt(variance(pair, Moment.SQUARES_OF_Y, halfOfY, y, n))
                            * Math.sqrt(variance(pair, Moment.SQUARES_OF_X, halfOfX, x, n));
                    yield spread > 0 ? Optional.of(between(covariance / spread, -1, 1)) : Optional.empty();
                }
                case REGR_SLOPE -> slope(pair, covariance, halfOfX, x, n);
                case REGR_INTERCEPT ->
                    slope(pair, covariance, halfOfX, x, n)
                            .map(slope -> middle(products.first()) + y - slope * (middle(products.second()) + x));
            };
        }

        private Optional<Double> slope(Computation.Pair pair, double covariance, double half, double mean, double n) {
            double variance = variance(pair, Moment.SQUARES_OF_X, half, mean, n);
            return variance > 0 ? Optional.of(covariance / variance) : Optional.empty();
        }

        private double variance(Computation.Pair pair, Moment squares, double half, double mean, double n) {
            double most = half * half;
            return between(between(real(pair.of(squares)) / n, -most / 2, most / 2) + most / 2 - mean * mean, 0, most);
        }

        private static double half(CentredProducts.Factor factor) {
            return factor.high().subtract(factor.low()).doubleValue()
                    * factor.column().size().toDoubleNearest()
                    / 2;
        }

        private static double middle(CentredProducts.Factor factor) {
            return factor.low().add(factor.high()).doubleValue()
                    * factor.column().size().toDoubleNearest()
                    / 2;
        }

        @Override
        public Optional<Double> quantile(Computation.Quantile quantile) {
            throw new AssertionError("not of states");
        }

        @Override
        public Optional<Double> mostFrequent(Computation.MostFrequent mode) {
            throw new AssertionError("not of states");
        }
    }
}
