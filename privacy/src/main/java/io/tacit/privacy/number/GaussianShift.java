package io.tacit.privacy.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * δ(ε) of a standard normal law against one that is moved by μ: Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), and its inverse in μ;
 * each is rounded to the safe side. Source of the formula: Balle and Wang (2018), theorem 8.
 *
 * <p>Computed by series of positive terms with as many digits as cancel. The proof is in {@code GaussianShift.md} beside
 * this class.
 */
public final class GaussianShift {
    private static final int DIGITS = 30;
    private static final MathContext UP = new MathContext(12, RoundingMode.CEILING);
    private static final MathContext DOWN = new MathContext(12, RoundingMode.FLOOR);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final Rational HALF = Rational.of(1, 2);
    private static final double LN_OF_10 = Math.log(10);

    /** Beyond so many digits that cancel, δ below 10^-50 or ε in the hundreds, nothing is computed. */
    private static final int MOST_CANCELLED = 150;

    /** Less than what is asked for by more than rounding to 12 digits could add. */
    private static final Rational SLIGHTLY_LESS = Rational.ONE.minus(Rational.of(1, 10_000_000_000L));

    /** How near the logarithm of the δ that is found must come. */
    private static final double NEAR = 1e-9;

    private static final double LEAST = 1e-200;
    private static final int STEPS = 60;

    /** By number of digits, of which there are few. */
    private static final Map<Integer, BigDecimal> PI_DOWN = new ConcurrentHashMap<>();

    private GaussianShift() {}

    /**
     * δ(ε), rounded up to 12 digits; at most 1. A simpler and larger bound where δ is below 10^-50 or ε in the hundreds.
     *
     * @param squaredShift μ², more than 0
     * @param epsilon at least 0
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rational deltaUp(Rational squaredShift, Rational epsilon) {
        if (squaredShift.signum() <= 0) {
            throw new IllegalArgumentException("squaredShift must be more than 0");
        }
        if (epsilon.signum() < 0) {
            throw new IllegalArgumentException("epsilon must be at least 0");
        }
        // With ρ = μ²/2 the two points of the law are a = (ε − ρ)/μ and b = (ε + ρ)/μ.
        Rational rho = squaredShift.times(HALF);
        Rational near = epsilon.minus(rho);
        Rational far = epsilon.plus(rho);
        Rational nearSquare = near.times(near).dividedBy(squaredShift);
        Rational farSquare = far.times(far).dividedBy(squaredShift);
        double cancelled = (epsilon.toDoubleNearest() + nearSquare.toDoubleNearest() / 2) / LN_OF_10;
        if (!(cancelled < MOST_CANCELLED)) {
            return near.signum() > 0 ? tailUp(nearSquare) : Rational.ONE;
        }
        int digits = DIGITS + (int) cancelled;
        MathContext up = new MathContext(digits, RoundingMode.CEILING);
        BigDecimal positive = bracketUp(near, nearSquare, far, farSquare, digits)
                .multiply(densityUp(nearSquare, digits), up)
                .divide(rootDown(rho, digits).multiply(TWO), up);
        BigDecimal delta = positive.subtract(growthDown(epsilon, digits).divide(TWO), up);
        return Rational.of(delta.round(UP)).min(Rational.ONE);
    }

    /** At least (ε + ρ)·S(b²) − (ε − ρ)·S(a²), S the series. */
    private static BigDecimal bracketUp(
            Rational near, Rational nearSquare, Rational far, Rational farSquare, int digits) {
        MathContext up = new MathContext(digits, RoundingMode.CEILING);
        BigDecimal first = Enclosure.of(far, digits).high().multiply(series(farSquare, digits, up), up);
        if (near.signum() < 0) {
            BigDecimal more = Enclosure.of(near.abs(), digits).high();
            return first.add(more.multiply(series(nearSquare, digits, up), up), up);
        }
        MathContext down = new MathContext(digits, RoundingMode.FLOOR);
        BigDecimal less = Enclosure.of(near, digits).low();
        return first.subtract(less.multiply(series(nearSquare, digits, down), down), up);
    }

    /** At least e^(−a²/2). */
    private static BigDecimal densityUp(Rational square, int digits) {
        return Enclosure.of(square.times(HALF), digits)
                .exponentialOfNegative(digits)
                .high();
    }

    /** At most e^ε − 1 = (1 − e^(−ε))/e^(−ε). */
    private static BigDecimal growthDown(Rational epsilon, int digits) {
        Enclosure exponent = Enclosure.of(epsilon, digits);
        return exponent.oneMinusExponentialOfNegative(digits)
                .dividedBy(exponent.exponentialOfNegative(digits), digits)
                .low();
    }

    /** At least Φ(−a) for a > 0: half of e^(−a²/2), and of 10^-9000. */
    private static Rational tailUp(Rational square) {
        return Rational.of(
                        densityUp(square, DIGITS).max(Concentration.LEAST_DELTA).round(UP))
                .times(HALF);
    }

