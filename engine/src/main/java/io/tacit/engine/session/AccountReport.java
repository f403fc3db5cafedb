package io.tacit.engine.session;

import io.tacit.engine.ledger.Balance;

/**
 * How an account stands, in words.
 *
 * @param account its name
 * @param window the window of the calendar that the budget is for, such as {@code 2026-11}; empty where it is for ever
 * @param limit what may be spent, such as {@code ε 5, δ 1e-6} or {@code ρ 0.5, δ 1e-6}
 * @param left what is left of it: after a query that was charged, or now for one that was not
 * @param afterwards of a query that is only explained: what would be left, or that it is too little; else empty
 */
public record AccountReport(String account, String window, String limit, String left, String afterwards) {
    /** An account on which nothing is planned. */
    public static AccountReport of(Balance balance) {
        return AccountWords.report(balance, "");
    }
}
