package io.tacit.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.cli.text.Progress;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.tpch.TpchTables;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number of the demonstration says how accurate it is. */
class TourIntervalsTest {
    /** Small data and much budget: groups appear all the same. */
    private static final Defaults PLENTY = new Defaults(new BigDecimal("20"), new BigDecimal("0.01"), 5, 0.95);

    private static final double SCALE = 0.005;

    @TempDir
    Path folder;

    @Test
    void everyNoisyColumnHasAnInterval() {
        Path database = TpchDatabase.generated(folder, SCALE, Progress.on(new PrintWriter(new StringWriter())));
        List<String> queries = Tour.queries();
        try (TacitSession session = TacitSession.open(TpchTables.in(database), PLENTY)) {
            for (String sql : queries.subList(0, queries.size() - 1)) {
                Answer answer = session.query(sql);
                assertThat(answer.rows()).as(sql).isNotEmpty();
                assertThat(answer.columns()).as(sql).anyMatch(AnswerColumn::noisy);
                for (int column = 0; column < answer.columns().size(); column++) {
                    if (answer.columns().get(column).noisy()) {
                        assertThat(withoutInterval(answer, column))
                                .as(sql + ": " + answer.columns().get(column).name())
                                .isEmpty();
                    }
                }
            }
        }
    }

    private static List<AnswerRow> withoutInterval(Answer answer, int column) {
        return answer.rows().stream()
                .filter(row ->
                        row.values().get(column) != null && row.intervals().get(column) == null)
                .toList();
    }
}
