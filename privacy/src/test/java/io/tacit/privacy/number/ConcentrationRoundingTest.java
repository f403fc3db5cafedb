package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/** Conversions between ρ, ε and δ against a bound to 90 digits. */
class ConcentrationRoundingTest {
    private static final MathContext PRECISE = new MathContext(90);

    private static final String[][] PAIRS = {
        {"1", "1e-6"}, {"0.3", "1e-9"}, {"0.001", "1e-6"}, {"20", "1e-6"}, {"1", "0.5"}, {"1e-7", "1e-200"}
    };

    /**
     * What is said holds to the last digit: no tolerance here, since rounding to the other side is wrong by one in
     * 10^12 and no more.
     */
    @Test
    void roundingIsSafeInAllDirections() {
        for (String[] pair : PAIRS) {
            Rational epsilon = Rational.of(new BigDecimal(pair[0]));
            Rational delta = Rational.of(new BigDecimal(pair[1]));
            Rational rho = Concentration.rhoDown(epsilon, delta);
            String words = "ε " + pair[0] + ", δ " + pair[1];
            assertThat(bound(rho, epsilon).high()).as(words).isLessThanOrEqualTo(decimal(delta));
            assertThat(bound(rho, Concentration.epsilonUp(rho, delta)).high())
                    .as(words)
                    .isLessThanOrEqualTo(decimal(delta));
            assertThat(decimal(Concentration.deltaUp(rho, epsilon)))
                    .as(words)
                    .isGreaterThanOrEqualTo(bound(rho, epsilon).low());
        }
    }

    /**
     * A plan is divided by the one conversion and checked by the other, which seeks an α of its own. With one ε in some
     * 2,000, these among them, it found δ larger by 2·10^-12, and the plan was refused as one that spends too much.
     */
    @Test
    void aLossThatIsFoundIsWithinItsDelta() {
        Rational delta = Rational.of(new BigDecimal("5e-9"));
        for (String one : new String[] {"0.15210059801890272", "0.8391738546654626", "9.535868673311267E-7"}) {
            Rational epsilon = Rational.of(new BigDecimal(one));
            Rational rho = Concentration.rhoDown(epsilon, delta);
            assertThat(Concentration.deltaUp(rho, epsilon)).as(one).isLessThanOrEqualTo(delta);
        }
    }

    private static BigDecimal decimal(Rational value) {
        return new BigDecimal(value.numerator()).divide(new BigDecimal(value.denominator()), PRECISE);
    }

    /**
     * The least bound over all α, to 90 digits: e^((α−1)(αρ−ε) − h) with h = α·ln α − (α−1)·ln(α−1), at the α that a
     * search in doubles finds best, where the bound is flat.
     */
    private static Enclosure bound(Rational rho, Rational epsilon) {
        Rational m = Rational.of(new BigDecimal(bestBeyond(rho.toDoubleNearest(), epsilon.toDoubleNearest())));
        Rational alpha = m.plus(Rational.ONE);
        int digits = PRECISE.getPrecision();
        Enclosure exponent = times(Enclosure.of(m, digits).logarithm(digits), m)
                .plus(Enclosure.of(m.times(alpha.times(rho).minus(epsilon)), digits), digits)
                .plus(
                        times(Enclosure.of(alpha, digits).logarithm(digits), alpha)
                                .negate(),
                        digits);
        return exponent.negate().exponentialOfNegative(digits);
    }

    private static Enclosure times(Enclosure logarithm, Rational factor) {
        BigDecimal decimal = decimal(factor);
        BigDecimal one = logarithm.low().multiply(decimal);
        BigDecimal other = logarithm.high().multiply(decimal);
        return new Enclosure(one.min(other), one.max(other));
    }

    private static double bestBeyond(double rho, double epsilon) {
        double low = -25;
        double high = 80;
        for (int i = 0; i < 300; i++) {
            double left = low + (high - low) / 3;
            double right = high - (high - low) / 3;
            if (exponent(rho, epsilon, left) < exponent(rho, epsilon, right)) {
                high = right;
            } else {
                low = left;
            }
        }
        return Math.exp(low);
    }

    private static double exponent(double rho, double epsilon, double x) {
        double m = Math.exp(x);
        return m * ((m + 1) * rho - epsilon) - Math.log1p(m) - m * Math.log1p(1 / m);
    }
}
