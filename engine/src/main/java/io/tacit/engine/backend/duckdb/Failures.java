package io.tacit.engine.backend.duckdb;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.TextBytes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Turns DuckDB's errors into refusals that repeat nothing of their text. Its own words go to the owner's log.
 *
 * @param damaged the compressed file that turned out to be damaged or cut off while it was read, if there is one
 */
record Failures(Consumer<String> ownerLog, AtomicReference<@Nullable Path> damaged) {
    Failures(Consumer<String> ownerLog) {
        this(ownerLog, new AtomicReference<>());
    }

    /** Of a file that cannot be unpacked to its end the reason is known: its bytes say so, whatever rows are in it. */
    void unpacking(Path file, IOException cause) {
        if (TextBytes.isCompressed(file) && (cause instanceof EOFException || cause instanceof ZipException)) {
            damaged.set(file);
        }
    }

    Refusal query(Exception cause) {
        log(cause);
        Path file = damaged.getAndSet(null);
        if (file != null) {
            return new Refusal(
                    ErrorCode.ENGINE,
                    "The file " + file.getFileName() + " ends in the middle, or is damaged behind its beginning.",
                    "There is no answer over a part of it. Copy or write it again, to its end; gzip -t tells whether it is"
                            + " whole. What the query cost, if it was charged, stays spent.");
        }
        if (isOfMemory(cause)) {
            return new Refusal(
                    ErrorCode.ENGINE,
                    "The engine's memory is used up: its groups, joins or sorted rows need more than it may use.",
                    "What it cost, if it was charged, stays spent. Ask for fewer and larger groups and for less at once, or"
                            + " allow more memory: limits.memory in a policy; else twice that of Java, as by"
                            + " JAVA_TOOL_OPTIONS=-Xmx8g.");
        }
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not run this query.",
                "What it cost, if it was charged, stays spent. If it keeps failing, try a simpler query, or ask the owner"
                        + " of the data to look at the engine's log.");
    }

    Refusal cancelled() {
        return new Refusal(ErrorCode.CANCELLED, "The query was stopped.", "What it had cost stays spent.");
    }

    Refusal source(Exception cause, Path file) {
        log(cause);
        return new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The file " + file.getFileName() + " cannot be read.",
                "Check that it is complete, that no other program is writing it, and that it still has the columns that"
                        + " it was declared with.");
    }

    Refusal start(Exception cause) {
        log(cause);
        return new Refusal(
                ErrorCode.ENGINE,
                "The engine could not be started.",
                "Check that the temporary folder of this machine can be written and has space.");
    }

    /** Whether DuckDB used up what it may use; the beginning of its words is its own. */
    private static boolean isOfMemory(Exception cause) {
        return String.valueOf(cause.getMessage()).startsWith("Out of Memory Error");
    }

    private void log(Exception cause) {
        ownerLog.accept(String.valueOf(cause.getMessage()));
    }
}
