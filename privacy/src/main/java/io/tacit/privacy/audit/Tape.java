package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;

/**
 * Bits that are the same in every run: for tests that must be repeated exactly, and for nothing that is shown to
 * anybody. Who knows the seed knows all noise. The generator is SplitMix64 (Steele, Lea and Flood 2014).
 */
public final class Tape implements RandomBits {
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    public Tape(long seed) {
        state = seed;
    }

    @Override
    public long nextLong() {
        state += GAMMA;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Another tape, far from this one. */
    public Tape split() {
        return new Tape(nextLong() ^ GAMMA);
    }
}
