package io.tacit.engine.ledger.book;

/** Waits to the end even if interrupted, and keeps the interruption for later. */
final class Uninterrupted {
    private Uninterrupted() {}

    /** Something to wait for. */
    interface Wait {
        void forEnd() throws InterruptedException;
    }

    static void run(Wait wait) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    wait.forEnd();
                    return;
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
