package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * A statement that asks the same twice releases it once, and of questions that differ in one thing it releases each.
 */
@NullUnmarked
class ReleasedOnceTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            table("a", new Protection.UnitColumn("uid")),
            table("b", new Protection.UnitColumn("uid")),
            table("pub", new Protection.Public()),
            table("other", new Protection.Public())));

    private static Table table(String name, Protection protection) {
        return new Table(
                name,
                Stream.of("uid", "x", "y", "z")
                        .map(column -> Column.nullable(column, ColumnType.BIGINT))
                        .map(column -> column.name().equals("z") ? column.among(new Domain(List.of("1", "2"))) : column)
                        .toList(),
                protection);
    }

    private static final List<String> QUESTIONS = List.of(
            "SELECT x, COUNT(*) AS n FROM a GROUP BY x",
            "SELECT y, COUNT(*) AS n FROM a GROUP BY y",
            "SELECT x, COUNT(y) AS n FROM a GROUP BY x",
            "SELECT x, COUNT(y) AS n FROM a GROUP BY x, y",
            "SELECT x, COUNT(DISTINCT y) AS n FROM a GROUP BY x",
            "SELECT x, SUM(y) AS n FROM a GROUP BY x",
            "SELECT x, COUNT(*) FILTER (WHERE y > 1) AS n FROM a GROUP BY x",
            "SELECT x, COUNT(*) FILTER (WHERE y > 2) AS n FROM a GROUP BY x",
            "SELECT x, COUNT(*) AS n FROM b GROUP BY x",
            "SELECT x, COUNT(*) AS n FROM a WHERE y > 1 GROUP BY x",
            "SELECT x, COUNT(*) AS n FROM a WHERE y > 2 GROUP BY x",
            "SELECT x, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM a GROUP BY x",
            "SELECT x, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM a GROUP BY x",
            "SELECT WITH DIFFERENTIAL_PRIVACY x, COUNT(*) AS n FROM a GROUP BY x",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1) x, COUNT(*) AS n FROM a GROUP BY x",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.2) x, COUNT(*) AS n FROM a GROUP BY x",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 2) x, COUNT(*) AS n FROM a GROUP BY x",
            "SELECT z, COUNT(*) AS n FROM a GROUP BY z",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) z, COUNT(*) AS n FROM a GROUP BY z",
            "SELECT pub.x, COUNT(*) AS n FROM pub JOIN a ON a.x = pub.x GROUP BY pub.x",
            "SELECT pub.x, COUNT(*) AS n FROM pub LEFT JOIN a ON a.x = pub.x GROUP BY pub.x",
            "SELECT pub.y, COUNT(*) AS n FROM pub LEFT JOIN a ON a.x = pub.x GROUP BY pub.y",
            "SELECT other.x, COUNT(*) AS n FROM other LEFT JOIN a ON a.x = other.x GROUP BY other.x",
            "SELECT x, COUNT(*) AS n FROM a GROUP BY ROLLUP(x)",
            "SELECT 0 AS x, COUNT(*) AS n FROM a",
            "SELECT 0 AS x, COUNT(*) AS n FROM (SELECT uid FROM a UNION ALL SELECT uid FROM a) AS q",
            "SELECT 0 AS x, COUNT(*) AS n FROM a JOIN b ON a.uid = b.uid",
            "SELECT 0 AS x, COUNT(*) AS n FROM a LEFT JOIN b ON a.uid = b.uid");

    private static CutQuery cut(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG);
    }

    /** One statement asks all questions once, another asks each twice, at different places. */
    @Test
    void theSameIsReleasedOnceAndNothingElseIs() {
        List<String> twice = Stream.concat(
                        QUESTIONS.stream(),
                        IntStream.range(0, QUESTIONS.size()).mapToObj(i -> QUESTIONS.get((i + 1) % QUESTIONS.size())))
                .toList();
        for (List<String> asked : List.of(QUESTIONS, twice)) {
            List<PrivateAggregation> releases = cut(asked.stream()
                            .map(question -> "SELECT * FROM (" + question + ") AS q")
                            .collect(Collectors.joining(" UNION ALL ")))
                    .releases();
            assertThat(releases).hasSameSizeAs(QUESTIONS);
        }
    }

    /** The groups of the second differ from those of the first by their condition alone, as an inner join's rows do not. */
    @Test
    void groupsOfOtherPublicRowsAreOtherGroups() {
        String groups =
                "SELECT pub.x, COUNT(*) AS n FROM (SELECT * FROM pub WHERE y > %d) AS pub LEFT JOIN a ON a.x = pub.x"
                        + " GROUP BY pub.x";
        String both = String.format(groups, 1) + " UNION ALL " + String.format(groups, 2);
        assertThat(cut(both).releases()).hasSize(2);
    }

    /** A release is known to read those that its rows are compared with, and those from which its groups come. */
    @Test
    void whatAReleaseReads() {
        String counts = "(SELECT x, COUNT(*) AS n FROM b GROUP BY x) AS q";
        for (String from : List.of(
                "a JOIN " + counts + " ON a.x = q.x",
                "a WHERE a.x IN (SELECT q.x FROM " + counts + ")",
                "a WHERE a.x > (SELECT MAX(q.n) FROM " + counts + ")")) {
            CutQuery cut = cut("SELECT COUNT(*) FROM " + from);
            assertThat(cut.releases()).as(from).hasSize(2);
            assertThat(cut.releases().get(0).reads()).as(from).isEmpty();
            assertThat(cut.releases().get(1).reads()).as(from).isEqualTo(Set.of(ReleasedTable.name(0)));
            assertThat(ReleasedTable.readBy(cut.remainder())).as(from).isEqualTo(Set.of(ReleasedTable.name(1)));
        }
        PrivateAggregation ofGroups = cut("SELECT q.x, COUNT(*) FROM " + counts
                        + " LEFT JOIN a ON a.y = 1 GROUP BY q.x")
                .releases()
                .get(1);
        assertThat(ReleasedTable.readBy(ofGroups.publicKeys().orElseThrow())).isEqualTo(Set.of(ReleasedTable.name(0)));
        assertThat(ofGroups.reads()).isEqualTo(Set.of(ReleasedTable.name(0)));
    }
}
