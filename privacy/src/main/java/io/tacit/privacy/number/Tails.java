package io.tacit.privacy.number;

import java.math.BigInteger;

/**
 * The tail of the discrete Laplace law, rounded to the safe side.
 *
 * <p>StrictMath's {@code log}, {@code log1p}, {@code exp} and {@code expm1} are within one unit in the last place; every
 * result here is moved by a factor of 1 ± 2^-40, thousands of such units, to the side that its name says.
 */
public final class Tails {
    private static final double MARGIN = 0x1p-40;

    private Tails() {}

    /**
     * The least integer k ≥ 0 with P(Z ≥ k) ≤ p for Z of P(Z = z) ∝ e^(−|z|/b), or a slightly larger one.
     *
     * <p>P(Z ≥ k) = a^k/(1+a) for k ≥ 0 with a = e^(−1/b), so k = ⌈b·(−ln p − ln(1+a))⌉.
     *
     * @param scale b, more than 0
     * @param probability p in (0, 1), already rounded down where that is the safe side
     */
    public static BigInteger leastWithTailAtMostUp(Rational scale, double probability) {
        double a = StrictMath.exp(-1 / scale.toDoubleUp());
        double exponent = -StrictMath.log(probability) - StrictMath.log1p(a * (1 - MARGIN));
        double safe = exponent + Math.abs(exponent) * MARGIN + MARGIN;
        return safe <= 0 ? BigInteger.ZERO : scale.times(Rational.ofExact(safe)).ceil();
    }

    /**
     * 1 − (1−δ)^(1/n), or slightly less.
     *
     * @param delta δ in (0, 1)
     * @param parts n, at least 1
     */
    public static double shareOfDeltaDown(Rational delta, long parts) {
        double down = delta.toDoubleDown();
        double share = -StrictMath.expm1(StrictMath.log1p(-down) / parts) * (1 - MARGIN);
        return Math.max(share, 0x1p-1000);
    }

    /**
     * P(Z ≥ k), or slightly more.
     *
     * @param scale b, more than 0
     * @param k at least 0
     */
    public static double tailUp(Rational scale, BigInteger k) {
        double a = StrictMath.exp(-1 / scale.toDoubleDown());
        double exponent = Rational.of(k).dividedBy(scale).toDoubleDown();
        return Math.min(1, StrictMath.exp(-exponent) / (1 + a * (1 - MARGIN)) * (1 + MARGIN));
    }
}
