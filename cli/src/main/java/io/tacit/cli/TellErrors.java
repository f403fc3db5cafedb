package io.tacit.cli;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Tells people what went wrong: one plain message, no stack trace, exit code 1. */
final class TellErrors implements IExecutionExceptionHandler {
    private static final int REFUSED = 1;
    private static final int CANCELLED = 130;

    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult words) {
        PrintWriter err = line.getErr();
        int code = REFUSED;
        if (failure instanceof QueryRefused refused) {
            tell(err, refused.refusal(), refused.sql());
            code = exitCode(refused.refusal());
        } else if (failure instanceof Refusal refusal) {
            err.println(refusal.getMessage());
            code = exitCode(refusal);
        } else {
            err.println(
                    "Something went wrong inside Tacit (" + failure.getClass().getSimpleName()
                            + "). What was charged stays charged. Set TACIT_DEBUG=1 to see more.");
        }
        if ("1".equals(System.getenv("TACIT_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
        return code;
    }

    private static int exitCode(Refusal refusal) {
        return refusal.code() == ErrorCode.CANCELLED ? CANCELLED : REFUSED;
    }

    /** The message, and the line of the query with a mark under the place. */
    private static void tell(PrintWriter err, Refusal refusal, String sql) {
        err.println(refusal.getMessage());
        List<String> lines = sql.lines().toList();
        refusal.position()
                .filter(place -> place.line() <= lines.size())
                .ifPresent(place -> mark(err, lines.get(place.line() - 1), place));
    }

    private static void mark(PrintWriter err, String line, Position place) {
        int column = Math.min(place.column(), line.length() + 1);
        int from = Math.max(0, column - 60);
        int to = Math.min(line.length(), from + 100);
        err.println();
        err.println("  " + line.substring(from, to).replace('\t', ' '));
        err.println("  " + " ".repeat(column - 1 - from) + "^");
    }
}
