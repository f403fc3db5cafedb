package io.tacit.engine.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How an answer came about.
 *
 * @param releasedAt when it was released, if it was kept from then and cost nothing now; empty for a new release
 * @param accounts who paid under a policy, and what is left; empty where nobody keeps accounts
 * @param tallied what the files that it was made from have given in all, without a policy; empty where no tally is kept
 * @param beside how many other aggregates were released with those of this answer, where it is a part of what was kept:
 *     a release of its own would have less noise
 */
public record AnswerOrigin(
        Optional<Instant> releasedAt, List<AccountReport> accounts, List<FileTally> tallied, int beside) {
    /** A new answer in a session without accounts. */
    public static final AnswerOrigin OWN = new AnswerOrigin(Optional.empty(), List.of(), List.of());

    public AnswerOrigin {
        accounts = List.copyOf(accounts);
        tallied = List.copyOf(tallied);
    }

    /** Of an answer that is no part of a larger release. */
    public AnswerOrigin(Optional<Instant> releasedAt, List<AccountReport> accounts, List<FileTally> tallied) {
        this(releasedAt, accounts, tallied, 0);
    }

    /** A new answer that accounts of a policy paid for. */
    static AnswerOrigin paidBy(List<AccountReport> accounts) {
        return new AnswerOrigin(Optional.empty(), accounts, List.of());
    }
}
