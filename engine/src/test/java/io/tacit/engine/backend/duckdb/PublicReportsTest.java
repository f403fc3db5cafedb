package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Public reports of wrong results of DuckDB, each by its number, as statements of the kind that are sent to it, with the
 * right answers worked out by hand. A version of the engine that gives another one is not taken. The table t has people 1
 * to 3 with three rows each, u has persons 2 to 4.
 */
@NullUnmarked
class PublicReportsTest {
    private static EmbeddedDuckDb engine;

    @BeforeAll
    static void open() {
        engine = EmbeddedDuckDb.open(List.of(), new DuckDbSettings(256, 2, message -> {}));
        for (String sql : List.of(
                "CREATE TABLE t (uid BIGINT, i INTEGER, d DECIMAL(18,4), s VARCHAR, m DATE)",
                "INSERT INTO t SELECT 1 + i // 3, i % 3, i / 2.0, CASE WHEN i % 4 > 0 THEN chr(97 + i % 4) END, DATE"
                        + " '2024-01-01' + i FROM (SELECT CAST(i AS INTEGER) AS i FROM range(9) AS r(i)) q",
                "CREATE TABLE u (uid BIGINT, i INTEGER, n INTEGER)",
                "INSERT INTO u VALUES (2, 0, 7), (2, 1, NULL), (3, 2, 9), (4, 0, 1)",
                "CREATE TABLE none AS SELECT * FROM t WHERE false")) {
            engine.execute(sql);
        }
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            24780, PARTITION BY a, a | SELECT uid, i, SUM(i) OVER (PARTITION BY uid, i, uid) FROM t WHERE uid < 3 | 1,0,0; 1,1,1; 1,2,2; 2,0,0; 2,1,1; 2,2,2
            21592, frames of ROWS | SELECT uid, i, SUM(i) OVER (PARTITION BY uid ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t WHERE uid = 1 | 1,0,0; 1,1,1; 1,2,3
            23441, DISTINCT in a window | SELECT DISTINCT uid, COUNT(DISTINCT i // 2) OVER (PARTITION BY uid) FROM t | 1,2; 2,2; 3,2
            22791, a window of a window | SELECT DISTINCT uid, MAX(k) OVER (PARTITION BY uid) FROM (SELECT uid, SUM(i) OVER (PARTITION BY uid, i) AS k FROM t) q | 1,2; 2,2; 3,2
            23383, a window over an aggregate | SELECT uid, SUM(SUM(i)) OVER () FROM t GROUP BY uid | 1,9; 2,9; 3,9
            no number, the sum of a DECIMAL in a window below another | SELECT min(k), max(k) FROM (SELECT *, lag(u, 1) OVER (ORDER BY u, k) AS b FROM (SELECT u, k FROM (SELECT uid AS u, CAST(SUM(d) OVER (PARTITION BY uid) AS DOUBLE) AS k FROM t) r WHERE u IS NOT NULL GROUP BY u, k) c) x WHERE b IS DISTINCT FROM u | 1.5,10.5
            23688, LEFT JOIN and IS NOT DISTINCT FROM | SELECT t.uid, t.i FROM t LEFT JOIN u ON t.uid = u.uid AND t.i = u.i WHERE u.n IS NOT DISTINCT FROM NULL AND t.uid = 2 | 2,1; 2,2
            23932, SEMI JOIN with a condition and repeated keys | SELECT uid, i FROM t SEMI JOIN u ON t.uid = u.uid AND t.i > u.i | 2,1; 2,2
            23932, ANTI JOIN with a condition and repeated keys | SELECT uid, i FROM t ANTI JOIN u ON t.uid = u.uid AND t.i >= u.i | 1,0; 1,1; 1,2; 3,0; 3,1
            24765, SEMI JOIN without an equality | SELECT uid, i FROM t SEMI JOIN u ON t.uid > u.uid AND t.i > u.i | 3,1; 3,2
            24623, IS NULL over a RIGHT JOIN | SELECT u.uid, u.i FROM t RIGHT JOIN u ON t.uid = u.uid AND t.i = u.i WHERE t.uid IS NULL | 4,0
            24288, COALESCE over an ANTI JOIN with itself | SELECT COALESCE(a.uid, 0), a.i FROM t a ANTI JOIN t b ON a.uid = b.uid AND a.i < b.i | 1,2; 2,2; 3,2
            24540, LEFT JOIN and IS NULL | SELECT DISTINCT t.uid FROM t LEFT JOIN u ON t.uid = u.uid WHERE u.uid IS NULL | 1
            24542, LIMIT over a LEFT JOIN | SELECT COUNT(*) FROM (SELECT t.uid FROM t LEFT JOIN u ON t.uid = u.uid LIMIT 20) q | 12
            24624, arms of UNION ALL | SELECT uid, SUM(i) FROM t WHERE i > 0 GROUP BY uid UNION ALL SELECT uid, SUM(i) FROM t WHERE i < 2 GROUP BY uid | 1,1; 1,3; 2,1; 2,3; 3,1; 3,3
            25819, arms of UNION ALL with equal parts | SELECT 1 AS a, COUNT(*) FROM (SELECT uid FROM t GROUP BY uid) q UNION ALL SELECT 2, COUNT(*) FROM (SELECT i FROM u GROUP BY i) q UNION ALL SELECT 3, COUNT(*) FROM (SELECT uid FROM t GROUP BY uid HAVING SUM(d) > 5) q | 1,3; 2,3; 3,2
            23679, a subplan twice | SELECT a.uid, a.k, b.k FROM (SELECT uid, SUM(i) AS k FROM t GROUP BY uid) a JOIN (SELECT uid, SUM(i) AS k FROM t WHERE i < 2 GROUP BY uid) b ON a.uid = b.uid | 1,3,1; 2,3,1; 3,3,1
            25170, UNION ALL of RIGHT JOINs with EXISTS | SELECT u.uid FROM t RIGHT JOIN u ON t.uid = u.uid AND t.i = u.i WHERE NOT EXISTS (SELECT 1 FROM t x WHERE x.uid = u.uid) UNION ALL SELECT u.uid FROM t RIGHT JOIN u ON t.uid = u.uid AND t.i = u.i WHERE EXISTS (SELECT 1 FROM t x WHERE x.uid = u.uid) | 2; 2; 3; 4
            24363, order of NULL among the first | SELECT uid, i FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY s NULLS FIRST, i) = 1 | 1,0; 2,1; 3,2
            23677, the last among NULL | SELECT uid, i FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY s DESC NULLS LAST, i) = 1 | 1,2; 2,0; 3,1
            23675, the first of no rows | SELECT COUNT(*) FROM (SELECT * FROM none QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i) = 1) q | 0
            23588, a value twice beside the first | SELECT uid, i, i FROM (SELECT uid, i, i AS j FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i) <= 1) q | 1,0,0; 2,0,0; 3,0,0
            24708, more than there are | SELECT COUNT(*) FROM (SELECT uid FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i) <= 1000000) q | 9
            22849, a computed value beside the first | SELECT uid, CAST(i + 1 AS VARCHAR) AS j FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY i DESC) = 1 | 1,3; 2,3; 3,3
            24985, the sum of a whole ordered frame | SELECT DISTINCT SUM(i % 10) OVER (ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM range(300000) AS r(i) | 1350000
            24081, the greatest sum | SELECT uid, SUM(CAST(d AS DECIMAL(38,4))) FROM t GROUP BY uid | 1,1.5000; 2,6.0000; 3,10.5000
            24245, a pattern over a text without case | SELECT DISTINCT uid FROM t WHERE regexp_matches(s COLLATE NOCASE, '^b') | 1; 2
            24246, the greatest after values were replaced | SELECT MAX(i), MIN(i) FROM (SELECT i FROM u WHERE uid < 4 UNION ALL SELECT -1 FROM u WHERE uid = 9) q | 2,0
            22713, the greatest of no rows | SELECT t.uid, (SELECT MAX(n) FROM u WHERE u.uid = t.uid AND u.i > 5) FROM t WHERE t.i = 0 | 1,null; 2,null; 3,null
            23294, a condition beyond all values | SELECT COUNT(*) FROM t WHERE d > 4.0 AND d < 3.9 OR d = 4.0 | 1
            19616, ROLLUP with a key twice | SELECT uid, COUNT(*) FROM t GROUP BY ROLLUP (uid, uid) | 1,3; 1,3; 2,3; 2,3; 3,3; 3,3; null,9
            17175, ROLLUP over joined keys | SELECT t.uid, COUNT(*) FROM t JOIN u ON t.uid = u.uid GROUP BY ROLLUP (t.uid) | 2,6; 3,3; null,9
            19680, NOT EXISTS with IS DISTINCT FROM | SELECT uid, i FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE b.uid = a.uid AND b.s IS DISTINCT FROM a.s) | `null`
            20410, ANTI JOIN over a materialized table | WITH q AS MATERIALIZED (SELECT uid FROM u WHERE n > 5) SELECT DISTINCT uid FROM t ANTI JOIN q USING (uid) | 1
            17372, LATERAL and RIGHT JOIN | SELECT u.uid, y.k FROM (SELECT DISTINCT uid FROM t WHERE uid = 2) x RIGHT JOIN u ON x.uid = u.uid, LATERAL (SELECT u.i + 10 AS k) y | 2,10; 2,11; 3,12; 4,10
            23805, many LEFT JOINs | SELECT COUNT(*), COUNT(c.n), COUNT(e.n) FROM t a LEFT JOIN u b ON a.uid = b.uid AND a.i = b.i LEFT JOIN u c ON a.uid = c.uid AND a.i = c.i LEFT JOIN u e ON b.uid = e.uid AND e.i = 9 | 9,2,0
            21757, a DISTINCT step with a LEFT JOIN | SELECT COUNT(*) FROM (SELECT DISTINCT uid, i FROM (SELECT r.i % 40000 AS uid, 0 AS i FROM range(80000) AS r(i)) a) x LEFT JOIN u ON x.uid = u.uid AND u.i = 0 | 40000
            22075, a join over grouped rows | SELECT COUNT(*) FROM (SELECT i % 50000 AS k, COUNT(*) AS n FROM range(100000) AS r(i) GROUP BY 1) a JOIN (SELECT 2 * i AS k FROM range(25000) AS r(i)) b USING (k) | 25000
            24241, a DATE as a moment beside a constant | SELECT uid, i FROM t WHERE CAST(m AS TIMESTAMP) < TIMESTAMP '2024-01-02 12:00:00' | 1,0; 1,1
            """)
    void isAnsweredRightly(String report, String sql, String right) {
        List<String> rows = new ArrayList<>();
        int width = engine.describe(sql).size();
        engine.rows(sql, row -> {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= width; i++) {
                values.add(String.valueOf(row.getString(i)));
            }
            rows.add(String.join(",", values));
        });
        rows.sort(null);
        assertThat(String.join("; ", rows)).isEqualTo(right.equals("null") ? "" : right);
    }
}
