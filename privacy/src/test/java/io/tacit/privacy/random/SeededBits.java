package io.tacit.privacy.random;

/** Bits that repeat, for tests whose outcome must not depend on the day: the generator SplitMix64. Test code only. */
public final class SeededBits implements RandomBits {
    private long state;

    /** Bits of a seed. */
    public SeededBits(long seed) {
        state = seed;
    }

    @Override
    public long nextLong() {
        state += 0x9E3779B97F4A7C15L;
        long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform in [0, 1). */
    public double nextUnit() {
        return (nextLong() >>> 11) * 0x1p-53;
    }
}
