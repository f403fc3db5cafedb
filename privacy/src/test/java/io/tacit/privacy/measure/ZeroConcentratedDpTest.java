package io.tacit.privacy.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Concentration;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

class ZeroConcentratedDpTest {
    private static final String[][] PAIRS = {
        {"1", "1e-6"}, {"0.3", "1e-9"}, {"0.001", "1e-6"}, {"20", "1e-6"}, {"1", "0.5"}, {"1e-7", "1e-200"}
    };

    /** ρ is as large as a search on a fine grid of α in doubles finds it, and never larger but for rounding. */
    @Test
    void theLargestRhoIsTheLargest() {
        for (String[] pair : PAIRS) {
            double found = Rho.largestWithin(Epsilon.of(pair[0]), Delta.of(pair[1]))
                    .value()
                    .toDoubleNearest();
            double best = 0;
            for (double x = -12; x < 45; x += 0.0005) {
                best = Math.max(best, rho(Double.parseDouble(pair[0]), Math.log(Double.parseDouble(pair[1])), x));
            }
            assertThat(found).as("ρ for %s, %s", pair[0], pair[1]).isBetween(best * (1 - 1e-9), best * (1 + 1e-6));
        }
    }

    /** (ε + (ln δ + α ln α − (α−1) ln(α−1))/(α−1))/α at ln(α−1) = x. */
    private static double rho(double epsilon, double logarithm, double x) {
        double m = Math.exp(x);
        return (epsilon + (logarithm + Math.log1p(m) + m * Math.log1p(1 / m)) / m) / (m + 1);
    }

    @Test
    void knownValues() {
        // ε = 1, δ = 1e-6; the plain conversion (√(ε+L) − √L)², L = −ln δ, gives .0174 only.
        assertThat(Rho.largestWithin(Epsilon.of("1"), Delta.of("1e-6")).value().toDoubleNearest())
                .isBetween(0.024355970, 0.024355971);
    }

    /** δ(ε; ρ) at one α, in decimals: rational powers with α = 3 are (2/3)³/2·e^(2(3ρ−ε)). */
    @Test
    void theBoundAtEveryOrderIsNotBelowDelta() {
        BigDecimal e = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        MathContext digits = new MathContext(40);
        for (int k = 1; k < 60; k++) {
            term = term.divide(BigDecimal.valueOf(k), digits);
            e = e.add(term, digits);
        }
        // ρ = 1/2, ε = 2: e^(2(3/2−2)) = 1/e; times 4/27.
        BigDecimal bound = BigDecimal.valueOf(4).divide(BigDecimal.valueOf(27).multiply(e), digits);
        Rational delta = ZeroConcentratedDp.of(Rho.of("0.5")).delta(Epsilon.of("2"));
        assertThat(delta).isLessThanOrEqualTo(Rational.of(bound));
        // The exact δ of a Gaussian with Δ/σ = 1 at ε = 2 is .0209: no valid bound is below.
        assertThat(delta.toDoubleNearest()).isGreaterThan(0.0209);
    }

    /** What rounding to the safe side costs; that it is the safe side: {@code ConcentrationRoundingTest}. */
    @Test
    void roundingWastesNothing() {
        for (String[] pair : PAIRS) {
            Epsilon epsilon = Epsilon.of(pair[0]);
            Delta delta = Delta.of(pair[1]);
            Rho rho = Rho.largestWithin(epsilon, delta);
            ZeroConcentratedDp loss = ZeroConcentratedDp.of(rho);
            assertThat(loss.delta(epsilon)).isLessThanOrEqualTo(delta.value().times(Rational.of(1_000_001, 1_000_000)));
            double again = loss.epsilon(delta).dividedBy(epsilon.value()).toDoubleNearest();
            assertThat(again).isBetween(1 - 1e-9, 1 + 1e-9);
            Rational more = rho.value().times(Rational.of(1_000_001, 1_000_000));
            assertThat(Concentration.deltaUp(more, epsilon.value())).isGreaterThan(delta.value());
        }
    }

    @Test
    void nothingCostsNothingAndMuchPromisesNothing() {
        assertThat(ZeroConcentratedDp.NOTHING.delta(Epsilon.of("1"))).isEqualTo(Rational.ZERO);
        assertThat(ZeroConcentratedDp.NOTHING.epsilon(Delta.of("0.1"))).isEqualTo(Rational.ZERO);
        ZeroConcentratedDp much = ZeroConcentratedDp.of(Rho.of("1000"));
        assertThat(much.delta(Epsilon.of("1"))).isEqualTo(Rational.ONE);
        assertThat(much.isWithin(ZeroConcentratedDp.NOTHING)).isFalse();
        assertThat(much.plus(ZeroConcentratedDp.NOTHING)).isEqualTo(much);
        assertThat(ZeroConcentratedDp.ofPure(Epsilon.of("2")).rho()).isEqualTo(Rational.of(2));
        assertThat(much.at(Delta.of("1e-6")).delta()).isEqualTo(Rational.of(1, 1_000_000));
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new ZeroConcentratedDp(Rational.of(-1))).hasMessage("rho must be at least 0");
        assertThatThrownBy(() -> Concentration.deltaUp(Rational.ZERO, Rational.ONE))
                .hasMessage("rho must be more than 0");
        assertThatThrownBy(() -> Concentration.deltaUp(Rational.ONE, Rational.of(-1)))
                .hasMessage("epsilon must be at least 0");
        assertThatThrownBy(() -> Concentration.rhoDown(Rational.ONE, Rational.ONE))
                .hasMessage("delta must be more than 0 and less than 1");
    }
}
