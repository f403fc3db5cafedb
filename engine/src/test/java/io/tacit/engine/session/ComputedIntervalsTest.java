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
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Intervals of what is computed from several released values cover the value before noise. {@value #GROUPS} groups of
 * the same {@value #PEOPLE} people's values are as many independent draws in one query.
 *
 * <p>False alarms: with {@value #GROUPS} draws of chance 0.95 fewer than 0.9 are covered with chance 2e-8, by the
 * binomial law; a check of the intervals' use, that they are not far too wide, is made on their median.
 */
@Tag("statistical")
class ComputedIntervalsTest {
    private static final int GROUPS = 600;
    private static final int PEOPLE = 100;

    /** Values of one group's people: skewed, between 0 and 50. */
    private static final int[] VALUES = new int[PEOPLE];

    private static double sum;

    @TempDir
    static Path folder;

    private static SourceTable table;

    @BeforeAll
    static void write() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("uid,g,x");
        for (int person = 0; person < PEOPLE; person++) {
            VALUES[person] = person * person * 50 / (PEOPLE * PEOPLE);
            sum += VALUES[person];
        }
        for (int i = 0; i < GROUPS * PEOPLE; i++) {
            lines.add(i + "," + i / PEOPLE + "," + VALUES[i % PEOPLE]);
        }
        Path file = folder.resolve("t.csv");
        Files.write(file, lines);
        table = new SourceTable(
                new Table(
                        "t",
                        List.of(
                                Column.nullable("uid", ColumnType.BIGINT),
                                Column.nullable("g", ColumnType.BIGINT),
                                Column.nullable("x", ColumnType.BIGINT)),
                        new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    @Test
    void intervalsOfComputedValuesCover() {
        double spread = 0;
        for (int value : VALUES) {
            spread += (value - sum / PEOPLE) * (value - sum / PEOPLE) / PEOPLE;
        }
        String query = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 4, delta = 1e-6, max_groups_contributed = 1)"
                + " SUM(x, contribution_bounds_per_group => (0, 50)) / COUNT(*, contribution_bounds_per_group =>"
                + " (0, 1)) AS ratio, SUM(x, contribution_bounds_per_group => (0, 50)) - 10 * COUNT(*,"
                + " contribution_bounds_per_group => (0, 1)) AS linear, SQRT(COUNT(*,"
                + " contribution_bounds_per_group => (0, 1))) AS root, VAR_POP(x, contribution_bounds_per_row =>"
                + " (0, 50)) / AVG(x, contribution_bounds_per_row => (0, 50)) AS fano, g FROM t GROUP BY g";
        double[] truths = {
            sum / PEOPLE, sum - 10 * PEOPLE, Math.sqrt(PEOPLE), spread / (sum / PEOPLE),
        };
        check(query, truths);
    }

    /** Each group's share of the whole, and the growth from one group to the next. */
    @Test
    void intervalsOfWindowsCover() {
        String query = "SELECT 1.0 * n / SUM(n) OVER () AS share, n - LAG(n) OVER (ORDER BY g) AS growth, SUM(n) OVER"
                + " (ORDER BY g ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) / 10.0 AS moving, g FROM (SELECT WITH"
                + " DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1, delta = 1e-6, max_groups_contributed = 1) g, COUNT(*,"
                + " contribution_bounds_per_group => (0, 1)) AS n FROM t WHERE g < 300 GROUP BY g) AS r WHERE g >= 0";
        check(query, new double[] {1.0 / 300, 0});
    }

    private static void check(String query, double[] truths) {
        int[] covered = new int[truths.length];
        int[] asked = new int[truths.length];
        try (TacitSession session = TacitSession.open(
                List.of(table),
                new Defaults(BigDecimal.ONE, new BigDecimal("0.000001"), 1, 0.95),
                People.IN_ORDER,
                SeededNoise.of(114))) {
            for (int run = 0; run < (truths.length == 2 ? 2 : 1); run++) {
                for (AnswerRow row : session.query(query).rows()) {
                    for (int i = 0; i < truths.length; i++) {
                        ConfidenceInterval interval = row.intervals().get(i);
                        if (row.values().get(i) == null) {
                            continue;
                        }
                        assertThat(interval).isNotNull();
                        asked[i]++;
                        covered[i] += interval.low() <= truths[i] && truths[i] <= interval.high() ? 1 : 0;
                    }
                }
            }
        }
        for (int i = 0; i < truths.length; i++) {
            assertThat(asked[i]).as("column %d", i).isGreaterThan(GROUPS - 10);
            assertThat((double) covered[i] / asked[i])
                    .as("column %d of %d", i, asked[i])
                    .isBetween(0.9, 0.997);
        }
    }
}
