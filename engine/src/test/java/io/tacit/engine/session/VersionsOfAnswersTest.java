package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.DataVersion;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.StoreRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answer is of the data as they were: whatever says that they are new, the policy's version, its schedule or the owner's
 * word, an answer from before is not given again; and nothing else keeps it back. Every rule beside every number of words of
 * the owner, on several days.
 */
@NullUnmarked
class VersionsOfAnswersTest {
    private static final List<DataVersion> VERSIONS = List.of(
            new DataVersion.Unstated(),
            new DataVersion.Stated("first"),
            new DataVersion.Stated("second"),
            new DataVersion.Scheduled(RefreshWindow.DAILY),
            new DataVersion.Scheduled(RefreshWindow.WEEKLY),
            new DataVersion.Scheduled(RefreshWindow.MONTHLY));

    /** A Saturday, the Sunday and the Monday after it, and the next month. */
    private static final List<Instant> TIMES = List.of(
            Instant.parse("2026-11-21T12:00:00Z"),
            Instant.parse("2026-11-22T12:00:00Z"),
            Instant.parse("2026-11-23T12:00:00Z"),
            Instant.parse("2026-12-01T12:00:00Z"));

    @TempDir
    private Path folder;

    @Test
    void anAnswerIsKeptUnderAllThatSaysThatDataAreNew() throws IOException {
        Path file = Shopkeeper.of(folder, People.ordinary(), "5", "ledger: books.sqlite")
                .file();
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^version:.*\n", ""));
        Policy written = Shopkeeper.policy(file);
        Map<String, String> meanings = new HashMap<>();
        Map<String, String> keys = new HashMap<>();
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(folder.resolve("books.sqlite")))) {
            OwnerRecords records = new OwnerRecords(book.ledger(), book.releaseStore(), book.auditLog());
            for (String declared : List.of("", "one", "two", "one again")) {
                if (!declared.isEmpty()) {
                    book.ledger().declareDataVersion("shop", declared, "owner");
                }
                // Of other data than these nothing is said.
                book.ledger().declareDataVersion("fair", "any" + declared, "owner");
                for (DataVersion version : VERSIONS) {
                    for (Optional<Duration> window :
                            List.of(Optional.<Duration>empty(), Optional.of(Duration.ofHours(1)))) {
                        Policy policy = with(written, version, new StoreRules(window));
                        for (Instant now : TIMES) {
                            KeepAnswers keep = new KeepAnswers(
                                    policy, "shop/all", records, Clock.fixed(now, ZoneOffset.UTC), () -> true);
                            Optional<String> key = keep.key("a digest");
                            String meaning = meaning(version, declared, now);
                            boolean live = meaning.isEmpty();
                            assertThat(key.isPresent())
                                    .as("%s %s %s", version, window, declared)
                                    .isEqualTo(!live || window.isPresent());
                            key.ifPresent(place -> {
                                String known = live ? "live, declared " + declared : meaning;
                                assertThat(meanings.computeIfAbsent(place, first -> known))
                                        .isEqualTo(known);
                                assertThat(keys.computeIfAbsent(known, first -> place))
                                        .isEqualTo(place);
                            });
                        }
                    }
                }
            }
        }
    }

    /** Empty where nothing says whether data are new. */
    private static String meaning(DataVersion version, String declared, Instant now) {
        String stated = "";
        if (version instanceof DataVersion.Stated named) {
            stated = "named " + named.name();
        } else if (version instanceof DataVersion.Scheduled scheduled) {
            stated = "in " + scheduled.every().at(now);
        }
        return stated.isEmpty() ? "" : stated + ", declared " + declared;
    }

    private static Policy with(Policy policy, DataVersion version, StoreRules store) {
        return new Policy(
                policy.dataset(),
                policy.tables(),
                policy.access(),
                policy.defaults(),
                policy.ceiling(),
                policy.resources(),
                policy.analysts(),
                policy.accounts(),
                policy.total(),
                version,
                store,
                policy.ledger(),
                policy.auditLog(),
                policy.fingerprint());
    }
}
