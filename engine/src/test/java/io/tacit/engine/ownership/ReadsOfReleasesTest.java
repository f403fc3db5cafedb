package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

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
                "SELECT a.x, COUNT(*) AS n FROM a JOIN (SELECT x, COUNT(*) AS m FROM b GROUP BY x) AS q ON a.x = q.x GROUP BY a.x",
                "SELECT COUNT(*) AS n FROM a WHERE a.x < (SELECT COUNT(*) FROM b)",
                "SELECT COUNT(*) AS n FROM a WHERE a.x IN (SELECT x FROM b GROUP BY x)",
                "SELECT SUM(q.m) AS n FROM (SELECT uid, x - (SELECT COUNT(*) FROM b) AS m FROM a) AS q",
                "SELECT q.x, COUNT(a.y) AS n FROM (SELECT x FROM b GROUP BY x) AS q LEFT JOIN a ON a.x = q.x GROUP BY q.x",
                "SELECT q.x, COUNT(a.y) AS n FROM a RIGHT JOIN (SELECT x FROM b GROUP BY x) AS q ON a.x = q.x GROUP BY q.x",
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
}
