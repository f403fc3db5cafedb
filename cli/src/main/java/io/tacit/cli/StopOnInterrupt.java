package io.tacit.cli;

/**
 * Lets Ctrl-C interrupt the thread that made this object; the process ends once that thread has tidied up, or after
 * some seconds.
 */
final class StopOnInterrupt implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 10_000;

    private final Thread working = Thread.currentThread();
    private final InterruptHook hook = new InterruptHook(this::stop);

    private volatile boolean stopped;

    /** Whether Ctrl-C came. */
    boolean stopped() {
        return stopped;
    }

    private void stop() {
        stopped = true;
        working.interrupt();
        try {
            if (!hook.isOverWithin(PATIENCE_MILLIS)) {
                Runtime.getRuntime().halt(TellErrors.CANCELLED);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        hook.close();
    }
}
