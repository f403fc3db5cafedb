package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group whose key is NULL is a group as any other: each aggregate has there what it has among the same rows elsewhere. */
@NullUnmarked
class NullGroupsTest {
    private static final List<String> AGGREGATES = List.of(
            "COUNT(*, contribution_bounds_per_group => (0, 9))",
            "COUNT(x, contribution_bounds_per_group => (0, 9))",
            "COUNT(*, contribution_bounds_per_group => (0, 9)) FILTER (WHERE i > 2)",
            "COUNT(DISTINCT uid)",
            "COUNT(DISTINCT i, contribution_bounds_per_group => (0, 9))",
            "COUNT(DISTINCT s, contribution_bounds_per_group => (0, 2))",
            "SUM(i, contribution_bounds_per_group => (0, 99))",
            "SUM(x, contribution_bounds_per_group => (0, 99))",
            "AVG(i, contribution_bounds_per_row => (0, 99))",
            "VAR_POP(x, contribution_bounds_per_row => (0, 99))",
            "COVAR_POP(x, i, contribution_bounds_per_row => ((0, 99), (0, 99)))");

    @TempDir
    Path folder;

    private static Map<Object, Object> byGroup(TacitSession session, String aggregate, String keys) {
        Map<Object, Object> answers = new HashMap<>();
        String sql = "SELECT " + keys + ", " + aggregate + " FROM t GROUP BY " + keys;
        for (AnswerRow row : session.query(sql).rows()) {
            answers.put(row.values().get(0), row.values().get(row.values().size() - 1));
        }
        return answers;
    }

    @Test
    void everyAggregateIsTheSameAmongRowsWithoutAKey() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 6; uid++) {
            for (int i = 0; i < 4; i++) {
                for (String group : List.of("", "a")) {
                    lines.add(uid + "," + group + "," + (uid + i) + ",1," + i + "," + (group.isEmpty() ? "" : "7")
                            + ",1,s" + i);
                }
            }
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            for (String aggregate : AGGREGATES) {
                for (String keys : List.of("g", "g, b")) {
                    Map<Object, Object> answers = byGroup(session, aggregate, keys);
                    assertThat(answers).as(aggregate).containsOnlyKeys(null, "a");
                    assertThat(answers.get(null)).as(aggregate + " by " + keys).isEqualTo(answers.get("a"));
                }
            }
        }
    }
}
