package io.tacit.cli.text;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.SameFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Writes a result to a file, whole or not at all. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * Refuses a place that cannot be written, before anything is spent on what would be written there.
     *
     * @param inputs files that are read; none of them may be replaced
     * @throws Refusal OUTPUT
     */
    public static void check(Path file, List<Path> inputs) {
        Path folder = file.toAbsolutePath().getParent();
        // A device or pipe would be replaced by a file instead of written to.
        boolean special = Files.exists(file) && !Files.isRegularFile(file);
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder) || special) {
            throw refuse(file);
        }
        for (Path input : inputs) {
            if (SameFile.same(file, input)) {
                throw new Refusal(
                        ErrorCode.OUTPUT,
                        "The answer would replace " + file + ", which the query needs.",
                        "Choose another file for --output.");
            }
        }
    }

    /**
     * Writes beside the file first, then moves it into place.
     *
     * @throws Refusal OUTPUT; then what stood at the place before still stands there
     */
    public static void write(Path file, String text) {
        Path beside = file.toAbsolutePath()
                .resolveSibling(
                        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            try {
                Files.writeString(beside, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
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
