package io.tacit.engine.ledger;

import java.time.Instant;
import java.util.Optional;

/** Released answers, kept so that asking again is free. Only what was released goes in: no exact value. */
public interface ReleaseStore {
    /** What is kept under a key. */
    Optional<Stored> find(String key);

    /** Keeps an answer; a later one under the same key replaces it. */
    void keep(String key, Stored stored);

    /**
     * A kept answer.
     *
     * @param at when it was released
     * @param failed whether the query failed, so that it fails again
     * @param content the answer or the failure, as text
     */
    record Stored(Instant at, boolean failed, String content) {}
}
