package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked
class QueryBundleTest {
    @Test
    void theOthersAreAsked() {
        QueryBundle bundle = QueryBundle.of(
                        "SELECT UPPER(s), ARRAY[g, s][i], s = '(,', COUNT(*, x => (0, 1)) FROM p GROUP BY 1, 2, 3")
                .orElseThrow();
        assertThat(bundle.without(sql -> sql.contains("UPPER")))
                .hasValue("SELECT ARRAY[g, s][i], s = '(,', COUNT(*, x => (0, 1)) FROM p GROUP BY 1, 2");
        assertThat(bundle.without(sql -> sql.equals("SELECT s = '(,', COUNT(*, x => (0, 1)) FROM p GROUP BY 1")))
                .hasValue("SELECT UPPER(s), ARRAY[g, s][i], COUNT(*, x => (0, 1)) FROM p GROUP BY 1, 2");
        assertThat(bundle.without(sql -> true)).isEmpty();
        assertThat(bundle.without(sql -> false)).isEmpty();
    }

    @Test
    void otherQueriesAreNone() {
        for (String sql : List.of(
                "SELECT COUNT(*) FROM p",
                "SELECT g, COUNT(*) FROM p GROUP BY g",
                "SELECT a, b, COUNT(*) FROM p GROUP BY 1, 3",
                "SELECT a, COUNT(*) FROM p GROUP BY 1")) {
            assertThat(QueryBundle.of(sql)).as(sql).isEmpty();
        }
    }

    /** Those of the functions are bundles, and nothing is lost in taking one apart and putting it together. */
    @Test
    void theBuiltInOnesAreTakenApart() {
        List<String> queries = ReplayRuns.builtInQueries().stream()
                .filter(sql -> sql.contains(" GROUP BY 1, 2"))
                .toList();
        assertThat(queries).hasSizeGreaterThan(8);
        for (String sql : queries) {
            QueryBundle bundle = QueryBundle.of(sql).orElseThrow();
            String again = "SELECT " + String.join(",", bundle.keys()) + bundle.rest()
                    + sql.substring(sql.lastIndexOf(" GROUP BY "));
            assertThat(again).isEqualTo(sql);
        }
    }
}
