package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.BusyHandler;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A book in a SQLite file: write-ahead log, and every commit waits for the disk. */
final class SqliteDatabase implements Database {
    private static final String APPEND_ONLY = "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END";
    private static final List<String> GUARDS = List.of(
            "CREATE TRIGGER tacit_entry_not_updated BEFORE UPDATE ON tacit_entry " + APPEND_ONLY,
            "CREATE TRIGGER tacit_entry_not_deleted BEFORE DELETE ON tacit_entry " + APPEND_ONLY,
            "CREATE TRIGGER tacit_entry_at_the_end BEFORE INSERT ON tacit_entry WHEN NEW.number <>"
                    + " (SELECT COALESCE(MAX(number), 0) + 1 FROM tacit_entry) " + APPEND_ONLY);
    static final List<String> SCHEMA = Schema.statements("INTEGER", "INTEGER PRIMARY KEY AUTOINCREMENT", GUARDS);

    private static final int MOST_TRIES = 100;

    /** What SQLite needs beside a book at least, for its log and the memory that connections share. */
    private static final long ROOM = 256 * 1024;

    private final Path file;
    private final List<String> pragmas;
    private final WaitForOthers others;
    private final @Nullable Object identity;

    private SqliteDatabase(Path file, List<String> pragmas, WaitForOthers others) {
        this.file = file;
        this.others = others;
        this.pragmas = List.copyOf(pragmas);
        this.identity = identity(file);
    }

    /**
     * The database in a file that is there.
     *
     * @param pragmas further settings of every connection
     */
    static SqliteDatabase of(Path file, List<String> pragmas) {
        return of(file, pragmas, new WaitForOthers());
    }

    /** The database in a file that is there, which waits for other processes as it is told. */
    static SqliteDatabase of(Path file, List<String> pragmas, WaitForOthers others) {
        return new SqliteDatabase(file, pragmas, others);
    }

