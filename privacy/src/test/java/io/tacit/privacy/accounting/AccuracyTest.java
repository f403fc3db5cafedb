package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.GaussianLaw;
import io.tacit.privacy.mechanism.LaplaceLaw;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AccuracyTest {
    /** The promised error holds, and with a loss smaller by a part in 10^6 it would not. */
    @Test
    void theLossIsTheLeastThatKeepsTheError() {
        for (int error : new int[] {0, 1, 3, 50, 1000}) {
            for (double confidence : new double[] {0.5, 0.95, 0.999}) {
                double side = (1 - confidence) / 2;
                Rational exact = Rational.ofExact(confidence);
                Epsilon epsilon = Accuracy.epsilon(BigInteger.valueOf(7), BigInteger.valueOf(error), exact);
                double scale = 7 / epsilon.value().toDoubleNearest();
                assertThat(new LaplaceLaw(scale).atLeast(error + 1)).isLessThanOrEqualTo(side * (1 + 1e-9));
                assertThat(new LaplaceLaw(scale * (1 + 1e-6)).atLeast(error + 1))
                        .isGreaterThan(side);
                Rho rho = Accuracy.rho(BigInteger.valueOf(49), BigInteger.valueOf(error), exact);
                double variance = 49 / (2 * rho.value().toDoubleNearest());
                assertThat(new GaussianLaw(variance).atLeast(error + 1)).isLessThanOrEqualTo(side * (1 + 1e-9));
                // From σ = 4 on the width is proven by the normal law, which costs less than a percent of σ.
                assertThat(new GaussianLaw(variance * 1.02).atLeast(error + 1)).isGreaterThan(side);
            }
        }
    }

    /**
     * The search in doubles sometimes ends a rounding short, and twelve digits then happen to be hardly more: errors
     * and confidences, in thousandths, for which the loss that was searched for gives an error that is larger by one.
     */
    @Test
    void aLossThatDoublesMakeTooSmallIsRaised() {
        int[][] places = {{79, 120}, {130, 519}, {189, 85}, {290, 15}, {313, 778}, {418, 344}, {542, 36}};
        for (int[] place : places) {
            BigInteger error = BigInteger.valueOf(place[0]);
            Rational confidence = Rational.of(place[1], 1000);
            Epsilon epsilon = Accuracy.epsilon(BigInteger.ONE, error, confidence);
            BigInteger width =
                    DiscreteLaplace.calibrated(BigInteger.ONE, epsilon).halfWidth(confidence);
            assertThat(width).as("width at %s", confidence).isLessThanOrEqualTo(error);
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> Accuracy.epsilon(BigInteger.ONE, BigInteger.valueOf(-1), Rational.of(1, 2)))
                .hasMessageStartingWith("error must be at least 0");
        assertThatThrownBy(() -> Accuracy.rho(BigInteger.ONE, BigInteger.ONE, Rational.ONE))
                .hasMessageStartingWith("confidence must be");
        assertThatThrownBy(() -> Accuracy.epsilon(BigInteger.ZERO, BigInteger.ONE, Rational.of(1, 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
