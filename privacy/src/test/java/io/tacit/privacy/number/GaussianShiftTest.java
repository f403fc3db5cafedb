package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Against values to 400 digits of another program, and of the inverse that it is one. */
class GaussianShiftTest {
    /** μ², ε, δ to 16 digits. */
    private static final String[][] KNOWN = {
        {"0.05", "1", "2.915320612294618e-7"},
        {"0.0007", "0.1", "5.161622125006249e-7"},
        {"0.00001", "0.01", "6.767297801953751e-7"},
        {"3.4", "10", "9.306533162932369e-7"},
        {"32", "50", "4.39592546791444e-10"},
        {"0.008", "1", "3.301519969973845e-31"},
        {"37", "100", "9.568720334765088e-42"},
        {"1.3", "0.5", "0.2941777968885111"},
        {"19", "3", "0.890521792523027"},
        {"0.5", "0", "0.2763263901682369"},
        {"100", "20", "0.9980291814654276"},
        {"0.000001", "0.001", "8.335713212520849e-5"}
    };

    /** Never less, and larger by less than a part in 10^11. */
    @Test
    void deltaIsRoundedUpAndNoMore() {
        for (String[] known : KNOWN) {
            BigDecimal delta = new BigDecimal(known[2]);
            BigDecimal found = decimal(GaussianShift.deltaUp(number(known[0]), number(known[1])));
            // The sixteenth digit of what is known is rounded.
            assertThat(found).as(known[0]).isGreaterThanOrEqualTo(delta.multiply(new BigDecimal("0.999999999999999")));
            assertThat(found).as(known[0]).isLessThanOrEqualTo(delta.multiply(new BigDecimal("1.00000000001")));
        }
    }

    /** Where too much would cancel the bound is simpler, and still one: the truth is 1.4e-2180. */
    @Test
    void farAwayTheTailIsABound() {
        Rational far = GaussianShift.deltaUp(number("1e-8"), number("0.01"));
        assertThat(far).isLessThan(number("1e-2150")).isGreaterThan(number("1e-2180"));
        assertThat(GaussianShift.deltaUp(Rational.of(100_000), Rational.of(400)))
                .isEqualTo(Rational.ONE);
    }

    /**
     * The truth is φ(a)·(M(a) − M(b)) with Mills' ratio M, where M(a) is more than a/(1 + a²) and M(b) less than 1/b; the tail
     * alone is e^(−a²/2)/2.
     */
    @Test
    void farAwayTheBoundLiesBetweenTheTruthAndTheTailOfTheNearerPoint() {
        for (double squared : new double[] {0.25, 1, 4, 30}) {
            double shift = Math.sqrt(squared);
            for (double above = 30; above < 120; above += 7.5) {
                double epsilon = above * shift + squared / 2;
                double far = above + shift;
                double truth = -above * above / 2
                        - Math.log(2 * Math.PI) / 2
                        + Math.log(above / (1 + above * above) - 1 / far);
                double tail = -above * above / 2 - Math.log(2);
                Rational bound = GaussianShift.deltaUp(Rational.ofExact(squared), Rational.ofExact(epsilon));
                assertThat(logarithm(bound))
                        .as("squared shift %s, epsilon %s", squared, epsilon)
                        .isGreaterThan(truth)
                        .isLessThan(tail + 1e-6);
            }
        }
    }

    private static double logarithm(Rational value) {
        BigDecimal decimal = decimal(value);
        return Math.log(decimal.unscaledValue().doubleValue()) - decimal.scale() * Math.log(10);
    }

    @Test
    void theInverseIsNearlyTheLargest() {
        for (String[] pair : new String[][] {
            {"1", "1e-6"},
            {"0.1", "1e-6"},
            {"0.01", "1e-9"},
            {"10", "1e-6"},
            {"50", "1e-9"},
            {"1", "1e-30"},
            {"100", "1e-40"},
            {"0.5", "0.3"},
            {"3", "0.9"}
        }) {
            Rational epsilon = number(pair[0]);
            Rational delta = number(pair[1]);
            Rational square = GaussianShift.squaredShiftDown(epsilon, delta).orElseThrow();
            for (String less : new String[] {"1", "0.99999999999", "0.9", "0.01"}) {
                assertThat(GaussianShift.deltaUp(square.times(number(less)), epsilon))
                        .as("%s of %s", less, pair[0])
                        .isLessThanOrEqualTo(delta);
            }
            assertThat(GaussianShift.deltaUp(square.times(number("1.00000001")), epsilon))
                    .isGreaterThan(delta);
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThat(GaussianShift.squaredShiftDown(Rational.ONE, number("1e-300")))
                .isEmpty();
        assertThat(GaussianShift.squaredShiftDown(Rational.of(1000), number("1e-6")))
                .isEmpty();
        assertThatThrownBy(() -> GaussianShift.squaredShiftDown(Rational.ZERO, number("1e-6")))
                .hasMessage("epsilon must be more than 0");
        assertThatThrownBy(() -> GaussianShift.squaredShiftDown(Rational.ONE, Rational.ONE))
                .hasMessageContaining("delta must be");
        assertThatThrownBy(() -> GaussianShift.deltaUp(Rational.ZERO, Rational.ONE))
                .hasMessage("squaredShift must be more than 0");
        assertThatThrownBy(() -> GaussianShift.deltaUp(Rational.ONE, Rational.of(-1)))
                .hasMessage("epsilon must be at least 0");
    }

    private static Rational number(String text) {
        return Rational.of(new BigDecimal(text));
    }

    private static BigDecimal decimal(Rational value) {
        return new BigDecimal(value.numerator()).divide(new BigDecimal(value.denominator()));
    }
}
