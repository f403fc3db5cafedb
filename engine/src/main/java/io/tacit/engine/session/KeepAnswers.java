package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.policy.DataVersion;
import io.tacit.engine.policy.Policy;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Which kept answer may go out again: one to the same query, over the same declared version of the data, under a policy
 * that answers alike, from the same account. The version is what the owner says; nothing about it comes from the data,
 * for then whether an answer was kept would be an answer without noise.
 */
final class KeepAnswers implements AnswerPlaces {
    private static final String LIVE = " live";

    private final Policy policy;
    private final String account;
    private final OwnerRecords records;
    private final Clock clock;
    private final BooleanSupplier holds;

    /** What this session has released or was told, and when that was released. */
    private final Map<String, Instant> told = new ConcurrentHashMap<>();

    /** @param holds whether the session may ask on; afterwards it is told what it had, and nothing that others released */
    KeepAnswers(Policy policy, String account, OwnerRecords records, Clock clock, BooleanSupplier holds) {
        this.holds = holds;
        this.policy = policy;
        this.account = account;
        this.records = records;
        this.clock = clock;
    }

    /**
     * Where the answer to a query of this digest is kept. This is decided before the query runs: a query that is
     * running when the owner declares new data may have read the old ones. Empty where nothing is kept.
     */
    @Override
    public Optional<String> key(String digest) {
        if (!(policy.version() instanceof DataVersion.Unstated)) {
            return Optional.of(key(digest, version()));
        }
        // Without a version the data are live, whatever the owner has called them before.
        return policy.store().window().map(window -> key(digest, version() + LIVE) + LIVE);
    }

    /**
     * The kept answer under a key, if it may go out again: of live data only for as long as the owner says, and to a session
     * whose rights have ended what it had.
     */
    @Override
    public Optional<Stored> find(String key) {
        Optional<Stored> stored = records.store().find(key).filter(kept -> tells(key, kept.at()));
        return key.endsWith(LIVE) ? stored.filter(this::isRecent) : stored;
    }

    private boolean tells(String key, Instant at) {
        if (holds.getAsBoolean()) {
            told.put(key, at);
            return true;
        }
        return at.equals(told.get(key));
    }

    private boolean isRecent(Stored stored) {
        Instant now = clock.instant();
        return !stored.at().isAfter(now)
                && policy.store()
                        .window()
                        .map(stored.at()::plus)
                        .filter(now::isBefore)
                        .isPresent();
    }

    @Override
    public void keep(String key, Stored stored) {
        records.store().keep(key, stored);
        // As the store writes it.
        told.put(key, stored.at().truncatedTo(ChronoUnit.MILLIS));
    }

    private String key(String digest, String version) {
        return CanonicalQuery.digest(policy.dataset(), account, policy.fingerprint(), version, digest);
    }

    /** The version that the owner declared: in the policy, by its schedule, by a refresh, or by several of these. */
    private String version() {
        Optional<String> refreshed = records.ledger().dataVersion(policy.dataset());
        String stated = "";
        if (policy.version() instanceof DataVersion.Stated named) {
            stated = "stated " + named.name();
        } else if (policy.version() instanceof DataVersion.Scheduled scheduled) {
            stated = "scheduled " + scheduled.every().at(clock.instant());
        }
        return stated + " refreshed " + refreshed.orElse("never");
    }
}
