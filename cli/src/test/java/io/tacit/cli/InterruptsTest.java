package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.TacitSession;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InterruptsTest {
    private final StringWriter told = new StringWriter();
    private final PrintWriter err = new PrintWriter(told);

    @Test
    void stoppedBeforeThereWasAnythingToCharge() {
        try (Interrupts interrupts = new Interrupts(err)) {
            assertThat(interrupts.stopped()).isFalse();
            interrupts.stop();
            assertThat(interrupts.stopped()).isTrue();
            assertThat(interrupts.answered()).isFalse();
        }
        assertThat(told.toString()).contains("Stopped. Nothing was charged.");
    }

    @Test
    void anAnswerThatIsThereIsNotStopped() {
        try (Interrupts interrupts = new Interrupts(err)) {
            assertThat(interrupts.answered()).isTrue();
            interrupts.stop();
            assertThat(interrupts.stopped()).isFalse();
        }
        assertThat(told.toString()).isEmpty();
    }

    @Test
    void theProcessEndsOnlyWhenTheSessionIsClosed() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        try (Interrupts interrupts = new Interrupts(err);
                TacitSession session = TacitSession.open(List.of(), Defaults.STANDARD)) {
            interrupts.watch(session);
            new Thread(() -> {
                        interrupts.stop();
                        ended.countDown();
                    })
                    .start();
            assertThat(ended.await(300, TimeUnit.MILLISECONDS)).isFalse();
        }
        assertThat(ended.await(300, TimeUnit.SECONDS)).isTrue();
        assertThat(told.toString()).contains("its budget stays spent");
    }
}
