package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a query may not say at all: each line is the code of the refusal and the query. */
@NullUnmarked
class ForbiddenAttackTest {
    @TempDir
    static Path folder;

    @AutoClose
    static final Attack.Kept ATTACKS = new Attack.Kept();

    private final Attack attack = ATTACKS.on(folder);

    @Test
    void attack07ErrorsOnPurposeAreRefused() {
        attack.areRefused("""
            TCT-S05 SELECT COUNT(CASE WHEN uid = 4217 THEN error('x') END) FROM t
            TCT-S05 SELECT COUNT(*) FROM t WHERE uid <> 4217 OR error('x') IS NULL
            TCT-Q01 SELECT COUNT(*) FROM t WHERE x = (SELECT x FROM t WHERE uid = 4217)
            TCT-Q01 SELECT (SELECT x FROM t WHERE uid = 4217) AS x
            TCT-S05 SELECT COUNT(CAST(error(s) AS INTEGER)) FROM t
            """);
    }

    /** Of one person's own rows a subquery may give many: then the value is NULL, for whomever. */
    @Test
    void attack07ASubqueryWithTwoRowsForOnePersonIsNoError() {
        List<String> once = People.ordinary().lines().stream()
                .filter(line -> !line.startsWith("9,"))
                .toList();
        String row = "4217,a,2,1,1,1,1,s";
        try (Attack two = Attack.on(folder, People.of(once), row, row)) {
            List<Answer> both = two.isAnswered(
                    "SELECT SUM((SELECT b.x FROM t b WHERE b.uid = a.uid), contribution_bounds_per_group => (0, 5))"
                            + " FROM t a WHERE uid = 4217");
            assertThat(both.get(0).rows()).isEqualTo(both.get(1).rows());
        }
    }

    @Test
    void attack08WhatGrowsWithoutBoundIsRefused() {
        attack.areRefused("""
            TCT-S05 SELECT COUNT(REPEAT(s, 1000000000)) FROM t
            TCT-S05 SELECT COUNT(LPAD(s, 1000000000, 'x')) FROM t
            TCT-S05 SELECT COUNT(*) FROM t, range(10000000000)
            TCT-S05 SELECT COUNT(*) FROM t, UNNEST(GENERATE_SERIES(1, 10000000000)) AS v(a)
            TCT-S05 SELECT COUNT(*) FROM t, UNNEST(RANGE(10000000000)) AS v(a)
            TCT-S04 WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r
            TCT-S04 WITH RECURSIVE t AS (SELECT uid FROM t UNION ALL SELECT uid FROM t) SELECT COUNT(*) FROM t
            """);
    }

    @Test
    void attack09WhatIsNotAQueryOverDeclaredTablesIsRefused() {
        attack.areRefused("""
            TCT-S05 SELECT COUNT(*) FROM t WHERE random() < 0.5
            TCT-S05 SELECT COUNT(setseed(0.5)) FROM t
            TCT-S05 SELECT COUNT(nextval('s')) FROM t
            TCT-S05 SELECT COUNT(my_udf(s)) FROM t
            TCT-S05 SELECT COUNT(getenv('HOME')) FROM t
            TCT-S05 SELECT COUNT(current_setting('threads')) FROM t
            TCT-S05 SELECT COUNT(*) FROM read_csv('/etc/passwd')
            TCT-S05 SELECT COUNT(*) FROM glob('/*')
            TCT-S05 SELECT COUNT(*) FROM query('SELECT 1')
            TCT-S05 SELECT COUNT(*) FROM query_table('t')
            TCT-S01 SELECT COUNT(*) FROM '/etc/passwd'
            TCT-S02 SELECT COUNT(*) FROM "/etc/passwd"
            TCT-S02 SELECT COUNT(*) FROM "people.csv"
            TCT-S02 SELECT COUNT(*) FROM "s3://x/y.parquet"
            TCT-S07 COPY t TO 'x.csv'
            TCT-S07 COPY (SELECT * FROM t) TO 'x.csv'
            TCT-S07 ATTACH 'x.db'
            TCT-S07 PRAGMA database_list
            TCT-S07 CREATE FUNCTION f(x) AS x
            TCT-S07 CREATE MACRO f(x) AS x
            TCT-S07 SET threads = 1
            TCT-S07 CALL enable_logging()
            TCT-S07 INSERT INTO t SELECT * FROM t
            TCT-S07 DELETE FROM t
            TCT-S07 INSTALL httpfs
            """);
    }

