package io.tacit.engine.ledger;

import java.util.List;
import java.util.Optional;

/**
 * The book of what was spent. Append-only, chained by hashes, durable before {@link #charge} returns, and safe for any
 * number of threads and processes. Nothing is ever given back: not on errors, not on cancellation.
 *
 * <p>All methods throw a {@link io.tacit.engine.refusal.Refusal} with code LEDGER when the book cannot be read or
 * written or is damaged, or when the clock stands before its last entry. Then nothing is released.
 */
public interface Ledger extends AutoCloseable {
    /**
     * Charges every account of a request, or none.
     *
     * @throws io.tacit.engine.refusal.Refusal BUDGET when an account has too little left, with what can be afforded, or
     *     the query costs more than one query may; ACCOUNT when an account is stopped or its terms contradict the book
     */
    Receipt charge(ChargeRequest request);

    /**
     * Opens an account with its terms, unless it is open: what it may spend then is known before its first charge.
     *
     * @throws io.tacit.engine.refusal.Refusal ACCOUNT when its terms contradict the book
     */
    void open(AccountTerms account, String who);

    /**
     * Whether {@link #charge} would succeed now; writes nothing.
     *
     * @return the balances as they would be
     * @throws io.tacit.engine.refusal.Refusal as {@link #charge} would
     */
    List<Balance> preview(ChargeRequest request);

    /** How an account stands now, or at the last entry where the clock stands before it; one that was never charged stands at nothing spent. */
    Balance balance(AccountTerms account);

    /**
     * The entries of an account, or all, oldest first.
     *
     * @param account the account's name; empty for all
     * @param most at most so many, the newest
     */
    List<LedgerEntry> history(Optional<String> account, int most);

    /** Allows an account more than its policy did, in this and every later window, on the owner's word. */
    Receipt grant(AccountTerms account, Budget more, String owner, String reason);

    /** Begins an account anew on the owner's word, with nothing spent and no failures; earlier promises become void. */
    Receipt reset(AccountTerms account, String owner, String reason);

    /**
     * Goes on by a clock that stands before the last entry, as it was once far ahead, on the owner's word. What accounts spent in windows
     * that have not begun counts in the window of now, beside what was spent in that: no budget begins anew.
     *
     * @return the balances of the accounts that were in such windows
     * @throws io.tacit.engine.refusal.Refusal LEDGER when the clock does not stand before the last entry
     */
    Receipt trustClock(String owner, String reason);

    /** Writes down that a charged query failed in the engine. */
    void failed(ChargeRequest request);

    /** The version of the data that the owner declared last; empty if none was. */
    Optional<String> dataVersion(String dataset);

    /**
     * Declares that the data are new.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when they were called so before: what was kept of those would be taken
     *     for theirs
     */
    Receipt declareDataVersion(String dataset, String version, String owner);

    /**
     * Recomputes every hash and every balance.
     *
     * @param knownHash a hash that was noted earlier and must occur in the chain; empty to check the chain alone
     */
    LedgerVerdict verify(Optional<String> knownHash);

    @Override
    void close();
}
