package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.StoredTables;
import io.tacit.engine.dialect.postgres.PostgresText;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tables and views of a database that its user may read.
 *
 * @param columns of each
 */
record StoredRelations(Map<String, List<DescribeServer.Stored>> columns) implements StoredTables {
    @Override
    public List<StoredColumn> columns(String table) {
        return Optional.ofNullable(columns.get(table))
                .orElseThrow(() -> missing("The database has no table " + table + " that its user may read."))
                .stream()
                .map(DescribeServer.Stored::column)
                .toList();
    }

    @Override
    public String qualified(String table) {
        return PostgresText.qualified(table);
    }

    @Override
    public Refusal without(String table, String column) {
        return missing("The table " + table + " of the database has no column " + column + ".");
    }

    private static Refusal missing(String rule) {
        return new Refusal(ErrorCode.SOURCE_SCHEMA, rule, "Check its name, and GRANT SELECT.");
    }
}
