package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartTest {
    private static final BigInteger SEVEN = BigInteger.valueOf(7);

    /** b = C_u·Δ/ε = 3·7/0.5. */
    @Test
    void laplaceNoiseOfAPurePart() {
        Part part = new Part.Pure(Epsilon.of("0.5"));
        assertThat(part.noise(SEVEN, 3)).isEqualTo(new DiscreteLaplace(Rational.of(42)));
        assertThat(part.exponential(5)).isEqualTo(Epsilon.of("0.1"));
    }

    /** σ² = C_u·Δ²/(2ρ) = 3·49/0.5: not C_u²·Δ², as the sensitivity is one in L2. */
    @Test
    void gaussianNoiseOfAConcentratedPart() {
        Part part = new Part.Concentrated(Rho.of("0.25"));
        assertThat(part.noise(SEVEN, 3)).isEqualTo(new DiscreteGaussian(Rational.of(294)));
    }

    /** C_u choices of ε_g²/8 each are at most ρ, and no more than a billionth less. */
    @ParameterizedTest
    @ValueSource(strings = {"0.000001", "0.013", "0.02", "0.5", "3", "40"})
    void choicesOfAConcentratedPartStayWithinIt(String value) {
        Rho rho = Rho.of(value);
        for (long groups : new long[] {1, 2, 3, 10, 50, 1000}) {
            Epsilon each = new Part.Concentrated(rho).exponential(groups);
            Rational spent = each.value().times(each.value()).times(Rational.of(groups, 8));
            assertThat(spent).isLessThanOrEqualTo(rho.value());
            assertThat(spent).isGreaterThan(rho.value().times(Rational.of(999_999_999, 1_000_000_000)));
        }
        // 8ρ = 4, whose root is exact.
        assertThat(new Part.Concentrated(Rho.of("0.5")).exponential(1)).isEqualTo(Epsilon.of("2"));
    }

    @Test
    void sharesAreInProportion() {
        assertThat(Part.pure(Epsilon.of("1"), Rational.of(1, 2), Rational.of(5, 2)))
                .isEqualTo(new Part.Pure(Epsilon.of("0.2")));
        assertThat(Part.concentrated(Rho.of("0.9"), Rational.of(1, 4), Rational.of(9, 4)))
                .isEqualTo(new Part.Concentrated(Rho.of("0.1")));
    }

    @Test
    void withoutSensitivityThereIsNoNoiseToGive() {
        for (Part part : new Part[] {new Part.Pure(Epsilon.of("1")), new Part.Concentrated(Rho.of("1"))}) {
            assertThatThrownBy(() -> part.noise(BigInteger.ZERO, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("ensitivity must be at least 1");
        }
    }
}
