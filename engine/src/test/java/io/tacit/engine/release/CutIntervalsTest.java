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
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.Outside;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What limits that were found cut off widens each interval by as much, below and above, and no other: each aggregate with
 * the same noisy integers, once where nothing seems to be beyond the limits and once where something does.
 */
@NullUnmarked
class CutIntervalsTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b"))),
            new Column("h", ColumnType.VARCHAR, false).among(new Domain(List.of("f", "m"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            Column.nullable("k", ColumnType.INTEGER).within(new RowBounds(new BigDecimal("-3"), BigDecimal.TEN)),
            Column.nullable("m", ColumnType.decimal(9, 2))
                    .within(new RowBounds(new BigDecimal("-0.05"), new BigDecimal("0.02"))),
            Column.nullable("p", ColumnType.INTEGER).within(new RowBounds(BigDecimal.valueOf(2), BigDecimal.TEN)),
            Column.nullable("q", ColumnType.INTEGER).within(new RowBounds(new BigDecimal("-8"), new BigDecimal("-6"))));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(
                    source(new Table("often", COLUMNS, new Protection.UnitColumn("uid"))),
                    source(new Table("once", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 9, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    /** In whole units: at most 4 below, 7 above; as far as is likely, less. */
    private static final ResolvedLimits.Beyond SOME = new ResolvedLimits.Beyond(
            new Outside(new Estimate(1, 0, 4), new Estimate(2, 1, 3.2)),
            new Outside(new Estimate(1, 0, 4), new Estimate(5, 4, 6.5)),
            100,
            1_000,
            false);

    /** The same, where somebody is far beyond: the squares of what is beyond add up to 300. */
    private static final ResolvedLimits.Beyond FAR = new ResolvedLimits.Beyond(
            SOME.below(),
            new Outside(
                    SOME.above().people(), SOME.above().excess(), new Estimate(40, 20, 300), new Outside.Far(0.5, 10)),
            100,
            100,
            false);

    private static final String PUBLIC = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = GAUSSIAN,"
            + " group_selection_strategy = PUBLIC_GROUPS) g, ";

    private static final List<String[]> KEYS = List.of(
            new String[] {"a", "f", "0"},
            new String[] {"a", "m", "0"},
            new String[] {"b", "f", "0"},
            new String[] {"b", "m", "0"},
            new String[] {"a", null, "1"},
            new String[] {"b", null, "1"},
            new String[] {null, null, "2"});

    private static SourceTable source(Table table) {
        return new SourceTable(table, new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));
    }

    /** Limits of 0 to 9 for whatever is to be found, with something beyond or without. */
    private static ResolvedLimits limits(Calibration calibration, ResolvedLimits.@Nullable Beyond beyond) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = ResolvedLimits.all(
                        calibration.plan().automatic(),
                        new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(9)))
                .found();
        Map<ContributionLimits.Inferred, ResolvedLimits.Beyond> more = new HashMap<>();
        if (beyond != null) {
            found.keySet().forEach(each -> more.put(each, beyond));
        }
        return new ResolvedLimits(found, more);
    }

    /** How far the ends of an aggregate's interval lie from its value, and the value: all for one group. */
    private static List<double[]> group(Calibration calibration, ResolvedLimits.@Nullable Beyond beyond, long noisy) {
        ResolvedLimits limits = limits(calibration, beyond);
        StateNoise noise = StateNoise.of(calibration, limits);
        BigInteger[] drawn = new BigInteger[noise.drawn().size()];
        Arrays.fill(drawn, BigInteger.valueOf(noisy));
        SplittableRandom random = new SplittableRandom(1);
        Object[] row = new Outputs(calibration, limits, noise, random::nextLong)
                .row(
                        new String[] {"a"},
                        noise.noisy(drawn),
                        Collections.nCopies(calibration.plan().choices().size(), null));
        return ends(calibration, row, 1);
    }

    private static List<double[]> ends(Calibration calibration, Object[] row, int keys) {
        int width = calibration.plan().outputs().size();
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            double low = ((Number) row[keys + width + 2 * i]).doubleValue();
            double high = ((Number) row[keys + width + 2 * i + 1]).doubleValue();
            all.add(new double[] {low, high});
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(*)                                       | 4    | 7
        COUNT(x)                                       | 4    | 7
        COUNT(DISTINCT x)                              | 4    | 7
        COUNT(DISTINCT uid)                            | 0    | 0
        COUNT(*, contribution_bounds_per_group=>(0,9)) | 0    | 0
        SUM(x)                                         | 4    | 7
        SUM(n)                                         | 0.04 | 0.07
        SUM(x, contribution_bounds_per_group=>(0,9))   | 0    | 0
        SUM(k)                                         | 21   | 70
        SUM(m)                                         | 0.35 | 0.14
        SUM(p)                                         | 0    | 70
        SUM(q)                                         | 56   | 0
        AVG(x, contribution_bounds_per_row=>(0,9))     | 0    | 0
        """)
    void eachIntervalIsWiderByWhatIsCutOff(String aggregate, double below, double above) {
        Calibration calibration = RUN.prepare(PUBLIC + aggregate + " FROM often GROUP BY g")
                .releases()
                .get(0);
        double[] without = group(calibration, null, 40).get(0);
        double[] with = group(calibration, SOME, 40).get(0);
        assertThat(without[0] - with[0]).as("below").isEqualTo(below, within(1e-9));
        assertThat(with[1] - without[1]).as("above").isEqualTo(above, within(1e-9));
    }

    /**
     * Bounds make a variance less, never more. On both sides together 11 lie beyond, each up to 9 from the mean: squares add up to 2 · 9 · 11 more,
     * for 40 rows; and to 300 more where these lie far beyond, as noisy counts say.
     */
    @ParameterizedTest
    @CsvSource({"VAR_POP(x), 1, 1", "VAR_SAMP(n), 0.01, 1", "STDDEV_POP(x), 1, 2", "STDDEV_SAMP(n), 0.01, 2"})
    void aSpreadIsWiderAboveAlone(String aggregate, double unit, double power) {
        Calibration calibration = RUN.prepare(PUBLIC + aggregate + " FROM often GROUP BY g")
                .releases()
                .get(0);
        double[] without = group(calibration, null, 40).get(0);
        double[] with = group(calibration, SOME, 40).get(0);
        double[] far = group(calibration, FAR, 40).get(0);
        assertThat(with[0]).isEqualTo(without[0]);
        assertThat(far[0]).isEqualTo(without[0]);
        double squared = Math.pow(without[1], power);
        assertThat(Math.pow(with[1], power) - squared).isEqualTo(198 / 40.0 * unit * unit, within(1e-9));
        assertThat(Math.pow(far[1], power) - squared).isEqualTo((198 + 300) / 40.0 * unit * unit, within(1e-9));
    }

    /** What is beyond the bounds of either column may change what they have in common either way. */
    @ParameterizedTest
    @ValueSource(strings = {"COVAR_POP(x, n)", "COVAR_SAMP(n, x)", "CORR(x, n)", "REGR_SLOPE(n, x)"})
    void aPairIsWiderOnBothSides(String aggregate) {
        Calibration calibration = RUN.prepare(PUBLIC + aggregate + " FROM often GROUP BY g")
                .releases()
                .get(0);
        double[] without = group(calibration, null, 4_000_000_000L).get(0);
        double[] with = group(calibration, FAR, 4_000_000_000L).get(0);
        assertThat(with[0]).isLessThan(without[0]);
        assertThat(with[1]).isGreaterThan(without[1]);
    }

    /** A mean misses what each person's values miss, divided by how many they are; noise makes nobody fewer than one. */
    @ParameterizedTest
    @CsvSource({"AVG(x), 1", "AVG(n), 0.01"})
    void aMeanIsWiderByItsShare(String aggregate, double unit) {
        Calibration calibration = RUN.prepare(PUBLIC + aggregate + " FROM often GROUP BY g")
                .releases()
                .get(0);
        for (long people : List.of(40L, 400L, 2L, 1L, 0L, -6L)) {
            double[] without = group(calibration, null, people).get(0);
            double[] with = group(calibration, SOME, people).get(0);
            long least = Math.max(1, people);
            assertThat(without[0] - with[0]).as("%d people", people).isEqualTo(4 * unit / least, within(1e-9));
            assertThat(with[1] - without[1]).as("%d people", people).isEqualTo(7 * unit / least, within(1e-9));
        }
    }

    /** Totals that were made consistent are as wide as what is cut off from them. */
    @ParameterizedTest
    @CsvSource({"SUM(x), 1", "SUM(n), 0.01"})
    void consistentTotalsAreWiderToo(String aggregate, double unit) {
        Calibration calibration = RUN.prepare(PUBLIC + "h, " + aggregate + " FROM once GROUP BY ROLLUP(g, h)")
                .releases()
                .get(0);
        List<List<double[]>> ends = new ArrayList<>();
        for (boolean beyond : List.of(false, true)) {
            ResolvedLimits limits = limits(calibration, beyond ? SOME : null);
            StateNoise noise = StateNoise.of(calibration, limits);
            ConsistentGroups groups =
                    ConsistentGroups.of(calibration, limits, noise, KEYS).orElseThrow();
            List<StateNoise.Noisy> noisy = new ArrayList<>();
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < KEYS.size(); i++) {
                BigInteger[] drawn = new BigInteger[noise.drawn().size()];
                Arrays.fill(drawn, BigInteger.valueOf(100 + 17L * i));
                noisy.add(noise.noisy(drawn));
                rows.add(new Object[3 + 3]);
            }
            groups.show(rows, rows, groups.nearest(noisy));
            ends.add(rows.stream().map(row -> ends(calibration, row, 3).get(0)).toList());
        }
        for (int i = 0; i < KEYS.size(); i++) {
            assertThat(ends.get(0).get(i)[0] - ends.get(1).get(i)[0])
                    .as("below, group " + i)
                    .isEqualTo(4 * unit, within(1e-9));
            assertThat(ends.get(1).get(i)[1] - ends.get(0).get(i)[1])
                    .as("above, group " + i)
                    .isEqualTo(7 * unit, within(1e-9));
        }
    }

    /** In half of the redrawn values what is cut off below is missing, in the others what is cut off above. */
    @ParameterizedTest
    @CsvSource({"COUNT(*), 1", "SUM(x), 1", "SUM(n), 0.01"})
    void redrawnTotalsMissEitherEnd(String aggregate, double unit) {
        Calibration calibration = RUN.prepare(PUBLIC + aggregate + " FROM often GROUP BY g")
                .releases()
                .get(0);
        double[] without = redrawn(calibration, false);
        double[] with = redrawn(calibration, true);
        int above = 0;
        for (int turn = 0; turn < with.length; turn++) {
            double more = with[turn] - without[turn];
            above += more > 0 ? 1 : 0;
            assertThat(more).isEqualTo(more > 0 ? 7 * unit : -4 * unit, within(1e-6));
        }
        assertThat(above).isBetween(with.length / 4, with.length * 3 / 4);
    }

    /** Whether totals have noise of their own or are read off the same portions of people. */
    @ParameterizedTest
    @ValueSource(strings = {"GAUSSIAN", "LAPLACE"})
    void eachOfSeveralRedrawnTotalsMissesEitherEnd(String law) {
        Calibration calibration = RUN.prepare(PUBLIC.replace("GAUSSIAN", law)
                        + "SUM(x), SUM(n), COUNT(x), COUNT(*), COUNT(DISTINCT uid) FROM often GROUP BY g")
                .releases()
                .get(0);
        StateNoise noise = StateNoise.of(calibration, limits(calibration, SOME));
        assertThat(calibration.plan().states().stream().anyMatch(noise::isDivided))
                .isEqualTo(law.equals("LAPLACE"));
        double[] units = {1, 0.01, 1, 1, 0};
        List<double[]> without = allRedrawn(calibration, false);
        List<double[]> with = allRedrawn(calibration, true);
        for (int output = 0; output < units.length; output++) {
            for (int turn = 0; turn < with.get(output).length; turn++) {
                double more = with.get(output)[turn] - without.get(output)[turn];
                assertThat(more).as("aggregate " + output).isEqualTo((more > 0 ? 7 : -4) * units[output], within(1e-6));
            }
        }
    }

    /** Whether one total misses what is below says nothing of another one: all combinations occur, also in one group. */
    @Test
    void whatTotalsMissIsDrawnForEachOfThem() {
        Calibration calibration = RUN.prepare(PUBLIC + "COUNT(x), SUM(x), SUM(n) FROM often GROUP BY g")
                .releases()
                .get(0);
        List<double[]> without = allRedrawn(calibration, false);
        List<double[]> with = allRedrawn(calibration, true);
        assertThat(with).hasSize(3);
        Set<String> combinations = new HashSet<>();
        for (int turn = 0; turn < with.get(0).length; turn++) {
            StringBuilder ends = new StringBuilder();
            for (int i = 0; i < with.size(); i++) {
                ends.append(with.get(i)[turn] > without.get(i)[turn] ? 'a' : 'b');
            }
            combinations.add(ends.toString());
        }
        assertThat(combinations).hasSize(8);
    }

    private static double[] redrawn(Calibration calibration, boolean beyond) {
        return allRedrawn(calibration, beyond).get(0);
    }

    private static List<double[]> allRedrawn(Calibration calibration, boolean beyond) {
        ResolvedLimits limits = limits(calibration, beyond ? SOME : null);
        StateNoise noise = StateNoise.of(calibration, limits);
        SplittableRandom random = new SplittableRandom(1);
        BigInteger[] drawn = new BigInteger[noise.drawn().size()];
        Arrays.fill(drawn, BigInteger.valueOf(40));
        return new RedrawnOutputs(calibration.plan(), limits, noise, random::nextLong, 64, 1, Optional.empty())
                .row(0, noise.noisy(drawn).states());
    }

    /** Of each turn by itself: what adds up already in every turn stays as it is. */
    @Test
    void redrawnTotalsAreMadeConsistentTurnByTurn() {
        Calibration calibration = RUN.prepare(PUBLIC + "h, SUM(x) FROM once GROUP BY ROLLUP(g, h)")
                .releases()
                .get(0);
        ResolvedLimits limits = limits(calibration, null);
        StateNoise noise = StateNoise.of(calibration, limits);
        int turns = 9;
        double[] addingUp = new double[KEYS.size() * turns];
        for (int turn = 0; turn < turns; turn++) {
            double[] parts = {turn, 10 - turn, turn * turn, 3};
            double[] all = {
                parts[0],
                parts[1],
                parts[2],
                parts[3],
                parts[0] + parts[1],
                parts[2] + parts[3],
                parts[0] + parts[1] + parts[2] + parts[3]
            };
            for (int group = 0; group < all.length; group++) {
                addingUp[group * turns + turn] = all[group];
            }
        }
        List<double[]> drawn = new ArrayList<>();
        for (int place = 0; place < noise.drawn().size(); place++) {
            drawn.add(addingUp.clone());
        }
        ConsistentGroups.of(calibration, limits, noise, KEYS).orElseThrow().redraw(drawn, KEYS.size(), turns);
        assertThat(drawn)
                .isNotEmpty()
                .allSatisfy(changed -> assertThat(changed).containsExactly(addingUp, within(1e-6)));
    }
}
