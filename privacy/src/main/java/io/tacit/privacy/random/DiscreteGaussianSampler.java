package io.tacit.privacy.random;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;

/**
 * Draws integers Z with P(Z = z) ∝ e^(−z²/2σ²) for a rational σ², exactly: only integers are computed with.
 *
 * <p>The rejection sampler of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * algorithm 3: a discrete Laplace Y of scale t = ⌊σ⌋ + 1 is kept with probability e^(−γ), γ = (|Y| − σ²/t)²/2σ². The
 * proof is in {@code DiscreteGaussianSampler.md} beside this class.
 *
 * <p>γ is a fraction of hundreds of bits. A coin of probability γ compares the leading bits of a uniform number with
 * it; {@code long} arithmetic encloses γ tightly enough to decide all but about 2^-45 of those comparisons, and what it
 * leaves open is decided by the fraction itself. Both ways read the same bits and give the same draw. The time of a
 * draw depends on its bits: draw all noise of a query together, after its data is read.
 */
public final class DiscreteGaussianSampler implements IntegerSampler {
    /** Bits after the point of a deviation d, of which 31 or fewer wholes fit a long. */
    private static final int DEVIATION_BITS = 58;

    private static final long MOST_WHOLES = 30;

    /** The number of bits of h = r/2 in a long. */
    private static final int RATIO_BITS = 62;

    /** γ has this many bits less after the point than h: the bits that two high halves of products drop. */
    private static final int DROPPED_BITS = 12;

    private static final int FEWEST_FRACTION_BITS = 32;
    private static final int MOST_FRACTION_BITS = 50;

    /** How far the enclosure of γ reaches below and above what the products give, in its last units. */
    private static final long BELOW = 2;

    private static final long ABOVE = 3;

    private static final BigInteger REJECTED = BigInteger.ONE.negate();

    private final Rational variance;
    private final BigInteger t;
    private final BigInteger step;
    private final BigInteger denominator;
    private final boolean fast;
    private final long smallT;
    private final int shift;
    private final long reciprocal;
    private final long inverseRatio;
    private final long halfRatio;
    private final int fractionBits;

    /**
     * A sampler for one variance.
     *
     * @param variance σ², more than 0
     * @throws IllegalArgumentException for any other
     */
    public DiscreteGaussianSampler(Rational variance) {
        this(variance, true);
    }

    /** A sampler that computes with fractions alone, or first with longs, which decide nearly everything. */
    DiscreteGaussianSampler(Rational variance, boolean longs) {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
        this.variance = variance;
        t = variance.floor().sqrt().add(BigInteger.ONE);
        step = t.multiply(variance.denominator());
        denominator = step.multiply(t).multiply(variance.numerator()).shiftLeft(1);
        Rational ratio = Rational.of(t.multiply(t)).dividedBy(variance);
        // h = ⌊r/2·2^s⌋ lies between 2^61 and 2^62, since r > 1.
        int scale = RATIO_BITS - ratio.floor().bitLength();
        fractionBits = Math.max(FEWEST_FRACTION_BITS, Math.min(MOST_FRACTION_BITS, scale - DROPPED_BITS));
        boolean representable = t.bitLength() <= RATIO_BITS && scale - DROPPED_BITS == fractionBits;
        fast = longs && representable;
        smallT = t.bitLength() < Long.SIZE ? t.longValueExact() : 0;
        shift = Math.max(0, Long.SIZE - 1 - t.bitLength());
        reciprocal = representable
                ? BigInteger.ONE
                        .shiftLeft(t.bitLength() + RATIO_BITS - 1)
                        .divide(t)
                        .longValueExact()
                : 0;
        inverseRatio = fixed(Rational.ONE.dividedBy(ratio), DEVIATION_BITS);
        halfRatio = representable ? fixed(ratio, scale - 1) : 0;
    }

    private static long fixed(Rational value, int bits) {
        return value.times(Rational.of(BigInteger.ONE.shiftLeft(bits))).floor().longValueExact();
    }

    @Override
    public BigInteger draw(RandomBits bits) {
        while (true) {
            boolean negative = bits.nextLong() < 0;
            BigInteger magnitude = t.bitLength() < Long.SIZE ? small(bits) : large(bits);
            // A negative zero is thrown away, as by the discrete Laplace sampler.
            if (magnitude.signum() >= 0 && !(negative && magnitude.signum() == 0)) {
                return negative ? magnitude.negate() : magnitude;
            }
        }
    }