    /**
     * Nearly the largest μ² with δ(ε) ≤ δ, rounded down to 12 digits; {@link #deltaUp} of it and of every smaller one is
     * at most δ. Empty where nothing is computed: for δ below 10^-50 and for ε in the hundreds.
     *
     * @param epsilon more than 0
     * @param delta in (0, 1)
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Optional<Rational> squaredShiftDown(Rational epsilon, Rational delta) {
        if (epsilon.signum() <= 0) {
            throw new IllegalArgumentException("epsilon must be more than 0");
        }
        Tails.checkProbability("delta", delta);
        Rational wanted = delta.times(SLIGHTLY_LESS);
        double e = epsilon.toDoubleNearest();
        double logarithm = Math.log(delta.toDoubleNearest());
        if (!((e - logarithm) / LN_OF_10 < MOST_CANCELLED)) {
            return Optional.empty();
        }
        double shift = nearly(e, logarithm);
        for (int i = 0; i < STEPS; i++) {
            double square = shift * shift;
            if (!(square > LEAST && square < 1 / LEAST)) {
                return Optional.empty();
            }
            Rational rounded = Rational.of(new BigDecimal(square).round(DOWN));
            Rational found = deltaUp(rounded, epsilon);
            double error = Math.log(found.toDoubleNearest()) - logarithm;
            if (found.compareTo(wanted) <= 0 && error > -NEAR) {
                return Optional.of(rounded);
            }
            shift *= step(shift, e, Math.log(found.toDoubleNearest()), logarithm - NEAR / 4);
        }
        return Optional.empty();
    }

    /** The same in doubles, to some nine digits: where the search that proves begins. */
    private static double nearly(double epsilon, double logarithm) {
        // The first guess has less than δ: the tail beyond a, without what is taken off.
        double shift = Math.sqrt(2 * (epsilon - logarithm)) - Math.sqrt(-2 * logarithm);
        for (int i = 0; i < STEPS; i++) {
            double near = NormalTail.logarithm(epsilon / shift - shift / 2);
            double far = NormalTail.logarithm(epsilon / shift + shift / 2) + epsilon;
            double found = near + Math.log(-Math.expm1(far - near));
            if (Double.isNaN(found) || Math.abs(found - logarithm) < NEAR / 2) {
                break;
            }
            shift *= step(shift, epsilon, found, logarithm - NEAR / 4);
        }
        return shift;
    }

    /** Newton's step in logarithms: the derivative of δ in μ is the normal density at ε/μ − μ/2. */
    private static double step(double shift, double epsilon, double found, double wanted) {
        double at = epsilon / shift - shift / 2;
        double slope = shift * Math.exp(-at * at / 2 - found) / Math.sqrt(2 * Math.PI);
        return Math.exp(Math.max(-1, Math.min(1, (wanted - found) / slope)));
    }

    /** 1 + y/3 + y²/(3·5) + … for y ≥ 0, rounded one way; what follows is below the last term once terms halve. */
    private static BigDecimal series(Rational y, int digits, MathContext rounded) {
        boolean up = rounded.getRoundingMode() == RoundingMode.CEILING;
        Enclosure both = Enclosure.of(y, digits);
        BigDecimal factor = up ? both.high() : both.low();
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (long odd = 3; ; odd += 2) {
            term = term.multiply(factor, rounded).divide(BigDecimal.valueOf(odd), rounded);
            sum = sum.add(term, rounded);
            boolean halves = factor.multiply(TWO).compareTo(BigDecimal.valueOf(odd)) <= 0;
            if (halves && term.compareTo(sum.scaleByPowerOfTen(-digits)) <= 0) {
                return up ? sum.add(term, rounded) : sum;
            }
        }
    }

    /** √(πρ), or slightly less. */
    private static BigDecimal rootDown(Rational rho, int digits) {
        BigDecimal square = PI_DOWN.computeIfAbsent(digits, GaussianShift::piDown)
                .multiply(Enclosure.of(rho, digits).low());
        // An even power of ten that leaves twice as many digits before the point as the root shall have.
        int places = 2 * (digits + Math.max(0, square.scale() - square.precision()));
        BigInteger root = square.scaleByPowerOfTen(places).toBigInteger().sqrt();
        return new BigDecimal(root, places / 2);
    }

    /** π or slightly less, by Machin: 16·arctan(1/5) − 4·arctan(1/239). */
    private static BigDecimal piDown(int digits) {
        int places = digits + 5;
        BigInteger unit = BigInteger.TEN.pow(places);
        BigInteger sixteen = BigInteger.valueOf(16);
        BigInteger four = BigInteger.valueOf(4);
        return new BigDecimal(
                arctangent(5, unit, false)
                        .multiply(sixteen)
                        .subtract(arctangent(239, unit, true).multiply(four)),
                places);
    }

    /** unit·arctan(1/n), or slightly less or more: each term is rounded that way, and so is what follows the last. */
    private static BigInteger arctangent(long n, BigInteger unit, boolean up) {
        BigInteger square = BigInteger.valueOf(n * n);
        BigInteger power = BigInteger.valueOf(n);
        BigInteger sum = BigInteger.ZERO;
        for (long odd = 1; ; odd += 2) {
            BigInteger[] term = unit.divideAndRemainder(power.multiply(BigInteger.valueOf(odd)));
            boolean added = odd % 4 == 1;
            // What is added is rounded as the sum, what is subtracted the other way.
            boolean larger = added == up && term[1].signum() > 0;
            BigInteger rounded = larger ? term[0].add(BigInteger.ONE) : term[0];
            sum = added ? sum.add(rounded) : sum.subtract(rounded);
            // After a term that was added the sum is above, after one that was subtracted below the number.
            if (term[0].signum() == 0 && added == up) {
                return sum;
            }
            power = power.multiply(square);
        }
    }
}
