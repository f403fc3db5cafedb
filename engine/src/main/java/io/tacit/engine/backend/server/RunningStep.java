package io.tacit.engine.backend.server;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The step that runs on a server, if any does, so that another thread can stop it.
 *
 * @param <T> what stops it
 */
public final class RunningStep<T> {
    private static final int CANCEL_ATTEMPTS = 100;

    private final ServerRefusals refusals;
    private final long pauseMillis;
    private final Consumer<T> interrupt;
    private final Object lock = new Object();
    private @Nullable Begun<T> running;
    private boolean cancelled;

    /**
     * None runs yet.
     *
     * @param pauseMillis between two attempts to stop one
     * @param interrupt sends the server the message that stops it
     */
    public RunningStep(ServerRefusals refusals, long pauseMillis, Consumer<T> interrupt) {
        this.refusals = refusals;
        this.pauseMillis = pauseMillis;
        this.interrupt = interrupt;
    }

    /** Compared by identity: the next step may be stopped by the same. */
    private static final class Begun<T> {
        private final T stoppedBy;

        Begun(T stoppedBy) {
            this.stoppedBy = stoppedBy;
        }
    }

    /** A step begins. */
    public void begin(T stoppedBy) {
        synchronized (lock) {
            running = new Begun<>(stoppedBy);
            cancelled = false;
        }
    }

    /** The step has ended. */
    public void end() {
        synchronized (lock) {
            running = null;
        }
    }

    /**
     * Ends here if it was cancelled.
     *
     * @throws io.tacit.engine.refusal.Refusal CANCELLED
     */
    public void stopIfCancelled() {
        synchronized (lock) {
            if (cancelled) {
                throw refusals.cancelled();
            }
        }
    }

    /** Stops the step at once, from another thread; without effect when none runs. */
    public void cancel() {
        Begun<T> target;
        synchronized (lock) {
            target = running;
            cancelled = target != null;
        }
        // The server may get the message before the query, and forgets it then.
        for (int attempt = 0; target != null && attempt < CANCEL_ATTEMPTS; attempt++) {
            synchronized (lock) {
                if (running != target) {
                    return;
                }
            }
            interrupt.accept(target.stoppedBy);
            pause();
        }
    }

    private void pause() {
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
