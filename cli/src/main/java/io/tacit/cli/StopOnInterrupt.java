package io.tacit.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C interrupt the thread that made this, and the process end once that has tidied up, or after some seconds. */
final class StopOnInterrupt implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final Thread working = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop);

    private volatile boolean stopped;

    StopOnInterrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether Ctrl-C came. */
    boolean stopped() {
        return stopped;
    }

    private void stop() {
        stopped = true;
        working.interrupt();
        try {
            if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(TellErrors.CANCELLED);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // Ctrl-C came first; the process is ending.
            return;
        }
    }
}
