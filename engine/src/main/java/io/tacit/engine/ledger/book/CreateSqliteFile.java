package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Makes a new ledger file: complete under another name first, then under its own in one step. So a file that is empty
 * or half written is never a new ledger, always a damaged one.
 */
final class CreateSqliteFile {
    private static final String DRAFT = ".tacit-ledger-";

    /** What SQLite puts beside a file. */
    private static final List<String> PARTS = List.of("", "-journal", "-wal", "-shm");

    private CreateSqliteFile() {}

    /**
     * Makes the file unless it is there.
     *
     * @return whether this call made it
     * @throws Refusal LEDGER when it cannot be made, or what is there cannot be a ledger
     */
    static boolean unlessThere(Path file, Instant now) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw BookRefusals.of("The ledger " + file + " is a folder.", "Name a file for the ledger.");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            checkNotEmpty(file);
            return false;
        }
        if (!Files.isDirectory(folder)) {
            throw BookRefusals.of("The folder " + folder + " of the ledger is not there.", "Make it, or name another.");
        }
        if (Files.exists(Path.of(file + "-wal"))) {
            throw BookRefusals.of(
                    "The ledger " + file + " is missing, but its write-ahead log is there.",
                    "Put the file back beside its log.");
        }
        try {
            return create(file, folder, now);
        } catch (AccessDeniedException denied) {
            throw BookRefusals.of(
                    "The ledger " + file + " cannot be made.", "Check the permissions of the folder " + folder + ".");
        } catch (IOException failed) {
            throw BookRefusals.of(
                    "The ledger " + file + " cannot be made.", "Check the folder " + folder + " and its disk.");
        }
    }

    private static boolean create(Path file, Path folder, Instant now) throws IOException {
        sweep(folder);
        Path draft = Files.createTempFile(folder, DRAFT, ".new", ownerOnly(folder));
        try {
            try (Connection connection = SqliteDatabase.connect(draft)) {
                Database.run(connection, "BEGIN IMMEDIATE");
                for (String statement : SqliteDatabase.SCHEMA) {
                    Database.run(connection, statement);
                }
                Database.run(connection, "INSERT INTO tacit_book VALUES (" + Schema.VERSION + ", '" + now + "')");
                Database.run(connection, "COMMIT");
                // All of it lies in the one file before that has its name: a log that is left behind would be lost with
                // it.
                SqliteDatabase.withoutLog(connection, file);
            } catch (SQLException failed) {
                throw SqliteDatabase.refusal(failed, file);
            }
            return publish(draft, file, folder);
        } finally {
            for (String part : PARTS) {
                Files.deleteIfExists(Path.of(draft + part));
            }
        }
    }

    /** Removes what is left of drafts whose process ended before they were done. */
    private static void sweep(Path folder) {
        Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, DRAFT + "*")) {
            for (Path draft : drafts) {
                if (Files.getLastModifiedTime(draft).toInstant().isBefore(hourAgo)) {
                    Files.deleteIfExists(draft);
                }
            }
        } catch (IOException | DirectoryIteratorException notNow) {
            // Litter harms nobody; the next ledger that is made here tries again.
            return;
        }
    }

    private static boolean publish(Path draft, Path file, Path folder) throws IOException {
        try {
            try {
                Files.createLink(file, draft);
            } catch (UnsupportedOperationException noLinks) {
                Files.move(draft, file);
            }
        } catch (FileAlreadyExistsException anotherWasFirst) {
            return false;
        }
        // The name must be as durable as the charges: else a power cut could bring the whole budget back.
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notSupported) {
            // Some systems do not let folders be opened; they write names in order.
            return true;
        }
        return true;
    }

    private static void checkNotEmpty(Path file) {
        try {
            if (Files.size(file) == 0) {
                throw BookRefusals.of(
                        "The ledger " + file + " is empty, and Tacit never leaves it so.",
                        "Restore it from a backup; only if it never was a ledger, delete it and start again.");
            }
        } catch (IOException unreadable) {
            throw BookRefusals.of("The ledger " + file + " cannot be opened.", "Check the file and its permissions.");
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
