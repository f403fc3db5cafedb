package io.tacit.engine.audit;

import io.tacit.privacy.audit.Tape;
import io.tacit.privacy.random.RandomBits;
import java.util.List;

/**
 * Random bits that begin anew with every step and every group, so that the number of bits one of them takes does not
 * change the bits of another.
 */
final class StepBits implements RandomBits {
    private final long seed;
    private final Trace trace;
    private int step = -1;
    private Tape tape;

    StepBits(long seed, Trace trace) {
        this.seed = seed;
        this.trace = trace;
        this.tape = new Tape(seed);
    }

    /** Begins anew for a group. */
    void reseed(List<?> group) {
        begin();
        tape = new Tape(seed ^ 41L * step ^ (long) group.hashCode() << 16);
    }

    private void begin() {
        int now = trace.steps().size();
        if (now != step) {
            step = now;
            tape = new Tape(seed ^ 43L * step);
        }
    }

    @Override
    public long nextLong() {
        begin();
        trace.current().ifPresent(Trace.Step::takeBits);
        return tape.nextLong();
    }
}
