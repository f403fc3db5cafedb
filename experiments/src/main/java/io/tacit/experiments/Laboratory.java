package io.tacit.experiments;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.watch.Watcher;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/**
 * What experiments are made with.
 *
 * @param cache where generated data sets are kept
 * @param scale of TPC-H; 1 is the paper's
 * @param runs how often each cell is released where its states are few; more costly cells have fewer runs, see
 *     {@link #runs(long)}
 * @param engine settings of the embedded engine
 * @param watcher is told how far the work is
 */
public record Laboratory(Path cache, double scale, long runs, DuckDbSettings engine, Watcher watcher) {
    /** How many groups are released in all at least, where one release has very many. */
    private static final long LEAST_RUNS = 20;

    private static final double MEGABYTE = 1e6;
    private static final double BYTES_OF_PROGRAM = 100 * MEGABYTE;

    /** An error and a share, while they grow and are put in order. */
    private static final double BYTES_OF_RUN = 64;

    /** The file of the TPC-H data set, generated if it is not there yet. */
    public Path tpch() {
        return TpchDatabase.generated(cache, scale, watcher);
    }

    /**
     * Refuses work for which there is too little memory or disk, before it begins.
     *
     * @param readsTpch whether the TPC-H data set is needed
     * @param heap bytes that Java may use
     * @throws Refusal then
     */
    public void checkRoom(boolean readsTpch, long heap) {
        double needed = BYTES_OF_PROGRAM + BYTES_OF_RUN * (double) runs;
        if (needed > heap) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    String.format(
                            Locale.ROOT,
                            "%,d runs need about %,.0f MB of memory, and Java may use %,d MB.",
                            runs,
                            needed / MEGABYTE,
                            heap / (long) MEGABYTE),
                    "Ask for fewer with --runs, or give Java more with JAVA_TOOL_OPTIONS=-Xmx8g.");
        }
        if (readsTpch) {
            TpchDatabase.checkRoom(cache, scale);
        }
    }

    /**
     * How often a cell is released of which one release has so many groups, or costs as much as so many: so often that
     * as many groups are released as there are runs, but at least 20 times.
     */
    public long runs(long groups) {
        return Math.max(Math.min(LEAST_RUNS, runs), runs / Math.max(1, groups));
    }

    /**
     * Stops the work where the thread was interrupted.
     *
     * @throws CancellationException then
     */
    public static void checkInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the experiment was interrupted");
        }
    }
}
