package io.tacit.engine.backend.postgres;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Declared tables as common table expressions, which show the source's rows with the names and types that were declared,
 * and nothing else. Rows with NULL in a column that is declared to have none are left out, so that planning may rely on it.
 */
final class ServerTables {
    private final Map<String, String> expressions = new LinkedHashMap<>();

    /**
     * Makes the expressions.
     *
     * @param stored what the server has, by relation
     * @throws Refusal SOURCE_SCHEMA when a table or column is not there
     */
    ServerTables(List<SourceTable> tables, Map<String, List<DescribeServer.Stored>> stored) {
        for (SourceTable table : tables) {
            Source.Server source = table.source().match(file -> notHere(table), server -> server);
            List<DescribeServer.Stored> columns = Optional.ofNullable(stored.get(source.table()))
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.SOURCE_SCHEMA,
                            "The database has no table " + source.table() + " that its user may read.",
                            "Check its name, and GRANT SELECT."));
            expressions.put(table.table().name(), expression(table, source, columns));
        }
    }

    private static Source.Server notHere(SourceTable table) {
        throw new IllegalArgumentException("the table " + table.table().name() + " is not in PostgreSQL");
    }

    private static String expression(SourceTable table, Source.Server source, List<DescribeServer.Stored> stored) {
        List<String> values = new ArrayList<>();
        List<String> present = new ArrayList<>();
        for (Column column : table.table().columns()) {
            StoredColumn found = stored.stream()
                    .map(DescribeServer.Stored::column)
                    .filter(each -> each.name().equals(column.name()))
                    .findFirst()
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.SOURCE_SCHEMA,
                            "The table " + source.table() + " of the database has no column " + column.name() + ".",
                            "Check its name, and GRANT SELECT."));
            String name = PostgresText.name(column.name());
            values.add(found.as(column.type()) + " AS " + name);
            if (!column.nullable()) {
                present.add(name + " IS NOT NULL");
            }
        }
        String rows = "SELECT " + String.join(", ", values) + " FROM " + PostgresText.qualified(source.table());
        return present.isEmpty()
                ? rows
                : "SELECT * FROM (" + rows + ") AS present WHERE " + String.join(" AND ", present);
    }

    /** The expressions of the tables that a query names, and perhaps of some others. */
    List<String> readBy(String sql) {
        List<String> read = new ArrayList<>();
        expressions.forEach((name, query) -> {
            if (sql.contains(name)) {
                read.add(PostgresText.name(name) + " AS NOT MATERIALIZED (" + query + ")");
            }
        });
        return read;
    }
}
