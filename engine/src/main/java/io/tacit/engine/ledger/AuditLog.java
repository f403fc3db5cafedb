package io.tacit.engine.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who asked what, and what was decided. For the owner alone; it holds no value from the data but what an engine's error
 * quotes.
 */
public interface AuditLog {
    /**
     * Checks that a line can be written, before anything is paid for.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when it cannot
     */
    void ready();

    /**
     * Writes a line. One of a query of which this log has written {@link Decision#ASKED} takes that line's place in the
     * ledger, and stands behind it in the file.
     */
    void write(Line line);

    /** The newest lines, oldest first. */
    List<Line> newest(int most, Optional<String> analyst);

    /** The texts of queries by their identifiers; those of which nothing is written are missing. */
    Map<String, String> texts(Set<String> ids);

    /** What became of a query. */
    enum Decision {
        /** It is about to be charged; where nothing else becomes of it, its process ended before that was known. */
        ASKED,
        ANSWERED,
        SERVED_FROM_STORE,
        EXPLAINED,
        REFUSED,
        FAILED,
        CANCELLED
    }

    /**
     * A line.
     *
     * @param id of the query; the ledger's charge names it
     * @param at when it was asked
     * @param analyst who asked
     * @param account who pays; empty where that was not settled
     * @param sql the text as it was asked
     * @param decision what became of it
     * @param code the code of the refusal or failure; empty where there is none
     * @param reason the message that the analyst saw; empty where there is none
     * @param epsilon what it cost, exact decimal; of what is asked, what it is to cost
     * @param delta likewise
     * @param millis how long it took
     * @param detail what the engine said, for the owner; empty where it said nothing
     */
    record Line(
            String id,
            Instant at,
            String analyst,
            String account,
            String sql,
            Decision decision,
            String code,
            String reason,
            String epsilon,
            String delta,
            long millis,
            String detail) {}
}
