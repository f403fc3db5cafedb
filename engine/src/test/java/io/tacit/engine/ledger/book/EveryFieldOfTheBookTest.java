package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.concentrated;
import static io.tacit.engine.ledger.book.Requests.loss;
import static io.tacit.engine.ledger.book.Requests.number;
import static io.tacit.engine.ledger.book.Requests.refreshed;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerEntry.Kind;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.privacy.measure.Rho;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody edits one field of one entry, or of one account's balance: whichever it is, a check of the book finds it.
 * The fields are those that the database has, the entries are of every kind.
 */
@NullUnmarked
class EveryFieldOfTheBookTest {
    /** Numbers other than those in the book, and texts of each kind that can be read. */
    private static final Map<String, List<String>> OTHERS = Map.ofEntries(
            Map.entry("number", List.of("1000")),
            Map.entry("at", List.of("2026-11-21T12:00:00.001Z", "2030-01-01T00:00:00Z")),
            Map.entry("kind", List.of("OPEN", "CHARGE", "FAILURE", "GRANT", "RESET", "DATA_VERSION", "CLOCK")),
            Map.entry("account", List.of("shop", "third")),
            Map.entry("in_window", List.of("", "2026-12-01")),
            Map.entry("who", List.of("", "eve")),
            Map.entry("query", List.of("", "q2")),
            Map.entry("events", List.of("", "[]")),
            Map.entry("terms", List.of("", "basic", "basic monthly", "concentrated")),
            Map.entry("hash", List.of("0".repeat(64))));

    private static final List<String> NUMBERS = List.of("0", "3", "7");

    @TempDir
    private Path folder;

    private Path file;
    private Connection connection;

    @BeforeEach
    void book() throws SQLException {
        file = folder.resolve("book.sqlite");
        AccountTerms shop = refreshed(basic("shop", "1", "1e-5"), RefreshWindow.MONTHLY);
        AccountTerms rho = concentrated("rho", "0.5", "1e-5");
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            Ledger ledger = book.ledger();
            ledger.charge(request("0.1", "1e-6", shop, rho));
            ledger.failed(request("0.1", "1e-6", rho));
            ledger.grant(shop, new Budget.Basic(loss("0.5", "1e-6")), "owner", "thesis");
            ledger.grant(rho, new Budget.Concentrated(Rho.of("0.25"), number("1e-6")), "owner", "thesis");
            ledger.declareDataVersion("data", "v1", "owner");
            ledger.reset(shop, "owner", "term");
            ledger.charge(request("0.2", "2e-6", shop));
            ledger.grant(shop, new Budget.Basic(loss("0.25", "2e-6")), "owner", "more");
        }
        // All of it was written by a clock that was ahead.
        InstantSource earlier = InstantSource.fixed(Instant.parse("2001-01-01T00:00:00Z"));
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file), Optional.empty(), earlier)) {
            Ledger ledger = book.ledger();
            ledger.trustClock("owner", "battery");
            assertThat(ledger.history(Optional.empty(), 100).stream()
                            .map(entry -> entry.kind())
                            .distinct())
                    .containsExactlyInAnyOrder(Kind.values());
        }
        connection = SqliteDatabase.connect(file);
        run("PRAGMA synchronous = OFF");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private void run(String sql) throws SQLException {
        Database.run(connection, sql);
    }

    private List<List<String>> asked(String sql) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(rows.getString(i));
                }
                all.add(row);
            }
        }
        return all;
    }

    private List<String> columns(String table) throws SQLException {
        return asked("SELECT name FROM pragma_table_info('" + table + "')").stream()
                .map(row -> row.get(0))
                .toList();
    }

    private void set(String table, String column, String value, String rowid) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET " + column + " = ? WHERE rowid = ?")) {
            update.setString(1, value);
            update.setString(2, rowid);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    private LedgerVerdict verdict() {
        return VerifyBook.run(SqliteDatabase.of(file, List.of()), Optional.empty());
    }

    /** The guards of the table are put back after each edit, as somebody would who hides it. */
    private void edit(String table, String column, String value, String rowid) throws SQLException {
        List<List<String>> guards = asked("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
        for (List<String> guard : guards) {
            run("DROP TRIGGER " + guard.get(0));
        }
        set(table, column, value, rowid);
        for (List<String> guard : guards) {
            run(guard.get(1));
        }
    }

    private int walk(String table) throws SQLException {
        int edits = 0;
        for (String column : columns(table)) {
            for (List<String> row : asked("SELECT rowid, " + column + " FROM " + table + " ORDER BY rowid")) {
                for (String other : OTHERS.getOrDefault(column, NUMBERS)) {
                    boolean taken = table.equals("tacit_account") && column.equals("account") && other.equals("shop");
                    if (taken || other.equals(row.get(1))) {
                        continue;
                    }
                    edit(table, column, other, row.get(0));
                    assertThat(verdict().problems())
                            .as(table + "." + column + " of row " + row.get(0) + ": " + other)
                            .isNotEmpty();
                    edit(table, column, row.get(1), column.equals("number") ? other : row.get(0));
                    edits++;
                }
            }
        }
        assertThat(verdict().problems()).isEmpty();
        return edits;
    }

    @Test
    void anEditOfAnyFieldOfAnyEntryIsFound() throws SQLException {
        assertThat(walk("tacit_entry")).isGreaterThan(200);
    }

    @Test
    void anEditOfAnyFieldOfAnyBalanceIsFound() throws SQLException {
        assertThat(walk("tacit_account")).isGreaterThan(40);
    }

    /** An account that nobody opened would be charged up to whatever its balance says. */
    @Test
    void aBalanceThatNobodyOpenedIsFound() throws SQLException {
        String columns = String.join(
                ", ",
                columns("tacit_account").subList(1, columns("tacit_account").size()));
        run("INSERT INTO tacit_account (account, " + columns + ") SELECT 'new', " + columns
                + " FROM tacit_account WHERE account = 'shop'");
        assertThat(verdict().problems()).hasSize(1);
        run("DELETE FROM tacit_account WHERE account = 'shop'");
        assertThat(verdict().problems()).hasSize(2);
    }
}
