package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.policy.DataVersion;
import io.tacit.engine.policy.Policy;
import java.time.Clock;
import java.util.Optional;

/**
 * Which kept answer may go out again: one to the same query, over the same declared version of the data, under a policy
 * that answers alike, from the same account. The version is what the owner says; nothing about it comes from the data, for
 * then whether an answer was kept would be an answer without noise.
 */
final class KeepAnswers {
    private final Policy policy;
    private final String account;
    private final Books books;
    private final Clock clock;

    KeepAnswers(Policy policy, String account, Books books, Clock clock) {
        this.policy = policy;
        this.account = account;
        this.books = books;
        this.clock = clock;
    }

    /** The kept answer to a query of that digest, if one may go out. */
    Optional<Stored> find(String digest) {
        Optional<String> version = version();
        if (version.isPresent()) {
            return books.store().find(key(digest, version.get()));
        }
        // Live data: only for as long as the owner says that answers may be old.
        return policy.store()
                .window()
                .flatMap(window -> books.store()
                        .find(key(digest, "live"))
                        .filter(stored -> !stored.at().isAfter(clock.instant())
                                && stored.at().plus(window).isAfter(clock.instant())));
    }

    /** Keeps an answer, where it may ever go out again. */
    void keep(String digest, Stored stored) {
        Optional<String> version = version();
        if (version.isPresent()) {
            books.store().keep(key(digest, version.get()), stored);
        } else if (policy.store().window().isPresent()) {
            books.store().keep(key(digest, "live"), stored);
        }
    }

    private String key(String digest, String version) {
        return CanonicalQuery.digest(policy.dataset(), account, policy.fingerprint(), version, digest);
    }

    /** The version that the owner declared: in the policy, by its schedule, by a refresh, or by several of these. */
    private Optional<String> version() {
        Optional<String> refreshed = books.ledger().dataVersion(policy.dataset());
        String stated = "";
        if (policy.version() instanceof DataVersion.Stated named) {
            stated = "stated " + named.name();
        } else if (policy.version() instanceof DataVersion.Scheduled scheduled) {
            stated = "scheduled " + scheduled.every().at(clock.instant());
        }
        return stated.isEmpty() && refreshed.isEmpty()
                ? Optional.empty()
                : Optional.of(stated + " refreshed " + refreshed.orElse("never"));
    }
}
