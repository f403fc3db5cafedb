package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.PublicTableRows;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Public rows that lie elsewhere than what reads them: public tables of a server, copied into the sandbox when the
 * rest of a query reads them, once in a session. They are nobody's data, so that reading them costs nothing. Those of
 * files beside a server go to it with its queries.
 */
final class PublicRows {
    /** What is larger belongs into a step that the server computes. */
    private static final int MOST_ROWS = 1_000_000;

    private final List<Table> tables;
    private final List<Table> besideServer;

    private PublicRows(List<Table> tables, List<Table> besideServer) {
        this.tables = tables;
        this.besideServer = besideServer;
    }

    /** The public ones among these tables that no file holds. */
    static PublicRows of(List<SourceTable> tables) {
        boolean server = tables.stream().anyMatch(table -> !isFile(table));
        Map<Boolean, List<Table>> open = tables.stream()
                .filter(table -> table.table().protection().isPublic())
                .collect(Collectors.partitioningBy(
                        PublicRows::isFile, Collectors.mapping(SourceTable::table, Collectors.toList())));
        return new PublicRows(
                open.getOrDefault(false, List.of()), server ? open.getOrDefault(true, List.of()) : List.of());
    }

    /** The tables that are copied from a server when a query reads them. */
    List<String> names() {
        return tables.stream().map(Table::name).toList();
    }

    /** A comment for each table of a file whose rows go to the server with a query. */
    String goingWith(String sql) {
        return besideServer.stream()
                .filter(table -> sql.contains(table.name()))
                .map(table -> "-- with it go the rows of the public table " + table.name() + ", from its file\n")
                .collect(Collectors.joining());
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
            if (Sandbox.mayName(sql, table.name()) && !sandbox.shows(table)) {
                sandbox.show(table, rows(table, backend.opened()));
            }
        }
    }

    private static List<@Nullable Object[]> rows(Table table, Backend backend) {
        List<@Nullable String[]> texts = PublicTableRows.read(
                table,
                backend,
                MOST_ROWS,
                "The public table " + table.name() + " has too many rows to be read beside released ones.",
                "Join it in the SELECT that aggregates people's rows.");
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (@Nullable String[] text : texts) {
            // Texts become values in their places.
            @Nullable Object[] row = new @Nullable Object[text.length];
            System.arraycopy(text, 0, row, 0, text.length);
            rows.add(row);
        }
        return rows;
    }
}