    @Override
    public Connection connect() throws SQLException {
        checkIdentity();
        Connection connection = connect(file);
        try {
            BusyHandler.setHandler(connection, new Waiting());
            for (String pragma : pragmas) {
                Database.run(connection, pragma);
            }
            checkVersion(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** What SQLite asks each time it meets another's lock. */
    private final class Waiting extends BusyHandler {
        private WaitForOthers.Wait wait = others.begin(() -> LockHolder.of(file));

        @Override
        protected int callback(int askedBefore) {
            if (askedBefore == 0) {
                wait = others.begin(() -> LockHolder.of(file));
            }
            return wait.again() ? 1 : 0;
        }
    }

    /** A connection to a file that is there. */
    static Connection connect(Path file) throws SQLException {
        LoadSqlite.once();
        // As a URI: a plain path would lose what stands after a question mark.
        String address =
                "jdbc:sqlite:" + file.toAbsolutePath().toUri().toString().replace("file:///", "file:/") + "?mode=rw";
        Connection connection = JDBC.createConnection(address, new Properties());
        try {
            Database.run(connection, "PRAGMA busy_timeout = 30000");
            writeAhead(connection);
            for (String setting : List.of("synchronous = FULL", "fullfsync = ON", "trusted_schema = OFF")) {
                Database.run(connection, "PRAGMA " + setting);
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static void writeAhead(Connection connection) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                String mode = text(connection, "PRAGMA journal_mode = WAL");
                if (!mode.equals("wal")) {
                    throw BookRefusals.of(
                            "The ledger's disk cannot keep a write-ahead log.",
                            "Put the ledger on a local disk, or use PostgreSQL.");
                }
                return;
            } catch (SQLException busy) {
                // SQLite does not wait here, because waiting could block two connections that both switch.
                if (tries == MOST_TRIES || !busy(busy)) {
                    throw busy;
                }
                pause();
            }
        }
    }

    /**
     * Moves all that a connection wrote into the file itself.
     *
     * @throws SQLException when the disk does not hold it
     */
    static void withoutLog(Connection connection, Path file) throws SQLException {
        String mode = text(connection, "PRAGMA journal_mode = DELETE");
        if (!mode.equals("delete")) {
            throw BookRefusals.of("The disk of the ledger " + file.getFileName() + " did not take it.", "Make room.");
        }
    }

    private void checkVersion(Connection connection) throws SQLException {
        if (text(connection, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'tacit_book'")
                .equals("0")) {
            throw BookRefusals.of(
                    "The file " + file + " is a SQLite database, but no ledger.", "Name another file for the ledger.");
        }
        String version = text(connection, "SELECT schema_version FROM tacit_book");
        if (!version.equals(String.valueOf(Schema.VERSION))) {
            throw BookRefusals.of(
                    "The ledger " + file + " is of version " + version + ", and this Tacit writes version "
                            + Schema.VERSION + ".",
                    "Use the Tacit that wrote it, or a newer one.");
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        checkIdentity();
        Database.run(connection, "BEGIN IMMEDIATE");
    }

    private void checkIdentity() {
        if (!Objects.equals(identity, identity(file))) {
            throw BookRefusals.of(
                    "The ledger file was moved, deleted or replaced while it was in use.",
                    "Charges would be lost. Put the file back, and start again.");
        }
    }

    @Override
    public void beginReading(Connection connection) throws SQLException {
        Database.run(connection, "BEGIN");
    }

    @Override
    public long writtenByOthers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA data_version")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public List<String> problems(Connection connection) throws SQLException {
        List<String> problems = new ArrayList<>();
        String check = text(connection, "PRAGMA integrity_check(1)");
        if (!check.equals("ok")) {
            problems.add("The file is damaged: SQLite's own check fails.");
        }
        List<String> there = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sql FROM sqlite_master WHERE type = 'trigger'")) {
            while (rows.next()) {
                there.add(String.valueOf(rows.getString(1)));
            }
        }
        if (!there.containsAll(GUARDS)) {
            problems.add("A trigger that keeps entries from being changed is missing.");
        }
        return problems;
    }

    @Override
    public Refusal refusal(SQLException error) {
        return refusal(error, file);
    }

    static Refusal refusal(SQLException error, Path file) {
        SQLiteErrorCode code =
                error instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        String name = String.valueOf(file.getFileName());
        // Extended codes keep the plain one in their lowest byte.
        return switch (code.code & 0xff) {
            case 3, 8, 23 ->
                BookRefusals.of(
                        "The ledger " + name + " cannot be written.",
                        "Check the permissions of the file and its folder.");
            case 5, 6 ->
                BookRefusals.of("Another process has held the ledger " + name + " for too long.", "Try again later.");
            case 10 ->
                isFull(file)
                        ? full(name)
                        : BookRefusals.of(
                                "The disk of the ledger " + name + " failed (" + code.name() + ").", "Check the disk.");
            case 11 -> BookRefusals.of("The ledger " + name + " is damaged.", BookRefusals.RESTORE);
            case 13 -> full(name);
            case 14 ->
                BookRefusals.of(
                        "The ledger " + name + " cannot be opened.",
                        "Check the permissions of the file and its folder.");
            case 26 ->
                BookRefusals.of("The file " + name + " is no SQLite database.", "Name another file for the ledger.");
            default ->
                BookRefusals.of("The ledger " + name + " cannot be used (" + code.name() + ").", "Check the file.");
        };
    }

    private static Refusal full(String name) {
        return BookRefusals.of("The disk of the ledger " + name + " is full.", "Make room.");
    }

    /** Whether a disk that failed has no room: SQLite says so of its files only, and not of the memory that it shares. */
    private static boolean isFull(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            return folder != null && Files.getFileStore(folder).getUsableSpace() < ROOM;
        } catch (IOException unknown) {
            return false;
        }
    }

    @Override
    public boolean isBusy(SQLException error) {
        return busy(error);
    }

    private static boolean busy(SQLException error) {
        return error instanceof SQLiteException sqlite && (sqlite.getResultCode().code & 0xff) == 5;
    }

    private static @Nullable Object identity(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return "gone";
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
