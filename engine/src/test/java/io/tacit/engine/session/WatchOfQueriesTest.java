package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
}
