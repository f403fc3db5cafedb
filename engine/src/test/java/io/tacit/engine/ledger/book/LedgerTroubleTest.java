package io.tacit.engine.ledger.book;

import static io.tacit.engine.ledger.book.Requests.basic;
import static io.tacit.engine.ledger.book.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger file that is missing, unwritable, full, damaged or something else. */
class LedgerTroubleTest {
    private static final AccountTerms SHOP = basic("shop", "1000", "1e-5");

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    private static LedgerBook open(Path file, String... pragmas) {
        return LedgerBook.open(new LedgerPlace.Sqlite(file), Optional.empty(), Clock.systemUTC(), List.of(pragmas));
    }

    private void begin() {
        try (LedgerBook book = open(file())) {
            book.ledger().charge(request("0.1", "0", SHOP));
        }
    }

    private static void refused(String words, ThrowingCallable call) {
        assertThatThrownBy(call).hasMessageContaining(words).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.LEDGER);
            assertThat(refusal.advice()).endsWith(".");
        });
    }

    private static void refusedToOpen(String words, Path file) {
        refused(words, () -> open(file).close());
    }

    @Test
    void aNewFileIsForItsOwnerAlone() throws IOException {
        begin();
        assumeTrue(file().getFileSystem().supportedFileAttributeViews().contains("posix"));
        try (LedgerBook book = open(file());
                Stream<Path> files = Files.list(folder)) {
            book.ledger().charge(request("0.1", "0", SHOP));
            List<Path> all = files.toList();
            assertThat(all).hasSizeGreaterThan(1);
            for (Path one : all) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                        .as(one.toString())
                        .isEqualTo("rw-------");
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void aPlaceThatCannotBeIsRefused() {
        refusedToOpen("is not there", folder.resolve("none/ledger.db"));
        refusedToOpen("is a folder", folder);
        Path kernel = Path.of("/proc");
        assumeTrue(Files.isDirectory(kernel));
        refusedToOpen("cannot be made", kernel.resolve("ledger.db"));
    }

    @Test
    void whatIsNoLedgerIsRefused() throws Exception {
        Files.writeString(file(), "unit,column\n1,2\n".repeat(1000));
        refusedToOpen("is no SQLite database", file());
        Files.write(file(), new byte[0]);
        refusedToOpen("is empty", file());
        Files.delete(file());
        begin();
        try (Connection connection = SqliteDatabase.connect(file())) {
            Database.run(connection, "DROP TABLE tacit_book");
        }
        refusedToOpen("no ledger", file());
    }

    @Test
    void aLedgerOfALaterVersionIsRefused() throws Exception {
        begin();
        try (Connection connection = SqliteDatabase.connect(file())) {
            Database.run(connection, "UPDATE tacit_book SET schema_version = 2");
        }
        refusedToOpen("version 2", file());
    }

    @Test
    void aReadOnlyLedgerIsRefused() {
        begin();
        // What SQLite says of a file that it may only read.
        try (LedgerBook book = open(file(), "PRAGMA query_only = ON")) {
            refused("cannot be written", () -> book.ledger().charge(request("0.1", "0", SHOP)));
            refused("cannot be written", () -> book.releaseStore().keep("k", new Stored(Instant.EPOCH, false, "")));
            refused("cannot be written", () -> book.auditLog().write(LedgerContract.line("q", "ada")));
            assertThat(book.ledger().balance(SHOP).charges()).isEqualTo(1);
        }
    }

    @Test
    void aFileWithoutPermissionIsRefused() throws IOException {
        begin();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--r--r--"));
        assumeTrue(!Files.isWritable(file()), "this user may write everything");
        refused("cannot be", () -> {
            try (LedgerBook book = open(file())) {
                book.ledger().charge(request("0.1", "0", SHOP));
            }
        });
    }

    @Test
    void aFullDiskIsRefusedAndNothingIsLost() {
        begin();
        long paid = 1;
        try (LedgerBook book = open(file(), "PRAGMA max_page_count = 20")) {
            Refusal full = null;
            while (full == null) {
                try {
                    book.ledger().charge(request("0.1", "0", SHOP));
                    paid++;
                } catch (Refusal refusal) {
                    full = refusal;
                }
            }
            assertThat(full.code()).isEqualTo(ErrorCode.LEDGER);
            assertThat(full).hasMessageContaining("is full");
            refused("is full", () -> book.ledger().charge(request("0.1", "0", SHOP)));
            assertThat(book.ledger().balance(SHOP).charges()).isEqualTo(paid);
        }
        try (LedgerBook book = open(file())) {
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
            assertThat(book.ledger()
                            .charge(request("0.1", "0", SHOP))
                            .balances()
                            .get(0)
                            .charges())
                    .isEqualTo(paid + 1);
        }
    }

    @Test
    void aTruncatedFileIsRefused() throws IOException {
        begin();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(3 * 4096 + 100);
        }
        refused("damaged", () -> {
            try (LedgerBook book = open(file())) {
                book.ledger().charge(request("0.1", "0", SHOP));
            }
        });
    }

    @Test
    void aFileThatIsTakenAwayOrReplacedIsNotWritten() throws IOException {
        try (LedgerBook book = open(file())) {
            book.ledger().charge(request("0.1", "0", SHOP));
            Path away = folder.resolve("away.db");
            Files.move(file(), away);
            refused("moved", () -> book.ledger().charge(request("0.1", "0", SHOP)));
            assertThat(file()).doesNotExist();
            Files.copy(away, file(), StandardCopyOption.REPLACE_EXISTING);
            refused("moved", () -> book.ledger().charge(request("0.1", "0", SHOP)));
        }
    }

    @Test
    void aMissingFileBesideItsLogIsNotBegunAnew() throws IOException {
        Files.write(folder.resolve("ledger.db-wal"), new byte[100]);
        refusedToOpen("write-ahead log is there", file());
    }

    @Test
    void anotherProcessThatHoldsTheBookIsWaitedFor() throws Exception {
        begin();
        try (Connection other = SqliteDatabase.connect(file());
                LedgerBook book = open(file(), "PRAGMA busy_timeout = 300")) {
            Database.run(other, "BEGIN IMMEDIATE");
            refused("held the ledger", () -> book.ledger().charge(request("0.1", "0", SHOP)));
            // Reading goes on.
            assertThat(book.ledger().balance(SHOP).charges()).isEqualTo(1);
            Database.run(other, "COMMIT");
            book.ledger().charge(request("0.1", "0", SHOP));
        }
    }

    @Test
    void theLogIsWrittenToAFileToo() throws IOException {
        Path log = folder.resolve("audit.jsonl");
        LedgerPlace place = new LedgerPlace.Sqlite(file());
        try (LedgerBook book = LedgerBook.open(place, Optional.of(log), Clock.systemUTC())) {
            book.auditLog().write(LedgerContract.line("q1", "ada"));
            Files.move(log, folder.resolve("audit.1"));
            Thread.currentThread().interrupt();
            book.auditLog().write(LedgerContract.line("q2", "ada"));
            assertThat(Thread.interrupted()).isTrue();
            book.auditLog().write(LedgerContract.line("q3", "ada"));
        }
        assertThat(Files.readAllLines(log))
                .hasSize(2)
                .first()
                .asString()
                .isEqualTo(
                        "{\"id\":\"q2\","
                                + "\"at\":\"2026-11-21T12:00:00.123Z\",\"analyst\":\"ada\",\"account\":\"shop\","
                                + "\"sql\":\"SELECT \\\"a\\\"\\nFROM t -- \u00e9\",\"decision\":\"refused\",\"code\":\"TCT-B01\","
                                + "\"reason\":\"Too little is left.\",\"epsilon\":\"0\",\"delta\":\"0\",\"millis\":12,\"detail\":\"\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
        try (LedgerBook book = LedgerBook.open(place, Optional.of(folder), Clock.systemUTC())) {
            refused("log file", () -> book.auditLog().write(LedgerContract.line("q4", "ada")));
            // The table has it all the same.
            assertThat(book.auditLog().newest(1, Optional.empty()))
                    .extracting(AuditLog.Line::id)
                    .containsExactly("q4");
        }
    }

    /** Member by member, with each decision and at every fraction of a second: both keep milliseconds. */
    @Test
    void theFileOfTheLogSaysWhatTheTableSays() throws IOException {
        Path log = folder.resolve("log.jsonl");
        List<AuditLog.Line> lines = new ArrayList<>();
        for (AuditLog.Decision decision : AuditLog.Decision.values()) {
            for (long nanos : List.of(0L, 1L, 999_999L, 1_000_000L, 120_000_000L, 999_999_999L)) {
                String own = decision + " " + nanos;
                lines.add(new AuditLog.Line(
                        "id " + own,
                        Instant.ofEpochSecond(1_700_000_000L + lines.size(), nanos),
                        "analyst " + own,
                        "account " + own,
                        "sql \"" + own + "\"\nü",
                        decision,
                        "code " + own,
                        "reason " + own,
                        "0.1",
                        "1e-8",
                        lines.size(),
                        "detail " + own));
            }
        }
        LedgerPlace place = new LedgerPlace.Sqlite(file());
        try (LedgerBook book = LedgerBook.open(place, Optional.of(log), Clock.systemUTC())) {
            lines.forEach(book.auditLog()::write);
            List<AuditLog.Line> kept = book.auditLog().newest(1_000, Optional.empty());
            List<Map<String, Object>> expected = new ArrayList<>();
            for (AuditLog.Line line : kept) {
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("id", line.id());
                members.put("at", line.at().toString());
                members.put("analyst", line.analyst());
                members.put("account", line.account());
                members.put("sql", line.sql());
                members.put("decision", line.decision().name().toLowerCase(Locale.ROOT));
                members.put("code", line.code());
                members.put("reason", line.reason());
                members.put("epsilon", line.epsilon());
                members.put("delta", line.delta());
                members.put("millis", Math.toIntExact(line.millis()));
                members.put("detail", line.detail());
                expected.add(members);
            }
            List<Object> written = new ArrayList<>();
            for (String line : Files.readAllLines(log)) {
                written.add(new ObjectMapper().readValue(line, LinkedHashMap.class));
            }
            assertThat(written).isEqualTo(expected);
            assertThat(kept)
                    .isEqualTo(lines.stream()
                            .map(line -> new AuditLog.Line(
                                    line.id(),
                                    Instant.ofEpochMilli(line.at().toEpochMilli()),
                                    line.analyst(),
                                    line.account(),
                                    line.sql(),
                                    line.decision(),
                                    line.code(),
                                    line.reason(),
                                    line.epsilon(),
                                    line.delta(),
                                    line.millis(),
                                    line.detail()))
                            .toList());
        }
    }

    @Test
    void aCommitThatFailsReleasesNothing() throws Exception {
        begin();
        try (Connection connection = SqliteDatabase.connect(file())) {
            Database.run(connection, "CREATE TABLE parent (id INTEGER PRIMARY KEY)");
            Database.run(connection, "CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
            Database.run(
                    connection,
                    "CREATE TRIGGER spoil AFTER INSERT ON tacit_entry BEGIN INSERT INTO child VALUES (1); END");
        }
        // A constraint that is checked at COMMIT alone fails there and nowhere before.
        try (LedgerBook book = open(file(), "PRAGMA foreign_keys = ON")) {
            refused("is not known", () -> book.ledger().charge(request("0.1", "0", SHOP)));
            try (Connection connection = SqliteDatabase.connect(file())) {
                Database.run(connection, "DROP TRIGGER spoil");
            }
            assertThat(book.ledger().charge(request("0.1", "0", SHOP)).number()).isEqualTo(3);
            assertThat(book.ledger().verify(Optional.empty()).problems()).isEmpty();
        }
    }

    @Test
    void oneSpoiltChargeDoesNotSpoilThoseBesideIt() throws Exception {
        AccountTerms other = basic("other", "1000", "0");
        try (LedgerBook book = open(file())) {
            book.ledger().charge(request("0.1", "0", SHOP));
        }
        try (Connection connection = SqliteDatabase.connect(file())) {
            Database.run(connection, "UPDATE tacit_account SET epsilon = 'x' WHERE account = 'shop'");
        }
        try (LedgerBook book = open(file())) {
            List<Thread> threads = new ArrayList<>();
            AtomicInteger damaged = new AtomicInteger();
            for (int i = 0; i < 8; i++) {
                AccountTerms account = i % 2 == 0 ? SHOP : other;
                Thread thread = new Thread(() -> {
                    for (int n = 0; n < 25; n++) {
                        try {
                            book.ledger().charge(request("0.1", "0", account));
                        } catch (Refusal refusal) {
                            damaged.addAndGet(refusal.rule().contains("damaged") ? 1 : 1000);
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(damaged.get()).isEqualTo(100);
            assertThat(book.ledger().balance(other).charges()).isEqualTo(100);
        }
    }
}
