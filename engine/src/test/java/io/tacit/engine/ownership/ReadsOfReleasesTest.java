package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second release of each query reads the first one, wherever it is read: what is loaded before it is told by that. */
@NullUnmarked
class ReadsOfReleasesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.x, COUNT(*) AS n FROM a JOIN (SELECT x, COUNT(*) AS m FROM b GROUP BY x) AS q ON a.x = q.x"
                        + " GROUP BY a.x",
                "SELECT COUNT(*) AS n FROM a WHERE a.x < (SELECT COUNT(*) FROM b)",
                "SELECT COUNT(*) AS n FROM a WHERE a.x IN (SELECT x FROM b GROUP BY x)",
                "SELECT SUM(q.m) AS n FROM (SELECT uid, x - (SELECT COUNT(*) FROM b) AS m FROM a) AS q",
                "SELECT q.x, COUNT(a.y) AS n FROM (SELECT x FROM b GROUP BY x) AS q LEFT JOIN a ON a.x = q.x GROUP BY"
                        + " q.x",
                "SELECT q.x, COUNT(a.y) AS n FROM a RIGHT JOIN (SELECT x FROM b GROUP BY x) AS q ON a.x = q.x GROUP BY"
                        + " q.x",
                "SELECT q.x, (SELECT COUNT(*) FROM a WHERE a.x = q.x) AS n FROM (SELECT x FROM b GROUP BY x) AS q",
            })
    void aReleaseSaysWhichOnesItReads(String sql) {
        List<PrivateAggregation> releases = AssignOwners.cut(
                        new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG)
                .releases();
        assertThat(releases).as(sql).hasSize(2);
        assertThat(releases.get(0).reads()).as(sql).isEmpty();
        assertThat(releases.get(1).reads())
                .as(sql)
                .isEqualTo(Set.of(releases.get(0).name()));
    }

    /** Rows outside that a release chooses are looked up in another one, which reads nothing that was released. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.k, (SELECT COUNT(*) FROM a WHERE a.x = p.k) AS n FROM pub AS p WHERE p.v > (SELECT COUNT(*) FROM b)",
                "SELECT p.k FROM pub AS p WHERE p.v > (SELECT COUNT(*) FROM b) AND 1 < (SELECT COUNT(*) FROM a WHERE a.x ="
                        + " p.k)",
                "SELECT p.k FROM pub AS p WHERE p.v IN (SELECT x FROM b GROUP BY x) AND 1 < (SELECT COUNT(*) FROM a WHERE"
                        + " a.x = p.k)",
            })
    void whatIsLookedUpReadsNoOtherRelease(String sql) {
        List<PrivateAggregation> releases = AssignOwners.cut(
                        new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG)
                .releases();
        assertThat(releases)
                .as(sql)
                .hasSize(2)
                .allMatch(release -> release.reads().isEmpty());
    }

    /**
     * Every operator over a release, wherever the release stands in it: a private aggregate above is told that its rows
     * are released already, and over the same form of public rows that it reads nobody's.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(%) AS q",
                "(SELECT x FROM (%) AS q WHERE n > 1) AS q",
                "(SELECT k AS x FROM pub WHERE k IN (SELECT x FROM (%) AS i)) AS q",
                "(SELECT k AS x FROM pub WHERE k > 1 OR k > (SELECT MAX(n) FROM (%) AS i)) AS q",
                "(SELECT k + (SELECT MAX(n) FROM (%) AS i) AS x, v FROM pub) AS q",
                "(SELECT DISTINCT v AS x, (SELECT MAX(n) FROM (%) AS i) AS m FROM pub) AS q",
                "(SELECT x + 1 AS x, n FROM (%) AS i) AS q",
                "(%) AS q JOIN pub ON pub.k = q.x",
                "pub JOIN (%) AS q ON pub.k = q.x",
                "(%) AS q LEFT JOIN pub ON pub.k = q.x",
                "pub LEFT JOIN (%) AS q ON pub.k = q.x",
                "(%) AS q FULL JOIN pub ON pub.k = q.x",
                "pub RIGHT JOIN (%) AS q ON pub.k = q.x",
                "(SELECT k AS x FROM pub) AS q JOIN pub ON pub.k > (SELECT MAX(n) FROM (%) AS i)",
                "(%) AS q, LATERAL (SELECT v FROM pub WHERE pub.k = q.x) AS l",
                "pub, LATERAL (SELECT x FROM (%) AS i WHERE i.x = pub.k) AS q",
                "(SELECT x FROM (%) AS i UNION ALL SELECT k FROM pub) AS q",
                "(SELECT k AS x FROM pub UNION ALL SELECT x FROM (%) AS i) AS q",
                "(SELECT k AS x FROM pub UNION SELECT x FROM (%) AS i UNION SELECT v FROM pub) AS q",
                "(SELECT x FROM (%) AS i INTERSECT SELECT k FROM pub) AS q",
                "(SELECT k AS x FROM pub EXCEPT SELECT x FROM (%) AS i) AS q",
                "(SELECT x FROM (%) AS i ORDER BY x LIMIT 2) AS q",
                "(SELECT x, MAX(n) AS m FROM (%) AS i GROUP BY x) AS q",
                "(SELECT MAX(x) AS x FROM (%) AS i) AS q",
                "(SELECT x, ROW_NUMBER() OVER (ORDER BY x) AS m FROM (%) AS i) AS q",
            })
    void whatReadsAReleaseIsReleased(String from) {
        for (boolean released : List.of(true, false)) {
            String rows = released
                    ? "SELECT x, COUNT(*) AS n FROM b GROUP BY x"
                    : "SELECT v AS x, COUNT(*) AS n FROM pub GROUP BY v";
            String sql = "SELECT SUM(q.x, contribution_bounds_per_group => (0, 1)) FROM " + from.replace("%", rows);
            assertThatThrownBy(() -> AssignOwners.cut(
                            new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG))
                    .as(sql)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining(
                            released
                                    ? "This private aggregate reads what is released already"
                                    : "This private aggregate reads no people's rows");
        }
    }
}
