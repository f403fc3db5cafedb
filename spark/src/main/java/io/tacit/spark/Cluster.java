package io.tacit.spark;

import io.tacit.engine.backend.server.RunningStep;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.Refusal;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A session of a cluster, in which one step runs at a time. A session that was lost is made anew for the next step; the
 * step in which it was lost fails and is never repeated.
 */
final class Cluster implements AutoCloseable {
    private static final long CANCEL_PAUSE_MILLIS = 100;

    private final Supplier<SparkSession> sessions;
    private final int seconds;
    private final ServerRefusals refusals;
    private final RunningStep<SparkSession> running;
    private final Object lock = new Object();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tacit-spark-clock");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable SparkSession session;

    /** @param seconds after which a query is stopped; 0 for no limit */
    Cluster(ClusterAddress address, int seconds, ServerRefusals refusals) {
        this(() -> address.connect(refusals), seconds, refusals);
    }

    /** @param sessions connects anew */
    Cluster(Supplier<SparkSession> sessions, int seconds, ServerRefusals refusals) {
        this.sessions = sessions;
        this.seconds = seconds;
        this.refusals = refusals;
        this.running = new RunningStep<>(refusals, CANCEL_PAUSE_MILLIS, Cluster::interrupt, ClusterAddress::giveUp);
        this.session = sessions.get();
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
            throw refusals.query(cause);
        }
    }

    /**
     * Runs a step that a cancellation and the time limit stop.
     *
     * @throws Refusal ENGINE for whatever fails, CANCELLED when it was cancelled
     */
    <T> T stoppable(Step<T> step) {
        SparkSession current = alive();
        running.begin(current);
        ScheduledFuture<?> limit = seconds == 0 ? null : clock.schedule(running::stop, seconds, TimeUnit.SECONDS);
        try {
            return step.run(current);
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Exception cause) {
            running.stopIfCancelled();
            throw refusals.query(cause);
        } finally {
            running.end();
            if (limit != null) {
                limit.cancel(false);
            }
        }
    }

    /** The step that runs, if any does. */
    RunningStep<SparkSession> running() {
        return running;
    }

    private static void interrupt(SparkSession session) {
        try {
            session.interruptAll();
        } catch (Exception alreadyGone) {
            // Also checked exceptions, which Scala does not declare.
            return;
        }
    }

    private SparkSession alive() {
        SparkSession current = session;
        if (current != null) {
            try {
                if (current.conf().get("spark.sql.session.timeZone").equals("UTC")) {
                    return current;
                }
            } catch (Exception lost) {
                refusals.query(lost);
            }
            endSession();
        }
        SparkSession made = sessions.get();
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
