package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;

/** The refusals of a book that cannot be used. */
final class BookRefusals {
    /** What an owner of a policy does about a book that is not as it was written. */
    static final String RESTORE = "Run tacit ledger verify, and restore the ledger from a backup.";

    private static final String NOTHING_RELEASED = " Nothing is released without a ledger.";

    private BookRefusals() {}

    /** The same refusal of a book that no policy names: commands about a policy's ledger do not know it. */
    static Refusal ofNoPolicy(Refusal refusal, String more) {
        return new Refusal(
                refusal.code(),
                refusal.rule(),
                refusal.advice()
                                .replace(NOTHING_RELEASED, "")
                                .replace(RESTORE, "Restore it from a backup, if there is one.")
                        + " " + more);
    }

    static Refusal of(String rule, String advice) {
        return new Refusal(ErrorCode.LEDGER, rule, advice + NOTHING_RELEASED);
    }

    static Refusal damaged(DamagedBook damage) {
        return of("The ledger is damaged: " + damage.what() + ".", RESTORE);
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
