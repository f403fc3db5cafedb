package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountTest {
    private static final Epsilon HALF = Epsilon.of("0.5");
    private static final Delta SMALL = Delta.of("1e-6");

    @Test
    void everyEventCostsWhatThePageSays() {
        assertCosts(new PrivacyEvent.LaplaceNoise(HALF, 8), "4", "1", "0");
        assertCosts(new PrivacyEvent.ExponentialMechanism(HALF, 8), "4", "0.25", "0");
        assertCosts(new PrivacyEvent.AboveThreshold(HALF), "0.5", "0.125", "0");
        assertCosts(new PrivacyEvent.TruncatedGeometric(HALF, SMALL, 8), "4", "1", "8e-6");
        assertCosts(new PrivacyEvent.Threshold(SMALL), "0", "0", "1e-6");
        PrivacyEvent gaussian = new PrivacyEvent.GaussianNoise(Rational.of(1, 4), 8);
        assertThat(gaussian.epsilon()).isEmpty();
        assertThat(gaussian.rho()).isEqualTo(Rational.ONE);
    }

    private static void assertCosts(PrivacyEvent event, String epsilon, String rho, String delta) {
        assertThat(event.epsilon()).contains(decimal(epsilon));
        assertThat(event.rho()).isEqualTo(decimal(rho));
        assertThat(event.delta()).isEqualTo(decimal(delta));
    }

    private static Rational decimal(String text) {
        return Rational.of(new java.math.BigDecimal(text));
    }

    /** ε = 1 over C_u·k = 40 coordinates: a fortieth of (Σε)²/2, not all of it. */
    @Test
    void manyCoordinatesNeverCostTheSquareOfTheirSum() {
        List<PrivacyEvent> events = List.of(
                new PrivacyEvent.LaplaceNoise(Epsilon.of("0.025"), 10),
                new PrivacyEvent.LaplaceNoise(Epsilon.of("0.025"), 30));
        assertThat(PrivacyEvent.basic(events, Optional.empty()))
                .isEqualTo(new ApproximateDp(Rational.ONE, Rational.ZERO));
        assertThat(PrivacyEvent.concentrated(events).rho()).isEqualTo(Rational.of(1, 80));
    }

    @Test
    void gaussianEventsAreConvertedOnceAndTogether() {
        PrivacyEvent gaussian = new PrivacyEvent.GaussianNoise(decimal("0.002"), 10);
        List<PrivacyEvent> events = List.of(gaussian, gaussian, new PrivacyEvent.Threshold(SMALL));
        ApproximateDp loss = PrivacyEvent.basic(events, Optional.of(SMALL));
        assertThat(loss.delta()).isEqualTo(decimal("2e-6"));
        // ρ = .02 at δ = 1e-6.
        assertThat(loss.epsilon().toDoubleNearest()).isBetween(0.88, 0.91);
        assertThat(Rho.largestWithin(new Epsilon(loss.epsilon()), SMALL).value().toDoubleNearest())
                .isBetween(0.02 * (1 - 1e-9), 0.02 * (1 + 1e-9));
        assertThatThrownBy(() -> PrivacyEvent.basic(events, Optional.empty()))
                .hasMessageStartingWith("conversion must be given");
        // Without Gaussian noise no conversion is charged.
        assertThat(PrivacyEvent.basic(List.of(new PrivacyEvent.Threshold(SMALL)), Optional.of(SMALL))
                        .delta())
                .isEqualTo(SMALL.value());
    }

    @Test
    void aBasicAccountEndsExactlyAtItsLimit() {
        BasicFilter account = BasicFilter.open(new ApproximateDp(Rational.ONE, decimal("1e-6")));
        PureDp tenth = new PureDp(Rational.of(1, 10));
        for (int i = 0; i < 10; i++) {
            account = account.afterSpending(tenth).orElseThrow();
        }
        assertThat(account.spent().epsilon()).isEqualTo(Rational.ONE);
        assertThat(account.afterSpending(
                        new PureDp(new Rational(java.math.BigInteger.ONE, java.math.BigInteger.TEN.pow(40)))))
                .isEmpty();
        BasicFilter paid = account.afterSpending(new ApproximateDp(Rational.ZERO, decimal("1e-6")))
                .orElseThrow();
        assertThat(paid.afterSpending(new ApproximateDp(Rational.ZERO, decimal("0.9999999"))))
                .isEmpty();
        assertThatThrownBy(() -> new BasicFilter(
                        new ApproximateDp(Rational.ZERO, Rational.ZERO),
                        new ApproximateDp(Rational.ONE, Rational.ZERO)))
                .hasMessage("spent must be within limit");
    }

    @Test
    void aConcentratedAccountNeedsBothSums() {
        ZcdpFilter account = ZcdpFilter.open(Rho.of("0.02"), decimal("1e-6"));
        List<PrivacyEvent> noise = List.of(new PrivacyEvent.GaussianNoise(decimal("0.004"), 5));
        ZcdpFilter once = account.afterSpending(noise).orElseThrow();
        ZcdpFilter twice = once.afterSpending(noise).orElseThrow();
        assertThat(twice.spent().rho()).isEqualTo(decimal("0.02"));
        assertThat(twice.afterSpending(noise)).isEmpty();
        List<PrivacyEvent> selection = List.of(new PrivacyEvent.Threshold(SMALL));
        ZcdpFilter full = twice.afterSpending(selection).orElseThrow();
        assertThat(full.afterSpending(selection)).isEmpty();
        assertThat(account.promisedDelta(Epsilon.of("1"))).isEqualTo(full.promisedDelta(Epsilon.of("1")));
        assertThat(full.promisedDelta(Epsilon.of("1")).toDoubleNearest()).isBetween(1e-6, 2e-6);
        assertThatThrownBy(() -> ZcdpFilter.open(Rho.of("1"), Rational.ONE))
                .hasMessage("deltaLimit must be at least 0 and less than 1");
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new PrivacyEvent.LaplaceNoise(HALF, 0)).hasMessage("times must be at least 1");
        assertThatThrownBy(() -> new PrivacyEvent.ExponentialMechanism(HALF, 0)).hasMessage("times must be at least 1");
        assertThatThrownBy(() -> new PrivacyEvent.TruncatedGeometric(HALF, SMALL, 0))
                .hasMessage("times must be at least 1");
        assertThatThrownBy(() -> new PrivacyEvent.GaussianNoise(Rational.ZERO, 1))
                .hasMessage("squaredRatio must be more than 0");
    }
}
