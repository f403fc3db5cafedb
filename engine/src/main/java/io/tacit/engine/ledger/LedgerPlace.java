package io.tacit.engine.ledger;

import java.nio.file.Path;
import java.util.Optional;

/** Where the ledger lies. */
public sealed interface LedgerPlace {
    /**
     * In an SQLite file on a local disk.
     *
     * @param file the file; it is made when it is not there
     */
    record Sqlite(Path file) implements LedgerPlace {}

    /**
     * In a PostgreSQL database.
     *
     * @param url as JDBC writes it, such as {@code jdbc:postgresql://host/database}; no password is in it
     * @param user who connects
     * @param passwordVariable the environment variable that holds the password; empty for none
     */
    record Postgres(String url, String user, Optional<String> passwordVariable) implements LedgerPlace {}
}