    /** |Y| = u + t·v, or {@link #REJECTED}. */
    private BigInteger small(RandomBits bits) {
        long scale = smallT;
        long u;
        do {
            u = Uniform.below(scale, bits);
        } while (!Bernoulli.exponential(u, scale, bits));
        long v = Geometric.draw(bits);
        boolean kept = fast && v <= MOST_WHOLES ? keepFast(u, v, bits) : keepExactly(magnitude(u, v), bits);
        if (!kept) {
            return REJECTED;
        }
        long product = scale * v;
        boolean fits = Math.multiplyHigh(scale, v) == 0 && product >= 0 && product + u >= 0;
        return fits ? BigInteger.valueOf(product + u) : magnitude(u, v);
    }

    private BigInteger large(RandomBits bits) {
        BigInteger u;
        do {
            u = Uniform.below(t, bits);
        } while (!Bernoulli.exponential(u, t, bits));
        BigInteger magnitude =
                t.multiply(BigInteger.valueOf(Geometric.draw(bits))).add(u);
        return keepExactly(magnitude, bits) ? magnitude : REJECTED;
    }

    private BigInteger magnitude(long u, long v) {
        return t.multiply(BigInteger.valueOf(v)).add(BigInteger.valueOf(u));
    }

    /** True with probability e^(−γ), from an enclosure of γ = (r/2)·d², d = |Y|/t − 1/r, r = t²/σ². */
    private boolean keepFast(long u, long v, RandomBits bits) {
        // In units of 2^-58, |Y|/t is too small by less than 1.5 and 1/r by less than 1.
        long quotient = Math.multiplyHigh(u << shift, reciprocal) >>> 2;
        long deviation = (v << DEVIATION_BITS) + quotient - inverseRatio;
        long square = Math.multiplyHigh(deviation, deviation);
        long gamma = Math.multiplyHigh(square, halfRatio);
        long low = Math.max(0, gamma - BELOW);
        long high = gamma + ABOVE;
        long whole = low >>> fractionBits;
        if (high >>> fractionBits != whole) {
            return keepExactly(magnitude(u, v), bits);
        }
        for (long i = 0; i < whole; i++) {
            if (!Bernoulli.inverseOfE(bits)) {
                return false;
            }
        }
        long base = whole << fractionBits;
        long k = 1;
        while (Uniform.below(k, bits) == 0) {
            long prefix = bits.nextLong() >>> Long.SIZE - fractionBits;
            boolean success =
                    prefix < low - base || prefix < high - base && rest(gamma(magnitude(u, v))[1], prefix, bits);
            if (!success) {
                break;
            }
            k++;
        }
        return (k & 1) == 1;
    }

    /** The decision of {@link #keepFast}, from the same bits, but from γ itself. */
    private boolean keepExactly(BigInteger magnitude, RandomBits bits) {
        BigInteger[] gamma = gamma(magnitude);
        for (BigInteger i = BigInteger.ZERO; i.compareTo(gamma[0]) < 0; i = i.add(BigInteger.ONE)) {
            if (!Bernoulli.inverseOfE(bits)) {
                return false;
            }
        }
        long k = 1;
        while (Uniform.below(k, bits) == 0 && rest(gamma[1], bits.nextLong() >>> Long.SIZE - fractionBits, bits)) {
            k++;
        }
        return (k & 1) == 1;
    }

    /**
     * Whether a uniform number in [0, 1) that begins with these bits is below the fraction; more bits only if it is
     * open.
     */
    private boolean rest(BigInteger fraction, long prefix, RandomBits bits) {
        BigInteger[] scaled = fraction.shiftLeft(fractionBits).divideAndRemainder(denominator);
        int place = scaled[0].compareTo(BigInteger.valueOf(prefix));
        return place > 0 || place == 0 && Bernoulli.draw(new Rational(scaled[1], denominator), bits);
    }

    /** γ = (|Y|·t·q − p)²/(2·p·q·t²) with σ² = p/q: its whole part, and the numerator of the rest. */
    private BigInteger[] gamma(BigInteger magnitude) {
        BigInteger distance = magnitude.multiply(step).subtract(variance.numerator());
        return distance.multiply(distance).divideAndRemainder(denominator);
    }
}
