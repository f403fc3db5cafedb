package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerPlace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A book of which somebody changed an entry and wrote all hashes anew: its contents must still make sense. */
@NullUnmarked
class RewrittenBookTest {
    @TempDir
    Path folder;

    private Path file;

    /** 1 and 4 open accounts, 2, 3 and 6 are charges of shop, 5 of other. */
    @BeforeEach
    void book() {
        file = folder.resolve("books.sqlite");
        AccountTerms shop = basic("shop", "1", "1e-5");
        AccountTerms other = basic("other", "1", "1e-5");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            book.ledger().charge(request("0.1", "1e-6", shop));
            book.ledger().charge(request("0.2", "0", shop));
            book.ledger().charge(request("0.3", "0", other));
            book.ledger().charge(request("0.05", "0", shop));
        }
    }

    private List<String> problems(String... edits) throws SQLException {
        try (Connection connection = SqliteDatabase.connect(file)) {
            for (String name : List.of("not_updated", "not_deleted", "at_the_end")) {
                Database.run(connection, "DROP TRIGGER tacit_entry_" + name);
            }
            for (String edit : edits) {
                Database.run(connection, edit);
            }
            String before = Entry.NO_HASH;
            try (PreparedStatement rewrite =
                    connection.prepareStatement("UPDATE tacit_entry SET hash = ? WHERE number = ?")) {
                for (BookTables.Line line : new BookTables(connection).after(Long.MIN_VALUE, 100)) {
                    before = line.entry().hash(before);
                    rewrite.setString(1, before);
                    rewrite.setLong(2, line.entry().number());
                    rewrite.executeUpdate();
                }
            }
        }
        List<String> problems = VerifyBook.run(SqliteDatabase.of(file, List.of()), Optional.empty())
                .problems();
        assertThat(problems).noneMatch(problem -> problem.contains("is not as it was written"));
        return problems;
    }

    @Test
    void timesDoNotGoBack() throws SQLException {
        assertThat(problems("UPDATE tacit_entry SET at = '2020-01-01T00:00:00Z' WHERE number = 3"))
                .contains("Entry 3 was written before the one above it.");
    }

    @Test
    void theCostIsThatOfTheEvents() throws SQLException {
        assertThat(problems("UPDATE tacit_entry SET rho = '0' WHERE number = 2"))
                .contains("Entry 2 says another cost than its events.");
        assertThat(problemsOfNewBook("UPDATE tacit_entry SET selection_delta = '0' WHERE number = 2"))
                .contains("Entry 2 says another cost than its events.");
        assertThat(problemsOfNewBook("UPDATE tacit_entry SET events = '[' WHERE number = 2"))
                .contains("The events of entry 2 cannot be read.");
    }

    /** More than the events cost is as wrong as less: an account would be told to have less left than it has. */
    @Test
    void noAmountThatTheEventsGiveIsAnother() throws SQLException {
        for (String amount : List.of("rho", "selection_delta")) {
            for (String other : List.of("0", "0.0000001", "0.01", "0.9")) {
                assertThat(problemsOfNewBook(
                                "UPDATE tacit_entry SET " + amount + " = '" + other + "' WHERE number = 2"))
                        .as(amount + " " + other)
                        .contains("Entry 2 says another cost than its events.");
            }
        }
    }

    @Test
    void noAccountPassesItsBudget() throws SQLException {
        assertThat(problems("UPDATE tacit_entry SET epsilon = '0.9' WHERE number = 3"))
                .contains(
                        "Entry 6 takes account shop past its budget.",
                        "The balance of account shop is not the sum of" + " its entries.");
    }

    /** An account that is opened again would have its whole budget again; only the owner's reset may do that. */
    @Test
    void anAccountIsOpenedOnce() throws SQLException {
        assertThat(problems("UPDATE tacit_entry SET kind = 'OPEN', epsilon = '1', terms = 'basic' WHERE number = 3"))
                .contains("Entry 3 opens account shop, which is open.");
        assertThat(problemsOfNewBook(
                        "UPDATE tacit_entry SET kind = 'RESET', epsilon = '1', terms = 'basic' WHERE number = 3"))
                .noneMatch(problem -> problem.contains("which is open"));
    }

    /** In a later window than that of its time an account would have a budget that is not yet its own. */
    @Test
    void entriesAreInTheWindowOfTheirTime() throws SQLException {
        for (int number = 1; number <= 6; number++) {
            String edit = "UPDATE tacit_entry SET in_window = '2999-01' WHERE number = " + number;
            assertThat(number == 1 ? problems(edit) : problemsOfNewBook(edit))
                    .contains("Entry " + number + " is not in the window of its time.");
        }
    }

    /** So are those that charge nothing: a failure in another window, or a grant, was not written when it says. */
    @Test
    void everyKindOfEntryIsInTheWindowOfItsTime() throws SQLException {
        String rest = ", delta = '0', rho = '0', selection_delta = '0', in_window = '2999-01' WHERE number = 3";
        assertThat(problems("UPDATE tacit_entry SET kind = 'FAILURE', epsilon = '0'" + rest))
                .contains("Entry 3 is not in the window of its time.");
        for (String kind : List.of("GRANT", "RESET", "OPEN")) {
            assertThat(problemsOfNewBook(
                            "UPDATE tacit_entry SET kind = '" + kind + "', terms = 'basic', epsilon = '1'" + rest))
                    .as(kind)
                    .contains("Entry 3 is not in the window of its time.");
        }
    }

    /** What the owner granted may be spent, and no more: whole budgets and grants are added up once. */
    @Test
    void grantsAreCountedOnce() throws SQLException {
        String grant =
                "UPDATE tacit_entry SET kind = 'GRANT', epsilon = '0.5', delta = '0', terms = 'basic' WHERE number = 3";
        assertThat(problems(grant, "UPDATE tacit_entry SET epsilon = '1.4' WHERE number = 6"))
                .noneMatch(problem -> problem.contains("past its budget"));
        assertThat(problemsOfNewBook(grant, "UPDATE tacit_entry SET epsilon = '1.41' WHERE number = 6"))
                .contains("Entry 6 takes account shop past its budget.");
    }

    @Test
    void anAccountIsOpenedFirst() throws SQLException {
        assertThat(problems("UPDATE tacit_entry SET account = 'third' WHERE number = 6"))
                .contains("Entry 6 is of an account that was not opened.");
    }

    @Test
    void noEntryIsMissing() throws SQLException {
        assertThat(problems("DELETE FROM tacit_entry WHERE number = 3")).contains("Before entry 4 others are missing.");
    }

    private List<String> problemsOfNewBook(String... edit) throws SQLException {
        folder = folder.resolve("another");
        assertThat(folder.toFile().mkdir()).isTrue();
        book();
        return problems(edit);
    }
}
