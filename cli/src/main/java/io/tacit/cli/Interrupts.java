package io.tacit.cli;

import io.tacit.cli.text.Terminal;
import io.tacit.engine.session.TacitSession;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets Ctrl-C stop the running query, and says what that means. The process then ends with exit code 130.
 *
 * <p>It must be closed after the session is: the process ends once the session has removed what it spilled, which may
 * be people's rows, or when that takes too long.
 */
final class Interrupts implements AutoCloseable {
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_MILLIS = 50;

    /** How far the query is when Ctrl-C comes. */
    private enum Phase {
        RUNNING,
        STOPPED,
        ANSWERED
    }

    private final PrintWriter err;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);
    private final AtomicReference<@Nullable TacitSession> session = new AtomicReference<>();
    private final InterruptHook hook;

    Interrupts(PrintWriter err) {
        this.err = err;
        this.hook = new InterruptHook(this::stop);
    }

    /** From now on there is a query to stop. */
    void watch(TacitSession running) {
        session.set(running);
    }

    /** Whether Ctrl-C came before the answer. */
    boolean stopped() {
        return phase.get() == Phase.STOPPED;
    }

    /**
     * The answer has arrived: from now on Ctrl-C stops nothing.
     *
     * @return false when Ctrl-C came first, so that the answer must not be shown
     */
    boolean answered() {
        return phase.compareAndSet(Phase.RUNNING, Phase.ANSWERED);
    }

    /** What Ctrl-C does. */
    void stop() {
        boolean stops = phase.compareAndSet(Phase.RUNNING, Phase.STOPPED);
        TacitSession running = session.get();
        if (stops) {
            if (Terminal.columns() < Integer.MAX_VALUE) {
                // The terminal has written ^C on this line.
                err.println();
            }
            err.println(
                    running == null
                            ? "Stopped. Nothing was charged."
                            : "Stopped. If the query had been charged, its budget stays spent.");
            err.flush();
        }
        if (running == null) {
            return;
        }
        try {
            // Again and again: at first there may be nothing to stop yet.
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                if (stops) {
                    running.cancel();
                }
                if (hook.isOverWithin(PAUSE_MILLIS)) {
                    return;
                }
            }
            err.println("The engine did not stop in time. What it spilled to disk is removed when Tacit starts next.");
            err.flush();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** The query is over and its session closed: Ctrl-C need not wait any more. */
    @Override
    public void close() {
        hook.close();
    }
}
