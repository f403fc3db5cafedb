package io.tacit.engine.backend.server;

import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which tables are on servers of one kind.
 *
 * @param kind which servers
 * @param server what people call them, such as {@code PostgreSQL}
 * @param place what one session reads, such as {@code database}
 * @param file what to do with a file beside it, such as "load the file into the database"
 */
public record ServerSources(ServerKind kind, String server, String place, String file) {
    /** Whether any of the tables is on such a server. */
    public boolean any(List<SourceTable> tables) {
        return tables.stream().anyMatch(table -> table.source().match(local -> false, remote -> remote.kind() == kind));
    }

    /**
     * The one address of all tables.
     *
     * @throws Refusal SOURCE_SCHEMA when there are several, or a file is among them
     */
    public String url(List<SourceTable> tables) {
        Set<String> urls = tables.stream()
                .map(table -> table.source().match(local -> elsewhere(table), remote -> remote.url()))
                .collect(Collectors.toSet());
        if (urls.size() != 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The tables lie in several " + place + "s.",
                    "A query reads one: make a session for each " + place + ".");
        }
        return urls.iterator().next();
    }

    private String elsewhere(SourceTable table) {
        throw new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + table.table().name() + " lies in a file, and other tables in " + server + ".",
                "A query reads one place: " + file + ", or leave the table out.");
    }
}
