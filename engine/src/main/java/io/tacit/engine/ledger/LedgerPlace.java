package io.tacit.engine.ledger;

import java.nio.file.Path;
import java.util.Optional;

/** Where a ledger lies. */
public sealed interface LedgerPlace {
    /**
     * A SQLite file on a local disk. Network file systems do not lock well enough.
     *
     * @param file made with permissions for its owner alone if it is not there; its folder must be there
     */
    record Sqlite(Path file) implements LedgerPlace {}

    /**
     * Tables named {@code tacit_…} in a PostgreSQL database, for several servers.
     *
     * @param url {@code jdbc:postgresql://…}
     * @param user who writes
     * @param passwordVariable the environment variable that holds the password; empty for none
     */
    record Postgres(String url, String user, Optional<String> passwordVariable) implements LedgerPlace {}
}
