package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows that a window's order leaves equal have the same numbers and neighbours however the file has them: each window
 * function over people's rows, over a file and over the same file upside down.
 */
@NullUnmarked
class WindowTiesTest {
    private static final String FRAME = " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW";

    /** Each with the order of its window; all rows of a person are equal in g. */
    private static final List<String> WINDOWS = List.of(
            "ROW_NUMBER() OVER (PARTITION BY uid ORDER BY g)",
            "NTILE(3) OVER (PARTITION BY uid ORDER BY g)",
            "LAG(b) OVER (PARTITION BY uid ORDER BY g)",
            "LEAD(b, 2) OVER (PARTITION BY uid ORDER BY g)",
            "FIRST_VALUE(b) OVER (PARTITION BY uid ORDER BY g)",
            "FIRST_VALUE(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "LAST_VALUE(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "COUNT(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "SUM(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "AVG(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "MIN(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "MAX(b) OVER (PARTITION BY uid ORDER BY g" + FRAME + ")",
            "RANK() OVER (PARTITION BY uid ORDER BY g)",
            "DENSE_RANK() OVER (PARTITION BY uid ORDER BY g)",
            "PERCENT_RANK() OVER (PARTITION BY uid ORDER BY g)",
            "CUME_DIST() OVER (PARTITION BY uid ORDER BY g)");

    @TempDir
    Path folder;

    @Test
    void equalRowsAreToldApartByTheirValuesAlone() {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 3; uid++) {
            for (int i = 0; i < 7; i++) {
                lines.add(uid + ",a,1,1," + i * 5 % 7 + "," + i * 3 % 7 + ",1,s");
            }
        }
        List<String> other = new ArrayList<>(lines);
        Collections.reverse(other);
        try (TacitSession one = People.of(lines).exactly(folder);
                TacitSession upsideDown = People.of(other).exactly(folder)) {
            for (String window : WINDOWS) {
                String sql =
                        "SELECT SUM(v, contribution_bounds_per_group => (-9999, 9999)) FROM (SELECT uid, (i + 1) * "
                                + window + " AS v FROM t) AS p";
                assertThat(upsideDown.query(sql).rows().get(0).values())
                        .as(sql)
                        .isEqualTo(one.query(sql).rows().get(0).values());
            }
        }
    }
}
