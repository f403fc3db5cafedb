package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who is interrupted while they wait for the ledger waits to the end, and is interrupted still. */
class UninterruptedTest {
    @Test
    void anInterruptionIsKeptForLater() {
        for (int interruptions = 0; interruptions <= 3; interruptions++) {
            int times = interruptions;
            AtomicInteger waits = new AtomicInteger();
            Uninterrupted.run(() -> {
                if (waits.incrementAndGet() <= times) {
                    throw new InterruptedException();
                }
            });
            assertThat(waits.get()).isEqualTo(times + 1);
            assertThat(Thread.interrupted()).isEqualTo(times > 0);
        }
        Thread.currentThread().interrupt();
        Uninterrupted.run(new CountDownLatch(0)::await);
        assertThat(Thread.interrupted()).isTrue();
    }
}
