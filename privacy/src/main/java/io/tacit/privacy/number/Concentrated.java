package io.tacit.privacy.number;

/**
 * The conversion of ρ-zero-concentrated to (ε, δ)-differential privacy: δ(ε; ρ) = min over α > 1 of
 * e^((α−1)(αρ−ε))/(α−1)·(1−1/α)^α (Canonne, Kamath and Steinke 2020, corollary 13).
 *
 * <p>Every α gives an upper bound, so a minimum that is only nearly found is safe, and what floating point may lose is
 * added. The proof is in {@code Concentrated.md} beside this class.
 */
public final class Concentrated {
    /** More than what floating point may lose of a logarithm here. */
    private static final double SLACK = 1e-9;

    private static final int STEPS = 100;
    private static final int HALVINGS = 60;
    private static final int DIGITS = 40;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private Concentrated() {}

    /**
     * δ(ε; ρ), rounded up.
     *
     * @param epsilon at least 0
     * @param rho more than 0
     * @return at most 1
     */
    public static double deltaUp(Rational epsilon, Rational rho) {
        check(epsilon, rho);
        return Math.min(1, Math.nextUp(Math.exp(logarithm(epsilon.toDoubleDown(), rho.toDoubleUp()) + SLACK)));
    }

    /**
     * A ρ with δ(ε; ρ) ≤ δ, at most a millionth smaller than the largest.
     *
     * @param epsilon more than 0, at most 10^6
     * @param delta between 10^-300 and 1
     * @throws IllegalArgumentException for arguments outside
     */
    public static Rational rhoDown(Rational epsilon, Rational delta) {
        if (epsilon.signum() <= 0 || epsilon.compareTo(Rational.of(1_000_000)) > 0) {
            throw new IllegalArgumentException("epsilon must be more than 0 and at most 1000000");
        }
        double target = Math.log(delta.toDoubleDown()) - SLACK;
        if (!(target > -690) || delta.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be at least 1e-299 and less than 1");
        }
        double most = epsilon.toDoubleDown();
        // A ρ above ε promises δ near 1; below, halving the logarithm of ρ/ε finds the edge.
        double low = -1500;
        double high = 3;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (logarithm(most, most * Math.exp(middle)) + SLACK <= target) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double rho = shortened(most * Math.exp(low));
        if (!(rho > 0) || logarithm(most, rho) + SLACK > target) {
            throw new IllegalArgumentException("epsilon and delta are too small for Gaussian noise");
        }
        return Rational.ofExact(rho);
    }

    /**
     * An ε with δ(ε; ρ) ≤ δ, at most a millionth larger than the least.
     *
     * @param rho more than 0, at most 10^6
     * @param delta between 10^-300 and 1
     */
    public static double epsilonUp(Rational rho, Rational delta) {
        check(Rational.ZERO, rho);
        double target = Math.log(delta.toDoubleDown()) - SLACK;
        if (!(target > -690) || delta.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("delta must be at least 1e-299 and less than 1");
        }
        double most = rho.toDoubleUp();
        double low = 0;
        double high = most + 2 * Math.sqrt(-most * target) + 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (logarithm(middle, most) + SLACK <= target) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Fewer binary digits, rounded down: noise is drawn the faster. */
    private static double shortened(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return Double.longBitsToDouble(bits >> (52 - DIGITS) << (52 - DIGITS));
    }

    /** ln δ(ε; ρ), the least over α that golden sections of ln(α−1) find; the logarithm has one minimum there. */
    private static double logarithm(double epsilon, double rho) {
        double low = -40;
        double high = 80;
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double atLeft = bound(left, epsilon, rho);
        double atRight = bound(right, epsilon, rho);
        for (int i = 0; i < STEPS && high - low > 1e-7; i++) {
            if (atLeft <= atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = bound(left, epsilon, rho);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = bound(right, epsilon, rho);
            }
        }
        return Math.min(atLeft, atRight);
    }

    /** The logarithm of the bound at α = 1 + e^x; α·ln(1−1/α) = −α·log1p(e^−x). */
    private static double bound(double x, double epsilon, double rho) {
        double beyond = Math.exp(x);
        double alpha = 1 + beyond;
        return beyond * (alpha * rho - epsilon) - x - alpha * Math.log1p(Math.exp(-x));
    }

    private static void check(Rational epsilon, Rational rho) {
        if (epsilon.signum() < 0) {
            throw new IllegalArgumentException("epsilon must be at least 0");
        }
        if (rho.signum() <= 0 || rho.compareTo(Rational.of(1_000_000)) > 0) {
            throw new IllegalArgumentException("rho must be more than 0 and at most 1000000");
        }
    }
}
