package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;

/**
 * From zero-concentrated to approximate differential privacy: δ(ε; ρ) = min over α &gt; 1 of
 * e^((α−1)(αρ−ε))/(α−1)·(1−1/α)^α, and its inverses in ρ and ε. Each is rounded to the safe side.
 *
 * <p>Every α &gt; 1 gives a valid bound. One that is nearly the best is sought in doubles; the bound at that very α is
 * then enclosed. The proof is in {@code Concentration.md} beside this class.
 */
public final class Concentration {
    private static final int DIGITS = 20;
    private static final MathContext UP = new MathContext(12, RoundingMode.CEILING);
    private static final MathContext DOWN = new MathContext(12, RoundingMode.FLOOR);

    /**
     * ln(α − 1) is sought in this range; losses so small that a larger one is best get a worse bound, never a wrong
     * one.
     */
    private static final double LEAST_LOGARITHM = -25;

    private static final double LARGEST_LOGARITHM = 80;
    private static final int COARSE_STEPS = 105;
    private static final int FINE_STEPS = 50;
    private static final double GOLDEN = 0.6180339887498949;

    /** A smaller δ is given as this one: decimals of more places are too long to compute with. */
    static final BigDecimal LEAST_DELTA = BigDecimal.ONE.scaleByPowerOfTen(-9_000);

    private Concentration() {}

    /**
     * δ(ε; ρ), rounded up to 12 digits; at least 10^-9000 and at most 1.
     *
     * @param rho more than 0
     * @param epsilon at least 0
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rational deltaUp(Rational rho, Rational epsilon) {
        checkPositive("rho", rho);
        if (epsilon.signum() < 0) {
            throw new IllegalArgumentException("epsilon must be at least 0");
        }
        double r = rho.toDoubleNearest();
        double e = epsilon.toDoubleNearest();
        Rational beyond = least(m -> m * ((m + 1) * r - e) - entropy(m));
        Rational alpha = beyond.plus(Rational.ONE);
        Rational exact = beyond.times(alpha.times(rho).minus(epsilon));
        BigDecimal exponent = Enclosure.of(exact, DIGITS)
                .plus(entropyOf(beyond).negate(), DIGITS)
                .high();
        if (exponent.signum() >= 0) {
            return Rational.ONE;
        }
        BigDecimal positive = exponent.negate();
        Enclosure power = new Enclosure(positive, positive).exponentialOfNegative(DIGITS);
        return Rational.of(power.high().max(LEAST_DELTA).round(UP)).min(Rational.ONE);
    }

    /**
     * Nearly the largest ρ with {@link #deltaUp} of at most δ, rounded down to 12 digits.
     *
     * @param epsilon more than 0
     * @param delta in (0, 1)
     * @throws IllegalArgumentException for an argument out of range, and for ε and δ so small that no ρ is found
     */
    public static Rational rhoDown(Rational epsilon, Rational delta) {
        checkPositive("epsilon", epsilon);
        Tails.checkProbability("delta", delta);
        double e = epsilon.toDoubleNearest();
        double logarithm = logarithm(delta);
        Rational beyond = least(m -> -((e + (logarithm + entropy(m)) / m) / (m + 1)));
        // ρ = (ε + (ln δ + h)/(α−1))/α.
        BigDecimal sum = Enclosure.of(delta, DIGITS)
                .logarithm(DIGITS)
                .plus(entropyOf(beyond), DIGITS)
                .low();
        Rational rho = epsilon.plus(Rational.of(sum).dividedBy(beyond)).dividedBy(beyond.plus(Rational.ONE));
        if (rho.signum() <= 0) {
            throw new IllegalArgumentException("epsilon and delta must be larger: no rho is found for them");
        }
        // δ at this ρ is sought with an α of its own, which may be a little worse, and is rounded up.
        BigDecimal largest = Enclosure.of(rho, DIGITS).low().round(DOWN);
        BigDecimal less = largest;
        for (BigDecimal step = largest.ulp();
                deltaUp(Rational.of(less), epsilon).compareTo(delta) > 0;
                step = step.add(step)) {
            less = largest.subtract(step);
        }
        return Rational.of(less);
    }

    /**
     * Nearly the least ε with δ(ε; ρ) ≤ δ, rounded up to 12 digits; at least 0.
     *
     * @param rho more than 0
     * @param delta in (0, 1)
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rational epsilonUp(Rational rho, Rational delta) {
        checkPositive("rho", rho);
        Tails.checkProbability("delta", delta);
        double r = rho.toDoubleNearest();
        double logarithm = logarithm(delta);
        Rational beyond = least(m -> (m + 1) * r - (logarithm + entropy(m)) / m);
        BigDecimal sum = Enclosure.of(delta, DIGITS)
                .logarithm(DIGITS)
                .plus(entropyOf(beyond), DIGITS)
                .low();
        Rational epsilon =
                rho.times(beyond.plus(Rational.ONE)).minus(Rational.of(sum).dividedBy(beyond));
        return epsilon.signum() <= 0
                ? Rational.ZERO
                : Rational.of(Enclosure.of(epsilon, DIGITS).high().round(UP));
    }

    /** h = α·ln α − (α−1)·ln(α−1), of m = α − 1: the logarithm of (α−1)/(1−1/α)^α. */
    private static double entropy(double m) {
        return Math.log1p(m) + m * Math.log1p(1 / m);
    }

    private static Enclosure entropyOf(Rational beyond) {
        Enclosure first = Enclosure.of(beyond.plus(Rational.ONE), DIGITS).logarithm(DIGITS);
        Enclosure ratio = Enclosure.of(Rational.ONE.plus(Rational.ONE.dividedBy(beyond)), DIGITS)
                .logarithm(DIGITS);
        BigDecimal factor = new BigDecimal(beyond.numerator()).divide(new BigDecimal(beyond.denominator()));
        MathContext down = new MathContext(DIGITS, RoundingMode.FLOOR);
        MathContext up = new MathContext(DIGITS, RoundingMode.CEILING);
        Enclosure second =
                new Enclosure(ratio.low().multiply(factor, down), ratio.high().multiply(factor, up));
        return first.plus(second, DIGITS);
    }

    private static double logarithm(Rational delta) {
        double near = delta.toDoubleNearest();
        return near > 0
                ? Math.log(near)
                : (delta.numerator().bitLength() - delta.denominator().bitLength()) * Math.log(2);
    }

    /** A multiple of a power of two near the m = α − 1 at which a function with one valley is least. */
    private static Rational least(DoubleUnaryOperator ofBeyond) {
        DoubleUnaryOperator function = x -> {
            double value = ofBeyond.applyAsDouble(Math.exp(x));
            return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
        };
        double best = 0;
        for (int i = 0; i <= COARSE_STEPS; i++) {
            double x = LEAST_LOGARITHM + (LARGEST_LOGARITHM - LEAST_LOGARITHM) * i / COARSE_STEPS;
            if (function.applyAsDouble(x) < function.applyAsDouble(best)) {
                best = x;
            }
        }
        double low = best - 1;
        double high = best + 1;
        for (int i = 0; i < FINE_STEPS; i++) {
            double left = high - GOLDEN * (high - low);
            double right = low + GOLDEN * (high - low);
            if (function.applyAsDouble(left) <= function.applyAsDouble(right)) {
                high = right;
            } else {
                low = left;
            }
        }
        // A float has enough digits: near its minimum the function is flat.
        double m = (float) Math.exp(low / 2 + high / 2);
        return Rational.ofExact(m > 0 ? m : 1);
    }

    private static void checkPositive(String name, Rational value) {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException(name + " must be more than 0");
        }
    }
}
