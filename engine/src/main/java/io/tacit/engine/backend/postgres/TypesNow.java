package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.ServerTables;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The types of the columns that declared tables read, as they were when the session was opened. Whoever reads them looks them
 * up first in the same transaction: from then on until its end nobody can change them, since the tables are locked against
 * that. A column that was made wider would else be read as what it was, and one person's value could fail every question.
 */
final class TypesNow {
    /** Of an undefined table or column. */
    private static final Set<String> NOT_THERE = Set.of("42P01", "42703", "3F000", "42501");

    private final Map<String, Map<String, String>> atOpening = new HashMap<>();

    /** The types of now. */
    static TypesNow of(Connection connection, List<SourceTable> tables) throws SQLException {
        TypesNow types = new TypesNow();
        for (SourceTable table : tables) {
            String source = table.source().match(file -> "", server -> server.table());
            List<String> columns = table.table().columns().stream()
                    .map(column -> column.name())
                    .toList();
            try {
                types.atOpening
                        .computeIfAbsent(source, none -> new HashMap<>())
                        .putAll(read(connection, source, columns));
            } catch (Refusal missing) {
                // The catalogue says which; this transaction is at its end.
                return types;
            }
        }
        return types;
    }

    /**
     * Compares the types of what a query reads, and locks the tables against changes until the transaction ends.
     *
     * @throws Refusal SOURCE_SCHEMA when a type is another one, or a column is gone
     */
    void check(Connection connection, ServerTables tables, String sql) throws SQLException {
        for (Map.Entry<String, Set<String>> each : tables.columnsRead(sql).entrySet()) {
            Map<String, String> before = atOpening.getOrDefault(each.getKey(), Map.of());
            if (!before.entrySet()
                    .containsAll(read(connection, each.getKey(), List.copyOf(each.getValue()))
                            .entrySet())) {
                throw changed();
            }
        }
    }

    private static Refusal changed() {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The database has changed the columns of a table since this session was opened.",
                "Open the session anew: that looks their types up.");
    }

    /** Of no row: the expressions have a type all the same. */
    private static Map<String, String> read(Connection connection, String table, List<String> columns)
            throws SQLException {
        Map<String, String> types = new HashMap<>();
        if (columns.isEmpty()) {
            return types;
        }
        List<String> expressions = new ArrayList<>();
        for (String column : columns) {
            String type = "pg_typeof(t." + PostgresText.name(column) + ")";
            expressions.add(type + "::oid::text || ' ' || " + type + "::text");
        }
        String sql = "SELECT " + String.join(", ", expressions) + " FROM (SELECT 1) AS one LEFT JOIN "
                + PostgresText.qualified(table) + " AS t ON false";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            for (int i = 0; i < columns.size(); i++) {
                types.put(columns.get(i), row.getString(i + 1));
            }
        } catch (SQLException failure) {
            if (NOT_THERE.contains(String.valueOf(failure.getSQLState()))) {
                throw changed();
            }
            throw failure;
        }
        return types;
    }
}
