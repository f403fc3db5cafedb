package io.tacit.cli;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a result to a file, whole or not at all. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Refuses a place that cannot be written, before anything is spent on what would be written there.
     *
     * @throws Refusal OUTPUT
     */
    static void check(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(file)) {
            throw refuse(file);
        }
    }

    /** Writes beside the file first, then moves it into place. */
    static void write(Path file, String text) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Path beside = Files.createTempFile(folder, "." + file.getFileName(), ".part");
            try {
                Files.writeString(beside, text, StandardCharsets.UTF_8);
                move(beside, file);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException failure) {
            throw refuse(file);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Refusal refuse(Path file) {
        return new Refusal(
                ErrorCode.OUTPUT,
                "The file " + file + " cannot be written.",
                "Choose a file in a folder that exists and that you may write to.");
    }
}
