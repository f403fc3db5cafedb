package io.tacit.engine.remainder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.CutQuery;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The report on an aggregate is read off the released table's column for it, whatever is computed beside it. */
@NullUnmarked
class ReportsInPlaceTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.BIGINT)),
            new Protection.UnitColumn("uid"))));

    private static final String N = "COUNT(* WITH REPORT(FORMAT = JSON))";
    private static final String M = "SUM(x WITH REPORT(FORMAT = JSON))";

    /** For the place of each shown report that of its aggregate among the release's. */
    private static final Map<String, Map<Integer, Integer>> REPORTS = Map.of(
            "SELECT g, " + N + " AS n, " + M + " AS m FROM t GROUP BY g",
            Map.of(1, 0, 2, 1),
            "SELECT " + M + " AS m, g, " + N + " AS n FROM t GROUP BY g ORDER BY g",
            Map.of(0, 0, 2, 1),
            "SELECT g, AVG(x) AS a, " + N + " AS n FROM t GROUP BY g HAVING AVG(x) > 3",
            Map.of(2, 1),
            "SELECT g, AVG(x) AS a, " + N + " AS n, AVG(x) - AVG(AVG(x)) OVER () AS d FROM t GROUP BY g",
            Map.of(2, 1),
            "SELECT g, " + N + " AS n, SUM(COUNT(*)) OVER () AS s, LAG(COUNT(*)) OVER (ORDER BY g) AS l, " + M
                    + " AS m FROM t GROUP BY g",
            Map.of(1, 0, 4, 2),
            "SELECT g, " + M + " AS m, AVG(x) - (SELECT AVG(x) FROM t) AS d FROM t GROUP BY g",
            Map.of(1, 0));

    /** The released table's column that a field shows. */
    private static String column(RelNode relation, int field) {
        if (relation instanceof Project project) {
            RexNode shown = project.getProjects().get(field);
            while (shown instanceof RexCall cast && cast.getOperands().size() == 1) {
                shown = cast.getOperands().get(0);
            }
            return shown instanceof RexInputRef below ? column(project.getInput(), below.getIndex()) : shown.toString();
        }
        if (relation instanceof Join join) {
            int left = join.getLeft().getRowType().getFieldCount();
            return field < left ? column(join.getLeft(), field) : column(join.getRight(), field - left);
        }
        return relation.getInputs().isEmpty() ? "c" + field : column(relation.getInput(0), field);
    }

    @Test
    void aReportIsReadWhereItsAggregateHasIt() {
        REPORTS.forEach((sql, places) -> {
            CutQuery cut = AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG);
            for (CarryIntervals.Result carried : List.of(
                    CarryIntervals.carry(cut.remainder(), cut.releases(), 0.95),
                    CarryIntervals.carryReleased(cut.remainder(), cut.releases()))) {
                assertThat(carried.reports()).as(sql).isTrue();
                Map<Integer, String> shown = new TreeMap<>();
                Map<Integer, String> wanted = new TreeMap<>();
                places.forEach((field, call) -> {
                    int keys = cut.releases().get(0).keys().cardinality();
                    int calls = cut.releases().get(0).calls().size();
                    shown.put(field, column(carried.relation(), field));
                    // Behind keys and aggregates there are two ends for each aggregate, and then the reports.
                    wanted.put(field, "c" + (keys + 3 * calls + call));
                });
                assertThat(shown).as(sql).isEqualTo(wanted);
            }
        });
    }
}
