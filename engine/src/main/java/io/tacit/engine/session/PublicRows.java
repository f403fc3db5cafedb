package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Public tables of a server, copied into the sandbox when the rest of a query reads them, once in a session. They are
 * nobody's data, so that reading them costs nothing.
 */
final class PublicRows {
    /** What is larger belongs into a step that the server computes. */
    private static final int MOST_ROWS = 1_000_000;

    private final List<Table> tables;
    private final Set<String> copied = new HashSet<>();

    private PublicRows(List<Table> tables) {
        this.tables = tables;
    }

    /** The public ones among these tables that no file holds. */
    static PublicRows of(List<SourceTable> tables) {
        return new PublicRows(tables.stream()
                .filter(table -> table.table().protection().isPublic() && !isFile(table))
                .map(SourceTable::table)
                .toList());
    }

    /** Whether the sandbox can open a table itself. */
    static boolean isFile(SourceTable table) {
        return table.source().match(file -> true, server -> false);
    }

    /**
     * Copies what a query reads.
     *
     * @param sql over the sandbox
     * @throws Refusal ENGINE when it fails, TOO_COMPLEX for a table of too many rows
     */
    void copy(String sql, BackgroundStart<Backend> backend, Sandbox sandbox) {
        for (Table table : tables) {
            if (sql.contains(table.name()) && !copied.contains(table.name())) {
                sandbox.show(table, rows(table, backend.opened()));
                copied.add(table.name());
            }
        }
    }

    private static List<@Nullable Object[]> rows(Table table, Backend backend) {
        Dialect dialect = backend.dialect();
        List<String> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            String value = dialect.keys().canonical(dialect.literals().name(column.name()), column.type());
            columns.add(dialect.keys().text(value, column.type()) + " AS c" + columns.size());
        }
        String sql = "SELECT " + String.join(", ", columns) + " FROM "
                + dialect.literals().name(table.name());
        List<@Nullable Object[]> rows = new ArrayList<>();
        backend.run(sql, columns.size(), 0, (keys, integers) -> {
            if (rows.size() == MOST_ROWS) {
                throw new Refusal(
                        ErrorCode.TOO_COMPLEX,
                        "The public table " + table.name() + " has too many rows to be read beside released ones.",
                        "Join it in the SELECT that aggregates people's rows.");
            }
            @Nullable Object[] row = new @Nullable Object[keys.length];
            System.arraycopy(keys, 0, row, 0, keys.length);
            rows.add(row);
        });
        return rows;
    }
}
