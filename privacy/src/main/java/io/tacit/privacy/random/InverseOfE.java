package io.tacit.privacy.random;

import java.math.BigInteger;

/** The binary digits of 1/e, 64 to a word, as many as anybody asks for. */
final class InverseOfE {
    /** The first 64 digits, ⌊2^64/e⌋. */
    static final long FIRST_WORD = 0x5E2D58D8B3BCDF1AL;

    private static final int GUARD_BITS = 64;

    private InverseOfE() {}

    /** The digits from 64·index on. */
    static long word(int index) {
        for (int guard = GUARD_BITS; ; guard += GUARD_BITS) {
            int digits = Long.SIZE * (index + 1);
            BigInteger[] enclosure = enclosure(digits + guard);
            BigInteger low = enclosure[0].shiftRight(guard);
            // 1/e is irrational, so that with enough digits both ends agree.
            if (low.equals(enclosure[1].shiftRight(guard))) {
                return low.longValue();
            }
        }
    }

    /**
     * Below and above 2^digits/e, by Σ (−1)^n/n!: each quotient is cut by less than one unit, and so is the rest of the
     * series.
     */
    private static BigInteger[] enclosure(int digits) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger term = BigInteger.ONE.shiftLeft(digits);
        int terms = 0;
        while (term.signum() != 0) {
            sum = (terms & 1) == 0 ? sum.add(term) : sum.subtract(term);
            terms++;
            term = term.divide(BigInteger.valueOf(terms));
        }
        BigInteger error = BigInteger.valueOf(terms + 1L);
        return new BigInteger[] {sum.subtract(error), sum.add(error)};
    }
}
