package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a join compares holds of rows that match. The side that an outer join keeps has all its rows, so that a person
 * may be in other groups than the one of the comparison.
 */
@NullUnmarked
class KeptSidesTest {
    @TempDir
    Path folder;

    private static long maxGroups(TacitSession session, String kind, String key) {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 4) " + key
                + ", COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t AS a " + kind
                + " JOIN t AS b ON a.uid = b.uid AND " + key + " = 'a' GROUP BY " + key;
        return session.explain(sql).releases().get(0).maxGroups();
    }

    @Test
    void aComparisonSaysNothingOfRowsThatAreKept() {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            for (String key : List.of("a.g", "b.g")) {
                assertThat(maxGroups(session, "INNER", key)).as(key).isEqualTo(1);
                assertThat(maxGroups(session, "FULL", key)).as(key).isEqualTo(4);
            }
            assertThat(maxGroups(session, "LEFT", "a.g")).isEqualTo(4);
            assertThat(maxGroups(session, "RIGHT", "b.g")).isEqualTo(4);
        }
    }
}
