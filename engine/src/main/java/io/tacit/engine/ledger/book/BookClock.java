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
 * @param windowless whether no account of the book has windows: then none can begin anew, whatever the clock says
 */
record BookClock(InstantSource source, boolean windowless) {
    /**
     * How far a clock may stand behind the last entry: clocks of several machines, and a clock that is corrected,
     * differ by less.
     */
    private static final Duration TOLERATED = Duration.ofSeconds(60);

    /** The time by which the book is only read: never before the last entry. */
    Instant reading(ChainHead head) {
        Instant clock = source.instant().truncatedTo(ChronoUnit.MILLIS);
        return clock.isBefore(head.at()) ? head.at() : clock;
    }

    /**
     * Now, though the last entry is of a later time.
     *
     * @throws Refusal LEDGER when it is not
     */
    Instant trusted(ChainHead head) {
        Instant clock = source.instant().truncatedTo(ChronoUnit.MILLIS);
        if (!clock.isBefore(head.at())) {
            throw new Refusal(
                    ErrorCode.LEDGER,
                    "The clock of this machine does not stand before the last entry of the ledger, which was written at "
                            + head.at() + ".",
                    "Nothing is to be done.");
        }
        return clock;
    }

    /**
     * Now, or the last entry's time if the clock stands a little before it.
     *
     * @throws Refusal LEDGER when it stands long before it
     */
    Instant now(ChainHead head) {
        Instant clock = source.instant().truncatedTo(ChronoUnit.MILLIS);
        if (!windowless && clock.isBefore(head.at().minus(TOLERATED))) {
            throw new Refusal(
                    ErrorCode.LEDGER,
                    "The clock of this machine stands before the last entry of the ledger.",
                    // Not when that was: analysts read this, and it may be another's entry.
                    "Nothing is released until the clock is right, because a budget must not begin anew twice. The owner sees"
                            + " the last entry's time with tacit budget history, and where that is wrong goes on with tacit"
                            + " ledger clock.");
        }
        return clock.isBefore(head.at()) ? head.at() : clock;
    }
}
