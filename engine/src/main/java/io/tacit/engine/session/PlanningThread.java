package io.tacit.engine.session;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.refusal.StopPlanning;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans in a thread of its own, so that planning ends: at a deadline, or when it is cancelled. The deadline is one of
 * processor time, which a busy machine does not shorten, and planning reads no data, so that it says nothing about any.
 *
 * <p>The thread is asked to stop (see {@link StopPlanning}); the caller does not wait until it has.
 */
final class PlanningThread {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final Duration deadline;
    private final Object lock = new Object();
    private @Nullable FutureTask<?> running;

    PlanningThread(Duration deadline) {
        this.deadline = deadline;
    }

    /**
     * The plan.
     *
     * @throws Refusal PLANNING_TIME after the deadline, CANCELLED when it was cancelled, and every refusal of planning
     */
    <T> T plan(Supplier<T> planning) {
        FutureTask<T> task = new FutureTask<>(planning::get);
        Thread thread = new Thread(task, "tacit-planning");
        thread.setDaemon(true);
        synchronized (lock) {
            running = task;
        }
        thread.start();
        try {
            return await(task, thread);
        } finally {
            synchronized (lock) {
                running = null;
            }
        }
    }

    /** Stops the planning that goes on, from another thread; without effect when there is none. */
    void cancel() {
        synchronized (lock) {
            if (running != null) {
                running.cancel(true);
            }
        }
    }

    private <T> T await(FutureTask<T> task, Thread thread) {
        while (true) {
            try {
                return task.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillPlanning) {
                if (ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) > deadline.toNanos()) {
                    thread.interrupt();
                    throw StopPlanning.refusal();
                }
            } catch (ExecutionException failed) {
                throw thrown(failed.getCause());
            } catch (java.util.concurrent.CancellationException cancelled) {
                throw cancelled();
            } catch (InterruptedException interrupted) {
                thread.interrupt();
                Thread.currentThread().interrupt();
                throw cancelled();
            }
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException failure) {
            return failure;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(cause);
    }

    private static Refusal cancelled() {
        return new Refusal(ErrorCode.CANCELLED, "The query was stopped.", "Nothing was spent.");
    }
}
