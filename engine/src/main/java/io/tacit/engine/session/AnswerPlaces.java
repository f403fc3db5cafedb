package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import java.util.Optional;

/** Where answers are kept, and which of them may go out again. */
interface AnswerPlaces {
    /** Where the answer to a query of this digest is kept. Empty where nothing is kept. */
    Optional<String> key(String digest);

    /** What is kept under a key, if it may go out again. */
    Optional<Stored> find(String key);

    /** Keeps an answer. */
    void keep(String key, Stored stored);
}
