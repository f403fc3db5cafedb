package io.tacit.spark;

import io.tacit.engine.refusal.Refusal;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A session of a cluster, in which one step runs at a time. A session that was lost is made anew for the next step; the
 * step in which it was lost fails and is never repeated.
 */
final class Cluster implements AutoCloseable {
    private static final int CANCEL_ATTEMPTS = 100;
    private static final long CANCEL_PAUSE_MILLIS = 100;

    private final ClusterAddress address;
    private final int seconds;
    private final ClusterFailures failures;
    private final Object lock = new Object();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tacit-spark-clock");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable SparkSession session;
    private @Nullable Object running;
    private boolean cancelled;

    /** @param seconds after which a query is stopped; 0 for no limit */
    Cluster(ClusterAddress address, int seconds, ClusterFailures failures) {
        this.address = address;
        this.seconds = seconds;
        this.failures = failures;
        this.session = address.connect(failures);
    }

    /** Something to do in a session. */
    @FunctionalInterface
    interface Step<T> {
        @SuppressWarnings("checkstyle:IllegalThrows")
        T run(SparkSession session) throws Exception;
    }

    /**
     * Runs a step.
     *
     * @throws Refusal ENGINE for whatever fails
     */
    <T> T step(Step<T> step) {
        SparkSession current = alive();
        try {
            return step.run(current);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Exception cause) {
            throw failures.query(cause);
        }
    }

    /**
     * Runs a step that {@link #cancel} and the time limit stop.
     *
     * @throws Refusal ENGINE for whatever fails, CANCELLED when {@link #cancel} stopped it
     */
    <T> T stoppable(Step<T> step) {
        SparkSession current = alive();
        Object token = new Object();
        synchronized (lock) {
            running = token;
            cancelled = false;
        }
        // Again and again, as for a cancellation: the first may come before the query.
        ScheduledFuture<?> limit = seconds == 0
                ? null
                : clock.scheduleWithFixedDelay(() -> interrupt(current), seconds, 1, TimeUnit.SECONDS);
        try {
            return step.run(current);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Exception cause) {
            stopIfCancelled();
            throw failures.query(cause);
        } finally {
            synchronized (lock) {
                running = null;
            }
            if (limit != null) {
                limit.cancel(false);
            }
        }
    }

    void stopIfCancelled() {
        synchronized (lock) {
            if (cancelled) {
                throw failures.cancelled();
            }
        }
    }

    /** Stops the running step at once, from another thread; without effect when none runs. */
    void cancel() {
        Object target;
        SparkSession current;
        synchronized (lock) {
            target = running;
            current = session;
            cancelled = target != null;
        }
        // The cluster may get the message before the query, and forgets it then.
        for (int attempt = 0; target != null && current != null && attempt < CANCEL_ATTEMPTS; attempt++) {
            synchronized (lock) {
                if (running != target) {
                    return;
                }
            }
            interrupt(current);
            pause();
        }
    }

    private static void interrupt(SparkSession session) {
        try {
            session.interruptAll();
        } catch (RuntimeException alreadyGone) {
            return;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(CANCEL_PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private SparkSession alive() {
        SparkSession current = session;
        if (current != null) {
            try {
                if (current.conf().get("spark.sql.session.timeZone").equals("UTC")) {
                    return current;
                }
            } catch (RuntimeException lost) {
                failures.query(lost);
            }
            endSession();
        }
        SparkSession made = address.connect(failures);
        synchronized (lock) {
            session = made;
        }
        return made;
    }

    private void endSession() {
        SparkSession ended;
        synchronized (lock) {
            ended = session;
            session = null;
        }
        if (ended != null) {
            ClusterAddress.end(ended);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        endSession();
    }
}
