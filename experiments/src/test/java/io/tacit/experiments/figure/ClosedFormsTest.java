package io.tacit.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.LaplaceErrors;
import io.tacit.experiments.Question;
import io.tacit.experiments.Repeats;
import io.tacit.experiments.Truth;
import io.tacit.experiments.data.MadeUpTable;
import io.tacit.experiments.result.Spread;
import io.tacit.experiments.watch.Watcher;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClosedFormsTest {
    private static final int RUNS = 2_000;

    @Test
    void theBestBoundIsWhereTheFormulaIsLeast() {
        for (double epsilon : new double[] {0.1, 0.3, 1}) {
            double best = Clamping.optimum(epsilon);
            assertThat(Clamping.closedForm(best, epsilon))
                    .isLessThan(Clamping.closedForm(best - 1, epsilon))
                    .isLessThan(Clamping.closedForm(best + 0.1, epsilon));
        }
    }

    @Test
    void aLimitLeavesOutWhatIsBeyondIt() {
        Distribution even = new Distribution.Even(0.5, 100.5);
        // Rounded, it is uniform on 1 … 100.
        assertThat(GroupsPerPerson.expectedLoss(even, 100)).isCloseTo(0, within(1e-9));
        assertThat(GroupsPerPerson.expectedLoss(even, 40)).isCloseTo(60 * 61 / 2.0 / 5050, within(1e-9));
    }

    @Test
    void aGroupAsLargeAsTheThresholdIsHiddenHalfTheTime() {
        double threshold = 1 + Math.log(1 / 2e-6) / 0.1;
        assertThat(DeltaOnQ13.hidden(Truth.of(threshold), 0.1, 1e-6)).isCloseTo(0.5, within(1e-9));
        assertThat(DeltaOnQ13.hidden(Truth.of(1), 0.1, 1e-6)).isCloseTo(1 - 1e-6, within(1e-9));
    }

    /**
     * The share of errors up to the closed form's median is one half, up to √(ln(2/a)/(2n)) but with probability a =
     * 10^−7 (Hoeffding), and up to the chance of one whole number.
     */
    @Test
    @Tag("statistical")
    void theEnginesErrorsFollowTheClosedForm() {
        int bound = 30;
        try (MadeUpTable people =
                MadeUpTable.of("p", "person", List.of(new Column("person", ColumnType.INTEGER, false)), appender -> {
                    for (int row = 0; row < 4_000; row++) {
                        appender.beginRow();
                        appender.append((int) Math.sqrt(row));
                        appender.endRow();
                    }
                })) {
            Truth truth = Truth.ask(people.file(), "SELECT COUNT(*) FROM p", 0);
            double kept = Truth.ask(
                            people.file(),
                            "SELECT SUM(LEAST(n, 30)) FROM (SELECT COUNT(*) AS n FROM p GROUP BY person)",
                            0)
                    .single();
            Laboratory laboratory = new Laboratory(Path.of("."), 1, RUNS, DuckDbSettings.standard(), Watcher.NOBODY);
            String sql = "SELECT COUNT(*, contribution_bounds_per_group => (0, 30)) AS n FROM p";
            double[] errors = Repeats.of(Question.of(people.tables(), sql, 0, truth), "test", RUNS, laboratory)
                    .errors();
            double middle = LaplaceErrors.median(bound, truth.single() - kept) / truth.single();
            double off = Math.sqrt(Math.log(2e7) / (2 * RUNS)) + 1.0 / bound;
            assertThat(Spread.of(errors, RUNS).shareUpTo(middle)).isCloseTo(0.5, within(off));
        }
    }
}
