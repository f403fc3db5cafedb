package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.sql.ClockWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A text that asks for the time is planned each time that it is asked, and an answer about live data has its time. */
@NullUnmarked
class StaleAnswersTest {
    private static final String PLAIN = "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) FROM t";

    @TempDir
    private Path folder;

    @Test
    void noTextWithAClockWordIsKnownByItsText() {
        Policy policy = Shopkeeper.policy(Shopkeeper.of(folder, People.ordinary(), "5", "ledger: books.sqlite")
                .file());
        PrepareQuery prepare = new PrepareQuery(
                new io.tacit.engine.catalog.Catalog(
                        policy.tables().stream().map(table -> table.table()).toList()),
                policy.defaults());
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), Clock.systemUTC())) {
            OwnerRecords records = new OwnerRecords(book.ledger(), book.releaseStore(), book.auditLog());
            KeptAnswers kept =
                    new KeptAnswers(new KeepAnswers(policy, "shop/all", records, Clock.systemUTC(), () -> true));
            for (ClockWord word : ClockWord.values()) {
                for (String spelling : List.of(
                        word.name(),
                        word.name().toLowerCase(Locale.ROOT),
                        word.name().charAt(0) + word.name().substring(1).toLowerCase(Locale.ROOT))) {
                    Question asked = Question.of(PLAIN + " WHERE CAST(" + spelling + " AS VARCHAR) <> s");
                    assertThat(kept.find(asked, prepare.prepare(asked.sql())).place())
                            .isPresent();
                    assertThat(kept.find(asked)).as(spelling).isEqualTo(KeptAnswers.Kept.NOTHING);
                }
            }
            Question asked = Question.of(PLAIN);
            kept.find(asked, prepare.prepare(asked.sql()));
            assertThat(kept.find(asked).place()).isPresent();
        }
    }

    /** From when it was asked until the window is over; not before, where a clock went back, and not at its end. */
    @Test
    void anAnswerAboutLiveDataIsGivenWithinItsWindowAlone() throws IOException {
        Instant asked = Instant.parse("2026-11-21T12:00:00Z");
        Duration hour = Duration.ofHours(1);
        Path file = Shopkeeper.of(folder, People.ordinary(), "5", "ledger: books.sqlite\nstore: {window: 1h}")
                .file();
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^version:.*\n", ""));
        Policy policy = Shopkeeper.policy(file);
        try (LedgerBook book = LedgerBook.open(policy.ledger(), Optional.empty(), Clock.systemUTC())) {
            OwnerRecords records = new OwnerRecords(book.ledger(), book.releaseStore(), book.auditLog());
            for (Duration later : List.of(
                    hour.negated(),
                    Duration.ofMillis(-1),
                    Duration.ZERO,
                    Duration.ofMillis(1),
                    hour.minusMillis(1),
                    hour,
                    hour.plusMillis(1),
                    hour.multipliedBy(2))) {
                KeepAnswers keep = new KeepAnswers(
                        policy, "shop/all", records, Clock.fixed(asked.plus(later), ZoneOffset.UTC), () -> true);
                String key = keep.key("a digest").orElseThrow();
                Stored stored = new Stored(asked, false, "an answer");
                keep.keep(key, stored);
                assertThat(keep.find(key))
                        .as("%s later", later)
                        .isEqualTo(
                                later.isNegative() || later.compareTo(hour) >= 0
                                        ? Optional.empty()
                                        : Optional.of(stored));
            }
        }
    }
}
