package io.tacit.engine.ledger.book;

import java.time.Instant;

/**
 * The last entry.
 *
 * @param number 0 where there is none
 * @param hash of the chain up to it
 * @param at when it was written
 */
record ChainHead(long number, String hash, Instant at) {
    static final ChainHead NONE = new ChainHead(0, Entry.NO_HASH, Instant.EPOCH);
}
