package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafWeights;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the histogram over leaves of each group, from which quantiles are drawn. A person's rows in a group, clamped,
 * lie on leaves of a fixed grid; they weigh together min(m, rows), spread over the leaves like the rows, each leaf
 * rounded down to a whole number of 2^-f.
 *
 * <pre>{@code
 * l AS (SELECT u, k0, leaf(c1) AS leaf, COUNT(*) AS c FROM (…) WHERE u IS NOT NULL AND c1 IS NOT NULL GROUP BY u, k0, leaf)
 * SELECT CAST(l.k0 AS VARCHAR), l.leaf, SUM(min(m, t.n0) * 2^f * l.c // t.n0)
 * FROM l JOIN t ON l.u = t.u AND l.k0 IS NOT DISTINCT FROM t.k0 GROUP BY l.k0, l.leaf
 * }</pre>
 *
 * <p>The join with T leaves each person the groups that the states have: all measurements of a release see the same
 * at most C_u groups.
 */
final class QuantileHistogramSql {
    private QuantileHistogramSql() {}

    static String query(ReleasePlan plan, PersonRows rows, Stages stages, ValueColumn summed, LeafWeights leaves) {
        String column = PersonRows.field(summed.field());
        String row = new RowIntegers(rows.dialect(), summed).row(column);
        WholeNumberSql wholes = rows.dialect().wholeNumbers();
        StageNames names = rows.names();
        String perLeafName = names.of("leaves");
        LeafGrid grid = leaves.grid();
        String clamped = "LEAST(GREATEST(" + wholes.of(row) + ", " + wholes.literal(grid.low()) + "), "
                + wholes.literal(grid.high()) + ")";
        String leaf = wholes.quotient(
                "(" + clamped + " - " + wholes.literal(grid.origin()) + ")", wholes.literal(grid.width()));
        List<String> by = new ArrayList<>(List.of("u"));
        by.addAll(rows.keys());
        by.add("leaf");
        String perLeaf = "SELECT u, " + keys(rows, "") + leaf + " AS leaf, COUNT(*) AS c FROM " + names.rows()
                + " WHERE u IS NOT NULL AND " + column + " IS NOT NULL"
                + PersonRows.where(summed.rows().filter())
                + " GROUP BY " + String.join(", ", by);
        String count = "t." + new ColumnNames(plan).rows(summed.rows());
        String scale = wholes.literal(BigInteger.ONE.shiftLeft(leaves.shift()));
        String weight =
                wholes.quotient("(LEAST(" + count + ", " + leaves.maxRows() + ") * " + scale + " * l.c)", count);
        List<String> columns = new ArrayList<>(rows.keysAsText("l"));
        columns.add(wholes.of("l.leaf") + " AS leaf");
        columns.add(wholes.of("SUM(" + weight + ")") + " AS weight");
        String weights =
                "SELECT " + String.join(", ", columns) + " FROM " + perLeafName + " AS l JOIN " + names.limited()
                        + " AS t ON l.u = t.u" + rows.sameKeys("l", "t") + " GROUP BY " + keys(rows, "l.") + "l.leaf";
        return stages.with("how many rows of each person and group lie on each leaf", perLeafName, perLeaf)
                .then("the weight of each leaf of each group", weights);
    }

    private static String keys(PersonRows rows, String qualifier) {
        StringBuilder keys = new StringBuilder();
        rows.keys().forEach(key -> keys.append(qualifier).append(key).append(", "));
        return keys.toString();
    }
}
