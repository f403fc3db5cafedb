package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that are found for sums reach what is farthest from zero, on either side. */
@NullUnmarked
class FarthestSumsTest {
    @TempDir
    Path folder;

    /** The sums of everybody in group a, where each person has this, and 1 in group b. */
    private double sum(int inA) {
        List<String> lines = new ArrayList<>();
        for (int uid = 1; uid <= 200; uid++) {
            lines.add(uid + ",a,1,1," + inA + ",1,1,s");
            lines.add(uid + ",b,1,1,1,1,1,s");
        }
        try (TacitSession session = People.of(lines).exactly(folder)) {
            Answer answer = session.query("SELECT g, SUM(i) AS s FROM t GROUP BY g ORDER BY g");
            return ((Number) answer.rows().get(0).values().get(1)).doubleValue();
        }
    }

    @Test
    void negativeSumsAreCutOffNoSooner() {
        double above = sum(1_000);
        assertThat(above).isGreaterThan(10_000);
        assertThat(-sum(-1_000)).isGreaterThan(above / 2);
    }
}
