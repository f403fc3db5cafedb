package io.tacit.engine.ledger;

import java.time.Instant;

/**
 * A line of the book.
 *
 * @param number from 1
 * @param at when it was written
 * @param kind what it is
 * @param account the account, or the data set of a data version; empty where a clock is told to be right
 * @param window the account's window; empty where there is none
 * @param who the analyst or owner
 * @param query the identifier in the audit log, or the owner's reason
 * @param epsilon exact decimal, 0 where nothing was spent
 * @param delta exact decimal
 * @param rho exact decimal
 * @param hash of the chain up to here
 */
public record LedgerEntry(
        long number,
        Instant at,
        Kind kind,
        String account,
        String window,
        String who,
        String query,
        String epsilon,
        String delta,
        String rho,
        String hash) {
    /** The kind of an entry. */
    public enum Kind {
        OPEN,
        CHARGE,
        FAILURE,
        GRANT,
        RESET,
        DATA_VERSION,
        CLOCK
    }
}
