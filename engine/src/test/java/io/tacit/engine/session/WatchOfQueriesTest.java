package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Who watches the time of one query is gone when it is over, however it ends, and stops no later one. */
@NullUnmarked
class WatchOfQueriesTest {
    private static final long MOST_MILLIS = 300_000;

    private static final List<Supplier<String>> ENDS = List.of(
            () -> "answered",
            () -> {
                throw new Refusal(ErrorCode.ENGINE, "It failed.", "Ask again.");
            },
            () -> {
                throw new Refusal(ErrorCode.CANCELLED, "It was stopped.", "Ask again.");
            },
            () -> {
                throw new IllegalStateException("a mistake");
            },
            () -> {
                throw new StackOverflowError("a mistake, too");
            });

    private static Thread watch() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tacit-running-time"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void noWatchOutlivesItsQuery() throws InterruptedException {
        for (int end = 0; end < ENDS.size(); end++) {
            Supplier<String> query = ENDS.get(end);
            List<Thread> watches = new ArrayList<>();
            Throwable thrown = catchThrowable(() -> new RunningTime(OptionalLong.of(3_600), () -> {}).limit(() -> {
                watches.add(watch());
                return query.get();
            }));
            assertThat(thrown == null).as("end %s", end).isEqualTo(end == 0);
            watches.get(0).join(MOST_MILLIS);
            assertThat(watches.get(0).isAlive()).as("end %s", end).isFalse();
        }
    }

    /** Between two steps of a run there is nothing to stop, so that it is stopped again until it ends. */
    @Test
    void aRunBeyondItsTimeIsStoppedUntilItEnds() {
        for (ErrorCode end : List.of(ErrorCode.CANCELLED, ErrorCode.ENGINE)) {
            CountDownLatch stops = new CountDownLatch(3);
            RunningTime none = new RunningTime(OptionalLong.of(0), stops::countDown);
            Throwable thrown = catchThrowable(() -> none.limit(() -> {
                await(stops);
                throw new Refusal(end, "A value of somebody.", "Ask again.");
            }));
            // It counts as a failure whatever stopped it, and is told in words that are the same for all.
            assertThat(thrown).isInstanceOfSatisfying(Refusal.class, refusal -> {
                assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                assertThat(refusal.getMessage()).doesNotContain("somebody");
            });
        }
    }

    /** Who ends in time, or has no limit, is not stopped, and what they are told is theirs. */
    @Test
    void whatEndsInTimeIsLeftAlone() {
        for (OptionalLong seconds : List.of(OptionalLong.empty(), OptionalLong.of(3_600))) {
            AtomicInteger stops = new AtomicInteger();
            RunningTime time = new RunningTime(seconds, stops::incrementAndGet);
            assertThat(time.limit(() -> "answered")).isEqualTo("answered");
            for (ErrorCode end : ErrorCode.values()) {
                Refusal refusal = new Refusal(end, "Its own words.", "Ask again.");
                assertThat(catchThrowable(() -> time.limit(() -> {
                            throw refusal;
                        })))
                        .isSameAs(refusal);
            }
            assertThat(stops).hasValue(0);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(MOST_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException unwanted) {
            throw new IllegalStateException(unwanted);
        }
    }
}
