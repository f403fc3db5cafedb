package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which tables of people a release reads, wherever it reads them, and those through which their rows lead to people. */
@NullUnmarked
class UnitPathsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            table("a", new Protection.UnitColumn("uid")),
            table("b", new Protection.UnitColumn("uid")),
            table("c", new Protection.ForeignKey("oid", "b", "oid")),
            table("e", new Protection.ForeignKey("eid", "c", "x")),
            table("pub", new Protection.Public())));

    private static Table table(String name, Protection protection) {
        return new Table(
                name,
                Stream.of("uid", "oid", "eid", "x")
                        .map(column -> Column.nullable(column, ColumnType.BIGINT))
                        .toList(),
                protection);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "a ~ SELECT COUNT(*) FROM a",
                "b ~ SELECT COUNT(*) FROM b AS a",
                "a, b ~ SELECT COUNT(*) FROM a JOIN b ON a.uid = b.uid",
                "c, b ~ SELECT COUNT(*) FROM c",
                "e, c, b ~ SELECT COUNT(*) FROM e",
                "c, b, a ~ SELECT COUNT(*) FROM c JOIN b ON c.oid = b.oid JOIN a ON a.uid = b.uid",
                "a ~ SELECT COUNT(*) FROM a JOIN pub ON a.x = pub.x",
                "a ~ SELECT COUNT(*) FROM a WHERE a.x IN (SELECT x FROM pub)",
                "a, b ~ SELECT COUNT(*) FROM a WHERE EXISTS (SELECT * FROM b WHERE b.uid = a.uid)",
                "a, b ~ SELECT SUM(n) FROM (SELECT (SELECT COUNT(*) FROM b WHERE b.uid = a.uid) AS n FROM a) AS q",
                "a, b ~ SELECT COUNT(*) FROM a, LATERAL (SELECT x AS y FROM b WHERE b.uid = a.uid) AS l",
                "a, b ~ SELECT COUNT(*) FROM (SELECT uid FROM a UNION ALL SELECT uid FROM b) AS q",
                "a, c, b ~ SELECT COUNT(*) FROM a WHERE EXISTS (SELECT * FROM b JOIN c ON b.oid = c.oid WHERE b.uid = a.uid)",
                "a ~ SELECT pub.x, COUNT(a.x) FROM pub LEFT JOIN a ON a.x = pub.x GROUP BY pub.x",
            })
    void theTablesOfARelease(String tables, String sql) {
        PrivateAggregation release = AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                .releases()
                .get(0);
        List<String> expected = List.of(tables.split(", "));
        assertThat(UnitPaths.tables(release, CATALOG)).as(sql).containsExactlyInAnyOrderElementsOf(expected);
        // A path for each that is read, and none for public ones.
        assertThat(UnitPaths.of(release, CATALOG))
                .as(sql)
                .isNotEmpty()
                .allMatch(path -> expected.contains(path.substring(0, path.indexOf(' '))));
    }
}
