package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.concentrated;
import static io.tacit.engine.ledger.book.Requests.refreshed;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.RefreshWindow;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.walk.Walk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk changes one bit of one value of the book: every bit of every column of every row of every table, but of the log
 * of questions, from which nothing is decided. Either the book is found damaged when it is used, or every balance and every
 * kept answer is what it was.
 */
@NullUnmarked
class OneFlippedBitTest {
    private static final AccountTerms SHOP = basic("shop", "1", "1e-5");
    private static final AccountTerms MONTHLY =
            refreshed(concentrated("town/monthly", "0.8", "1e-5"), RefreshWindow.MONTHLY);
    private static final AccountTerms NEW = basic("begun anew", "2", "1e-5");
    private static final AccountTerms GRANTED = basic("granted", "0.3", "1e-5");
    private static final List<String> ACCOUNTS =
            Stream.of(SHOP, MONTHLY, NEW, GRANTED).map(AccountTerms::name).toList();

    @TempDir
    private Path folder;

    /** A value of one row of a table. */
    private record Cell(String table, long row, String column, Object value) {}

    /** One bit of a value. */
    private record Flip(Cell cell, int bit) {
        Object value() {
            if (cell.value instanceof Long number) {
                return number ^ (1L << bit);
            }
            byte[] bytes = String.valueOf(cell.value).getBytes(StandardCharsets.UTF_8);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    private static void write(Path file) {
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            book.ledger().charge(request("0.1", "1e-6", SHOP));
            book.ledger().charge(request("0.2", "0", SHOP, MONTHLY));
            book.ledger().charge(request("1.5", "0", NEW));
            book.ledger().failed(request("0.1", "0", SHOP));
            book.ledger().reset(NEW, "owner", "why");
            book.ledger().charge(request("0.25", "0", NEW));
            book.ledger().charge(request("0.3", "0", GRANTED));
            book.ledger().grant(GRANTED, basic("granted", "0.2", "1e-6").budget(), "owner", "more");
            book.ledger().declareDataVersion("town", "v1", "owner");
            book.ledger().declareDataVersion("town", "v2", "owner");
            book.releaseStore().keep("answer", new Stored(Instant.parse("2026-01-02T03:04:05Z"), false, "{\"n\":12}"));
            book.releaseStore()
                    .keep("failure", new Stored(Instant.parse("2026-01-02T03:04:06Z"), true, "{\"code\":\"x\"}"));
            book.auditLog()
                    .write(new AuditLog.Line(
                            "q1", Instant.now(), "ada", "shop", "SELECT", Decision.ANSWERED, "", "", "1", "0", 5, ""));
        }
    }

    private static List<Flip> flips(Path file) throws SQLException {
        List<Flip> flips = new ArrayList<>();
        try (Connection connection = SqliteDatabase.connect(file);
                Statement statement = connection.createStatement()) {
            for (String table : List.of("tacit_entry", "tacit_account", "tacit_release")) {
                try (ResultSet rows = statement.executeQuery("SELECT rowid AS at_row, * FROM " + table)) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        for (int i = 2; i <= columns; i++) {
                            Object value = rows.getObject(i);
                            Object stored = value instanceof Number number ? number.longValue() : value;
                            Cell cell = new Cell(
                                    table, rows.getLong(1), rows.getMetaData().getColumnName(i), stored);
                            int bits = stored instanceof Long
                                    ? 63
                                    : 8 * String.valueOf(stored).getBytes(StandardCharsets.UTF_8).length;
                            for (int bit = 0; bit < bits; bit++) {
                                flips.add(new Flip(cell, bit));
                            }
                        }
                    }
                }
            }
        }
        return flips;
    }

    private static void change(Connection connection, Flip flip) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE " + flip.cell.table + " SET " + flip.cell.column + " = ? WHERE rowid = ?")) {
            update.setObject(1, flip.value());
            update.setLong(2, flip.cell.row);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    /** What the book says to who uses it: balances and kept answers. */
    private static Map<String, String> said(BookTables book) throws SQLException {
        Map<String, String> said = new TreeMap<>();
        for (String account : ACCOUNTS) {
            said.put(account, book.account(account).map(AccountState::standing).orElse("not open"));
        }
        for (String key : List.of("answer", "failure")) {
            said.put(
                    "kept " + key,
                    SqlReleaseStore.find(book, key).map(Stored::toString).orElse("nothing"));
        }
        said.put("version", book.dataVersion("town").orElse(""));
        return said;
    }

    @Tag("walk")
    @Test
    void itIsNoticedOrHarmless() throws Exception {
        Path file = folder.resolve("book.db");
        write(file);
        List<String> unseen = new ArrayList<>();
        int noticed = 0;
        List<Flip> flips = Walk.share("one flipped bit", 4000, flips(file));
        try (Connection connection = SqliteDatabase.connect(file)) {
            for (String name : List.of("not_updated", "not_deleted", "at_the_end")) {
                Database.run(connection, "DROP TRIGGER tacit_entry_" + name);
            }
            BookTables book = new BookTables(connection);
            Map<String, String> before = said(book);
            for (Flip flip : flips) {
                Database.run(connection, "BEGIN");
                try {
                    change(connection, flip);
                    Map<String, String> after = said(book);
                    if (!isHarmless(before, after)) {
                        unseen.add(flip + ": " + after);
                    }
                } catch (DamagedBook | SQLException found) {
                    noticed++;
                } finally {
                    Database.run(connection, "ROLLBACK");
                }
            }
        }
        assertThat(unseen).isEmpty();
        // Most bits are those of events and old entries, from which no sum is made any more; a check of the book sees
        // them.
        assertThat(noticed).isGreaterThan(flips.size() / 20);
    }

    /** A book of another version is refused, whichever bit of its number changed. */
    @Test
    void theVersionOfTheBookIsRefused() throws Exception {
        Path book = folder.resolve("book.db");
        write(book);
        for (int bit = 0; bit < 63; bit += 9) {
            Path changed = Files.copy(book, folder.resolve("bit" + bit));
            try (Connection connection = SqliteDatabase.connect(changed)) {
                Database.run(connection, "UPDATE tacit_book SET schema_version = " + (Schema.VERSION ^ (1L << bit)));
            }
            assertThatThrownBy(() ->
                            LedgerBook.open(new LedgerPlace.Sqlite(changed)).close())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
        }
    }

    /**
     * The same balances; an answer that is not found is asked for and paid anew. Where the entry of a version of the data is
     * not found any more, that before it holds: answers over older data are not less private.
     */
    private static boolean isHarmless(Map<String, String> before, Map<String, String> after) {
        return before.entrySet().stream()
                .allMatch(each -> after.get(each.getKey()).equals(each.getValue())
                        || each.getKey().startsWith("kept")
                                && after.get(each.getKey()).equals("nothing")
                        || each.getKey().equals("version")
                                && after.get(each.getKey()).equals("v1"));
    }
}
