package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * The upper tail of the discrete Laplace law P(Z = z) ∝ e^(−|z|/b): P(Z ≥ k) = a^k/(1+a) for k ≥ 0 with a = e^(−1/b).
 *
 * <p>Thresholds and interval widths are exact integers: the least k with P(Z ≥ k) ≤ p is ⌈b·(−ln p − ln(1+a))⌉, and the
 * real number under the ceiling is enclosed by ever more digits until both ends have one ceiling. It never is an
 * integer itself, because then a, which is transcendental, would be algebraic; so this ends. The proof is in
 * {@code Tails.md} beside this class.
 */
public final class Tails {
    private static final int DIGITS = 30;

    /** More digits take seconds; a caller could ask for any number with a tiny ε, whose scale has that many digits. */
    private static final int MOST_DIGITS = 500;

    private static final RecentTails FOUND = new RecentTails();

    private Tails() {}

    /**
     * The least integer k ≥ 0 with P(Z ≥ k) ≤ p; of scales beyond 10^400 one that is larger by less than a part in
     * 10^400.
     *
     * @param scale b, more than 0
     * @param probability p, in (0, 1)
     * @throws IllegalArgumentException for a probability or scale out of range
     */
    public static BigInteger leastWithTailAtMost(Rational scale, Rational probability) {
        checkProbability("probability", probability);
        checkScale(scale);
        return FOUND.of(scale, probability, 0, () -> least(scale, digits -> Enclosure.of(probability, digits)));
    }

    /**
     * The least integer k ≥ 0 with P(Z ≥ k) ≤ 1 − (1−δ)^(1/parts): the share of each of {@code parts} independent
     * events of which none may happen with probability 1 − δ.
     *
     * @param scale b, more than 0
     * @param delta δ, in (0, 1)
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public static BigInteger leastWithTailAtMostShare(Rational scale, Rational delta, long parts) {
        checkProbability("delta", delta);
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        checkScale(scale);
        return FOUND.of(scale, delta, parts, () -> least(scale, digits -> share(delta, parts, digits)));
    }

    /**
     * P(Z ≥ k), or slightly more.
     *
     * @param scale b, more than 0
     * @param k at least 0
     */
    public static double tailUp(Rational scale, BigInteger k) {
        checkScale(scale);
        if (k.signum() < 0) {
            throw new IllegalArgumentException("k must be at least 0");
        }
        Enclosure power = Enclosure.of(Rational.of(k).dividedBy(scale), DIGITS).exponentialOfNegative(DIGITS);
        Enclosure one = new Enclosure(BigDecimal.ONE, BigDecimal.ONE);
        return power.dividedBy(one.plus(base(scale, DIGITS), DIGITS), DIGITS).toDoubleUp();
    }

    private static BigInteger least(Rational scale, IntFunction<Enclosure> probability) {
        int digits = Math.min(MOST_DIGITS, DIGITS + scale.floor().bitLength() / 3);
        while (true) {
            Enclosure exponent = probability
                    .apply(digits)
                    .logarithm(digits)
                    .plus(base(scale, digits).logarithmOfOnePlus(digits), digits)
                    .negate();
            BigInteger least = scale.times(Rational.of(exponent.low())).ceil();
            BigInteger safe = scale.times(Rational.of(exponent.high())).ceil();
            // At the last the larger integer is taken, which is the safe side.
            if (least.equals(safe) || safe.signum() <= 0 || digits == MOST_DIGITS) {
                return safe.max(BigInteger.ZERO);
            }
            digits = Math.min(MOST_DIGITS, 2 * digits);
        }
    }

    /** a = e^(−1/b). */
    private static Enclosure base(Rational scale, int digits) {
        return Enclosure.of(Rational.ONE.dividedBy(scale), digits).exponentialOfNegative(digits);
    }

    /** 1 − (1−δ)^(1/parts) = −expm1(log1p(−δ)/parts). */
    static Enclosure share(Rational delta, long parts, int digits) {
        Enclosure whole = Enclosure.minusLogarithmOfOneMinus(delta, digits);
        return whole.dividedBy(Enclosure.of(Rational.of(parts), digits), digits).oneMinusExponentialOfNegative(digits);
    }

    private static void checkScale(Rational scale) {
        if (scale.signum() <= 0) {
            throw new IllegalArgumentException("scale must be more than 0");
        }
    }

    static void checkProbability(String name, Rational value) {
        if (value.signum() <= 0 || value.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and less than 1");
        }
    }
}
