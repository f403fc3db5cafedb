package io.tacit.privacy.measure;

import io.tacit.privacy.number.GaussianShift;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Discrete Gaussian noise on several integers, taken together: of one person, who changes no more than so many of them.
 *
 * <p>Discrete Gaussian noise is continuous Gaussian noise of slightly less variance, rounded at random; so δ(ε) is that
 * of one normal law against one that is moved, which is less than what {@link Rho#deltaAt} promises for the same noise.
 * The proof is in {@code JointGaussian.md} beside this class.
 *
 * <pre>{@code
 * // Three counts with σ² = 100 in each of 10 groups.
 * JointGaussian noise = new JointGaussian(Rho.of("0.15"), Rational.of(1, 100), 30);
 * Rational delta = noise.deltaAt(Rational.ONE);
 * }</pre>
 *
 * @param rho the sum of Δ²/2σ² over all integers, Δ the whole number by which one person changes it at most
 * @param largestRatio the largest Δ²/σ² of one integer, or more; at most 2ρ
 * @param integers how many integers one person changes at most, at least 1
 */
public record JointGaussian(Rho rho, Rational largestRatio, long integers) {
    private static final MathContext DOWN = new MathContext(12, RoundingMode.FLOOR);
    private static final Rational TWO = Rational.of(2);
    private static final Rational THREE = Rational.of(3);

    /** The Δ²/σ² up to which every variance is large. */
    private static final Rational SMALL = Rational.of(1, 1000);

    /** Refuses what is out of range. */
    public JointGaussian {
        if (largestRatio.signum() <= 0) {
            throw new IllegalArgumentException("largestRatio must be more than 0");
        }
        if (integers < 1) {
            throw new IllegalArgumentException("integers must be at least 1");
        }
    }

    /**
     * How much of the variance is the rounding's.
     *
     * @param variance r²
     * @param uneven η: by no more than this part a sum of e^(−(k−y)²/2r²) over the integers differs from its mean
     */
    private record Rounding(Rational variance, Rational uneven) {
        /** Next to nothing is lost but a few units of variance. */
        static final Rounding LARGE =
                new Rounding(Rational.of(4), new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(112)));

        /** One unit of variance, and 2^(−27) of ε and δ for each integer. */
        static final Rounding SMALL =
                new Rounding(Rational.ONE, new Rational(BigInteger.ONE, BigInteger.ONE.shiftLeft(27)));

        /** What is left of ε for the continuous law. */
        Rational left(Rational epsilon, long integers) {
            return epsilon.minus(THREE.times(uneven).times(Rational.of(integers)));
        }

        /** What is left of δ. */
        Rational leftOfDelta(long integers) {
            return Rational.ONE.minus(uneven.times(Rational.of(integers)));
        }
    }

    /**
     * A δ, never too small, with which a release of these integers is (ε, δ)-differentially private; 1 promises nothing.
     * Never more than {@link Rho#deltaAt}.
     *
     * @param epsilon at least 0
     */
    public Rational deltaAt(Rational epsilon) {
        return rho.deltaAt(epsilon).min(deltaAt(epsilon, Rounding.LARGE)).min(deltaAt(epsilon, Rounding.SMALL));
    }

    private Rational deltaAt(Rational epsilon, Rounding rounding) {
        Rational kept = Rational.ONE.minus(largestRatio.times(rounding.variance()));
        Rational left = rounding.left(epsilon, integers);
        Rational leftOfDelta = rounding.leftOfDelta(integers);
        if (kept.signum() <= 0 || left.signum() < 0 || leftOfDelta.signum() <= 0) {
            return Rational.ONE;
        }
        Rational squaredShift = rho.value().times(TWO).dividedBy(kept);
        return GaussianShift.deltaUp(squaredShift, left).dividedBy(leftOfDelta).min(Rational.ONE);
    }

    /**
     * Nearly the largest ρ for which {@link #deltaAt} is at most δ, rounded down to 12 digits; never less than {@link
     * Rho#largestWithin}.
     *
     * @param share the largest share of ρ that one integer has, or more, at most 1: its Δ²/σ² is 2ρ times it
     * @param integers as for the record
     * @throws IllegalArgumentException for ε and δ so small that none is found
     */
    public static Rho largestWithin(Epsilon epsilon, Delta delta, Rational share, long integers) {
        Rho concentrated = Rho.largestWithin(epsilon, delta);
        boolean large = concentrated.value().times(TWO).times(share).compareTo(SMALL) <= 0;
        Rounding rounding = large ? Rounding.LARGE : Rounding.SMALL;
        Rational left = rounding.left(epsilon.value(), integers);
        Rational leftOfDelta = rounding.leftOfDelta(integers);
        if (left.signum() <= 0 || leftOfDelta.signum() <= 0) {
            return concentrated;
        }
        // 2ρ/(1 − 2ρ·share·r²) = μ².
        return GaussianShift.squaredShiftDown(left, delta.value().times(leftOfDelta))
                .map(square -> square.dividedBy(
                        TWO.times(Rational.ONE.plus(square.times(share).times(rounding.variance())))))
                .map(JointGaussian::rounded)
                .filter(exact -> exact.value().compareTo(concentrated.value()) > 0)
                .orElse(concentrated);
    }

    private static Rho rounded(Rational rho) {
        return new Rho(Rational.of(new BigDecimal(rho.numerator()).divide(new BigDecimal(rho.denominator()), DOWN)));
    }
}
