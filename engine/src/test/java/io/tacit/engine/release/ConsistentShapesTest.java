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
import io.tacit.engine.rewrite.ConsistentSets;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.ConsistentTotals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Walks shapes of grouping sets in which groups have few parts or many, and compares each group's value and interval with
 * the projection onto all tables that there can be: with normal noise the length of an interval follows from it.
 */
@NullUnmarked
class ConsistentShapesTest {
    private static final double CONFIDENCE = 0.8;

    /** Half of what holds a standard normal number as often. */
    private static final double HALF = 1.2815515655446004;

    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            new Column("g", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b", "c"))),
            new Column("h", ColumnType.VARCHAR, false).among(new Domain(List.of("f", "m"))),
            Column.nullable("n", ColumnType.decimal(9, 2)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table("once", COLUMNS, new Protection.UnitColumn("uid"), List.of(List.of("uid"))),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(new BigDecimal("0.01"), new BigDecimal("1e-6"), 9, CONFIDENCE),
            new DuckDbSettings(512, 1, message -> {}));

    /** The groups of a shape: the cells of people that each holds. */
    private record Shape(List<String[]> keys, List<BitSet> cells) {
        static Shape of(List<BitSet> sets, String[] cells) {
            Shape shape = new Shape(new ArrayList<>(), new ArrayList<>());
            for (int set = 0; set < sets.size(); set++) {
                Set<List<String>> known = new LinkedHashSet<>();
                for (String cell : cells) {
                    known.add(only(sets.get(set), cell));
                }
                for (List<String> group : known) {
                    BitSet held = new BitSet();
                    for (int i = 0; i < cells.length; i++) {
                        held.set(i, only(sets.get(set), cells[i]).equals(group));
                    }
                    shape.keys.add(new String[] {group.get(0), group.get(1), String.valueOf(set)});
                    shape.cells.add(held);
                }
            }
            return shape;
        }

        private static List<String> only(BitSet set, String cell) {
            List<String> group = new ArrayList<>();
            for (int key = 0; key < 2; key++) {
                group.add(set.get(key) ? cell.substring(key, key + 1) : null);
            }
            return group;
        }

        /** The projection onto all that cells can add up to. */
        double[][] projection() {
            List<double[]> base = new ArrayList<>();
            int last = cells.stream().mapToInt(BitSet::length).max().orElseThrow();
            for (int cell = 0; cell < last; cell++) {
                double[] left = new double[cells.size()];
                for (int i = 0; i < left.length; i++) {
                    left[i] = cells.get(i).get(cell) ? 1 : 0;
                }
                for (double[] one : base) {
                    double share = inner(one, left);
                    for (int i = 0; i < left.length; i++) {
                        left[i] -= share * one[i];
                    }
                }
                double size = Math.sqrt(inner(left, left));
                if (size > 1e-6) {
                    for (int i = 0; i < left.length; i++) {
                        left[i] /= size;
                    }
                    base.add(left);
                }
            }
            double[][] projection = new double[cells.size()][cells.size()];
            for (double[] one : base) {
                for (int i = 0; i < one.length; i++) {
                    for (int j = 0; j < one.length; j++) {
                        projection[i][j] += one[i] * one[j];
                    }
                }
            }
            return projection;
        }
    }

    private static double inner(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ROLLUP(g, h)                      | af am bf bm
        ROLLUP(g, h)                      | af bf bm cf cm
        ROLLUP(h, g)                      | af bf cf am
        CUBE(g, h)                        | af am bf bm cf cm
        CUBE(g, h)                        | af am bf cm
        GROUPING SETS ((g), (h))          | af am bf bm cf cm
        GROUPING SETS ((g, h), (h), ())   | af am bf cf
        GROUPING SETS ((h), (), (g, h))   | af bf cf cm
        """)
    void eachGroupHasTheLengthOfItsOwnPlace(String sets, String cells) {
        Calibration calibration = RUN.prepare(
                        "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = GAUSSIAN, group_selection_strategy ="
                                + " PUBLIC_GROUPS) g, h, COUNT(*), SUM(n, contribution_bounds_per_group => (-0.06, 0.11))"
                                + " FROM once GROUP BY "
                                + sets)
                .releases()
                .get(0);
        check(calibration, Shape.of(ConsistentSets.keys(calibration.plan()), cells.split(" ")));
    }

    @ParameterizedTest
    @CsvSource({"-1, true", "0, true", "1, false"})
    void soManyGroupsAreMadeConsistent(int more, boolean consistent) {
        Calibration calibration = RUN.prepare("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy ="
                        + " PUBLIC_GROUPS) g, h, COUNT(*) FROM once GROUP BY ROLLUP(g, h)")
                .releases()
                .get(0);
        List<String[]> keys = new ArrayList<>();
        keys.add(new String[] {null, null, "2"});
        keys.add(new String[] {"a", null, "1"});
        while (keys.size() < ConsistentTotals.MOST + more) {
            keys.add(new String[] {"a", String.valueOf(keys.size()), "0"});
        }
        StateNoise noise = StateNoise.of(calibration, ResolvedLimits.NONE);
        assertThat(ConsistentGroups.of(calibration, ResolvedLimits.NONE, noise, keys)
                        .isPresent())
                .isEqualTo(consistent);
    }

    private static void check(Calibration calibration, Shape shape) {
        ResolvedLimits limits = ResolvedLimits.NONE;
        StateNoise noise = StateNoise.of(calibration, limits);
        ConsistentGroups groups =
                ConsistentGroups.of(calibration, limits, noise, shape.keys()).orElseThrow();
        SplittableRandom random = new SplittableRandom(5);
        List<StateNoise.Noisy> noisy = new ArrayList<>();
        for (int i = 0; i < shape.keys().size(); i++) {
            BigInteger[] drawn = new BigInteger[noise.drawn().size()];
            for (int place = 0; place < drawn.length; place++) {
                drawn[place] = BigInteger.valueOf(random.nextInt(-100_000, 100_000));
            }
            noisy.add(noise.noisy(drawn));
        }
        Outputs outputs = new Outputs(calibration, limits, noise, random::nextLong);
        ConsistentGroups.Nearest nearest = groups.nearest(noisy);
        List<Object[]> alone = new ArrayList<>();
        List<Object[]> shown = new ArrayList<>();
        for (int i = 0; i < shape.keys().size(); i++) {
            alone.add(outputs.row(shape.keys().get(i), noisy.get(i), List.of()));
            shown.add(outputs.row(shape.keys().get(i), nearest.noisy().get(i), List.of()));
        }
        groups.show(alone, shown, nearest);
        double[][] projection = shape.projection();
        int width = calibration.plan().outputs().size();
        for (int output = 0; output < width; output++) {
            StateRequest state =
                    calibration.plan().outputs().get(output).states().iterator().next();
            double unit = output == 0 ? 1 : 0.01;
            double deviation = noise.law(state).orElseThrow().standardDeviation()
                    * noise.unit(state).toDoubleNearest();
            for (int group = 0; group < projection.length; group++) {
                double value = 0;
                for (int other = 0; other < projection.length; other++) {
                    value += projection[group][other] * ((Number) alone.get(other)[3 + output]).doubleValue();
                }
                String where = "output " + output + " of "
                        + String.join(" ", shape.keys().get(group));
                double shownValue = ((Number) shown.get(group)[3 + output]).doubleValue();
                assertThat(shownValue).as(where).isEqualTo(value, within(4 * unit));
                double low = (double) shown.get(group)[3 + width + 2 * output];
                double high = (double) shown.get(group)[3 + width + 2 * output + 1];
                double half = HALF * deviation * Math.sqrt(projection[group][group]);
                assertThat(shownValue - low).as(where).isEqualTo(half, within(2 * unit));
                assertThat(high - shownValue).as(where).isEqualTo(half, within(2 * unit));
            }
        }
    }
}
