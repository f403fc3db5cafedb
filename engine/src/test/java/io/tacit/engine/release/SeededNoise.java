package io.tacit.engine.release;

import io.tacit.privacy.audit.Tape;
import java.util.function.Supplier;

/**
 * Noise as it is drawn, from bits that are the same in every run: a test that holds draws against their law, or needs
 * rows that only appear nearly always, is never unlucky. With more than one thread groups come in any order, and so do
 * their draws. Exists in test code only.
 */
public final class SeededNoise {
    private SeededNoise() {}

    /** The noise of one session after another: releases go on where the one before left off. */
    public static Supplier<Noise> of(long seed) {
        Tape tape = new Tape(seed);
        return () -> Noise.of(tape);
    }
}
