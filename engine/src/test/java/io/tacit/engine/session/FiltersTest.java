package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.sql.AggregateFunction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FILTER of an aggregate leaves out the rows that WHERE would: each aggregate, with and without DISTINCT, without noise. */
@NullUnmarked
class FiltersTest {
    private static final String CONDITION = "v > 2";

    @TempDir
    Path folder;

    private static List<String> aggregates() {
        List<String> list = new ArrayList<>(List.of(
                "COUNT(*, contribution_bounds_per_group => (0, 9))",
                "COUNT(DISTINCT v, contribution_bounds_per_group => (0, 9))",
                "COUNT(DISTINCT uid)",
                "COUNT_IF(v > 3, contribution_bounds_per_group => (0, 9))",
                "QUANTILE_CONT(v, 0.25, contribution_bounds_per_row => (0, 9))",
                "MODE(v, contribution_bounds_per_row => (0, 9))"));
        for (AggregateFunction function : AggregateFunction.values()) {
            if (function == AggregateFunction.QUANTILE || function == AggregateFunction.MODE) {
                continue;
            }
            if (function.form() == AggregateFunction.Form.PAIR) {
                list.add(function + "(v, w, contribution_bounds_per_row => ((0, 9), (0, 9)))");
            } else if (function == AggregateFunction.SUM || function == AggregateFunction.COUNT) {
                list.add(function + "(v, contribution_bounds_per_group => (0, 50))");
            } else {
                list.add(function + "(v, contribution_bounds_per_row => (0, 9))");
            }
        }
        return list;
    }

    @Test
    void areConditionsOfRows() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 40; uid++) {
            for (int row = 0; row < 4; row++) {
                lines.add(uid + ",a,1,1," + (uid + row) % 7 + "," + (uid * 3 + row) % 5 + ",1,s");
            }
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            int tried = 0;
            for (String aggregate : aggregates()) {
                String options = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 9) ";
                String rows = " FROM (SELECT uid, i AS v, b AS w FROM t) AS r";
                Object filtered = session.query(options + aggregate + " FILTER (WHERE " + CONDITION + ")" + rows)
                        .rows()
                        .get(0)
                        .values()
                        .get(0);
                Object chosen = session.query(options + aggregate + rows + " WHERE " + CONDITION)
                        .rows()
                        .get(0)
                        .values()
                        .get(0);
                assertThat(filtered).as(aggregate).isEqualTo(chosen);
                Object all = session.query(options + aggregate + rows)
                        .rows()
                        .get(0)
                        .values()
                        .get(0);
                tried += all.equals(filtered) ? 0 : 1;
            }
            assertThat(tried)
                    .as("aggregates to which the condition makes a difference")
                    .isGreaterThan(10);
        }
    }
}
