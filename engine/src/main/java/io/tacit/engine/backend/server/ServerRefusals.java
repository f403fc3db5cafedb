package io.tacit.engine.backend.server;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.function.Consumer;

/**
 * Turns a server's errors into refusals that repeat nothing of their text. Its own words, which may quote a row, go to the
 * owner's log.
 *
 * @param ownerLog for the owner's eyes only
 */
public record ServerRefusals(Consumer<String> ownerLog) {
    /** One refusal for all that fails while a query runs, a lost connection and a time limit among them. */
    public Refusal query(Exception cause) {
        log(cause);
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not run this query.",
                "What it cost, if it was charged, stays spent. If it keeps failing, try a simpler query, or ask the owner"
                        + " of the data to look at the engine's log.");
    }

    /** The refusal of a query that was stopped. */
    public Refusal cancelled() {
        return new Refusal(ErrorCode.CANCELLED, "The query was stopped.", "What it had cost stays spent.");
    }

    /** The refusal of a pushed-down query whose columns are others than keys and integers. */
    public static Refusal inexact() {
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not run this query.",
                "Its partial query does not return exact integers. Please report this as a mistake of Tacit.");
    }

    /** The refusal of a server that cannot be asked. Before any query no row was read, so that the reason may be told. */
    public static Refusal unreadable(String rule, String advice) {
        return new Refusal(ErrorCode.SOURCE_UNREADABLE, rule, advice);
    }

    /** The refusal when made-up tables, which are nobody's, could not be removed. */
    public Refusal leftBehind(String schema, Exception cause) {
        log(cause);
        return unreadable(
                "The schema " + schema + " of made-up tables could not be removed.",
                "Remove it: DROP SCHEMA " + schema + " CASCADE.");
    }

    /** Tells the owner what a server said. */
    public void log(Exception cause) {
        ownerLog.accept(String.valueOf(cause.getMessage()));
    }
}
