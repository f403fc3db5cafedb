package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Coins of exactly the stated probability, from integers alone.
 *
 * <p>Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020), algorithm 1. A coin of
 * probability γ/K is thrown as a coin of γ and one of 1/K that both must succeed, so that no product can overflow.
 */
public final class Bernoulli {
    private Bernoulli() {}

    /**
     * True with this probability.
     *
     * @param probability in [0, 1]
     * @throws IllegalArgumentException for one outside
     */
    public static boolean draw(Rational probability, RandomBits bits) {
        if (probability.signum() < 0 || probability.compareTo(Rational.ONE) > 0) {
            throw new IllegalArgumentException("probability must be between 0 and 1");
        }
        return Uniform.below(probability.denominator(), bits).compareTo(probability.numerator()) < 0;
    }

    /**
     * True with probability e^(−γ).
     *
     * @param gamma γ, at least 0
     * @throws IllegalArgumentException for a negative one
     */
    public static boolean drawExponential(Rational gamma, RandomBits bits) {
        if (gamma.signum() < 0) {
            throw new IllegalArgumentException("gamma must be at least 0");
        }
        BigInteger whole = gamma.floor();
        // The first failure ends the product, after 1.6 throws on average however large γ is.
        for (BigInteger i = BigInteger.ZERO; i.compareTo(whole) < 0; i = i.add(BigInteger.ONE)) {
            if (!inverseOfE(bits)) {
                return false;
            }
        }
        Rational rest = gamma.minus(Rational.of(whole));
        return exponential(rest.numerator(), rest.denominator(), bits);
    }

    /** True with probability 1/e: a uniform number is below it if the first of its words that differs is. */
    static boolean inverseOfE(RandomBits bits) {
        int place = Long.compareUnsigned(bits.nextLong(), InverseOfE.FIRST_WORD);
        // The first words are equal once in 2^64 coins.
        for (int i = 1; place == 0; i++) {
            place = Long.compareUnsigned(bits.nextLong(), InverseOfE.word(i));
        }
        return place < 0;
    }

    /** True with probability e^(−u/t), 0 ≤ u ≤ t: K = 1; while Bernoulli(u/t/K) succeeds, K + 1; true if K is odd. */
    static boolean exponential(long u, long t, RandomBits bits) {
        long k = 1;
        while (Uniform.below(k, bits) == 0 && Uniform.below(t, bits) < u) {
            k++;
        }
        return (k & 1) == 1;
    }

    static boolean exponential(BigInteger u, BigInteger t, RandomBits bits) {
        long k = 1;
        while (Uniform.below(k, bits) == 0 && Uniform.below(t, bits).compareTo(u) < 0) {
            k++;
        }
        return (k & 1) == 1;
    }
}
