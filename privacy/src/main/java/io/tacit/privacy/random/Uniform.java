package io.tacit.privacy.random;

import java.math.BigInteger;

/** Uniform integers, exactly, by rejection. */
final class Uniform {
    private Uniform() {}

    /** Uniform in [0, bound), for bound ≥ 1. */
    static long below(long bound, RandomBits bits) {
        if (bound == 1) {
            return 0;
        }
        int shift = Long.numberOfLeadingZeros(bound - 1);
        while (true) {
            long candidate = bits.nextLong() >>> shift;
            if (candidate < bound) {
                return candidate;
            }
        }
    }

    /** Uniform in [0, bound), for bound ≥ 1. */
    static BigInteger below(BigInteger bound, RandomBits bits) {
        int length = bound.subtract(BigInteger.ONE).bitLength();
        int words = (length + 63) / 64;
        while (true) {
            BigInteger candidate = BigInteger.ZERO;
            for (int i = 0; i < words; i++) {
                candidate = candidate.shiftLeft(64).or(unsigned(bits.nextLong()));
            }
            candidate = candidate.shiftRight(64 * words - length);
            if (candidate.compareTo(bound) < 0) {
                return candidate;
            }
        }
    }

    private static BigInteger unsigned(long word) {
        BigInteger value = BigInteger.valueOf(word & Long.MAX_VALUE);
        return word < 0 ? value.setBit(63) : value;
    }
}
