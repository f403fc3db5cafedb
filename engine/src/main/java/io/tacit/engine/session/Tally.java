package io.tacit.engine.session;

import io.tacit.engine.backend.ParquetFiles;
import java.math.BigDecimal;
import java.nio.file.Path;
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

    /** The ledger beside a file; of several files that are one table, beside their folder. */
    public static Path beside(Path path) {
        Path file = ParquetFiles.folder(path);
        return file.resolveSibling(file.getFileName() + ENDING);
    }
}
