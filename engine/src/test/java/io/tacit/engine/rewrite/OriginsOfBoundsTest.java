package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A report says of every aggregate where the bounds of its values come from, and where those of its rows do; of two columns
 * the one of which less is known decides, in either order.
 */
@NullUnmarked
class OriginsOfBoundsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            new Table("t", columns(), new Protection.UnitColumn("uid")),
            new Table("once", columns(), new Protection.UnitColumn("uid")).unique(List.of(List.of("uid")))));

    private static List<Column> columns() {
        return List.of(
                Column.nullable("uid", ColumnType.BIGINT),
                Column.nullable("x", ColumnType.INTEGER),
                Column.nullable("y", ColumnType.DOUBLE),
                Column.nullable("f", ColumnType.BOOLEAN),
                Column.nullable("day", ColumnType.DATE),
                Column.nullable("i", ColumnType.INTEGER).within(new RowBounds(BigDecimal.ZERO, BigDecimal.TEN)));
    }

    private static ReleasePlan plan(String sql) {
        return PlannedQuery.of(sql, CATALOG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                // values ~ rows in t ~ rows in once ~ aggregate
                "NONE ~ AUTOMATIC ~ STRUCTURE ~ COUNT(*)",
                "NONE ~ AUTOMATIC ~ STRUCTURE ~ COUNT(x)",
                "NONE ~ AUTOMATIC ~ STRUCTURE ~ COUNT_IF(f)",
                "NONE ~ QUERY ~ QUERY ~ COUNT(*, contribution_bounds_per_group => (0, 3))",
                "NONE ~ AUTOMATIC ~ STRUCTURE ~ COUNT(DISTINCT x)",
                "NONE ~ QUERY ~ QUERY ~ COUNT(DISTINCT x, contribution_bounds_per_group => (0, 3))",
                "NONE ~ NONE ~ NONE ~ COUNT(DISTINCT uid)",
                "AUTOMATIC ~ NONE ~ NONE ~ SUM(x)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ SUM(i)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ SUM(i + 1)",
                "EXPRESSION ~ AUTOMATIC ~ STRUCTURE ~ SUM(EXTRACT(MONTH FROM day))",
                "QUERY ~ NONE ~ NONE ~ SUM(i, contribution_bounds_per_group => (0, 3))",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ AVG(x)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ AVG(i)",
                "QUERY ~ AUTOMATIC ~ STRUCTURE ~ AVG(x, contribution_bounds_per_row => (0, 3))",
                "QUERY ~ NONE ~ NONE ~ AVG(x, contribution_bounds_per_group => (0, 3))",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ VAR_POP(x)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ STDDEV_SAMP(i)",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ MEDIAN(x)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ MAX(i)",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ MODE(i)",
                "EXPRESSION ~ AUTOMATIC ~ STRUCTURE ~ MODE(EXTRACT(MONTH FROM day))",
                "DECLARED ~ AUTOMATIC ~ STRUCTURE ~ CORR(i, i + 1)",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ CORR(i, x)",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ CORR(x, i)",
                "AUTOMATIC ~ AUTOMATIC ~ STRUCTURE ~ COVAR_POP(x, y)",
                "EXPRESSION ~ AUTOMATIC ~ STRUCTURE ~ REGR_SLOPE(i, EXTRACT(MONTH FROM day))",
                "EXPRESSION ~ AUTOMATIC ~ STRUCTURE ~ REGR_SLOPE(EXTRACT(MONTH FROM day), i)",
            })
    void eachAggregateSaysWhereItsBoundsComeFrom(
            BoundsOrigin values, BoundsOrigin rows, BoundsOrigin rowsOfOne, String aggregate) {
        assertThat(plan("SELECT " + aggregate + " FROM t").outputs().get(0).origins())
                .isEqualTo(new BoundsOrigins(values, rows));
        assertThat(plan("SELECT " + aggregate + " FROM once").outputs().get(0).origins())
                .isEqualTo(new BoundsOrigins(values, rowsOfOne));
    }

    /** Of the number that the query says and the one that is proven the smaller one holds. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {"QUERY ~ t ~ 1", "QUERY ~ t ~ 9", "QUERY ~ once ~ 1", "STRUCTURE ~ once ~ 2"})
    void theSmallerNumberOfRowsIsTheOneThatHolds(BoundsOrigin rows, String table, int given) {
        for (String aggregate : List.of("COUNT(*)", "SUM(i)", "AVG(x)", "MEDIAN(x)", "CORR(i, x)")) {
            String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = " + given + ") " + aggregate
                    + " FROM " + table;
            assertThat(plan(sql).outputs().get(0).origins().rows()).as(sql).isEqualTo(rows);
        }
    }
}
