package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Draws integers Z with P(Z = z) ∝ e^(−z²/(2σ²)) for a rational σ², exactly: only integers are computed with.
 *
 * <p>The rejection sampler of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * algorithm 3: with t = ⌊σ⌋ + 1 a discrete Laplace Y of scale t is kept with probability e^(−γ), γ = (|Y| − σ²/t)²/(2σ²).
 * The proof is in {@code DiscreteGaussianSampler.md} beside this class.
 *
 * <p>γ is first enclosed between two 45-bit numbers in {@code long}; a coin that falls between them, about one in a
 * million, is decided with the fraction itself, so the law is the same as without the short cut.
 */
public final class DiscreteGaussianSampler {
    /** γ is counted in 2^-45. */
    private static final int FRACTION_BITS = 45;

    /** Candidates below 2^CANDIDATE_BITS times t are told apart by 31 bits; others are rarer than e^-63. */
    private static final int CANDIDATE_BITS = 6;

    private static final int DIFFERENCE_BITS = 31;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;

    private final Rational variance;
    private final BigInteger t;
    private final DiscreteLaplaceSampler candidates;
    private final Rational centre;
    private final boolean quick;
    private final int shift;
    private final long quickCentre;
    private final long reciprocal;

    /**
     * A sampler for one variance.
     *
     * @param variance σ², more than 0
     * @throws IllegalArgumentException for any other
     */
    public DiscreteGaussianSampler(Rational variance) {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
        this.variance = variance;
        t = variance.floor().sqrt().add(BigInteger.ONE);
        candidates = new DiscreteLaplaceSampler(Rational.of(t));
        centre = variance.dividedBy(Rational.of(t));
        shift = DIFFERENCE_BITS - CANDIDATE_BITS - t.bitLength();
        // For σ < 1 the reciprocal below would need more bits.
        quick = t.compareTo(BigInteger.ONE) > 0;
        quickCentre = quick
                ? shifted(centre.numerator(), shift)
                        .divide(centre.denominator())
                        .longValueExact()
                : 0;
        reciprocal = quick ? reciprocal(variance, shift) : 0;
    }

    /** ⌊2^108 / (σ·2^shift)²⌋: at most 2^62, since σ·2^shift is at least 2^23. */
    private static long reciprocal(Rational variance, int shift) {
        return variance.denominator()
                .shiftLeft(Long.SIZE + FRACTION_BITS - 1 - 2 * shift)
                .divide(variance.numerator())
                .longValueExact();
    }

    /** One draw. */
    public BigInteger draw(RandomBits bits) {
        while (true) {
            BigInteger candidate = candidates.draw(bits);
            if (keeps(candidate.abs(), bits)) {
                return candidate;
            }
        }
    }

    private boolean keeps(BigInteger magnitude, RandomBits bits) {
        if (!quick || magnitude.bitLength() > t.bitLength() + CANDIDATE_BITS) {
            return Bernoulli.drawExponential(gamma(magnitude), bits);
        }
        long scaled = shift >= 0
                ? magnitude.longValueExact() << shift
                : magnitude.shiftRight(-shift).longValueExact();
        return keepsEnclosed(scaled, magnitude, bits);
    }

    /** Both numbers are rounded down, so their difference is off by less than 1 either way. */
    private boolean keepsEnclosed(long scaled, BigInteger magnitude, RandomBits bits) {
        long difference = Math.abs(scaled - quickCentre);
        long least = Math.max(0, difference - 1);
        long largest = difference + 1;
        long low = Math.multiplyHigh(least * least, reciprocal);
        long high = Math.multiplyHigh(largest * largest, reciprocal + 1) + 1;
        long whole = low >> FRACTION_BITS;
        if (high >> FRACTION_BITS != whole) {
            return Bernoulli.drawExponential(gamma(magnitude), bits);
        }
        for (long i = 0; i < whole; i++) {
            if (!Bernoulli.inverseOfE(bits)) {
                return false;
            }
        }
        long k = 1;
        while (Uniform.below(k, bits) == 0 && fraction(low & FRACTION, high & FRACTION, magnitude, bits)) {
            k++;
        }
        return (k & 1) == 1;
    }

    /** True with the probability of the fraction of γ, which lies between two 45-bit numbers. */
    private boolean fraction(long low, long high, BigInteger magnitude, RandomBits bits) {
        long uniform = bits.nextLong() >>> (Long.SIZE - FRACTION_BITS);
        if (uniform < low) {
            return true;
        }
        if (uniform >= high) {
            return false;
        }
        Rational gamma = gamma(magnitude);
        Rational fraction = gamma.minus(Rational.of(gamma.floor()));
        Rational rest = fraction.times(Rational.of(BigInteger.ONE.shiftLeft(FRACTION_BITS)))
                .minus(Rational.of(uniform));
        return Bernoulli.draw(rest.max(Rational.ZERO).min(Rational.ONE), bits);
    }

    private Rational gamma(BigInteger magnitude) {
        Rational distance = Rational.of(magnitude).minus(centre);
        return distance.times(distance).dividedBy(variance.plus(variance));
    }

    private static BigInteger shifted(BigInteger value, int left) {
        return left >= 0 ? value.shiftLeft(left) : value.shiftRight(-left);
    }
}
