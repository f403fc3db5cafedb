package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long book is checked piece by piece: no entry falls between two pieces, and none is looked at twice. */
@NullUnmarked
class LongBookTest {
    private static final int ENTRIES = 5_003;

    @TempDir
    private Path folder;

    private Path file;
    private final List<String> hashes = new ArrayList<>();

    @BeforeEach
    void write() throws SQLException {
        file = folder.resolve("books.sqlite");
        LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
        SqliteDatabase database = SqliteDatabase.of(file, List.of());
        BookTransaction pages = new BookTransaction(database, database.connect());
        pages.begin();
        for (int i = 1; i <= ENTRIES; i++) {
            pages.append(new Entry(
                    0,
                    Instant.ofEpochSecond(1_700_000_000L + i),
                    Kind.DATA_VERSION,
                    "shop",
                    "",
                    "owner",
                    "version " + i,
                    Amounts.NOTHING,
                    "",
                    ""));
            hashes.add(pages.head().hash());
        }
        pages.send();
        pages.commit();
        pages.close();
    }

    private LedgerVerdict verdict(Optional<String> known) {
        return VerifyBook.run(SqliteDatabase.of(file, List.of()), known);
    }

    @Test
    void everyEntryIsRead() {
        assertThat(verdict(Optional.empty())).isEqualTo(new LedgerVerdict(ENTRIES, hashes.get(ENTRIES - 1), List.of()));
        for (int number : List.of(1, 5_000, 5_001, ENTRIES)) {
            assertThat(verdict(Optional.of(hashes.get(number - 1))).problems())
                    .as("the hash of entry %s", number)
                    .isEmpty();
        }
        assertThat(verdict(Optional.of(Entry.NO_HASH)).problems()).hasSize(1);
    }

    /** Where the pieces end is where a change could stay unseen. */
    @Test
    void aChangeOfAnyEntryIsFound() throws SQLException {
        for (int number : List.of(5_000, 5_001, 5_002)) {
            try (Connection connection = SqliteDatabase.connect(file)) {
                Database.run(connection, "DROP TRIGGER IF EXISTS tacit_entry_not_updated");
                Database.run(connection, "UPDATE tacit_entry SET who = 'nobody' WHERE number = " + number);
            }
            assertThat(verdict(Optional.empty()).problems())
                    .as("entry %s", number)
                    .contains("Entry " + number + ", or one before it, is not as it was written.")
                    .hasSize(2);
            try (Connection connection = SqliteDatabase.connect(file)) {
                Database.run(connection, "UPDATE tacit_entry SET who = 'owner' WHERE number = " + number);
            }
        }
    }
}
