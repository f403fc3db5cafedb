package io.tacit.cli.shell;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Runs one query so that Ctrl-C can stop it. What Ctrl-C stops is this query, never the next one. */
final class RunningQuery {
    private static final long PAUSE_MILLIS = 50;

    private final Runnable cancel;
    private final Object lock = new Object();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private boolean over;

    /** @param cancel stops whatever the session does at the moment, perhaps nothing yet */
    RunningQuery(Runnable cancel) {
        this.cancel = cancel;
    }

    /** Runs the query. */
    <T> T run(Supplier<T> query) {
        try {
            return query.get();
        } finally {
            synchronized (lock) {
                over = true;
            }
        }
    }

    /** Whether Ctrl-C came. */
    boolean stopped() {
        return stopping.get();
    }

    /** What Ctrl-C does: again and again, for at first there may be nothing to stop yet. Returns at once. */
    void stop() {
        if (stopping.compareAndSet(false, true)) {
            Thread stopper = new Thread(this::stopUntilOver, "tacit-stop");
            stopper.setDaemon(true);
            stopper.start();
        }
    }

    private void stopUntilOver() {
        try {
            while (true) {
                synchronized (lock) {
                    if (over) {
                        return;
                    }
                    cancel.run();
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
