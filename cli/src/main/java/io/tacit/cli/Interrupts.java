package io.tacit.cli;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets Ctrl-C stop the running query, and says what that means. The process then ends with exit code 130. */
final class Interrupts implements AutoCloseable {
    private final Thread hook;
    private final AtomicBoolean stopped = new AtomicBoolean();

    Interrupts(OpenSession open, PrintWriter err) {
        hook = new Thread(() -> {
            stopped.set(true);
            open.session().cancel();
            err.println();
            err.println("Stopped. If the query had been charged, its budget stays spent.");
            err.flush();
            // The process ends with this thread: first what lies in temporary folders must go.
            open.awaitClosed();
            err.flush();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether Ctrl-C came while the query ran. */
    boolean stopped() {
        return stopped.get();
    }

    /** The query is over: from now on Ctrl-C has nothing to stop. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // Ctrl-C came first; the hook says what is to be said.
            return;
        }
    }
}
