package io.tacit.engine.ledger.book;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How a book waits while others hold it: so long at most, not in silence, and not for somebody who has given up. One
 * object stands for all connections of a book.
 */
final class WaitForOthers {
    /** Most waits are over before anybody wonders. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_MILLIS = 20;

    private volatile Consumer<Optional<String>> tell = who -> {};
    private volatile long givenUpAt = System.nanoTime();

    /** @param told once in each wait that lasts, with who holds the book where that is known */
    void tell(Consumer<Optional<String>> told) {
        tell = told;
    }

    /** Ends what waits now; what waits later is not concerned. */
    void giveUp() {
        givenUpAt = System.nanoTime();
    }

    /**
     * Begins to wait.
     *
     * @param who says who holds the book, where that is known
     */
    Wait begin(Supplier<Optional<String>> who) {
        return new Wait(who);
    }

    /** One wait. */
    final class Wait {
        private final long start = System.nanoTime();
        private final Supplier<Optional<String>> who;
        private boolean told;

        private Wait(Supplier<Optional<String>> who) {
            this.who = who;
        }

        /** Pauses; returns whether to try once more. */
        boolean again() {
            long waited = System.nanoTime() - start;
            if (givenUpAt - start > 0 || waited > LONGEST_NANOS) {
                return false;
            }
            if (!told && waited > SILENT_NANOS) {
                told = true;
                tell.accept(who.get());
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
            return true;
        }
    }
}
