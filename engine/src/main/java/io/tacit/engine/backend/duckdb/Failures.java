package io.tacit.engine.backend.duckdb;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Turns DuckDB's errors into refusals that repeat nothing of their text. Its own words go to the owner's log. */
record Failures(Consumer<String> ownerLog) {
    Refusal query(Exception cause) {
        log(cause);
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

    private void log(Exception cause) {
        ownerLog.accept(String.valueOf(cause.getMessage()));
    }
}
