package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody with the file and a SQLite shell changes the book, and puts the triggers back afterwards. */
class LedgerTamperTest {
    @TempDir
    private Path folder;

    private Path file;
    private Receipt third;
    private Receipt last;

    @BeforeEach
    void write() {
        file = folder.resolve("ledger.db");
        AccountTerms shop = basic("shop", "1", "1e-5");
        AccountTerms other = basic("other", "1", "1e-5");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            book.ledger().charge(request("0.1", "1e-6", shop));
            third = book.ledger().charge(request("0.2", "0", shop));
            book.ledger().charge(request("0.3", "0", other));
            last = book.ledger().charge(request("0.05", "0", shop));
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        }
    }

    private void change(String... statements) throws SQLException {
        try (Connection connection = SqliteDatabase.connect(file)) {
            List<String> guards = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT sql FROM sqlite_master WHERE type = 'trigger'")) {
                while (rows.next()) {
                    guards.add(rows.getString(1));
                }
            }
            for (String name : List.of("not_updated", "not_deleted", "at_the_end")) {
                Database.run(connection, "DROP TRIGGER tacit_entry_" + name);
            }
            for (String statement : statements) {
                Database.run(connection, statement);
            }
            for (String guard : guards) {
                Database.run(connection, guard);
            }
        }
    }

    private List<String> problems(Optional<String> known) throws SQLException {
        return VerifyBook.run(SqliteDatabase.of(file, List.of()), known).problems();
    }

    @Test
    void puttingTheGuardsBackLeavesNoTrace() throws SQLException {
        change();
        assertThat(problems(Optional.of(third.hash()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon = '0.01'",
                "delta = '0'",
                "rho = '0'",
                "selection_delta = '0'",
                "at = '2020-01-01T00:00:00Z'",
                "who = 'eve'",
                "query = 'q2'",
                "account = 'other'",
                "in_window = '2026'",
                "events = '[]'",
                "terms = 'basic'",
                "kind = 'FAILURE'",
                "kind = 'OTHER'",
                "epsilon = 'much'",
                "epsilon = '0.10'",
                "hash = substr(hash, 2) || substr(hash, 1, 1)",
            })
    void anEditedEntryIsFound(String edit) throws SQLException {
        change("UPDATE tacit_entry SET " + edit + " WHERE number = 2");
        // Writing a number in another way changes nothing that it says.
        if (edit.equals("epsilon = '0.10'")) {
            assertThat(problems(Optional.empty())).isEmpty();
        } else {
            assertThat(problems(Optional.empty())).isNotEmpty();
        }
    }

    @Test
    void aDeletedEntryIsFound() throws SQLException {
        change("DELETE FROM tacit_entry WHERE number = 3");
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("missing"));
    }

    @Test
    void aDeletedEntryIsFoundWhenTheOthersMoveUp() throws SQLException {
        change(
                "DELETE FROM tacit_entry WHERE number = 3",
                "UPDATE tacit_entry SET number = number - 1 WHERE number = 4",
                "UPDATE tacit_entry SET number = number - 1 WHERE number = 5",
                "UPDATE tacit_entry SET number = number - 1 WHERE number = 6");
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("not as it was written"));
    }

    @Test
    void theLastEntryTakenAwayIsFoundByItsBalanceOrByANotedHash() throws SQLException {
        change("DELETE FROM tacit_entry WHERE number = 6");
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("balance of account shop"));
        change("UPDATE tacit_account SET epsilon = '0.3', rho = '0.025', charges = 2 WHERE account = 'shop'");
        assertThat(problems(Optional.empty())).isEmpty();
        assertThat(problems(Optional.of(third.hash()))).isEmpty();
        assertThat(problems(Optional.of(last.hash()))).hasSize(1);
    }

    @Test
    void swappedEntriesAreFound() throws SQLException {
        change(
                "UPDATE tacit_entry SET number = 100 WHERE number = 2",
                "UPDATE tacit_entry SET number = 2 WHERE number = 3",
                "UPDATE tacit_entry SET number = 3 WHERE number = 100");
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("not as it was written"));
    }

    @Test
    void anInsertedEntryIsFound() throws SQLException {
        change("INSERT INTO tacit_entry SELECT 7, at, kind, account, in_window, who, query, epsilon, delta, rho,"
                + " selection_delta, events, terms, hash FROM tacit_entry WHERE number = 6");
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("not as it was written"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE tacit_account SET epsilon = '0' WHERE account = 'shop'",
                "UPDATE tacit_account SET granted = '5' WHERE account = 'shop'",
                "UPDATE tacit_account SET opened = '5' WHERE account = 'shop'",
                "UPDATE tacit_account SET charges = 0 WHERE account = 'shop'",
                "UPDATE tacit_account SET failures = 1 WHERE account = 'shop'",
                "UPDATE tacit_account SET in_window = '2027' WHERE account = 'shop'",
                "UPDATE tacit_account SET terms = 'basic monthly' WHERE account = 'shop'",
                "UPDATE tacit_account SET account = 'shop2' WHERE account = 'shop'",
                "DELETE FROM tacit_account WHERE account = 'shop'",
            })
    void anEditedBalanceIsFound(String edit) throws SQLException {
        change(edit);
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("balance of account shop"));
    }

    @Test
    void theGuardsStandInTheWayOfAccidents() throws SQLException {
        try (Connection connection = SqliteDatabase.connect(file)) {
            for (String sql : List.of(
                    "UPDATE tacit_entry SET epsilon = '0'",
                    "DELETE FROM tacit_entry",
                    "INSERT OR REPLACE INTO tacit_entry SELECT * FROM tacit_entry WHERE number = 2")) {
                assertThatThrownBy(() -> Database.run(connection, sql)).hasMessageContaining("append-only");
            }
            Database.run(connection, "DROP TRIGGER tacit_entry_not_deleted");
        }
        assertThat(problems(Optional.empty())).anyMatch(problem -> problem.contains("trigger"));
    }

    /** Each guard of the book taken away, or one of its name that guards nothing in its place, is found. */
    @Test
    void eachGuardIsMissedAndMustBeTheOneThatTacitMade() throws SQLException {
        try (Connection connection = SqliteDatabase.connect(file)) {
            Map<String, String> guards = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")) {
                while (rows.next()) {
                    guards.put(rows.getString(1), rows.getString(2));
                }
            }
            assertThat(guards).hasSize(3);
            for (Map.Entry<String, String> guard : guards.entrySet()) {
                Database.run(connection, "DROP TRIGGER " + guard.getKey());
                assertThat(problems(Optional.empty())).as("without %s", guard).hasSize(1);
                Database.run(
                        connection,
                        "CREATE TRIGGER " + guard.getKey() + " BEFORE UPDATE ON tacit_entry BEGIN SELECT 1; END");
                assertThat(problems(Optional.empty())).as("another %s", guard).hasSize(1);
                Database.run(connection, "DROP TRIGGER " + guard.getKey());
                Database.run(connection, guard.getValue());
                assertThat(problems(Optional.empty())).isEmpty();
            }
        }
    }

    /** Whatever a book's length, it opens as it was written, and not if its last entry is another. */
    @Test
    void aBookOfAnyLengthIsOpenedAsItWasWritten() throws SQLException {
        for (int entries = 0; entries <= 3; entries++) {
            file = folder.resolve("of" + entries + ".db");
            try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
                for (int i = 0; i < entries; i++) {
                    book.ledger().declareDataVersion("shop", "v" + i, "owner");
                }
            }
            LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
            change("UPDATE tacit_entry SET who = 'eve' WHERE number = " + entries);
            ThrowingCallable again =
                    () -> LedgerBook.open(new LedgerPlace.Sqlite(file)).close();
            if (entries > 0) {
                assertThatThrownBy(again).isInstanceOf(Refusal.class);
            }
        }
    }

    /** A check begun while another file stands at the book's place is no check of the book. */
    @Test
    void anotherBookInItsPlaceIsNotChecked() throws Exception {
        Path other = folder.resolve("other.db");
        LedgerBook.open(new LedgerPlace.Sqlite(other)).close();
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> book.ledger().verify(Optional.empty())).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void aDamagedBookIsNotChargedOn() throws SQLException {
        change("UPDATE tacit_account SET epsilon = 'x' WHERE account = 'shop'");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            assertThatThrownBy(() -> book.ledger().charge(request("0.1", "0", basic("shop", "1", "1e-5"))))
                    .hasMessageContaining("damaged");
            // Another account is not touched by that.
            book.ledger().charge(request("0.1", "0", basic("other", "1", "1e-5")));
        }
        change("UPDATE tacit_entry SET who = 'eve' WHERE number = 7");
        assertThatThrownBy(() -> LedgerBook.open(new LedgerPlace.Sqlite(file)).close())
                .hasMessageContaining("damaged");
    }

    @Test
    void damagedPagesAreFound() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        int found = 0;
        for (int page = 1; page < bytes.length / 4096; page++) {
            byte[] hurt = bytes.clone();
            for (int i = 0; i < 4096; i++) {
                hurt[page * 4096 + i] = (byte) (i * 31 + page);
            }
            Files.write(file, hurt);
            found += finds() ? 1 : 0;
        }
        assertThat(found).isEqualTo(bytes.length / 4096 - 1);
    }

    private boolean finds() {
        try {
            LedgerVerdict verdict = VerifyBook.run(SqliteDatabase.of(file, List.of()), Optional.empty());
            return !verdict.problems().isEmpty();
        } catch (Refusal refusal) {
            return true;
        }
    }
}
