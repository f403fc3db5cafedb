package io.tacit.privacy.random;

import java.math.BigInteger;

/**
 * Uniform integers, exactly.
 *
 * <p>Small bounds multiply: of the 2^32 products of 32 random bits and the bound, ⌊2^32/bound⌋ or one more have the
 * same high half; those with the least low halves are thrown away until all have as many (Lemire, "Fast Random Integer
 * Generation in an Interval", 2019). For larger bounds numbers of just enough bits are drawn until one is below.
 */
public final class Uniform {
    private static final long MOST_BY_PRODUCT = Integer.MAX_VALUE;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

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
        if (bound <= MOST_BY_PRODUCT) {
            return byProduct(bound, bits);
        }
        int shift = Long.numberOfLeadingZeros(bound - 1);
        while (true) {
            long candidate = bits.nextLong() >>> shift;
            if (candidate < bound) {
                return candidate;
            }
        }
    }

    private static long byProduct(long bound, RandomBits bits) {
        while (true) {
            long product = (bits.nextLong() >>> Integer.SIZE) * bound;
            long low = product & LOW_HALF;
            // 2^32 mod bound is below the bound, so that the division is rarely needed.
            if (low >= bound || low >= (LOW_HALF + 1) % bound) {
                return product >>> Integer.SIZE;
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
