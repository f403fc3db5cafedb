package io.tacit.privacy.random;

import java.math.BigInteger;

/** Uniform integers, exactly: numbers of just enough bits are drawn until one is below the bound. */
public final class Uniform {
    private Uniform() {}

    /**
     * Uniform in [0, bound).
     *
     * @param bound at least 1
     * @throws IllegalArgumentException for a bound below 1
     */
    public static long below(long bound, RandomBits bits) {
        if (bound <= 1) {
            if (bound == 1) {
                return 0;
            }
            throw new IllegalArgumentException("bound must be at least 1");
        }
        int shift = Long.numberOfLeadingZeros(bound - 1);
        while (true) {
            long candidate = bits.nextLong() >>> shift;
            if (candidate < bound) {
                return candidate;
            }
        }
    }

    /**
     * Uniform in [0, bound).
     *
     * @param bound at least 1
     * @throws IllegalArgumentException for a bound below 1
     */
    public static BigInteger below(BigInteger bound, RandomBits bits) {
        if (bound.signum() <= 0) {
            throw new IllegalArgumentException("bound must be at least 1");
        }
        if (bound.bitLength() < Long.SIZE) {
            return BigInteger.valueOf(below(bound.longValueExact(), bits));
        }
        int length = bound.subtract(BigInteger.ONE).bitLength();
        int words = (length + Long.SIZE - 1) / Long.SIZE;
        while (true) {
            BigInteger candidate = BigInteger.ZERO;
            for (int i = 0; i < words; i++) {
                candidate = candidate.shiftLeft(Long.SIZE).or(unsigned(bits.nextLong()));
            }
            candidate = candidate.shiftRight(Long.SIZE * words - length);
            if (candidate.compareTo(bound) < 0) {
                return candidate;
            }
        }
    }

    private static BigInteger unsigned(long word) {
        BigInteger value = BigInteger.valueOf(word & Long.MAX_VALUE);
        return word < 0 ? value.setBit(Long.SIZE - 1) : value;
    }
}
