package io.tacit.engine.remainder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.CutQuery;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends that a query asks for by name, wherever that is: they are paid for, or refused where there are none. */
@NullUnmarked
class AskedEndsTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.BIGINT)),
            new Protection.UnitColumn("uid"))));

    private static final String R =
            "WITH r AS (SELECT g, COUNT(*) AS n, MEDIAN(x, contribution_bounds_per_row => (0, 5)) AS m,"
                    + " MODE(x, contribution_bounds_per_row => (0, 5)) AS f FROM t GROUP BY g) ";

    private static CutQuery cut(String sql) {
        return AssignOwners.cut(new SqlToRelation(CATALOG).analyze(R + sql), CATALOG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT CAST(n AS VARCHAR) AS k FROM r WHERE DP_INTERVAL_LOW(m) > 3",
                "SELECT CAST(n AS VARCHAR) AS k FROM r ORDER BY DP_INTERVAL_HIGH(m)",
                "SELECT CAST(a.n AS VARCHAR) AS k FROM r AS a JOIN r AS b ON a.n > DP_INTERVAL_LOW(b.m)",
                "SELECT CAST(a.n AS VARCHAR) AS k FROM r AS a LEFT JOIN r AS b ON DP_INTERVAL_HIGH(a.m) < 3 AND a.g ="
                        + " b.g",
                "SELECT CAST(n AS VARCHAR) AS k FROM r WHERE n > (SELECT MAX(DP_INTERVAL_LOW(m)) FROM r)",
                "SELECT CAST(n AS VARCHAR) AS k FROM r WHERE g IN (SELECT g FROM r WHERE DP_INTERVAL_HIGH(m) > 3)",
                "SELECT CAST((SELECT MIN(DP_INTERVAL_HIGH(m)) FROM r) AS VARCHAR) AS k FROM r",
                "SELECT CAST(a.n AS VARCHAR) AS k FROM r AS a JOIN r AS b ON a.g = b.g WHERE EXISTS (SELECT 1 FROM r"
                        + " WHERE DP_INTERVAL_LOW(m) > 3)",
                "SELECT CAST(COUNT(*) AS VARCHAR) AS k FROM (SELECT DISTINCT DP_INTERVAL_LOW(m) AS q FROM r) AS s"
            })
    void anEndThatIsReadIsSeen(String sql) {
        CutQuery cut = cut(sql);
        CarryIntervals.Result carried = CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95);
        Set<Integer> seen = SeenEnds.of(List.of(carried.relation()), cut.releases())
                .get(cut.releases().get(0).name());
        assertThat(seen).as(sql).contains(1);
    }

    @Test
    void aMostFrequentValueHasNone() {
        for (String sql :
                List.of("SELECT DP_INTERVAL_LOW(f) AS k FROM r", "SELECT g FROM r WHERE DP_INTERVAL_HIGH(f) > 3")) {
            CutQuery cut = cut(sql);
            assertThatThrownBy(() -> CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95))
                    .as(sql)
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INTERVAL));
        }
    }

    /** Of a window each row may hold the arrays of all: of many rows, and over a join, nothing is drawn again. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SELECT n * n AS q FROM r                                                                     | all
        SELECT a.n * b.n AS q FROM r AS a JOIN r AS b ON a.g < b.g                                   | all
        SELECT n / SUM(n) OVER () AS q FROM r                                                        | few
        SELECT q + 1 AS q FROM (SELECT n - AVG(n) OVER () AS q, g FROM r) AS s WHERE g > 'a'         | few
        SELECT a.n / SUM(b.n) OVER () AS q FROM r AS a JOIN r AS b ON a.g < b.g                      | none
        SELECT n / SUM(k) OVER () AS q FROM (SELECT a.n, b.n AS k FROM r AS a, r AS b WHERE a.n > 2) AS s | none
        SELECT a.q FROM (SELECT n / SUM(n) OVER () AS q, g FROM r) AS a JOIN r AS b ON a.g = b.g     | none
        SELECT n / SUM(n) OVER () AS q FROM (SELECT * FROM (SELECT a.n, a.g FROM r AS a JOIN r AS b ON a.g = b.g ORDER BY a.n LIMIT 3) AS s WHERE g > 'a') AS s | none
        SELECT g, CAST(n AS VARCHAR) AS q FROM r                                                     | none
        """)
    void arraysAreDrawnWhereTheyFit(String sql, String rows) {
        CutQuery cut = cut(sql);
        CarryIntervals.Result carried = CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95);
        assertThat(carried.redraws() > 0).as(sql).isEqualTo(!rows.equals("none"));
        assertThat(carried.mostRows()).as(sql).isEqualTo(rows.equals("few") ? 300 : Integer.MAX_VALUE);
    }

    /** Windows that return one row's value move its redrawn values, sums and extremes are computed from them; no others. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        LAG(n)          | true
        LAG(n, 2)       | true
        LEAD(n)         | true
        FIRST_VALUE(n)  | true
        LAST_VALUE(n)   | true
        SUM(n)          | true
        AVG(n)          | true
        MIN(n)          | true
        MAX(n)          | true
        LAG(n, 1, 0)    | false
        COUNT(n)        | false
        """)
    void windowsThatHaveIntervals(String window, boolean has) {
        CutQuery cut = cut("SELECT " + window + " OVER (ORDER BY g) AS q FROM r");
        CarryIntervals.Result carried = CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95);
        assertThat(carried.intervals()).hasSize(1);
        assertThat(carried.intervals().get(0).isPresent()).isEqualTo(has);
    }

    /** A subquery is computed twice, and so is each in it: with more than four levels there is no interval. */
    @Test
    void subqueriesHaveIntervalsDownToTheFourthLevel() {
        String sql = "SELECT MAX(n) AS q FROM r";
        for (int levels = 1; levels <= 5; levels++) {
            sql = "SELECT 1 + (" + sql + ") AS q FROM (SELECT DISTINCT g FROM r) AS s" + levels + " WHERE g = 'a'";
            CutQuery cut = cut(sql);
            CarryIntervals.Result carried = CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95);
            assertThat(carried.intervals().get(0).isPresent())
                    .as("%d levels", levels)
                    .isEqualTo(levels <= 4);
        }
    }
}
