package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.MistakenBackend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SQL that EXPLAIN shows can be read, and is what the engine gets. */
@NullUnmarked
class ExplainedSqlTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.1"), 5, 0.95);

    private static final String GIVEN = "contribution_bounds_per_group => (0, 9)";

    @TempDir
    Path folder;

    /** A search for a row with a NULL compares all rows with all: at TPC-H SF10, query 20 did not end by it. */
    @Test
    void whetherARowIsAmongOthersIsAskedOnceInAFilter() {
        String among = "(uid, i) IN (SELECT uid, i FROM t WHERE g = 'a')";
        String kept = explanation("SELECT COUNT(*, " + GIVEN + ") AS n FROM t WHERE i > 3 AND " + among)
                .pushedDownSql()
                .toString();
        String computed = explanation("SELECT COUNT(*, " + GIVEN + ") AS n FROM t WHERE NOT " + among)
                .pushedDownSql()
                .toString();

        assertThat(kept).containsOnlyOnce("EXISTS (").doesNotContain("THEN NULL");
        assertThat(computed).contains("EXISTS (").contains("THEN NULL");
    }

    @Test
    void isOneStageAfterTheOther() {
        assertThat(explanation("SELECT g, COUNT(*, " + GIVEN + ") AS n FROM t WHERE i > 3 GROUP BY g")
                        .pushedDownSql())
                .containsExactly("""
                    WITH
                    /* the rows of people: u is the person, k0, k1, ... are the group, c0, c1, ... are values */
                    "tacit$rows" AS NOT MATERIALIZED (
                      SELECT t1."uid" AS u, (t1."g") COLLATE "binary" AS k0
                      FROM "t" AS t1
                      WHERE (t1."uid" IS NOT NULL) AND (t1."i" > 3)
                    ),
                    /* one row for each person and group, with whole numbers added up */
                    "tacit$contributions" AS (
                      SELECT u, k0, COUNT(*) AS n0
                      FROM "tacit$rows"
                      WHERE u IS NOT NULL
                      GROUP BY u, k0
                    ),
                    /* people in more than 5 groups */
                    "tacit$in_more_groups" AS (
                      SELECT u
                      FROM "tacit$contributions"
                      GROUP BY u
                      HAVING COUNT(*) > 5
                    ),
                    /* at most 5 groups of each person */
                    "tacit$limited" AS (
                      SELECT *
                      FROM "tacit$contributions"
                        ANTI JOIN "tacit$in_more_groups" USING (u)
                      UNION ALL
                      SELECT * EXCLUDE (h, b)
                      FROM (
                        SELECT *, lag(u, 5) OVER (ORDER BY u, h, k0) AS b
                        FROM (
                          SELECT *, hash(hash('tacit', u, k0)) AS h
                          FROM "tacit$contributions"
                            SEMI JOIN "tacit$in_more_groups" USING (u)
                        ) AS x
                      ) AS y
                      WHERE b IS DISTINCT FROM u
                    )
                    /* one row of exact integers for each group */
                    SELECT
                      CAST(t.k0 AS VARCHAR) AS k0,
                      CAST(COUNT(t.u) AS HUGEINT) AS users,
                      CAST(COALESCE(SUM(CASE WHEN n0 > 9 THEN 9 WHEN n0 < 0 THEN 0 ELSE n0 END), 0) AS HUGEINT) AS s0
                    FROM "tacit$limited" AS t
                    GROUP BY t.k0\
                    """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 3) g, COUNT(*, G), SUM(d, G), AVG(x,"
                        + " contribution_bounds_per_row => (0, 9)) FROM t GROUP BY g",
                "SELECT COUNT(*, G), COUNT(DISTINCT s, G) FROM t WHERE s <> '/* ''\n  WHERE */'",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'rest') g, COUNT(*, G) FROM t GROUP BY g",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 3) i + 1 AS j, MEDIAN(x,"
                        + " contribution_bounds_per_row => (0, 9)) FROM t GROUP BY i + 1",
                "SELECT g FROM t GROUP BY g HAVING COUNT(*, G) > (SELECT COUNT(*, G) FROM t WHERE i = 2)",
            })
    void isWhatTheEngineGets(String query) {
        String sql = query.replace("G)", GIVEN + ")");
        Explanation explanation = explanation(sql);
        assertThat(explanation.standIns()).isFalse();
        List<String> sent = new ArrayList<>();
        SourceTable table = People.ordinary().table(folder);
        try (Backend backend = DuckDbBackend.open(List.of(table), People.SETTINGS);
                AuditedRun audited = AuditedRun.open(List.of(table), DEFAULTS, People.SETTINGS)) {
            Backend listened = new MistakenBackend(backend, text -> {
                sent.add(text);
                return text;
            });
            audited.prepare(sql).run(listened, ZeroNoise::new);
        }
        List<String> shown = explanation.pushedDownSql();
        // Once to be checked before anything is charged, once to be run.
        assertThat(sent.subList(0, shown.size())).isEqualTo(shown);
        assertThat(sent.subList(shown.size(), sent.size())).isEqualTo(shown);
    }

    @Test
    void saysWhenOtherNumbersStandInIt() {
        assertThat(explanation("SELECT g, SUM(d) FROM t GROUP BY g").standIns()).isTrue();
    }

    /** The edges of the bins were a list of 126 numbers once, written twice. */
    @Test
    void histogramsAreShort() {
        String histograms = explanation("SELECT g, COUNT(*), SUM(d), COUNT(DISTINCT s) FROM t GROUP BY g")
                .pushedDownSql()
                .get(0);
        assertThat(histograms).hasSizeLessThan(4_000).containsOnlyOnce("6015399229200112788");
    }

    private Explanation explanation(String sql) {
        SourceTable table = People.ordinary().table(folder);
        try (TacitSession session = TacitSession.open(List.of(table), DEFAULTS)) {
            return session.explain(sql);
        }
    }
}
