package io.tacit.cli;

import io.tacit.engine.session.TacitSession;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets Ctrl-C stop the running query, and says what that means. */
final class Interrupts implements AutoCloseable {
    private final Thread hook;
    private final AtomicBoolean running = new AtomicBoolean(true);

    Interrupts(TacitSession session) {
        hook = new Thread(() -> {
            if (running.get()) {
                session.cancel();
                System.err.println();
                System.err.println("Stopped. If the query had been charged, its budget stays spent.");
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The query was answered: from now on Ctrl-C has nothing to stop. */
    void done() {
        running.set(false);
    }

    @Override
    public void close() {
        done();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // Ctrl-C came first; the hook says what is to be said.
            return;
        }
    }
}
