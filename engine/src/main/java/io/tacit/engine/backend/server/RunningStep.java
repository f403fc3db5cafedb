package io.tacit.engine.backend.server;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The step that runs on a server, if any does, so that another thread can stop it.
 *
 * @param <T> what stops it
 */
public final class RunningStep<T> {
    /** How long a server may be silent when it is told to stop. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ServerRefusals refusals;
    private final long pauseMillis;
    private final Consumer<T> interrupt;
    private final Consumer<T> giveUp;
    private final Object lock = new Object();
    private @Nullable Begun<T> running;
    private boolean cancelled;

    /**
     * None runs yet.
     *
     * @param pauseMillis between two attempts to stop one
     * @param interrupt sends the server the message that stops it
     * @param giveUp closes this end of the connection, so that whoever waits for the other end gets an error
     */
    public RunningStep(ServerRefusals refusals, long pauseMillis, Consumer<T> interrupt, Consumer<T> giveUp) {
        this.refusals = refusals;
        this.pauseMillis = pauseMillis;
        this.interrupt = interrupt;
        this.giveUp = giveUp;
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
            lock.notifyAll();
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

    /**
     * Stops the step at once, from another thread; without effect when none runs. A server that does not answer is given up
     * after some seconds.
     */
    public void cancel() {
        synchronized (lock) {
            cancelled = running != null;
        }
        stop();
    }

    /** Stops the step as {@link #cancel} does, because its time is over. */
    public void stop() {
        Begun<T> target;
        synchronized (lock) {
            target = running;
        }
        if (target == null) {
            return;
        }
        // The message itself may wait for a silent server.
        Thread patience = new Thread(() -> giveUpUnlessEnded(target), "tacit-patience");
        patience.setDaemon(true);
        patience.start();
        // The server may get the message before the query, and forgets it then.
        while (isRunning(target)) {
            interrupt.accept(target.stoppedBy);
            pause();
        }
    }

    private void giveUpUnlessEnded(Begun<T> target) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        synchronized (lock) {
            try {
                for (long left = PATIENCE_NANOS; running == target && left > 0; left = end - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(lock, left);
                }
            } catch (InterruptedException unwanted) {
                Thread.currentThread().interrupt();
            }
        }
        if (isRunning(target)) {
            giveUp.accept(target.stoppedBy);
        }
    }

    private boolean isRunning(Begun<T> target) {
        synchronized (lock) {
            return running == target;
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
