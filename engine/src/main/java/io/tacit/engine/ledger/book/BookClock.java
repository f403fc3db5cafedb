package io.tacit.engine.ledger.book;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The time by which the book is written. It never goes back: else a window that was spent would begin anew.
 *
 * @param source the machine's clock
 */
record BookClock(InstantSource source) {
    /**
     * How far a clock may stand behind the last entry: clocks of several machines, and a clock that is corrected,
     * differ by less.
     */
    private static final Duration TOLERATED = Duration.ofSeconds(60);

    /**
     * Now, or the last entry's time if the clock stands a little before it.
     *
     * @throws Refusal LEDGER when it stands long before it
     */
    Instant now(ChainHead head) {
        Instant clock = source.instant().truncatedTo(ChronoUnit.MILLIS);
        if (clock.isBefore(head.at().minus(TOLERATED))) {
            throw new Refusal(
                    ErrorCode.LEDGER,
                    "The clock of this machine stands before the last entry of the ledger.",
                    // Not when that was: analysts read this, and it may be another's entry.
                    "Nothing is released until the clock is right, because a budget must not begin anew twice. The owner sees"
                            + " the last entry's time with tacit budget history.");
        }
        return clock.isBefore(head.at()) ? head.at() : clock;
    }
}
