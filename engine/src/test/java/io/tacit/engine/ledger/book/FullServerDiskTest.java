package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.Receipt;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The books lie on a server whose disk is full. No file of the server's process that writes for us may grow beyond a
 * size, which is what a full disk says to it: a table that cannot grow is an error, a log that cannot be written ends
 * the server, which starts again by itself. Either way a charge that was not written is refused, and one that was said
 * to be written is there.
 */
@NullUnmarked
@Tag("process")
@EnabledOnOs(value = OS.LINUX, disabledReason = "prlimit is a command of Linux")
class FullServerDiskTest {
    private static final AccountTerms ACCOUNT = Requests.basic("shop", "1000", "0");
    private static final long LONG_SECONDS = 120;

    /** As large as a file of the server's log, so that only tables are too large. */
    private static final String LOG_BYTES = String.valueOf(16 << 20);

    private static final int MOST = 300;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("autovacuum", "off")
                .setPGStartupWait(Duration.ofMinutes(2))
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static String url(String database) {
        return server.getJdbcUrl("postgres", database);
    }

    private static LedgerPlace place(String database) throws SQLException {
        run("postgres", "CREATE DATABASE " + database);
        return new LedgerPlace.Postgres(url(database), "postgres", Optional.empty());
    }

    private static void run(String database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** From now on no file of those who write the books of a database may be larger. */
    private static void limit(String database, String bytes) throws SQLException, IOException {
        List<String> writers = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT pid FROM pg_stat_activity WHERE application_name = 'tacit'"
                                + " AND datname = '" + database + "'")) {
            while (rows.next()) {
                writers.add(rows.getString(1));
            }
        }
        assertThat(writers).isNotEmpty();
        for (String writer : writers) {
            int code = new ProcessBuilder("prlimit", "--fsize=" + bytes + ":", "--pid", writer)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join()
                    .exitValue();
            assertThat(code).isZero();
        }
    }

    private static Receipt charge(LedgerBook book) {
        return book.ledger().charge(Requests.request("0.1", "0", ACCOUNT));
    }

    /** The books are whole, have every charge that was said to be written, and not more than were asked for. */
    private static void check(LedgerBook book, List<Receipt> written, int refused) {
        assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        List<LedgerEntry> charges = book.ledger().history(Optional.empty(), Integer.MAX_VALUE).stream()
                .filter(entry -> entry.kind() == LedgerEntry.Kind.CHARGE)
                .toList();
        assertThat(charges).extracting(LedgerEntry::hash).containsAll(hashes(written));
        assertThat(charges).hasSizeBetween(written.size(), written.size() + refused);
        assertThat(book.ledger().balance(ACCOUNT).charges()).isEqualTo(charges.size());
    }

    private static List<String> hashes(List<Receipt> written) {
        return written.stream().map(Receipt::hash).toList();
    }

    @Test
    void aChargeThatDoesNotFitIntoTheTableIsRefused() throws SQLException, IOException {
        LedgerPlace place = place("tables");
        List<Receipt> written = new ArrayList<>();
        int refused = 0;
        try (LedgerBook book = LedgerBook.open(place)) {
            written.add(charge(book));
            run(
                    "tables",
                    "ALTER TABLE tacit_entry DISABLE TRIGGER USER",
                    "INSERT INTO tacit_entry SELECT -i, x, x, x, x, x, x, x, x, x, x, x, x, x"
                            + " FROM generate_series(1, 12000) AS i, (SELECT repeat('x', 120) AS x) AS y",
                    "DELETE FROM tacit_entry WHERE number < 0",
                    "ALTER TABLE tacit_entry ENABLE TRIGGER USER");
            limit("tables", LOG_BYTES);
            for (int i = 0; i < MOST && refused < 3; i++) {
                try {
                    written.add(charge(book));
                } catch (Refusal full) {
                    assertThat(full.code()).isEqualTo(ErrorCode.LEDGER);
                    refused++;
                }
            }
            // What is left of some pages takes a few.
            assertThat(refused).isPositive();
            limit("tables", "unlimited");
            check(book, written, 0);
            written.add(charge(book));
            check(book, written, 0);
        }
    }

    @Test
    void aServerThatEndsWhileItWritesHasWhatItSaid() throws Exception {
        LedgerPlace place = place("logs");
        List<Receipt> written = new ArrayList<>();
        for (int before = 1; before <= 3; before++) {
            try (LedgerBook book = LedgerBook.open(place)) {
                for (int i = 0; i < before; i++) {
                    written.add(charge(book));
                }
                limit("logs", "0");
                assertThatThrownBy(() -> charge(book))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER));
            }
            try (LedgerBook book = again(place)) {
                check(book, written, before);
            }
        }
    }

    private static LedgerBook again(LedgerPlace place) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(LONG_SECONDS).toNanos();
        while (true) {
            try {
                return LedgerBook.open(place);
            } catch (Refusal starting) {
                assertThat(System.nanoTime()).isLessThan(end);
                Thread.sleep(100);
            }
        }
    }
}
