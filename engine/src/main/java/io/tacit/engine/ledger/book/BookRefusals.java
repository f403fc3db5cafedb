package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;

/** The refusals of a book that cannot be used. */
final class BookRefusals {
    private BookRefusals() {}

    static Refusal of(String rule, String advice) {
        return new Refusal(ErrorCode.LEDGER, rule, advice + " Nothing is released without a ledger.");
    }

    static Refusal damaged(DamagedBook damage) {
        return of(
                "The ledger is damaged: " + damage.what() + ".",
                "Run tacit ledger verify, and restore the ledger from a backup.");
    }

    static Refusal closed() {
        return of("The ledger is closed.", "Open it again.");
    }

    /**
     * The refusal after a commit whose outcome is not known: the charge may count, and nothing may be released for it.
     */
    static Refusal unknown(Refusal cause) {
        return new Refusal(
                ErrorCode.LEDGER,
                cause.rule(),
                cause.advice() + " Whether this query was charged is not known; it counts as charged if it was.");
    }
}
