package io.tacit.engine.session;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells the owner how each query of one analyst ended. */
final class QueryLog {
    private final AuditLog log;
    private final String analyst;
    private final String account;
    private final OwnerWords words;

    QueryLog(AuditLog log, String analyst, String account, OwnerWords words) {
        this.log = log;
        this.analyst = analyst;
        this.account = account;
        this.words = words;
    }

    /**
     * A query as it came in.
     *
     * @param id made for it
     * @param at when it came in
     * @param sql its text
     * @param startNanos the same moment on the clock that measures how long it took
     */
    record Asked(String id, Instant at, String sql, long startNanos) {}

    /**
     * Writes what is about to be paid for, so that it is known whatever becomes of the process. Refuses where no line can
     * be written.
     *
     * @param epsilon what it will cost
     * @param delta what it will cost
     */
    void asked(Asked asked, String epsilon, String delta) {
        log.ready();
        write(asked, Decision.ASKED, null, epsilon, delta);
    }

    /**
     * Writes a line.
     *
     * @param refusal why there is no answer, as the owner may know it; null where there is one
     * @param epsilon what was spent
     * @param delta what was spent
     */
    void write(Asked asked, Decision decision, @Nullable Refusal refusal, String epsilon, String delta) {
        log.write(new AuditLog.Line(
                asked.id,
                asked.at,
                analyst,
                account,
                asked.sql,
                decision,
                refusal == null ? "" : refusal.code().code(),
                refusal == null ? "" : refusal.forAnalyst().rule(),
                epsilon,
                delta,
                Duration.ofNanos(System.nanoTime() - asked.startNanos).toMillis(),
                refusal == null ? words.said() : detail(refusal, words)));
    }

    /** What the owner reads and the analyst does not: the refusal whole, where that read less, and what the engine said. */
    static String detail(Refusal refusal, OwnerWords words) {
        String whole = String.valueOf(refusal.getMessage());
        return Stream.of(whole.equals(refusal.forAnalyst().getMessage()) ? "" : whole, refusal.forOwner(), words.said())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }
}
