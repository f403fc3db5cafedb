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
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sums beside means, end to end: each of 1,500 groups is an independent run of all noise.
 *
 * <p>With coverage of 95 %, fewer than 92.2 % of 1,500 has a chance of 10^-6; the intervals of groups near the
 * threshold cover more.
 */
@NullUnmarked
@Tag("statistical")
class SumsBesideMeansTest {
    private static final int GROUPS = 1500;
    private static final double LEAST = 0.922;

    @TempDir
    Path folder;

    private SourceTable table(int peopleInGroup) throws IOException {
        List<String> lines = new ArrayList<>(List.of("uid,g,d"));
        for (int group = 0; group < GROUPS; group++) {
            for (int person = 0; person < peopleInGroup; person++) {
                lines.add(group * peopleInGroup + person + ",g" + group + "," + person % 10 + ".50");
            }
        }
        Path file = Files.createTempFile(folder, "people", ".csv");
        Files.write(file, lines);
        List<Column> columns = List.of(
                new Column("uid", ColumnType.BIGINT, false),
                new Column("g", ColumnType.VARCHAR, false),
                new Column("d", ColumnType.decimal(12, 2), false));
        return new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private List<AnswerRow> shown(int peopleInGroup, String noise) throws IOException {
        Defaults defaults = new Defaults(new BigDecimal("1"), new BigDecimal("0.001"), 1, 0.95);
        try (TacitSession session =
                TacitSession.open(List.of(table(peopleInGroup)), defaults, People.IN_ORDER, SeededNoise.of(108))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1, noise = "
                    + noise + ", group_selection_strategy = " + noise + "_THRESHOLD) g,"
                    + " SUM(d, contribution_bounds_per_group => (0, 10)) AS s, AVG(d CLAMPED BETWEEN 0 AND 10) AS m"
                    + " FROM t GROUP BY g");
            assertThat(answer.releases().get(0).aggregates().get(0).states()).hasSize(2);
            return answer.rows();
        }
    }

    private static double covered(List<AnswerRow> rows, double truth) {
        return rows.stream()
                        .filter(row -> row.intervals().get(1).low() <= truth
                                && truth <= row.intervals().get(1).high())
                        .count()
                / (double) rows.size();
    }

    @Test
    void sumsAreCoveredAndHaveTheErrorThatIsSaid() throws IOException {
        for (String noise : List.of("LAPLACE", "GAUSSIAN")) {
            List<AnswerRow> rows = shown(60, noise);
            assertThat(rows).hasSizeGreaterThan(GROUPS - 10);
            // Everybody's rows add up to 6 times 0.5 + 1.5 + … + 9.5.
            assertThat(covered(rows, 300)).isBetween(LEAST, 0.985);
        }
    }

    /** Only groups appear whose noisy number of people is large, and the sum is made of that number. */
    @Test
    void groupsThatHardlyAppearAreCoveredToo() throws IOException {
        for (String noise : List.of("LAPLACE", "GAUSSIAN")) {
            List<AnswerRow> rows = shown(noise.equals("LAPLACE") ? 6 : 10, noise);
            assertThat(rows).hasSizeBetween(40, GROUPS / 2);
            double standardError = Math.sqrt(0.95 * 0.05 / rows.size());
            assertThat(covered(rows, noise.equals("LAPLACE") ? 30 : 50)).isGreaterThan(0.95 - 6 * standardError);
        }
    }
}
