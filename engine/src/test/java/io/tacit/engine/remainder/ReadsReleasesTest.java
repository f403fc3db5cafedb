package io.tacit.engine.remainder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.CutQuery;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is computed from a released table has noise, wherever the table is read; public tables alone have none. */
@NullUnmarked
class ReadsReleasesTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(Column.nullable("uid", ColumnType.BIGINT), Column.nullable("g", ColumnType.VARCHAR)),
                    new Protection.UnitColumn("uid")),
            new Table(
                    "pub",
                    List.of(Column.nullable("g", ColumnType.VARCHAR), Column.nullable("n", ColumnType.BIGINT)),
                    new Protection.Public())));

    private static final String R =
            "WITH r AS (SELECT g, COUNT(*) AS n FROM t GROUP BY g), p AS (SELECT g, n FROM pub) ";

    private static CutQuery cut(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(R + sql), CATALOG);
    }

    private static Set<String> names(CutQuery cut) {
        return cut.releases().stream().map(PrivateAggregation::name).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g FROM {r} AS x",
                "SELECT MAX(n) AS m FROM {r} AS x",
                "SELECT n FROM {r} AS x ORDER BY n LIMIT 2",
                "SELECT p.n FROM p LEFT JOIN {r} AS x ON p.g = x.g",
                "SELECT p.n FROM {r} AS x RIGHT JOIN p ON p.g = x.g",
                "SELECT n FROM p UNION ALL SELECT n FROM {r} AS x",
                "SELECT n + (SELECT MAX(n) FROM {r} AS x) AS m FROM p",
                "SELECT n FROM p WHERE n > (SELECT MIN(n) FROM {r} AS x)",
                "SELECT n FROM p WHERE g IN (SELECT g FROM {r} AS x WHERE n > 3)",
                "SELECT n FROM p WHERE EXISTS (SELECT 1 FROM {r} AS x WHERE n > 3)",
                "SELECT MAX(m) AS k FROM (SELECT n + (SELECT MAX(n) FROM {r} AS x) AS m FROM p) AS s",
                "SELECT n FROM p WHERE n > (SELECT MIN(n) FROM p WHERE g IN (SELECT g FROM {r} AS x))",
                "SELECT a.n FROM p AS a JOIN p AS b ON a.g = b.g WHERE a.n > (SELECT COUNT(*) FROM {r} AS x)"
            })
    void aReleaseIsFoundWhereverItIsRead(String sql) {
        CutQuery reads = cut(sql.replace("{r}", "r"));
        assertThat(names(reads)).hasSize(1);
        assertThat(ReadsReleases.in(reads.remainder(), names(reads))).isTrue();
        assertThat(ReadsReleases.in(reads.remainder(), Set.of("another"))).isFalse();
        CutQuery other = cut(sql.replace("{r}", "p"));
        assertThat(names(other)).isEmpty();
        assertThat(ReadsReleases.in(other.remainder(), names(reads))).isFalse();
    }
}
