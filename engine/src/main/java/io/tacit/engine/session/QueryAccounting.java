package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Pays for queries, keeps their answers, and logs them. One query is asked at a time. */
interface QueryAccounting extends AutoCloseable {
    /** Begins to account for a query that comes in. */
    QueryInProgress begin(Question question);

    /**
     * Does what somebody asked for, and lets them hear of a failure what they may: an owner all of it, an analyst under a
     * policy {@link io.tacit.engine.refusal.Refusal#forAnalyst} and no other exception. Whatever a session does for
     * somebody goes through here.
     */
    <T> T heard(Supplier<T> work);

    /**
     * Tells whoever asks, in a plain sentence, of a wait for others who hold the books.
     *
     * @param tell may be called from any thread
     */
    void tellWaits(Consumer<String> tell);

    /** Ends such a wait, from another thread: what waits is refused. */
    void giveUp();

    /** Whether releases may be kept. */
    default boolean keeps() {
        return true;
    }

    /** What was spent since this accounting was opened, without events. */
    Charge spent();

    @Override
    void close();
}
