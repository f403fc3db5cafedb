package io.tacit.engine.backend;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The Parquet files that are one table: a file, all files below a folder whose names end in {@code .parquet}, or those
 * that a pattern such as {@code sales/2024-*.parquet} names.
 */
public final class ParquetFiles {
    private static final int MOST = 10_000;

    private ParquetFiles() {}

    /** Whether a path is no file but a folder, or a pattern that is no file's own name. */
    public static boolean isSeveral(Path path) {
        return Files.isDirectory(path) || isPattern(path) && !Files.exists(path);
    }

    /** The folder that holds all files of a path: itself, or the one before the first sign of a pattern. */
    public static Path folder(Path path) {
        Path folder = path;
        while (isPattern(folder) && !Files.exists(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent == null) {
                return folder;
            }
            folder = parent;
        }
        return folder;
    }

    /**
     * The files, in the order of their names.
     *
     * @throws Refusal SOURCE_MISSING when there are none, SOURCE_UNREADABLE when the folder cannot be read or holds too
     *     many
     */
    public static List<Path> of(Path path) {
        return of(path, MOST);
    }

    static List<Path> of(Path path, int most) {
        if (!isSeveral(path)) {
            return List.of(path);
        }
        PathMatcher wanted = Files.isDirectory(path)
                ? file -> String.valueOf(file.getFileName())
                        .toLowerCase(Locale.ROOT)
                        .endsWith(".parquet")
                : FileSystems.getDefault()
                        .getPathMatcher("glob:" + path.toAbsolutePath().normalize());
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder(path).toAbsolutePath().normalize())) {
            files = all.filter(Files::isRegularFile)
                    .filter(wanted::matches)
                    .sorted()
                    .limit(most + 1L)
                    .toList();
        } catch (IOException cause) {
            throw new Refusal(
                    ErrorCode.SOURCE_UNREADABLE,
                    "The folder of " + path + " cannot be read.",
                    "Check its name, and that you may read it.");
        }
        if (files.isEmpty() || files.size() > most) {
            throw new Refusal(
                    files.isEmpty() ? ErrorCode.SOURCE_MISSING : ErrorCode.SOURCE_UNREADABLE,
                    files.isEmpty()
                            ? "There is no Parquet file in " + path + "."
                            : path + " are more than " + most + " files.",
                    "A folder, or a pattern such as sales/*.parquet, must name 1 to " + most
                            + " Parquet files; of other formats name one file.");
        }
        return files;
    }

    private static boolean isPattern(Path path) {
        return path.toString().chars().anyMatch(sign -> sign == '*' || sign == '?');
    }
}
