package io.tacit.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What Ctrl-C runs while some work is done, and how it waits for that work to end. */
final class InterruptHook implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    /** Makes Ctrl-C run this action; the process ends once it has returned. */
    InterruptHook(Runnable stop) {
        thread = new Thread(stop);
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /**
     * Waits until the work is over.
     *
     * @return false when it still goes on after so many milliseconds
     */
    boolean isOverWithin(long millis) throws InterruptedException {
        return over.await(millis, TimeUnit.MILLISECONDS);
    }

    /** The work is over. */
    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException shuttingDown) {
            // Ctrl-C came first: the process is ending, and the hook says what is to be said.
            return;
        }
    }
}
