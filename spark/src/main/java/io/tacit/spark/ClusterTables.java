package io.tacit.spark;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Declared tables as common table expressions, which show the source's rows with the names and types that were declared,
 * and nothing else. Rows with NULL in a column that is declared to have none are left out, so that planning may rely on it.
 */
final class ClusterTables {
    private final Map<String, String> expressions = new LinkedHashMap<>();

    /**
     * Makes the expressions.
     *
     * @throws Refusal SOURCE_SCHEMA when a column is not there
     */
    ClusterTables(List<SourceTable> tables, SparkSession session) {
        for (SourceTable table : tables) {
            Source.Server source = table.source().match(file -> notHere(table), server -> server);
            expressions.put(
                    table.table().name(), expression(table, source, DescribeCluster.columns(session, source.table())));
        }
    }

    private static Source.Server notHere(SourceTable table) {
        throw new IllegalArgumentException("the table " + table.table().name() + " is not in Spark");
    }

    private static String expression(SourceTable table, Source.Server source, List<StoredColumn> stored) {
        List<String> values = new ArrayList<>();
        List<String> present = new ArrayList<>();
        for (Column column : table.table().columns()) {
            StoredColumn found = stored.stream()
                    .filter(each -> each.name().equals(column.name()))
                    .findFirst()
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.SOURCE_SCHEMA,
                            "The table " + source.table() + " of Spark has no column " + column.name() + ".",
                            "Check its name."));
            String name = SparkText.name(column.name());
            values.add(found.as(column.type()) + " AS " + name);
            if (!column.nullable()) {
                present.add(name + " IS NOT NULL");
            }
        }
        String rows = "SELECT " + String.join(", ", values) + " FROM " + SparkText.qualified(source.table());
        return present.isEmpty()
                ? rows
                : "SELECT * FROM (" + rows + ") AS present WHERE " + String.join(" AND ", present);
    }

    /** A query behind the expressions of the tables that it names, and perhaps of some others. */
    String with(String sql) {
        return with(List.of(), sql);
    }

    /**
     * A query behind the expressions of the tables that it names.
     *
     * @param others expressions that stand before them
     */
    String with(List<String> others, String sql) {
        List<String> read = new ArrayList<>(others);
        expressions.forEach((name, query) -> {
            if (sql.contains(name)) {
                read.add(SparkText.name(name) + " AS (" + query + ")");
            }
        });
        return (read.isEmpty() ? "" : "WITH " + String.join(", ", read) + " ") + sql;
    }
}
