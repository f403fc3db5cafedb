package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.sql.SQLException;
import java.util.Optional;

/** What is said when there is no connection, or no catalogue. */
final class ServerFailures {
    private ServerFailures() {}

    /** Before any query: no row was read yet, so that the reason may be told. */
    static Refusal connection(ServerRefusals refusals, SQLException cause) {
        refusals.log(cause);
        String state = Optional.ofNullable(cause.getSQLState()).orElse("");
        if (state.startsWith("28")) {
            return ServerRefusals.unreadable(
                    "The PostgreSQL server does not accept the user or the password.",
                    "Give the password in PGPASSWORD or ~/.pgpass, and the user as ?user=NAME in the address.");
        }
        return ServerRefusals.unreadable(
                state.equals("3D000")
                        ? "The PostgreSQL server has no such database."
                        : "The PostgreSQL server cannot be reached.",
                "Check the address, jdbc:postgresql://HOST:PORT/DATABASE.");
    }

    /** When somebody makes up tables; there are none of people's among them. */
    static Refusal invented(ServerRefusals refusals, SQLException cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "The PostgreSQL server does not take made-up tables.",
                "Name a database for tests, in which the user may make a schema: GRANT CREATE ON DATABASE.");
    }

    /** When declared tables are looked up, which reads no row of theirs. */
    static Refusal catalogue(ServerRefusals refusals, SQLException cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "The PostgreSQL server does not say what its tables are.", "Ask its owner to look at its log.");
    }
}
