package io.tacit.engine.session;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Reads a policy for somebody who asks under it. What is wrong with it, and with the data that it declares, goes to the
 * owner's log; the analyst hears that it cannot be used.
 */
public final class AnalystPolicy {
    private AnalystPolicy() {}

    /**
     * Reads a policy.
     *
     * @param analyst who asks, as far as that is known
     * @param text what they ask; empty where nothing is known yet
     * @throws Refusal POLICY, in words that name nothing of it
     */
    public static Policy read(Path file, DataEngine engine, String analyst, String text) {
        return AnalystHearing.of(() -> {
            OwnerWords words = new OwnerWords();
            PolicyFile.Checked checked = PolicyFile.check(file, engine.alsoTelling(words));
            try {
                return checked.orRefuse(String.valueOf(file.getFileName()));
            } catch (Refusal refusal) {
                checked.books().ifPresent(books -> tell(books, analyst, text, refusal, words));
                throw refusal;
            }
        });
    }

    /**
     * Reads the policy of an open session again, whose log tells the owner what is wrong with it.
     *
     * @throws Refusal POLICY, in words for the owner
     */
    static Policy again(Path file, DataEngine engine) {
        return PolicyFile.check(file, engine).orRefuse(String.valueOf(file.getFileName()));
    }

    /**
     * What an analyst is told of what fails while their question is prepared outside of a session.
     *
     * @throws Refusal in place of any that holds what is the owner's
     */
    public static <T> T hearing(Supplier<T> work) {
        return AnalystHearing.of(work);
    }

    /**
     * Tells the owner of what keeps a session from being opened.
     *
     * @throws Refusal LEDGER when the ledger cannot be used; the log's own file has the line all the same
     */
    static void tell(PolicyFile.Books books, String analyst, String text, Refusal refusal, OwnerWords words) {
        Clock clock = Clock.systemUTC();
        LedgerBook.tell(
                books.ledger(),
                books.auditLog(),
                clock,
                new AuditLog.Line(
                        UUID.randomUUID().toString(),
                        clock.instant(),
                        analyst,
                        "",
                        text,
                        Decision.REFUSED,
                        refusal.code().code(),
                        refusal.forAnalyst().rule(),
                        "0",
                        "0",
                        0,
                        QueryLog.detail(refusal, words)));
    }
}
