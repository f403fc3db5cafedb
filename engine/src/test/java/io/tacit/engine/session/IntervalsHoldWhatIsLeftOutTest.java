package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walks three spreads of people over groups (all alike; a few who are everywhere; whoever is in many groups also has more
 * rows there) and five totals, each with a limit of six groups that leaves a part out, and counts the answers of which more
 * than one cell in ten has the truth above its interval. Without what the limit leaves out that is every answer.
 *
 * <p>An end is to hold with 97.5 %. If one answer in twenty fails, more than seven of fifteen do so by chance once in four
 * million times.
 */
@NullUnmarked
class IntervalsHoldWhatIsLeftOutTest {
    private static final int PEOPLE = 5000;
    private static final int GROUPS = 20;
    private static final int MOST_FAILURES = 7;

    @TempDir
    Path folder;

    /** The true values of each group, by the aggregates of {@link #TOTALS} in their order. */
    private final Map<String, double[]> truth = new HashMap<>();

    private static final List<String> TOTALS =
            List.of("COUNT(DISTINCT id)", "COUNT(*)", "SUM(x)", "SUM(x - 30)", "COUNT(*) + 0");

    /** How many groups a person is in, and how many rows in each. */
    private static int[] activity(String spread, SplittableRandom random) {
        return switch (spread) {
            case "alike" -> new int[] {1 + random.nextInt(14), 1};
            case "few everywhere" ->
                random.nextInt(10) == 0 ? new int[] {GROUPS, 1} : new int[] {1 + random.nextInt(3), 1};
            default -> random.nextInt(8) == 0 ? new int[] {12, 3} : new int[] {1 + random.nextInt(4), 1};
        };
    }

    private SourceTable made(String spread, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder lines = new StringBuilder("id,g,x\n");
        truth.clear();
        for (int person = 0; person < PEOPLE; person++) {
            int[] activity = activity(spread, random);
            Set<String> groups = new HashSet<>();
            while (groups.size() < activity[0]) {
                groups.add("g" + random.nextInt(GROUPS));
            }
            for (String group : groups) {
                double[] cell = truth.computeIfAbsent(group, of -> new double[TOTALS.size()]);
                cell[0]++;
                for (int row = 0; row < activity[1]; row++) {
                    int value = 10 + random.nextInt(30);
                    lines.append(person)
                            .append(',')
                            .append(group)
                            .append(',')
                            .append(value)
                            .append('\n');
                    cell[1]++;
                    cell[2] += value;
                    cell[3] += value - 30;
                    cell[4]++;
                }
            }
        }
        return new SourceTable(
                new Table(
                        "t",
                        List.of(
                                new Column("id", ColumnType.INTEGER, false),
                                new Column("g", ColumnType.VARCHAR, false),
                                new Column("x", ColumnType.INTEGER, false)),
                        new Protection.UnitColumn("id")),
                new Source.Csv(Files.writeString(folder.resolve(seed + ".csv"), lines), new CsvFormat(',', true)));
    }

    @Test
    void intervalsReachToWhatTheLimitLeavesOut() throws IOException {
        List<String> failures = new ArrayList<>();
        List<Double> widths = new ArrayList<>();
        long seed = 1;
        for (String spread : List.of("alike", "few everywhere", "more in each")) {
            SourceTable table = made(spread, seed++);
            try (TacitSession session = TacitSession.open(
                    List.of(table),
                    new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 6, 0.95),
                    People.SETTINGS,
                    SeededNoise.of(seed))) {
                for (int total = 0; total < TOTALS.size(); total++) {
                    String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = TRUE) g, "
                            + TOTALS.get(total) + " AS n FROM t GROUP BY g";
                    Answer answer = session.query(sql);
                    assertThat(answer.rows()).as(sql).hasSize(GROUPS);
                    if (misses(answer, total, widths) > GROUPS / 10) {
                        failures.add(spread + ": " + TOTALS.get(total));
                    }
                    assertThat(answer.releases().get(0).missing().get(0).note())
                            .as(sql)
                            .contains("Intervals allow for that.");
                }
            }
        }
        assertThat(failures).hasSizeLessThanOrEqualTo(MOST_FAILURES);
        double[] sorted =
                widths.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        assertThat(sorted[sorted.length / 2]).isLessThan(1.5);
    }

    /** How many cells have the truth outside of their interval; how long these are beside it is added to the list. */
    private int misses(Answer answer, int total, List<Double> widths) {
        int misses = 0;
        for (AnswerRow row : answer.rows()) {
            double real = truth.get(String.valueOf(row.values().get(0)))[total];
            ConfidenceInterval interval = row.intervals().get(1);
            assertThat(interval).as(Arrays.toString(row.values().toArray())).isNotNull();
            misses += real > interval.high() || real < interval.low() ? 1 : 0;
            widths.add((interval.high() - interval.low()) / Math.abs(real));
        }
        return misses;
    }
}
