package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Ctrl-C stops the query that runs, as often as that takes, and none that is asked afterwards. */
class RunningQueryTest {
    private final AtomicInteger cancels = new AtomicInteger();
    private final RunningQuery running = new RunningQuery(cancels::incrementAndGet);

    @Test
    void aQueryThatRunsIsStoppedUntilItEnds() {
        int answer = running.run(() -> {
            running.stop();
            running.stop();
            while (cancels.get() < 3) {
                Thread.onSpinWait();
            }
            return 7;
        });
        assertThat(answer).isEqualTo(7);
        assertThat(running.stopped()).isTrue();
        int last = cancels.get();
        awaitTheStopper();
        assertThat(cancels.get()).isEqualTo(last);
    }

    @Test
    void afterTheEndNothingIsStopped() {
        assertThat(running.run(() -> 7)).isEqualTo(7);
        assertThat(running.stopped()).isFalse();
        running.stop();
        awaitTheStopper();
        assertThat(cancels.get()).isZero();
    }

    @Test
    void aQueryThatFailsHasEndedToo() {
        assertThatThrownBy(() -> running.run(() -> {
                    throw new IllegalStateException("failed");
                }))
                .isInstanceOf(IllegalStateException.class);
        running.stop();
        awaitTheStopper();
        assertThat(cancels.get()).isZero();
    }

    /** Until the thread that stops has nothing more to do, or has done what it must not. */
    private void awaitTheStopper() {
        int before = cancels.get();
        while (stoppers().stream().anyMatch(Thread::isAlive) && cancels.get() == before) {
            Thread.onSpinWait();
        }
    }

    private static List<Thread> stoppers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tacit-stop"))
                .toList();
    }
}
