package io.tacit.engine.session;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.source.SameFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a session without a policy adds up what questions about a file have spent: in a ledger beside the file, named as
 * the file with {@code .tacit.tally}. The sum goes on when the file changes, for it holds mostly the same people. Equal
 * questions about an unchanged file get the answer that was kept, at no cost; whether it changed is judged by its size
 * and time of change, never by its contents.
 *
 * @param budget the epsilon that all questions about a file together may cost, more than 0; empty for no limit
 * @param tell takes plain sentences for whoever asks, such as that no tally can be kept
 */
public record Tally(Optional<BigDecimal> budget, Consumer<String> tell) {
    /** The ending of the ledger's name. */
    public static final String ENDING = ".tacit.tally";

    public Tally {
        if (budget.filter(most -> most.signum() <= 0).isPresent()) {
            throw new IllegalArgumentException("a budget must be more than 0");
        }
    }

    /**
     * The ledger beside a file, where it really lies, whatever links and spellings lead to it; of several files that are one table,
     * beside their folder. Where nothing can be written there, it lies beside the name.
     */
    public static Path beside(Path path) {
        Path named = besideName(path);
        try {
            Path real = ParquetFiles.folder(path).toRealPath();
            Path folder = real.getParent();
            Path place = real.resolveSibling(real.getFileName() + ENDING);
            return Files.exists(place) || folder != null && Files.isWritable(folder) ? place : named;
        } catch (IOException noSuchFile) {
            return named;
        }
    }

    /**
     * The ledgers of a file, the one that holds kept answers first: with one that an older version left beside another name, what
     * was spent under that name goes on to count.
     */
    public static List<Path> all(Path path) {
        Path place = beside(path);
        Path named = besideName(path);
        return named.equals(place) || !Files.exists(named) || SameFile.same(named, place)
                ? List.of(place)
                : List.of(place, named);
    }

    private static Path besideName(Path path) {
        Path file = ParquetFiles.folder(path).toAbsolutePath();
        Path place = file.resolveSibling(file.getFileName() + ENDING);
        Path folder = place.getParent();
        try {
            return folder == null ? place : folder.toRealPath().resolve(place.getFileName());
        } catch (IOException noSuchFolder) {
            return place;
        }
    }
}
