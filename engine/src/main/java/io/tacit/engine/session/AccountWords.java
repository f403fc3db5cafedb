package io.tacit.engine.session;

import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.number.Rational;

/** How an account stands, in words. */
final class AccountWords {
    private AccountWords() {}

    static AccountReport report(Balance balance, String afterwards) {
        return new AccountReport(
                balance.account(), balance.window(), limit(balance.limit()), left(balance), afterwards);
    }

    /**
     * The refusal when the account that everybody's queries pay cannot pay. It hides by how much, for that is what
     * others spent.
     */
    static Refusal ofAll(ErrorCode code) {
        return new Refusal(
                code,
                code == ErrorCode.BUDGET
                        ? "All analysts together have too little left for this query."
                        : "The account that all analysts pay from together is stopped.",
                "Your own account was not charged. Ask for less, such as with a smaller epsilon, or ask the owner to"
                        + " allow more; what was released before can be read again for nothing.");
    }

    static String limit(Budget budget) {
        return budget.match(
                basic -> pair("ε", basic.limit().epsilon(), basic.delta()),
                zcdp -> pair("ρ", zcdp.rho().value(), zcdp.delta()));
    }

    static String left(Balance balance) {
        return balance.limit()
                .match(
                        basic -> pair(
                                "ε",
                                left(basic.limit().epsilon(), balance.spent().epsilon()),
                                left(basic.delta(), balance.spent().delta())),
                        zcdp -> pair(
                                "ρ",
                                left(zcdp.rho().value(), balance.rho()),
                                left(zcdp.delta(), balance.selectionDelta())));
    }

    /** What is left of a budget; 0 if it was made smaller than what was already spent. */
    private static Rational left(Rational limit, Rational spent) {
        return limit.minus(spent).max(Rational.ZERO);
    }

    private static String pair(String name, Rational first, Rational delta) {
        return name + " " + Decimals.left(first) + ", δ " + Decimals.left(delta);
    }
}
