package io.tacit.engine.session;

import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ReleasedRows;
import java.util.List;
import java.util.Optional;

/** One query on its way to an answer: what was kept of it, what it costs, and how it ends. It ends once. */
interface QueryInProgress {
    /** The kept answer to a text that was asked before, word for word. */
    Optional<Answer> known();

    /**
     * The kept answer to a query.
     *
     * @throws Refusal with which the same query failed before
     */
    Optional<Answer> known(PreparedQuery query);

    /**
     * The releases of a query, if all of them were kept: it costs nothing then. Looked for where no answer is kept, and
     * before the query is charged.
     */
    default Optional<KeptSource> releases(PreparedQuery query) {
        return Optional.empty();
    }

    /**
     * Kept releases that an answer is computed from.
     *
     * @param releases in the query's order
     * @param origin how the answer came about
     */
    record KeptSource(List<KeptRelease> releases, AnswerOrigin origin) {}

    /** Whether the releases of a query are kept once it was paid for. */
    default boolean keepsReleases() {
        return false;
    }

    /** Keeps the releases of a query that was paid for. */
    default void released(PreparedQuery query, List<ReleasedRows> released) {}

    /** How the accounts stand, and how they would stand after the query. Writes nothing. */
    List<AccountReport> preview(PreparedQuery query);

    /**
     * Pays for all releases of a query, or none. Returns when that is written down where it lasts.
     *
     * @return who paid, and how they stand now
     * @throws Refusal BUDGET, ACCOUNT or LEDGER when nothing may be released
     */
    AnswerOrigin charge(PreparedQuery query);

    /** Keeps and records an answer that was paid for. */
    void answered(PreparedQuery query, Answer answer);

    /** Records that a kept answer goes out. */
    void served();

    /** Records that an answer goes out that was computed from kept releases. */
    default void served(KeptSource source) {
        served();
    }

    /** Records that the query is only explained. */
    void explained();

    /** Records that a query that was paid for did not get its answer; what it cost stays spent. */
    void failed(PreparedQuery query, Refusal refusal);

    /** Records that a query is refused and nothing was spent. */
    void refused(Refusal refusal);
}
