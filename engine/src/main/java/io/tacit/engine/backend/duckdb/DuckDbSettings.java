package io.tacit.engine.backend.duckdb;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What an embedded DuckDB may use.
 *
 * @param memoryLimitMebibytes how much memory it may take before it spills, at least 64
 * @param threads how many threads it may use, at least 1
 * @param ownerLog receives the engine's own messages, which may quote data: for the owner's eyes only
 * @param notes receives how many lines of a text file were skipped: for the owner's eyes only
 * @param spill the folder in which it makes one of its own for what it spills; empty for the system's
 */
public record DuckDbSettings(
        long memoryLimitMebibytes,
        int threads,
        Consumer<String> ownerLog,
        Consumer<String> notes,
        Optional<Path> spill) {
    /** Less is too little for any query. */
    public static final long MINIMUM_MEBIBYTES = 64;

    /** Settings by which it spills into the system's folder. */
    public DuckDbSettings(long memoryLimitMebibytes, int threads, Consumer<String> ownerLog) {
        this(memoryLimitMebibytes, threads, ownerLog, note -> {}, Optional.empty());
    }

    public DuckDbSettings {
        if (memoryLimitMebibytes < MINIMUM_MEBIBYTES || threads < 1) {
            throw new IllegalArgumentException("DuckDB needs at least 64 MiB and one thread");
        }
    }

    /**
     * Twice the heap that Java may take (by default half of the machine), but at least 1 GiB; all processors; no
     * owner's log.
     */
    public static DuckDbSettings standard() {
        long heapMebibytes = Runtime.getRuntime().maxMemory() >> 20;
        return new DuckDbSettings(
                Math.max(1024, Math.min(heapMebibytes, Long.MAX_VALUE >> 22) * 2),
                Runtime.getRuntime().availableProcessors(),
                message -> {});
    }

    /** These settings, with one more log that gets what the owner's log gets, and the notes. */
    public DuckDbSettings alsoTelling(Consumer<String> log) {
        return withOwnerLog(ownerLog.andThen(log)).withNotes(notes.andThen(log));
    }

    /** These settings with this owner's log. */
    public DuckDbSettings withOwnerLog(Consumer<String> log) {
        return new DuckDbSettings(memoryLimitMebibytes, threads, log, notes, spill);
    }

    /** These settings, with this owner who gets the notes. */
    public DuckDbSettings withNotes(Consumer<String> owner) {
        return new DuckDbSettings(memoryLimitMebibytes, threads, ownerLog, owner, spill);
    }

    /**
     * These settings with other limits.
     *
     * @param mebibytes of memory, at least 64; empty for these settings' own
     * @param folder to spill into; empty for these settings' own
     */
    public DuckDbSettings within(OptionalLong mebibytes, Optional<Path> folder) {
        return new DuckDbSettings(
                mebibytes.orElse(memoryLimitMebibytes), threads, ownerLog, notes, folder.or(() -> spill));
    }
}
