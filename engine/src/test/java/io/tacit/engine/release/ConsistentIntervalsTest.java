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
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Groups of a ROLLUP that are made consistent: what is shown adds up, lies next to the nearest numbers that do, and has an
 * interval that holds the number without noise as often as is said, and is shorter than that of the group alone.
 */
@NullUnmarked
class ConsistentIntervalsTest {
    private static final double CONFIDENCE = 0.8;
    private static final int TURNS = 300;

    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
            new Column("h", ColumnType.VARCHAR, false).among(new Domain(List.of("f", "m"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            Column.nullable("d", ColumnType.DOUBLE));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table("once", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 9, CONFIDENCE),
            new DuckDbSettings(512, 1, message -> {}));

    private static final List<String[]> KEYS = List.of(
            new String[] {"a", "f", "0"},
            new String[] {"a", "m", "0"},
            new String[] {"b", "f", "0"},
            new String[] {"b", "m", "0"},
            new String[] {"a", null, "1"},
            new String[] {"b", null, "1"},
            new String[] {null, null, "2"});

    /** Of which groups each total is the sum. */
    private static final List<List<Integer>> PARTS =
            List.of(List.of(), List.of(), List.of(), List.of(), List.of(0, 1), List.of(2, 3), List.of(4, 5));

    private record Planned(Calibration calibration, ResolvedLimits limits, StateNoise noise, ConsistentGroups groups) {
        static Planned of(String aggregates, String law) {
            Calibration calibration = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = " + law
                            + ", group_selection_strategy = PUBLIC_GROUPS) g, h, " + aggregates
                            + " FROM once GROUP BY ROLLUP(g, h)")
                    .releases()
                    .get(0);
            ResolvedLimits limits = InventedPerson.limits(calibration.plan());
            StateNoise noise = StateNoise.of(calibration, limits);
            return new Planned(
                    calibration,
                    limits,
                    noise,
                    ConsistentGroups.of(calibration, limits, noise, KEYS).orElseThrow());
        }

        ReleasePlan plan() {
            return calibration.plan();
        }

        /** The integers of each group: those of a total are the sums of its parts'. */
        List<BigInteger[]> exact() {
            SplittableRandom random = new SplittableRandom(2);
            List<BigInteger[]> all = new ArrayList<>();
            for (List<Integer> parts : PARTS) {
                BigInteger[] integers = new BigInteger[1 + plan().states().size()];
                Arrays.fill(integers, BigInteger.ZERO);
                for (int person = 0; parts.isEmpty() && person < 50; person++) {
                    add(integers, InventedPerson.of(random).integers(plan(), limits));
                }
                parts.forEach(part -> add(integers, all.get(part)));
                all.add(integers);
            }
            return all;
        }

        private static void add(BigInteger[] sum, BigInteger[] one) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] = sum[i].add(one[i]);
            }
        }

        BigInteger[] drawn(BigInteger[] integers) {
            return noise.drawn().stream().map(one -> one.exact(integers)).toArray(BigInteger[]::new);
        }

        List<Object[]> rows(Outputs outputs, List<StateNoise.Noisy> noisy) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < KEYS.size(); i++) {
                rows.add(outputs.row(KEYS.get(i), noisy.get(i), List.of()));
            }
            return rows;
        }
    }

    /** The nearest numbers that add up, by the normal equations of what each total lacks. */
    private static double[] nearest(double[] noisy) {
        double[] lacks = {noisy[4] - noisy[0] - noisy[1], noisy[5] - noisy[2] - noisy[3], noisy[6] - noisy[4] - noisy[5]
        };
        // The matrix of a total of two parts with itself is 3; parts of the whole have -1 with it.
        double[][] equations = {{3, 0, -1, lacks[0]}, {0, 3, -1, lacks[1]}, {-1, -1, 3, lacks[2]}};
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double factor = i == j ? 0 : equations[j][i] / equations[i][i];
                for (int k = 0; k < 4; k++) {
                    equations[j][k] -= factor * equations[i][k];
                }
            }
        }
        double[] found = noisy.clone();
        for (int total = 4; total <= 6; total++) {
            double multiplier = equations[total - 4][3] / equations[total - 4][total - 4];
            found[total] -= multiplier;
            for (int part : PARTS.get(total)) {
                found[part] += multiplier;
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(DISTINCT uid)                                                                      | LAPLACE
        COUNT(DISTINCT uid)                                                                      | LAPLACE, epsilon = 20
        COUNT(DISTINCT uid), COUNT(*)                                                            | GAUSSIAN, epsilon = 20
        COUNT(x)                                                                                 | GAUSSIAN, epsilon = 20
        COUNT(x), SUM(n, contribution_bounds_per_group => (-0.06, 0.11))                         | LAPLACE
        COUNT(DISTINCT uid), SUM(x)                                                              | GAUSSIAN
        SUM(d, contribution_bounds_per_group => (-6, 11)), COUNT(*)                              | GAUSSIAN
        """)
    void totalsAddUpAndTheirIntervalsHoldAsOftenAsIsSaid(String aggregates, String law) {
        Planned planned = Planned.of(aggregates, law);
        List<BigInteger[]> exact = planned.exact();
        SplittableRandom random = new SplittableRandom(9);
        List<IntegerSampler> samplers =
                planned.noise().drawn().stream().map(one -> one.law().sampler()).toList();
        Outputs outputs = new Outputs(planned.calibration(), planned.limits(), planned.noise(), random::nextLong);
        int width = planned.plan().outputs().size();
        int[][] held = new int[KEYS.size()][width];
        List<Object[]> truth = planned.rows(
                outputs,
                exact.stream()
                        .map(integers -> planned.noise().noisy(planned.drawn(integers)))
                        .toList());
        for (int turn = 0; turn < TURNS; turn++) {
            List<StateNoise.Noisy> noisy = new ArrayList<>();
            for (BigInteger[] integers : exact) {
                BigInteger[] drawn = planned.drawn(integers);
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = drawn[i].add(samplers.get(i).draw(random::nextLong));
                }
                noisy.add(planned.noise().noisy(drawn));
            }
            ConsistentGroups.Nearest nearest = planned.groups().nearest(noisy);
            for (int place = 0; place < planned.noise().drawn().size(); place++) {
                int of = place;
                double[] reckoned = nearest(noisy.stream()
                        .mapToDouble(group -> group.drawn()[of].doubleValue())
                        .toArray());
                for (int group = 0; group < KEYS.size(); group++) {
                    double rounding = Math.abs(reckoned[group]) * 1e-12;
                    assertThat(nearest.noisy().get(group).drawn()[place].doubleValue())
                            .isEqualTo(reckoned[group], within(1.0001 + rounding));
                }
            }
            List<Object[]> alone = planned.rows(outputs, noisy);
            List<Object[]> shown = planned.rows(outputs, nearest.noisy());
            planned.groups().show(alone, shown, nearest);
            check(shown, alone, truth, width, held);
        }
        for (int group = 0; group < KEYS.size(); group++) {
            for (int output = 0; output < width; output++) {
                assertThat((double) held[group][output] / TURNS)
                        .as("group " + group + ", output " + output)
                        // Hardly any noise, and whole numbers: they hold more than is said.
                        .isBetween(0.72, law.contains("epsilon") ? 1.0 : 0.91);
            }
        }
    }

    private static void check(
            List<Object[]> shown, List<Object[]> alone, List<Object[]> truth, int width, int[][] held) {
        for (int output = 0; output < width; output++) {
            int place = 3 + output;
            int ends = 3 + width + 2 * output;
            for (int group = 0; group < KEYS.size(); group++) {
                BigDecimal sum = BigDecimal.ZERO;
                for (int part : PARTS.get(group)) {
                    sum = sum.add(new BigDecimal(shown.get(part)[place].toString()));
                }
                double value = ((Number) shown.get(group)[place]).doubleValue();
                if (!PARTS.get(group).isEmpty()) {
                    assertThat(value).isEqualTo(sum.doubleValue(), within(1e-9));
                }
                double low = ((Number) shown.get(group)[ends]).doubleValue();
                double high = ((Number) shown.get(group)[ends + 1]).doubleValue();
                assertThat(value).isBetween(low, high);
                double ofGroup = ((Number) alone.get(group)[ends + 1]).doubleValue()
                        - ((Number) alone.get(group)[ends]).doubleValue();
                // Rounding may take a unit either way.
                assertThat(high - low).isLessThanOrEqualTo(ofGroup * 1.001 + 2);
                double without = ((Number) truth.get(group)[place]).doubleValue();
                held[group][output] += low - 1e-9 <= without && without <= high + 1e-9 ? 1 : 0;
            }
        }
    }

    /** From the same bits, noise that is drawn again is the nearest that adds up to what it is for groups alone. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(DISTINCT uid)                                                | LAPLACE
        COUNT(x), SUM(n, contribution_bounds_per_group => (-0.06, 0.11))   | LAPLACE
        COUNT(DISTINCT uid), SUM(x)                                        | GAUSSIAN
        """)
    void noiseThatIsDrawnAgainAddsUp(String aggregates, String law) {
        Planned planned = Planned.of(aggregates, law);
        BigInteger[] nothing = new BigInteger[planned.plan().states().size()];
        Arrays.fill(nothing, BigInteger.ZERO);
        RedrawnOutputs alone = redrawn(planned, 30, Optional.empty());
        RedrawnOutputs together = redrawn(planned, 30, Optional.of(planned.groups()));
        for (int output = 0; output < planned.plan().outputs().size(); output++) {
            for (int turn = 0; turn < 30; turn++) {
                double[] of = new double[KEYS.size()];
                double[] found = new double[KEYS.size()];
                for (int group = 0; group < of.length; group++) {
                    of[group] = alone.row(group, nothing).get(output)[turn];
                    found[group] = together.row(group, nothing).get(output)[turn];
                }
                assertThat(found).as("output %d, turn %d", output, turn).containsExactly(nearest(of), within(1e-6));
                assertThat(of).isNotEqualTo(found);
            }
        }
    }

    /** Drawings that rows share cannot add up for each of them. */
    @Test
    void drawingsThatRowsShareAreLeftAsTheyAre() {
        Planned planned = Planned.of("COUNT(DISTINCT uid)", "GAUSSIAN");
        BigInteger[] nothing = new BigInteger[planned.plan().states().size()];
        Arrays.fill(nothing, BigInteger.ZERO);
        RedrawnOutputs alone = redrawn(planned, 80_000, Optional.empty());
        RedrawnOutputs together = redrawn(planned, 80_000, Optional.of(planned.groups()));
        assertThat(Arrays.equals(
                        together.row(6, nothing).get(0), alone.row(6, nothing).get(0)))
                .isTrue();
    }

    private static RedrawnOutputs redrawn(Planned planned, int turns, Optional<ConsistentGroups> groups) {
        SplittableRandom random = new SplittableRandom(5);
        return new RedrawnOutputs(
                planned.plan(), planned.limits(), planned.noise(), random::nextLong, turns, KEYS.size(), groups);
    }

    /** A person who is in fewer groups than sets adds to parts and not to their total, or the other way round. */
    @Test
    void whereAPersonIsNotInAllSetsNothingIsMadeConsistent() {
        for (int most = 1; most <= 3; most++) {
            Calibration calibration = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = "
                            + most + ", group_selection_strategy = PUBLIC_GROUPS) g, h, COUNT(*) FROM once GROUP BY"
                            + " ROLLUP(g, h)")
                    .releases()
                    .get(0);
            ResolvedLimits limits = InventedPerson.limits(calibration.plan());
            StateNoise noise = StateNoise.of(calibration, limits);
            assertThat(ConsistentGroups.of(calibration, limits, noise, KEYS).isPresent())
                    .as(most + " groups")
                    .isEqualTo(most == 3);
        }
    }

    /** Different values do not add up: what several groups have counts once in their total. */
    @ParameterizedTest
    @CsvSource({"LAPLACE", "GAUSSIAN"})
    void differentValuesStayAsTheirGroupTellsThem(String law) {
        Planned planned = Planned.of("COUNT(DISTINCT uid), COUNT(DISTINCT x)", law);
        SplittableRandom random = new SplittableRandom(9);
        Outputs outputs = new Outputs(planned.calibration(), planned.limits(), planned.noise(), random::nextLong);
        List<StateNoise.Noisy> noisy = planned.exact().stream()
                .map(integers -> {
                    BigInteger[] drawn = planned.drawn(integers);
                    for (int i = 0; i < drawn.length; i++) {
                        drawn[i] = drawn[i].add(BigInteger.valueOf(random.nextInt(40)));
                    }
                    return planned.noise().noisy(drawn);
                })
                .toList();
        ConsistentGroups.Nearest nearest = planned.groups().nearest(noisy);
        List<Object[]> alone = planned.rows(outputs, noisy);
        List<Object[]> shown = planned.rows(outputs, nearest.noisy());
        planned.groups().show(alone, shown, nearest);
        for (int group = 0; group < KEYS.size(); group++) {
            for (int place : new int[] {4, 7, 8}) {
                assertThat(shown.get(group)[place]).isEqualTo(alone.get(group)[place]);
            }
        }
    }

    /** Means are computed from consistent sums, with the interval of their group alone or one that reaches to them. */
    @ParameterizedTest
    @CsvSource({"LAPLACE", "GAUSSIAN"})
    void meansOfConsistentSumsHaveTheIntervalOfTheirGroup(String law) {
        Planned planned = Planned.of("AVG(x, contribution_bounds_per_row => (-2, 9))", law);
        SplittableRandom random = new SplittableRandom(9);
        Outputs outputs = new Outputs(planned.calibration(), planned.limits(), planned.noise(), random::nextLong);
        List<IntegerSampler> samplers =
                planned.noise().drawn().stream().map(one -> one.law().sampler()).toList();
        for (int turn = 0; turn < 40; turn++) {
            List<StateNoise.Noisy> noisy = new ArrayList<>();
            for (BigInteger[] integers : planned.exact()) {
                BigInteger[] drawn = planned.drawn(integers);
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = drawn[i].add(samplers.get(i).draw(random::nextLong));
                }
                noisy.add(planned.noise().noisy(drawn));
            }
            ConsistentGroups.Nearest nearest = planned.groups().nearest(noisy);
            List<Object[]> alone = planned.rows(outputs, noisy);
            List<Object[]> consistent = planned.rows(outputs, nearest.noisy());
            List<Object[]> shown = planned.rows(outputs, nearest.noisy());
            planned.groups().show(alone, shown, nearest);
            for (int group = 0; group < KEYS.size(); group++) {
                double value = (double) consistent.get(group)[3];
                assertThat(shown.get(group)[3]).isEqualTo(value);
                assertThat((double) shown.get(group)[4]).isEqualTo(Math.min(value, (double) alone.get(group)[4]));
                assertThat((double) shown.get(group)[5]).isEqualTo(Math.max(value, (double) alone.get(group)[5]));
            }
        }
    }
}
