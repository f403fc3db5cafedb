package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.SeededNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People counted as those with a value and those without one, end to end: each of 1,500 groups is an independent run of
 * all noise.
 *
 * <p>A share of covered runs below its lower limit, six standard errors below 95 %, has a chance below 10^-6.
 */
@NullUnmarked
@Tag("statistical")
class PeopleInTwoPartsTest {
    private static final int GROUPS = 1500;

    @TempDir
    Path folder;

    /** Groups of people of whom every third has no value. */
    private List<AnswerRow> shown(int peopleInGroup, String noise) {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (int person = 0; person < peopleInGroup; person++) {
                String value = person % 3 == 0 ? "" : "5";
                lines.add(group * peopleInGroup + person + ",g" + group + "," + value + ",2.00,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(new BigDecimal("1"), new BigDecimal("0.001"), 1, 0.95);
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(107))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1, noise = "
                    + noise + ", group_selection_strategy = " + noise + "_THRESHOLD) g, COUNT(*) AS n, COUNT(x) AS v,"
                    + " SUM(x, contribution_bounds_per_group => (0, 8)) AS s, AVG(x CLAMPED BETWEEN 0 AND 8) AS m"
                    + " FROM t GROUP BY g");
            List<AggregateReport> reports = answer.releases().get(0).aggregates();
            assertThat(reports.get(0).states()).hasSize(2);
            assertThat(reports.get(3).states()).hasSize(2);
            return answer.rows();
        }
    }

    private static double covered(List<AnswerRow> rows, int column, double truth) {
        return rows.stream()
                        .filter(row -> row.intervals().get(column).low() <= truth
                                && truth <= row.intervals().get(column).high())
                        .count()
                / (double) rows.size();
    }

    private static double least(List<AnswerRow> rows) {
        return 0.95 - 6 * Math.sqrt(0.95 * 0.05 / rows.size());
    }

    @Test
    void countsAndSumsAreCovered() {
        for (String noise : List.of("LAPLACE", "GAUSSIAN")) {
            List<AnswerRow> rows = shown(90, noise);
            assertThat(rows).hasSizeGreaterThan(GROUPS - 10);
            assertThat(covered(rows, 1, 90)).isBetween(least(rows), 0.99);
            assertThat(covered(rows, 2, 60)).isBetween(least(rows), 0.99);
            assertThat(covered(rows, 3, 300)).isBetween(least(rows), 0.99);
        }
    }

    /** Groups that hardly appear have noisy numbers that are too large, in both parts. */
    @Test
    void groupsThatHardlyAppearAreCoveredToo() {
        for (String noise : List.of("LAPLACE", "GAUSSIAN")) {
            int people = noise.equals("LAPLACE") ? 9 : 12;
            List<AnswerRow> rows = shown(people, noise);
            assertThat(rows).hasSizeBetween(40, GROUPS / 2);
            assertThat(covered(rows, 1, people)).isGreaterThan(least(rows));
            assertThat(covered(rows, 2, people * 2 / 3.0)).isGreaterThan(least(rows));
            assertThat(covered(rows, 3, people * 10 / 3.0)).isGreaterThan(least(rows));
        }
    }
}