    /** These are refused while planning, where there are no values yet. What fails later: {@link InternalWordsTest}. */
    @Test
    void attack24NoRefusalQuotesAValue() {
        attack.areRefused("""
            TCT-R01 SELECT s FROM t WHERE uid = 4217
            TCT-R01 SELECT s FROM t GROUP BY s, uid
            TCT-A02 SELECT SUM(x, contribution_bounds_per_group => (0, (SELECT MAX(x) FROM t))) FROM t
            TCT-S04 SELECT COUNT(*) FROM t WHERE s BETWEEN 1 AND DATE '2024-01-01'
            TCT-S03 SELECT COUNT(nothing) FROM t WHERE s = 'x'
            TCT-Q01 SELECT COUNT(*) FROM t a WHERE s IN (SELECT s FROM t b WHERE b.x > a.x)
            """);
    }

    @Test
    void attack25NeitherPlansNorStatisticsAreShown() {
        attack.areRefused("""
            TCT-S07 EXPLAIN SELECT COUNT(*) FROM t
            TCT-S07 EXPLAIN ANALYZE SELECT COUNT(*) FROM t
            TCT-S07 PRAGMA enable_profiling
            TCT-S07 SET enable_profiling = 'json'
            TCT-S07 PRAGMA storage_info('t')
            TCT-S07 SUMMARIZE t
            TCT-S07 ANALYZE t
            TCT-S02 SELECT * FROM pg_catalog.pg_class
            TCT-S02 SELECT * FROM sqlite_master
            TCT-S02 SELECT estimated_size FROM duckdb_tables
            TCT-S05 SELECT estimated_size FROM duckdb_tables()
            TCT-S05 SELECT * FROM duckdb_temporary_files()
            TCT-S05 SELECT * FROM duckdb_memory()
            TCT-S05 SELECT COUNT(*) FROM pragma_storage_info('t')
            TCT-S05 SELECT COUNT(stats(x)) FROM t
            TCT-S03 SELECT COUNT(rowid) FROM t
            """);
    }

    /** The explanation is made of the query alone: {@link Attack} compares it on both for every accepted query. */
    @Test
    void attack25TheExplanationDoesNotKnowTheData() {
        for (String sql : List.of(
                "SELECT s, COUNT(*) AS n, SUM(x) AS x FROM t GROUP BY s",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) s, AVG(x) FROM t GROUP BY s",
                "SELECT code, COUNT(t.uid, contribution_bounds_per_group => (0, 2)) AS n FROM pub LEFT JOIN t ON"
                        + " pub.code = t.g GROUP BY code")) {
            List<Answer> both = attack.isAnswered("EXPLAIN PRIVACY " + sql);
            assertThat(both.get(0).rows()).isNotEmpty().isEqualTo(both.get(1).rows());
        }
    }

    @Test
    void attack43ValuesOfSingleRowsAreNotAggregates() {
        attack.areRefused("""
            TCT-S05 SELECT g, ANY_VALUE(x) FROM t GROUP BY g
            TCT-S05 SELECT g, FIRST(x) FROM t GROUP BY g
            TCT-S05 SELECT g, LAST(x) FROM t GROUP BY g
            TCT-S05 SELECT g, ARBITRARY(x) FROM t GROUP BY g
            TCT-S05 SELECT g, LIST(x) FROM t GROUP BY g
            TCT-S05 SELECT g, STRING_AGG(s, ',') FROM t GROUP BY g
            TCT-S05 SELECT g, ARG_MAX(s, x) FROM t GROUP BY g
            TCT-A01 SELECT g, MODE(s) FROM t GROUP BY g
            TCT-S05 SELECT g, HISTOGRAM(x) FROM t GROUP BY g
            TCT-S04 SELECT g, x, COUNT(*) FROM t GROUP BY g
            TCT-S04 SELECT g, COUNT(*) AS n FROM t GROUP BY g ORDER BY x
            TCT-S04 SELECT g, COUNT(*) AS n FROM t GROUP BY g HAVING x > 3
            TCT-S04 SELECT g, x, COUNT(*) FROM (SELECT uid, g, x FROM t GROUP BY uid) AS p GROUP BY g, x
            """);
    }

    /**
     * A text that is no number compares as NULL, for whomever it is; types that do not go together are refused from the
     * query.
     */
    @Test
    void attack43ImplicitCastsDoNotFail() {
        for (String condition : List.of(
                "s = 5", "s + 1 = 5", "s > i", "CAST(s AS INTEGER) = 'x'", "x = s", "s IN (1, 2)", "s || i = g")) {
            attack.isSame("SELECT COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t WHERE " + condition);
        }
        attack.areRefused("""
            TCT-S04 SELECT COUNT(*) FROM t WHERE s BETWEEN 1 AND DATE '2024-01-01'
            TCT-S04 SELECT COUNT(*) FROM t WHERE g IN (SELECT n FROM pub WHERE n > DATE '2024-01-01')
            """);
    }
}
