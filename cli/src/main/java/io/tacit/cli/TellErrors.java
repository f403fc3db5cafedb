package io.tacit.cli;

import io.tacit.cli.text.MistakeText;
import io.tacit.cli.text.RefusalText;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Tells people what went wrong: one plain message, no stack trace, exit code 1. */
final class TellErrors implements IExecutionExceptionHandler {
    private static final int REFUSED = 1;
    static final int CANCELLED = 130;

    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult words) {
        PrintWriter err = line.getErr();
        int code = REFUSED;
        if (failure instanceof QueryRefused refused) {
            RefusalText.print(err, refused.refusal(), refused.sql());
            code = exitCode(refused.refusal());
        } else if (failure instanceof Refusal refusal) {
            err.println(Wrap.atTerminal(String.valueOf(refusal.getMessage())));
            code = exitCode(refusal);
        } else {
            return unexpected(failure, err);
        }
        err.flush();
        return code;
    }

    /** Tells of an unexpected error. Its own message stays hidden: it might quote data. */
    static int unexpected(Throwable failure, PrintWriter err) {
        MistakeText.print(err, failure);
        return REFUSED;
    }

    /** Tells that the answer did not get where it was sent, such as to a full disk or a closed pipe. */
    static int lostOutput(PrintWriter err) {
        err.println(new Refusal(
                        ErrorCode.OUTPUT,
                        "Standard output could not be written whole: the program that reads it has ended, or the disk is full.",
                        "What was charged stays charged. To keep a whole answer, write it to a file with --output.")
                .getMessage());
        return REFUSED;
    }

    private static int exitCode(Refusal refusal) {
        return refusal.code() == ErrorCode.CANCELLED ? CANCELLED : REFUSED;
    }
}
