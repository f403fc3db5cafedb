package io.tacit.spark;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.function.Consumer;

/**
 * Turns a cluster's errors into refusals that repeat nothing of their text. Its own words, which may quote a row, go to the
 * owner's log.
 *
 * @param ownerLog for the owner's eyes only
 */
record ClusterFailures(Consumer<String> ownerLog) {
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

    /** Before any query: no row was read yet. */
    Refusal connection(Exception cause) {
        log(cause);
        return unreadable(
                "The Spark cluster cannot be reached, or does not accept the token.",
                "Check the address, sc://HOST:PORT, and SPARK_CONNECT_AUTHENTICATE_TOKEN in the environment.");
    }

    /** When declared tables are looked up, which reads no row of theirs. */
    Refusal catalogue(Exception cause) {
        log(cause);
        return unreadable(
                "Spark does not say what this table is.",
                "Check its name, or the path of its files, and that the user of Tacit may read it.");
    }

    static Refusal unreadable(String rule, String advice) {
        return new Refusal(ErrorCode.SOURCE_UNREADABLE, rule, advice);
    }

    private void log(Exception cause) {
        ownerLog.accept(String.valueOf(cause.getMessage()));
    }
}
