package io.tacit.privacy.number;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Tails of sums of independent continuous Laplace variables Y with density e^(−|y|/b)/2b.
 *
 * <p>For equal scales the tail is e^(−x/b) times a polynomial with rational coefficients, so that a quantile can be
 * proven; for different scales it is computed in doubles, for intervals alone. The proof is in {@code LaplaceSums.md}
 * beside this class.
 */
public final class LaplaceSums {
    /** The largest number of variables: more shares of one person are never measured. */
    public static final int MOST = 8;

    private static final int DIGITS = 40;
    private static final int HALVINGS = 200;

    /** Of 10^-200000: beyond it powers of e are no longer enclosed. */
    private static final double LEAST_LOGARITHM = -460_517;

    /** Scales nearer than this, relatively, are told apart by it: the formula for different ones would lose digits. */
    private static final double NEAR = 1e-4;

    /** Of a search that doubles its steps: doubles of this size differ from their neighbours by less. */
    private static final double LEAST_STEP = 1e-10;

    private LaplaceSums() {}

    /**
     * An x ≥ 0 with P(Y₁ + … + Y_count ≥ x) ≤ probability for scale 1, proven; larger than the least such by a part in
     * 10⁸ at most.
     *
     * @param count how many, between 1 and {@value #MOST}
     * @param probability more than 0 and less than 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rational quantileUp(int count, Rational probability) {
        Tails.checkProbability("probability", probability);
        return quantileUp(count, digits -> Enclosure.of(probability, digits));
    }

    /**
     * An x ≥ 0 with P(Y₁ + … + Y_count ≥ x) ≤ 1 − (1−δ)^(1/parts) for scale 1, proven.
     *
     * @param count how many, between 1 and {@value #MOST}
     * @param delta δ, more than 0 and less than 1
     * @param parts at least 1
     * @throws IllegalArgumentException for an argument out of range
     */
    public static Rational quantileUpOfShare(int count, Rational delta, long parts) {
        Tails.checkProbability("delta", delta);
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be at least 1");
        }
        return quantileUp(count, digits -> Tails.share(delta, parts, digits));
    }

    private static Rational quantileUp(int count, IntFunction<Enclosure> probability) {
        List<Rational> polynomial = polynomial(count);
        Enclosure asked = probability.apply(DIGITS);
        Rational most = Rational.of(asked.low());
        if (most.compareTo(Rational.of(1, 2)) >= 0) {
            return Rational.ZERO;
        }
        // ln p in doubles: p itself may be smaller than any double.
        double wanted = asked.logarithm(DIGITS).low().doubleValue();
        if (wanted < LEAST_LOGARITHM) {
            throw new IllegalArgumentException("probability must be at least 10^-200000");
        }
        double outside = 0;
        double inside = 1;
        while (logarithm(count, inside) > wanted) {
            inside *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = outside / 2 + inside / 2;
            if (middle == outside || middle == inside) {
                break;
            }
            if (logarithm(count, middle) > wanted) {
                outside = middle;
            } else {
                inside = middle;
            }
        }
        // A step that is not relative alone: for a probability of nearly one half x is nearly 0.
        double step = LEAST_STEP * Math.max(1, inside);
        double x = inside;
        while (tailUp(polynomial, Rational.ofExact(x)).compareTo(most) > 0) {
            x += step;
            step *= 2;
        }
        return Rational.ofExact(x);
    }

    /** P(Y₁ + … + Y_count ≥ x) or slightly more, for x ≥ 0 and scale 1. */
    private static Rational tailUp(List<Rational> polynomial, Rational x) {
        Rational power = Rational.of(
                Enclosure.of(x, DIGITS).exponentialOfNegative(DIGITS).high());
        return power.times(value(polynomial, x));
    }

    /**
     * ln P(Y₁ + … + Y_count ≥ x) for scale 1, to about 12 digits.
     *
     * @param count how many, between 1 and {@value #MOST}
     * @param x any number
     */
    public static double logarithm(int count, double x) {
        if (x < 0) {
            return Math.log1p(-Math.exp(logarithm(count, -x)));
        }
        double sum = 0;
        double power = 1;
        for (double coefficient : doubles(count)) {
            sum += coefficient * power;
            power *= x;
        }
        return Math.log(sum) - x;
    }

    private static Rational value(List<Rational> polynomial, Rational x) {
        Rational sum = Rational.ZERO;
        for (int i = polynomial.size() - 1; i >= 0; i--) {
            sum = sum.times(x).plus(polynomial.get(i));
        }
        return sum;
    }

    /** The coefficients t_i of P(Y₁ + … + Y_count ≥ x) = e^(−x)·Σ t_i·x^i for x ≥ 0 and scale 1. */
    private static List<Rational> polynomial(int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("count must be between 1 and " + MOST);
        }
        return POLYNOMIALS.get(count - 1);
    }

    /** The same coefficients, nearest doubles. */
    private static double[] doubles(int count) {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("count must be between 1 and " + MOST);
        }
        return DOUBLES.get(count - 1);
    }

    private static final List<List<Rational>> POLYNOMIALS = polynomials();
    private static final List<double[]> DOUBLES = POLYNOMIALS.stream()
            .map(polynomial ->
                    polynomial.stream().mapToDouble(Rational::toDoubleNearest).toArray())
            .toList();

    private static List<List<Rational>> polynomials() {
        List<List<Rational>> all = new ArrayList<>();
        for (int count = 1; count <= MOST; count++) {
            List<Rational> tail = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Rational sum = Rational.ZERO;
                for (int m = i; m < count; m++) {
                    sum = sum.plus(density(count, m).times(factorial(m)));
                }
                tail.add(sum.dividedBy(factorial(i)));
            }
            all.add(List.copyOf(tail));
        }
        return List.copyOf(all);
    }

    /** The coefficient of x^m in e^x times the density at x ≥ 0 of the sum of so many. */
    private static Rational density(int count, int m) {
        int j = count - 1 - m;
        return factorial(count - 1 + j)
                .dividedBy(factorial(j).times(factorial(m)))
                .dividedBy(factorial(count - 1).times(Rational.of(BigInteger.ONE.shiftLeft(count + j))));
    }

    private static Rational factorial(int n) {
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return Rational.of(product);
    }

    /**
     * P(|Y₁ + … + Y_n| ≥ t) for independent Laplace variables of these scales, to about 8 digits; those nearer than a
     * part in 10⁴ but not equal are made a little wider.
     *
     * @param t at least 0
     * @param scales each at least 0, at most {@value #MOST}
     */
    public static double twoSided(double t, double... scales) {
        double[] sorted = positive(scales);
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return t > 0 ? 0 : 1;
        }
        double widest = sorted[sorted.length - 1];
        if (Double.isInfinite(widest)) {
            return 1;
        }
        if (sorted[0] == widest) {
            return Math.min(1, 2 * Math.exp(logarithm(sorted.length, t / widest)));
        }
        double before = 0;
        for (int i = 0; i < sorted.length; i++) {
            // Measured by the widest, which the formula's quotients are made of.
            sorted[i] = Math.max(sorted[i] / widest, before == 0 ? 0 : before * (1 + NEAR));
            before = sorted[i];
        }
        double sum = 0;
        for (int i = 0; i < sorted.length; i++) {
            double term = Math.exp(-t / widest / sorted[i]);
            for (int j = 0; j < sorted.length; j++) {
                double ratio = sorted[j] / sorted[i];
                term /= i == j ? 1 : 1 - ratio * ratio;
            }
            sum += term;
        }
        return Math.max(0, Math.min(1, sum));
    }

    private static double[] positive(double[] scales) {
        double[] positive = new double[scales.length];
        int length = 0;
        for (double scale : scales) {
            if (scale > 0) {
                positive[length++] = scale;
            }
        }
        return Arrays.copyOf(positive, length);
    }
}
