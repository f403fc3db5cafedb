package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * The upper tail of the discrete Gaussian law P(Z = z) ∝ e^(−z²/(2σ²)), from above: P(Z ≥ k) ≤ T(k) =
 * e^(−k²/2σ²)/(1 − e^(−(2k+1)/2σ²))/max(1, σ√(2π)) for k ≥ 0.
 *
 * <p>The normal tail rounded up would not be a bound: for small σ it is too small by up to eight times. The proof is in
 * {@code GaussianTails.md} beside this class.
 */
public final class GaussianTails {
    private static final int DIGITS = 25;

    /** Less than 2π. */
    private static final Rational TWO_PI_DOWN = Rational.of(6_283_185_307L, 1_000_000_000L);

    private GaussianTails() {}

    /**
     * The least integer k ≥ 0 with T(k) ≤ p.
     *
     * @param variance σ², more than 0
     * @param probability p, in (0, 1)
     * @throws IllegalArgumentException for an argument out of range
     */
    public static BigInteger leastWithTailAtMost(Rational variance, Rational probability) {
        Tails.checkProbability("probability", probability);
        return least(variance, digits -> Enclosure.of(probability, digits));
    }

    /**
     * The least integer k ≥ 0 with T(k) ≤ 1 − (1−δ)^(1/parts).
     *
     * @param variance σ², more than 0
     * @param delta δ, in (0, 1)
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public static BigInteger leastWithTailAtMostShare(Rational variance, Rational delta, long parts) {
        Tails.checkProbability("delta", delta);
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return least(variance, digits -> Tails.share(delta, parts, digits));
    }

    /**
     * T(k), or slightly more.
     *
     * @param variance σ², more than 0
     * @param k at least 0
     */
    public static double tailUp(Rational variance, BigInteger k) {
        check(variance);
        if (k.signum() < 0) {
            throw new IllegalArgumentException("k must be at least 0");
        }
        return new Enclosure(BigDecimal.ZERO, tail(variance, k)).toDoubleUp();
    }

    /** T falls, so that halving finds the edge; what counts is T with every step rounded up. */
    private static BigInteger least(Rational variance, IntFunction<Enclosure> probability) {
        check(variance);
        BigDecimal allowed = probability.apply(DIGITS).low();
        if (tail(variance, BigInteger.ZERO).compareTo(allowed) <= 0) {
            return BigInteger.ZERO;
        }
        BigInteger too = BigInteger.ZERO;
        BigInteger enough = variance.floor().sqrt().add(BigInteger.ONE);
        while (tail(variance, enough).compareTo(allowed) > 0) {
            too = enough;
            enough = enough.shiftLeft(1);
        }
        while (enough.subtract(too).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = too.add(enough).shiftRight(1);
            if (tail(variance, middle).compareTo(allowed) > 0) {
                too = middle;
            } else {
                enough = middle;
            }
            if (enough.bitLength() - enough.subtract(too).bitLength() > 40) {
                // A part in 2^40 is not worth more steps; the larger one is the safe one.
                return enough;
            }
        }
        return enough;
    }

    private static BigDecimal tail(Rational variance, BigInteger k) {
        Rational twice = variance.plus(variance);
        Rational square = Rational.of(k.multiply(k)).dividedBy(twice);
        Rational step = Rational.of(k.shiftLeft(1).add(BigInteger.ONE)).dividedBy(twice);
        Enclosure numerator = Enclosure.of(square, DIGITS).exponentialOfNegative(DIGITS);
        Enclosure rest = Enclosure.of(step, DIGITS).oneMinusExponentialOfNegative(DIGITS);
        return numerator
                .dividedBy(rest, DIGITS)
                .dividedBy(mass(variance), DIGITS)
                .high();
    }

    /** max(1, σ√(2π)) or a little less: the sum of all e^(−z²/2σ²) is at least that. */
    private static Enclosure mass(Rational variance) {
        int bits = 64;
        Rational square = variance.times(TWO_PI_DOWN);
        BigInteger root = square.numerator()
                .shiftLeft(2 * bits)
                .divide(square.denominator())
                .sqrt();
        Rational down = Rational.of(root).dividedBy(Rational.of(BigInteger.ONE.shiftLeft(bits)));
        return Enclosure.of(down.max(Rational.ONE), DIGITS);
    }

    private static void check(Rational variance) {
        if (variance.signum() <= 0) {
            throw new IllegalArgumentException("variance must be more than 0");
        }
    }
}
