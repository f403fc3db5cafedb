package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.ReleaseStore;
import io.tacit.engine.ledger.book.BookTables.Line;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An open ledger with its release store and its log, all in one database. Any number of threads may use it, and any
 * number of processes may have the same one open.
 */
public final class LedgerBook implements AutoCloseable {
    private final WriteBook writer;
    private final ReadBook reader;
    private final Ledger ledger;
    private final ReleaseStore releaseStore;
    private final AuditLog auditLog;
    private final WaitForOthers others;
    private final boolean begun;

    private LedgerBook(
            Database database, WaitForOthers others, boolean begun, Optional<Path> auditFile, BookClock clock) {
        this.others = others;
        this.writer = new WriteBook(database);
        this.reader = new ReadBook(database);
        this.ledger = new SqlLedger(database, writer, reader, clock, this::close);
        this.releaseStore = new SqlReleaseStore(writer, reader);
        this.auditLog = new SqlAuditLog(writer, reader, auditFile.map(AuditFile::new));
        this.begun = begun;
    }

    /**
     * Opens a ledger, or begins one where there is none.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when that is impossible or what is there is no ledger
     */
    public static LedgerBook open(LedgerPlace place) {
        return open(place, Optional.empty(), Clock.systemUTC());
    }

    /**
     * Opens a ledger, or begins one where there is none.
     *
     * @param auditFile where the log is written as JSON lines too; empty for the table alone
     * @param clock what tells the time
     * @throws io.tacit.engine.refusal.Refusal LEDGER when that is impossible or what is there is no ledger
     */
    public static LedgerBook open(LedgerPlace place, Optional<Path> auditFile, InstantSource clock) {
        return open(place, auditFile, clock, List.of());
    }

    /**
     * Whether there is a ledger already; none is begun.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when a server does not say
     */
    public static boolean isThere(LedgerPlace place) {
        if (place instanceof LedgerPlace.Sqlite sqlite) {
            return Files.exists(sqlite.file());
        }
        PostgresDatabase database = new PostgresDatabase((LedgerPlace.Postgres) place);
        try {
            return database.isThere();
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    /**
     * Writes one line into the log of books that are not open; into the log's own file also where the ledger cannot be
     * used.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER when that is impossible
     */
    public static void tell(LedgerPlace place, Optional<Path> auditFile, InstantSource clock, AuditLog.Line line) {
        LedgerBook opened;
        try {
            opened = open(place, auditFile, clock);
        } catch (Refusal unusable) {
            auditFile.map(AuditFile::new).ifPresent(file -> file.append(line));
            throw unusable;
        }
        try (LedgerBook book = opened) {
            book.auditLog().write(line);
        }
    }

    /**
     * Opens a ledger whose accounts have no windows: a clock that was once far ahead bars nothing there, as no budget can begin
     * anew.
     *
     * @throws io.tacit.engine.refusal.Refusal LEDGER as {@link #open} does
     */
    public static LedgerBook withoutWindows(LedgerPlace place, InstantSource clock) {
        return open(place, Optional.empty(), new BookClock(clock, true), List.of());
    }

    /** For tests: with further settings of SQLite. */
    static LedgerBook open(LedgerPlace place, Optional<Path> auditFile, InstantSource clock, List<String> pragmas) {
        return open(place, auditFile, new BookClock(clock, false), pragmas);
    }

    private static LedgerBook open(LedgerPlace place, Optional<Path> auditFile, BookClock clock, List<String> pragmas) {
        Instant now = clock.source().instant().truncatedTo(ChronoUnit.MILLIS);
        WaitForOthers others = new WaitForOthers();
        if (place instanceof LedgerPlace.Sqlite sqlite) {
            boolean begun = CreateSqliteFile.unlessThere(sqlite.file(), now);
            return checked(
                    new LedgerBook(SqliteDatabase.of(sqlite.file(), pragmas, others), others, begun, auditFile, clock));
        }
        PostgresDatabase database = new PostgresDatabase((LedgerPlace.Postgres) place, others);
        try {
            boolean begun = database.createUnlessThere(now);
            return checked(new LedgerBook(database, others, begun, auditFile, clock));
        } catch (SQLException e) {
            throw database.refusal(e);
        }
    }

    /** Checks the last two entries of the book: most damage shows there, and to check all entries takes long. */
    private static LedgerBook checked(LedgerBook book) {
        try {
            List<Line> last = book.reader.ask(tables -> tables.newest(Optional.empty(), 2));
            if (!last.isEmpty()) {
                Line line = last.get(last.size() - 1);
                String before = last.size() == 1 ? Entry.NO_HASH : last.get(0).hash();
                if (!line.entry().hash(before).equals(line.hash())) {
                    throw BookRefusals.damaged(new DamagedBook("its last entry is not as it was written"));
                }
            }
            return book;
        } catch (RuntimeException e) {
            book.close();
            throw e;
        }
    }

    /**
     * Tells of waits for others who hold the ledger, once in each that lasts for more than a second.
     *
     * @param told takes who holds it, such as a process and its program; empty where that is not known
     */
    public void tellWaits(Consumer<Optional<String>> told) {
        others.tell(told);
    }

    /** Ends the wait for others who hold the ledger: what waits now is refused, and nothing of it is written. */
    public void giveUp() {
        others.giveUp();
    }

    /** The refusal of a ledger, in words for one that no policy names. */
    public static Refusal ofNoPolicy(Refusal refusal, String more) {
        return BookRefusals.ofNoPolicy(refusal, more);
    }

    /** What was spent. */
    public Ledger ledger() {
        return ledger;
    }

    /** What was released. */
    public ReleaseStore releaseStore() {
        return releaseStore;
    }

    /** Who asked what. */
    public AuditLog auditLog() {
        return auditLog;
    }

    /** Whether this call of {@code open} began a new ledger, with nothing spent: worth a word to the owner. */
    public boolean begun() {
        return begun;
    }

    /** Writes what is waiting, and closes. */
    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
