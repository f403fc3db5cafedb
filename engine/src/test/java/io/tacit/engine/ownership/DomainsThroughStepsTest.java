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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptUtil;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups that all appear are the declared values of the very column that reaches the key, or selected where none does. */
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
            })
    void theDomainIsThatOfTheColumn(String values, String rows) {
        assertThat(groups("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS)"
                        + " k, COUNT(*) FROM (" + rows + ") AS q GROUP BY k"))
                .isEqualTo(values);
    }

    /** The declared values that are the groups. */
    private static String groups(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                .releases()
                .get(0)
                .publicKeys()
                .map(keys -> Pattern.compile("\\b[123][12]\\b")
                        .matcher(RelOptUtil.toString(keys))
                        .results()
                        .map(found -> found.group())
                        .distinct()
                        .collect(Collectors.joining(" ")))
                .orElse("none");
    }
}
