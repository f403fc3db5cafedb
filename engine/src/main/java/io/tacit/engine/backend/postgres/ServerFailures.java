package io.tacit.engine.backend.postgres;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Turns a server's errors into refusals that repeat nothing of their text. Its own words, which may quote a row, go to the
 * owner's log.
 *
 * @param ownerLog for the owner's eyes only
 */
record ServerFailures(Consumer<String> ownerLog) {
    /** One refusal for all that fails while a query runs, a lost connection and a time limit among them. */
    Refusal query(Exception cause) {
        log(cause);
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not run this query.",
                "If it keeps failing, try a simpler query, or ask the owner of the data to look at the engine's log.");
    }

    Refusal cancelled() {
        return new Refusal(ErrorCode.CANCELLED, "The query was stopped.", "What it had cost stays spent.");
    }

    /** Before any query: no row was read yet, so that the reason may be told. */
    Refusal connection(SQLException cause) {
        log(cause);
        String state = Optional.ofNullable(cause.getSQLState()).orElse("");
        if (state.startsWith("28")) {
            return unreadable(
                    "The PostgreSQL server does not accept the user or the password.",
                    "Give the password in PGPASSWORD or ~/.pgpass, and the user as ?user=NAME in the address.");
        }
        return unreadable(
                state.equals("3D000")
                        ? "The PostgreSQL server has no such database."
                        : "The PostgreSQL server cannot be reached.",
                "Check the address, jdbc:postgresql://HOST:PORT/DATABASE.");
    }

    /** When declared tables are looked up, which reads no row of theirs. */
    Refusal catalogue(SQLException cause) {
        log(cause);
        return unreadable(
                "The PostgreSQL server does not say what its tables are.", "Ask its owner to look at its log.");
    }

    static Refusal unreadable(String rule, String advice) {
        return new Refusal(ErrorCode.SOURCE_UNREADABLE, rule, advice);
    }

    private void log(Exception cause) {
        ownerLog.accept(String.valueOf(cause.getMessage()));
    }
}
