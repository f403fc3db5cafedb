package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A quantile pays for an interval only where somebody may see it; {@code M} stands for a median. */
@NullUnmarked
class UnseenIntervalsTest {
    private static final String OPTIONS = "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) ";

    private static final List<String> SEEN = List.of(
            "SELECT $ g, M AS m FROM t GROUP BY g",
            "SELECT $ g, M / 2 AS m FROM t GROUP BY g",
            "SELECT $ g, M AS m FROM t GROUP BY g HAVING M > 3",
            "SELECT $ g, M AS m FROM t GROUP BY g ORDER BY M LIMIT 2",
            "SELECT $ g, DP_INTERVAL_LOW(M) AS m FROM t GROUP BY g",
            "SELECT $ g, COUNT(*) AS n FROM t GROUP BY g HAVING DP_INTERVAL_LOW(M) > 3",
            "SELECT $ g, COUNT(*) AS n FROM t GROUP BY g ORDER BY DP_INTERVAL_HIGH(M)",
            "SELECT g, m FROM (SELECT $ g, M AS m, COUNT(*) AS n FROM t GROUP BY g) AS q WHERE n > 2",
            "SELECT g, n, m FROM (SELECT $ g, COUNT(*) AS n, M AS m FROM t GROUP BY g) AS q WHERE m > 2 ORDER BY n",
            // Where an operator is not looked into, it is taken to read all.
            "SELECT a.m FROM (SELECT $ g, M AS m FROM t GROUP BY g) AS a CROSS JOIN (VALUES (1)) AS b (x)",
            "SELECT $ g, COUNT(* WITH REPORT(FORMAT = JSON)) AS r FROM t GROUP BY g HAVING M > 3");

    private static final List<String> UNSEEN = List.of(
            "SELECT $ g, COUNT(*) AS n FROM t GROUP BY g HAVING M > 3",
            "SELECT $ g, COUNT(*) AS n FROM t GROUP BY g ORDER BY M",
            "SELECT $ g, COUNT(*) AS n FROM t GROUP BY g HAVING M > 3 ORDER BY M LIMIT 2",
            "SELECT $ g, M > 3 AS high FROM t GROUP BY g",
            "SELECT g, n FROM (SELECT $ g, M AS m, COUNT(*) AS n FROM t GROUP BY g) AS q WHERE m > 2",
            "SELECT g, n * 2 AS n2 FROM (SELECT $ g, COUNT(*) AS n, M AS m FROM t GROUP BY g) AS q ORDER BY m",
            "SELECT MAX(m) AS m FROM (SELECT $ g, M AS m FROM t GROUP BY g) AS q",
            "SELECT m FROM (SELECT $ g, M AS m FROM t GROUP BY g) AS q UNION ALL SELECT 1.0 AS m");

    @TempDir
    Path folder;

    private static boolean paid(TacitSession session, String sql) {
        String text = sql.replace("$ ", OPTIONS).replaceAll("\\bM\\b", "MEDIAN(x CLAMPED BETWEEN 0 AND 20)");
        String words = session.explain(text).releases().get(0).aggregates().stream()
                .map(AggregateReport::note)
                .collect(Collectors.joining(" "));
        assertThat(words).as(sql).contains("rank");
        session.query(text);
        return words.contains("interval reaches");
    }

    @Test
    void costNothing() {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            assertThat(UNSEEN.stream().filter(sql -> paid(session, sql))).isEmpty();
        }
    }

    @Test
    void areThereWhereTheyMayBeSeen() {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            assertThat(SEEN.stream().filter(sql -> !paid(session, sql))).isEmpty();
        }
    }

    /** Of two that read the same values the one that is shown has an interval, as both are one measurement. */
    @Test
    void oneOfSeveralPaysForItself() {
        String two = "SELECT " + OPTIONS + "g, MEDIAN(x CLAMPED BETWEEN 0 AND 20) AS m FROM t GROUP BY g"
                + " HAVING MAX(x CLAMPED BETWEEN 0 AND 20) > 3";
        try (TacitSession session = People.ordinary().exactly(folder)) {
            assertThat(session.query(two).rows())
                    .allMatch(row -> row.intervals().get(1) != null);
        }
    }
}
