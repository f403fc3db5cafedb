package io.tacit.engine.session;

import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Stops a run that takes longer than the owner allows. How long a run takes depends on data: that it was stopped is told
 * in one sentence, without a figure, and counts as a failure that was paid for.
 *
 * @param seconds for which a query may run; empty for no limit
 * @param stop stops what runs at the moment; without effect where nothing does
 */
record RunningTime(OptionalLong seconds, Runnable stop) {
    private static final long AGAIN_MILLIS = 50;

    /**
     * What the run gives, if it ends in time.
     *
     * @throws Refusal ENGINE when it was stopped, else what the run throws
     */
    <T> T limit(Supplier<T> run) {
        if (seconds.isEmpty()) {
            return run.get();
        }
        Watch watch = new Watch(seconds.getAsLong(), stop);
        watch.start();
        try {
            return run.get();
        } catch (Refusal refusal) {
            throw watch.isOver() ? AnalystWords.TIME.refusal(ErrorCode.ENGINE) : refusal;
        } finally {
            watch.end();
        }
    }

    /** Waits beside a run. */
    private static final class Watch extends Thread {
        private final long deadline;
        private final Runnable stop;
        private boolean ended;
        private boolean over;

        Watch(long seconds, Runnable stop) {
            super("tacit-running-time");
            setDaemon(true);
            this.deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            this.stop = stop;
        }

        @Override
        public synchronized void run() {
            try {
                while (!ended) {
                    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                    if (left > 0) {
                        wait(left);
                    } else {
                        over = true;
                        // Again and again: between two steps of a run there is nothing to stop.
                        stop.run();
                        wait(AGAIN_MILLIS);
                    }
                }
            } catch (InterruptedException unwanted) {
                interrupt();
            }
        }

        /** Whether the time was over before the run ended. */
        synchronized boolean isOver() {
            return over;
        }

        /** The run has ended; from now on nothing is stopped. */
        synchronized void end() {
            ended = true;
            notifyAll();
        }
    }
}
