package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A resource is opened once, and a failure to open it is told as it was each time that somebody needs it. */
@NullUnmarked
class BackgroundStartTest {
    private static final class Resource implements AutoCloseable {
        private int closed;

        @Override
        public void close() {
            closed++;
        }
    }

    @Test
    void isOpenedOnceHoweverOftenItIsStarted() {
        List<Resource> opened = new ArrayList<>();
        BackgroundStart<Resource> start = new BackgroundStart<>(() -> {
            opened.add(new Resource());
            return opened.get(0);
        });
        start.ifOpened(resource -> {
            throw new AssertionError("nobody needed it yet");
        });
        assertThat(opened).isEmpty();
        start.start();
        assertThat(start.opened()).isSameAs(start.opened());
        start.start();
        List<Resource> seen = new ArrayList<>();
        start.ifOpened(seen::add);
        assertThat(seen).isEqualTo(opened).hasSize(1);
        start.close();
        assertThat(opened.get(0).closed).isEqualTo(1);
    }

    @Test
    void whatWasNeverNeededIsNotOpenedToBeClosed() {
        List<String> opened = new ArrayList<>();
        new BackgroundStart<Resource>(() -> {
                    opened.add("opened");
                    return new Resource();
                })
                .close();
        assertThat(opened).isEmpty();
    }

    /** What asks only if it is open, as whoever stops a query does, gets no failure in the place of the refusal. */
    @Test
    void aRefusalToOpenIsTheSameEachTime() {
        Refusal refusal = new Refusal(ErrorCode.SOURCE_UNREADABLE, "The file cannot be read.", "Check it.");
        BackgroundStart<Resource> start = new BackgroundStart<>(() -> {
            throw refusal;
        });
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(start::opened).isSameAs(refusal);
            start.ifOpened(resource -> {
                throw new AssertionError("it is not open");
            });
        }
        start.close();
    }
}
