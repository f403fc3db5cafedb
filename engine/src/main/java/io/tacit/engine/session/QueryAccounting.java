package io.tacit.engine.session;

import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Optional;

/** Who pays for queries, what is kept of them, and who is told. One query is asked at a time. */
interface QueryAccounting extends AutoCloseable {
    /** A query comes in. */
    void begin(Question question);

    /** The kept answer to a text that was asked before, word for word. */
    Optional<Answer> known(Question question);

    /**
     * The kept answer to a query.
     *
     * @throws Refusal with which the same query failed before
     */
    Optional<Answer> known(Question question, PreparedQuery query);

    /** How the accounts stand, and how they would. Writes nothing. */
    List<AccountReport> preview(PreparedQuery query);

    /**
     * Pays for all releases of a query, or none. Returns when that is written down where it lasts.
     *
     * @throws Refusal BUDGET, ACCOUNT or LEDGER when nothing may be released
     */
    List<AccountReport> charge(PreparedQuery query);

    /** Keeps an answer that was paid for, and tells of it. */
    void answered(PreparedQuery query, Answer answer);

    /** An answer that was kept goes out, or an explanation. */
    void served(Answer answer);

    /** The query is explained only. */
    void explained();

    /** A query that was paid for did not get its answer; what it cost stays spent. */
    void failed(PreparedQuery query, Refusal refusal);

    /** A query is refused, and nothing was spent. */
    void refused(Refusal refusal);

    /** What was spent since this desk was opened, without events. */
    Charge spent();

    @Override
    void close();
}
