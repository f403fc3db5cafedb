package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Draws integers Z with P(Z = z) ∝ e^(−|z|/b) for a rational b, exactly: only integers are computed with.
 *
 * <p>The rejection sampler of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * algorithms 1 and 2. With b = t/s: a uniform U in [0, t) is kept with probability e^(−U/t); a geometric V counts
 * successes of Bernoulli(e^(−1)); ⌊(U + t·V)/s⌋ with a random sign, zero only once, has the law.
 *
 * <p>Products that could pass 63 bits are made in {@link BigInteger}; the law is the same.
 */
public final class DiscreteLaplaceSampler {
    private static final long LARGEST_STEP = 1L << 20;

    private final BigInteger t;
    private final BigInteger s;
    private final boolean small;
    private final long smallT;
    private final long smallS;

    /**
     * A sampler for one scale.
     *
     * @param scale b, more than 0
     */
    public DiscreteLaplaceSampler(Rational scale) {
        if (scale.signum() <= 0) {
            throw new IllegalArgumentException("scale must be more than 0");
        }
        t = scale.numerator();
        s = scale.denominator();
        small = t.bitLength() <= 40 && s.bitLength() <= 62;
        smallT = small ? t.longValueExact() : 0;
        smallS = small ? s.longValueExact() : 0;
    }

    /** One draw. */
    public BigInteger draw(RandomBits bits) {
        while (true) {
            boolean negative = bits.nextLong() < 0;
            BigInteger magnitude = small ? smallMagnitude(bits) : largeMagnitude(bits);
            if (!negative || magnitude.signum() != 0) {
                return negative ? magnitude.negate() : magnitude;
            }
        }
    }

    private BigInteger smallMagnitude(RandomBits bits) {
        long u;
        do {
            u = Uniform.below(smallT, bits);
        } while (!survives(u, smallT, bits));
        long v = 0;
        while (survives(1, 1, bits)) {
            v++;
        }
        long high = Math.multiplyHigh(smallT, v);
        long low = smallT * v;
        if (high == 0 && low >= 0 && low + u >= 0) {
            return BigInteger.valueOf((low + u) / smallS);
        }
        return t.multiply(BigInteger.valueOf(v)).add(BigInteger.valueOf(u)).divide(s);
    }

    private BigInteger largeMagnitude(RandomBits bits) {
        BigInteger u;
        do {
            u = Uniform.below(t, bits);
        } while (!survives(u, t, bits));
        long v = 0;
        while (survives(1, 1, bits)) {
            v++;
        }
        return t.multiply(BigInteger.valueOf(v)).add(u).divide(s);
    }

    /**
     * True with probability e^(−γ), γ = u/t in [0, 1]: K = 1; while Bernoulli(γ/K) succeeds, K + 1; true if K is odd.
     */
    private static boolean survives(long u, long t, RandomBits bits) {
        long k = 1;
        while (k < LARGEST_STEP && Uniform.below(t * k, bits) < u) {
            k++;
        }
        // A K of a million has probability below 1/1000000!; the exact continuation costs nothing to keep.
        return k < LARGEST_STEP ? (k & 1) == 1 : survivesFrom(BigInteger.valueOf(u), BigInteger.valueOf(t), k, bits);
    }

    private static boolean survives(BigInteger u, BigInteger t, RandomBits bits) {
        return survivesFrom(u, t, 1, bits);
    }

    private static boolean survivesFrom(BigInteger u, BigInteger t, long from, RandomBits bits) {
        long k = from;
        while (Uniform.below(t.multiply(BigInteger.valueOf(k)), bits).compareTo(u) < 0) {
            k++;
        }
        return (k & 1) == 1;
    }
}
