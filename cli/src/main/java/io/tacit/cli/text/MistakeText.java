package io.tacit.cli.text;

import java.io.PrintWriter;

/** An error that nobody foresaw, as people read it. */
public final class MistakeText {
    private MistakeText() {}

    /** One line. The error's own message stays hidden: it might quote data. */
    public static void print(PrintWriter err, Throwable failure) {
        err.println(
                failure instanceof OutOfMemoryError
                        ? "There is not enough memory. What was charged stays charged."
                        : "Something went wrong inside Tacit ("
                                + failure.getClass().getSimpleName()
                                + "). What was charged stays charged. Set TACIT_DEBUG=1 to see more.");
        if ("1".equals(System.getenv("TACIT_DEBUG"))) {
            failure.printStackTrace(err);
        }
        err.flush();
    }
}
