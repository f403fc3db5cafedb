package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People are counted as those with a value and those without one only where all other numbers are of the same values:
 * who has none of one column may have some of another, and would change both for the price of one.
 */
@NullUnmarked
class SplitPeopleTest {
    private static final List<String> COLUMNS = List.of("x", "i");
    private static final List<String> FILTERS = List.of("", " FILTER (WHERE b > 3)");

    @TempDir
    Path folder;

    private record Values(String column, String filter) {
        String count() {
            return "COUNT(" + column + ")" + filter;
        }

        String sum() {
            return "SUM(" + column + ", contribution_bounds_per_group => (0, 9))" + filter;
        }
    }

    @Test
    void onlyWhereAllNumbersAreOfTheSameValues() {
        List<Values> values = new ArrayList<>();
        COLUMNS.forEach(column -> FILTERS.forEach(filter -> values.add(new Values(column, filter))));
        List<String> wrong = new ArrayList<>();
        int split = 0;
        try (TacitSession session = People.ordinary().exactly(folder)) {
            for (Values one : values) {
                for (Values other : values) {
                    for (String second : List.of(other.count(), other.sum())) {
                        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) g, COUNT(*), "
                                + one.count() + ", " + second + " FROM t GROUP BY g";
                        boolean inTwoParts = session.explain(sql)
                                        .releases()
                                        .get(0)
                                        .aggregates()
                                        .get(0)
                                        .states()
                                        .size()
                                == 2;
                        split += inTwoParts ? 1 : 0;
                        if (inTwoParts && !one.equals(other)) {
                            wrong.add(sql);
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(split).isEqualTo(2 * values.size());
    }
}
