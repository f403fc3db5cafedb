package io.tacit.engine.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How an answer came about under a policy.
 *
 * @param releasedAt when it was released, if it was kept from then and cost nothing now; empty for a new release
 * @param accounts who paid, and what is left; empty where nobody keeps accounts
 */
public record AnswerOrigin(Optional<Instant> releasedAt, List<AccountReport> accounts) {
    /** A new answer in a session without accounts. */
    public static final AnswerOrigin OWN = new AnswerOrigin(Optional.empty(), List.of());

    public AnswerOrigin {
        accounts = List.copyOf(accounts);
    }
}
