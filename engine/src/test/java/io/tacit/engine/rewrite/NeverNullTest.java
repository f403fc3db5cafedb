package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * COUNT of a column counts all rows only where the source keeps NULL out, the column is shown unchanged, and no join fills
 * it; a DOUBLE may be NaN, which is no value either.
 */
@NullUnmarked
class NeverNullTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                    "t",
                    List.of(
                            new Column("uid", ColumnType.BIGINT, false),
                            new Column("f", ColumnType.BOOLEAN, false),
                            new Column("i", ColumnType.INTEGER, false),
                            new Column("b", ColumnType.BIGINT, false),
                            new Column("d", ColumnType.decimal(9, 2), false),
                            new Column("r", ColumnType.DOUBLE, false),
                            new Column("s", ColumnType.VARCHAR, false),
                            new Column("day", ColumnType.DATE, false),
                            new Column("at", ColumnType.TIMESTAMP, false),
                            Column.nullable("x", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")),
            new Table(
                    "pub",
                    List.of(new Column("k", ColumnType.INTEGER, false), new Column("v", ColumnType.INTEGER, false)),
                    new Protection.Public())));

    private static ReleasePlan plan(String sql) {
        return PlannedQuery.of(sql, CATALOG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "true ~ SELECT COUNT(f), COUNT(i), COUNT(b), COUNT(d), COUNT(s), COUNT(day), COUNT(at) FROM t",
                "false ~ SELECT COUNT(r) FROM t",
                "false ~ SELECT COUNT(x) FROM t",
                "false ~ SELECT COUNT(i + 1) FROM t",
                "false ~ SELECT COUNT(CAST(b AS INTEGER)) FROM t",
                "true ~ SELECT COUNT(q.j) FROM (SELECT uid, i AS j, x FROM t WHERE x > 1) AS q WHERE q.j < 5",
                "false ~ SELECT COUNT(q.j) FROM (SELECT uid, NULLIF(i, 1) AS j FROM t) AS q",
                "false ~ SELECT COUNT(q.j) FROM (SELECT uid, MAX(i) AS j FROM t GROUP BY uid) AS q",
                "true ~ SELECT COUNT(pub.v), COUNT(t.i) FROM t JOIN pub ON t.x = pub.k",
                "false ~ SELECT COUNT(pub.v) FROM t LEFT JOIN pub ON t.x = pub.k",
                "true ~ SELECT COUNT(t.i) FROM t LEFT JOIN pub ON t.x = pub.k",
                "false ~ SELECT COUNT(pub.v) FROM pub RIGHT JOIN t ON t.x = pub.k",
                "true ~ SELECT COUNT(t.i) FROM pub RIGHT JOIN t ON t.x = pub.k",
                "false ~ SELECT COUNT(u.i) FROM t LEFT JOIN t AS u ON t.uid = u.uid AND u.x > 1",
                "false ~ SELECT COUNT(t.i) FROM t RIGHT JOIN t AS u ON t.uid = u.uid AND u.x > 1",
                "false ~ SELECT COUNT(t.i) FROM t FULL JOIN t AS u ON t.uid = u.uid AND u.x > 1",
                "false ~ SELECT COUNT(u.i) FROM t FULL JOIN t AS u ON t.uid = u.uid AND u.x > 1",
            })
    void aColumnThatIsNeverNullCountsAllRows(boolean all, String sql) {
        ReleasePlan plan = plan(sql);
        assertThat(plan.outputs()).allSatisfy(output -> {
            RowCount counted = output.states().get(0).asCount().orElseThrow().counted();
            assertThat(counted.equals(RowCount.EVERY_ROW)).as(output.text()).isEqualTo(all);
        });
    }
}
