package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Draws integers Y ≥ 0 with P(Y = y) ∝ e^(−y/b) for a rational b, exactly: only integers are computed with.
 *
 * <p>With b = t/s: a uniform U in [0, t) is kept with probability e^(−U/t); V is geometric with ratio 1/e; ⌊(U + t·V)/s⌋
 * has the law. The proof is in {@code DiscreteLaplaceSampler.md} beside this class, where it is Y.
 *
 * <p>Where t, s and t·V fit 63 bits the same steps run in {@code long}; the law is the same.
 */
public final class OneSidedSampler implements IntegerSampler {
    private final BigInteger t;
    private final BigInteger s;
    private final boolean small;
    private final long smallT;
    private final long smallS;

    /**
     * A sampler for one scale.
     *
     * @param scale b, more than 0
     * @throws IllegalArgumentException for any other
     */
    public OneSidedSampler(Rational scale) {
        if (scale.signum() <= 0) {
            throw new IllegalArgumentException("scale must be more than 0");
        }
        t = scale.numerator();
        s = scale.denominator();
        small = t.bitLength() < Long.SIZE && s.bitLength() < Long.SIZE;
        smallT = small ? t.longValueExact() : 0;
        smallS = small ? s.longValueExact() : 0;
    }

    @Override
    public BigInteger draw(RandomBits bits) {
        return small ? smallMagnitude(bits) : largeMagnitude(bits);
    }

    private BigInteger smallMagnitude(RandomBits bits) {
        long u;
        do {
            u = Uniform.below(smallT, bits);
        } while (!Bernoulli.exponential(u, smallT, bits));
        long v = Geometric.draw(bits);
        long product = smallT * v;
        boolean fits = Math.multiplyHigh(smallT, v) == 0 && product >= 0 && product + u >= 0;
        return fits ? BigInteger.valueOf((product + u) / smallS) : quotient(BigInteger.valueOf(u), v);
    }

    private BigInteger largeMagnitude(RandomBits bits) {
        BigInteger u;
        do {
            u = Uniform.below(t, bits);
        } while (!Bernoulli.exponential(u, t, bits));
        return quotient(u, Geometric.draw(bits));
    }

    private BigInteger quotient(BigInteger u, long v) {
        return t.multiply(BigInteger.valueOf(v)).add(u).divide(s);
    }
}
