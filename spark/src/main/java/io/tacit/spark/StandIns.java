package io.tacit.spark;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.spark.SparkText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks Spark for the plan of a query over rows that stand for those of its tables: some queries it reads, and finds only
 * when it is to run them that it has no way to.
 *
 * <p>To plan a query over the tables themselves, Spark would look at the least and greatest value that Delta and Iceberg
 * keep of each file, at statistics, and at rows that are constants of a view. Those are people's, and nothing was charged
 * yet: whether there is a plan, and how long it takes to find, depends here on the query and on declared columns alone.
 */
final class StandIns {
    /** Of so many, none is computed beforehand. */
    private static final String ROWS = "range(1000000000)";

    private static final String PLAN = "== Physical Plan ==";

    private StandIns() {}

    /**
     * The statement that has a query planned, and not run.
     *
     * @param tables the columns of each table that the query names
     */
    static String explain(Map<String, List<Column>> tables, String query) {
        List<String> expressions = new ArrayList<>();
        tables.forEach((name, columns) -> expressions.add(expression(name, columns)));
        return "EXPLAIN " + (expressions.isEmpty() ? "" : "WITH " + String.join(", ", expressions) + " ") + query;
    }

    /** Whether the answer of such a statement is a plan; else it is what Spark says of a query without one. */
    static boolean isPlan(List<String> answer) {
        return !answer.isEmpty() && answer.get(0).startsWith(PLAN);
    }

    /** Constants would not do: what Spark computes beforehand, or finds never to be true, has no plan. */
    private static String expression(String name, List<Column> columns) {
        List<String> values = new ArrayList<>();
        for (Column column : columns) {
            values.add("CAST(CAST(id AS STRING) AS " + WorkTable.type(column.type()) + ") AS "
                    + SparkText.name(column.name()));
        }
        return SparkText.name(name) + " AS (SELECT " + String.join(", ", values) + " FROM " + ROWS + ")";
    }
}
