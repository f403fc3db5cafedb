package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A ledger is begun on a disk with hardly any room, walked from none to enough: it is made whole or not at all, and once
 * there is room it works.
 */
@NullUnmarked
@Tag("process")
class FullDiskTest {
    private static final int STEP = 4096;
    private static final AccountTerms SHOP = basic("shop", "1", "1e-5");

    @TempDir
    private Path folder;

    @Test
    void aLedgerIsBegunWholeOrNotAtAll() throws Exception {
        List<String> refusals = new ArrayList<>();
        int begun = 0;
        try (SmallDisk disk = SmallDisk.mounted(folder, 1)) {
            for (int free = 0; free <= 60 * STEP; free += STEP) {
                Path file = disk.folder().resolve("ledger-" + free + ".db");
                Path filler = disk.fill(free);
                try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
                    assertThat(book.ledger().charge(request("0.1", "0", SHOP)).balances())
                            .hasSize(1);
                    begun++;
                } catch (Refusal refusal) {
                    refusals.add(refusal.rule());
                }
                Files.delete(filler);
                try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
                    assertThat(book.ledger().charge(request("0.1", "0", SHOP)).balances())
                            .as("%d bytes", free)
                            .hasSize(1);
                    assertThat(book.ledger().verify(Optional.empty()).problems())
                            .as("%d bytes", free)
                            .isEmpty();
                }
                try (Stream<Path> left = Files.list(disk.folder())) {
                    for (Path one : left.toList()) {
                        assertThat(one.getFileName().toString())
                                .as("%d bytes", free)
                                .doesNotStartWith(".tacit");
                        Files.delete(one);
                    }
                }
            }
        }
        assertThat(begun).isBetween(1, 59);
        assertThat(refusals).isNotEmpty().allMatch(rule -> rule.contains("is full") || rule.contains("cannot be made"));
    }

    /** A process that is killed while it makes a ledger leaves a draft; the next one there takes it away. */
    @Test
    void oldDraftsAreSweptAndNewOnesAreNot() throws Exception {
        Path old = Files.writeString(folder.resolve(".tacit-ledger-1.new-wal"), "x");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path young = Files.writeString(folder.resolve(".tacit-ledger-2.new"), "x");
        LedgerBook.open(new LedgerPlace.Sqlite(folder.resolve("l.db"))).close();
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }
}
