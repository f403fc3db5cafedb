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
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Groups that all appear, and the values among which MODE chooses, are the declared values of the very column that reaches
 * the key; where none does, groups are selected.
 */
@NullUnmarked
class DomainsThroughStepsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            table("t", ColumnType.INTEGER, "11", "12"),
            table("s", ColumnType.INTEGER, "11", "12"),
            table("wide", ColumnType.BIGINT, "11", "12"),
            table("other", ColumnType.INTEGER, "21", "22")));

    private static Table table(String name, ColumnType type, String... values) {
        return new Table(
                name,
                List.of(
                        Column.nullable("uid", ColumnType.BIGINT),
                        Column.nullable("x", ColumnType.INTEGER),
                        Column.nullable("v", type).among(new Domain(List.of(values))),
                        Column.nullable("w", ColumnType.INTEGER).among(new Domain(List.of("31", "32")))),
                new Protection.UnitColumn("uid"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "11 12 ~ SELECT uid, v AS k FROM t",
                "31 32 ~ SELECT uid, w AS k FROM t",
                "none ~ SELECT uid, x AS k FROM t",
                "none ~ SELECT uid, v + 0 AS k FROM t",
                "none ~ SELECT uid, COALESCE(v, w) AS k FROM t",
                "11 12 ~ SELECT uid, v AS k FROM t WHERE x > 1",
                "11 12 ~ SELECT t.uid, t.v AS k FROM t JOIN other ON t.uid = other.uid",
                "21 22 ~ SELECT t.uid, other.v AS k FROM t JOIN other ON t.uid = other.uid",
                "21 22 ~ SELECT other.uid, other.v AS k FROM t RIGHT JOIN other ON t.uid = other.uid",
                "31 32 ~ SELECT t.uid, other.w AS k FROM t JOIN other ON t.uid = other.uid",
                "none ~ SELECT t.uid, other.x AS k FROM t JOIN other ON t.uid = other.uid",
                "11 12 ~ SELECT uid, v AS k FROM t GROUP BY uid, v",
                "31 32 ~ SELECT uid, w AS k, COUNT(*) AS n FROM t GROUP BY w, uid",
                "31 32 ~ SELECT uid, w AS k, COUNT(*) AS n FROM (SELECT x, w, v, uid FROM t) AS i GROUP BY uid, w",
                "none ~ SELECT uid, MAX(v) AS k FROM t GROUP BY uid",
                "none ~ SELECT uid, COUNT(*) AS k FROM t GROUP BY uid, v",
                "11 12 ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM s",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM other",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM wide",
                "none ~ SELECT uid, v AS k FROM wide UNION ALL SELECT uid, v FROM t",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, x FROM s",
                "none ~ SELECT uid, x AS k FROM t UNION ALL SELECT uid, v FROM s",
                "11 12 ~ SELECT uid, v AS k FROM t UNION SELECT uid, v FROM s",
                "11 12 ~ SELECT uid, v AS k FROM t INTERSECT SELECT uid, v FROM s",
                "11 12 ~ SELECT uid, v AS k FROM t EXCEPT ALL SELECT uid, v FROM s",
                "11 12 ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM s UNION ALL SELECT uid, v FROM t",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM s UNION ALL SELECT uid, v FROM other",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM other UNION ALL SELECT uid, v FROM s",
                "none ~ SELECT uid, v AS k FROM t UNION ALL SELECT uid, v FROM s UNION ALL SELECT uid, w FROM s",
                "none ~ SELECT uid, CAST(v AS BIGINT) AS k FROM t",
                "none ~ SELECT uid, CASE WHEN x > 1 THEN v END AS k FROM t",
                "11 12 ~ SELECT uid, v AS k FROM (SELECT x, uid, v FROM t ORDER BY x) AS i",
                "11 12 ~ SELECT DISTINCT uid, v AS k FROM t",
                "31 32 ~ SELECT uid, w AS k FROM (SELECT w, uid, v FROM t GROUP BY w, uid, v) AS i GROUP BY uid, w",
                "31 32 ~ SELECT t.uid, q.w AS k FROM t LEFT JOIN (SELECT uid, w FROM other GROUP BY uid, w) AS q ON"
                        + " t.uid = q.uid",
                "21 22 ~ SELECT a.uid, c.v AS k FROM t AS a JOIN s AS b ON a.uid = b.uid JOIN other AS c ON c.uid ="
                        + " b.uid",
                "11 12 ~ SELECT a.uid, b.v AS k FROM other AS a JOIN s AS b ON a.uid = b.uid JOIN other AS c ON c.uid"
                        + " = b.uid",
                "11 12 ~ SELECT uid, v AS k FROM t WHERE uid IN (SELECT uid FROM other)",
                "11 12 ~ SELECT uid, v AS k, x FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY uid ORDER BY x) = 1",
            })
    void theDomainIsThatOfTheColumn(String values, String rows) {
        assertThat(declared(groups("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS)"
                                + " k, COUNT(*) FROM (" + rows + ") AS q GROUP BY k")
                        .publicKeys()))
                .isEqualTo(values);
        PrivateAggregation mode = groups("SELECT MODE(k) FROM (" + rows + ") AS q");
        boolean placed = mode.calls().get(0).getArgList().size() == 2;
        assertThat(placed ? declared(Optional.of(mode.input())) : "none").isEqualTo(values);
    }

    private static PrivateAggregation groups(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                .releases()
                .get(0);
    }

    /** The declared values in a relation that was made of them. */
    private static String declared(Optional<RelNode> relation) {
        return relation.map(rows -> Pattern.compile("\\{ ([123][12])\\b")
                        .matcher(RelOptUtil.toString(rows))
                        .results()
                        .map(found -> found.group(1))
                        .distinct()
                        .collect(Collectors.joining(" ")))
                .orElse("none");
    }
}
