package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Quantiles of sums of Laplace variables against their tails by another way, in fractions: a sum of n is the difference
 * of the n-th arrivals of two Poisson processes, so it is at least x if the one has fewer than n arrivals until x after
 * the n-th of the other.
 */
class ProvenLaplaceSumsTest {
    private static final int DIGITS = 60;

    /** Σ P(k arrivals in x)·P(at most n − 1 − k arrivals before the other's n-th), with e^(−x) rounded up. */
    private static Rational tail(int count, Rational x) {
        Rational sum = Rational.ZERO;
        Rational arrivals = Rational.ONE;
        for (int k = 0; k < count; k++) {
            Rational before = Rational.ZERO;
            for (int j = 0; j < count - k; j++) {
                before = before.plus(new Rational(choose(count + j - 1, j), BigInteger.ONE.shiftLeft(count + j)));
            }
            sum = sum.plus(arrivals.times(before));
            arrivals = arrivals.times(x).dividedBy(Rational.of(k + 1));
        }
        return sum.times(Rational.of(
                Enclosure.of(x, DIGITS).exponentialOfNegative(DIGITS).high()));
    }

    private static BigInteger choose(int n, int k) {
        BigInteger product = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            product = product.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        }
        return product;
    }

    @Test
    void quantilesHoldTheirProbabilityExactlyAndHardlyMore() {
        Rational nearly = Rational.of(99_999_999, 100_000_000);
        for (int count = 1; count <= LaplaceSums.MOST; count++) {
            for (BigDecimal p : new BigDecimal[] {
                new BigDecimal("0.4"),
                new BigDecimal("0.3"),
                new BigDecimal("0.1"),
                new BigDecimal("0.05"),
                new BigDecimal("1e-3"),
                new BigDecimal("1e-6"),
                new BigDecimal("1e-12"),
                new BigDecimal("1e-40")
            }) {
                Rational asked = Rational.of(p);
                Rational x = LaplaceSums.quantileUp(count, asked);
                assertThat(tail(count, x)).as("%d, %s", count, p).isLessThanOrEqualTo(asked);
                assertThat(tail(count, x.times(nearly))).as("%d, %s", count, p).isGreaterThan(asked);
            }
        }
    }

    /** Scales that differ a little lose digits, and what they lose never makes more than a probability. */
    @Test
    void twoSidedTailsAreProbabilities() {
        for (int count = 2; count <= LaplaceSums.MOST; count++) {
            for (double apart : new double[] {1e-6, 1e-4, 1e-3, 0.01, 0.3}) {
                double[] scales = new double[count];
                for (int i = 0; i < count; i++) {
                    scales[i] = 1 + i * apart;
                }
                for (double t : new double[] {0, 1e-9, 0.01, 1, 30, 700, 1e6}) {
                    assertThat(LaplaceSums.twoSided(t, scales))
                            .as("%d, %s, %s", count, apart, t)
                            .isBetween(0.0, 1.0);
                }
            }
        }
    }

    /** Of scales next to each other, the sum has tails between those of as many equal ones, the least and the largest. */
    @Test
    void nearlyEqualScalesHaveTailsBetweenThoseOfEqualOnes() {
        for (int count = 2; count <= 3; count++) {
            for (double apart = 0.3; apart > 1e-17; apart /= 2.3) {
                double[] scales = new double[count];
                double step = apart;
                Arrays.setAll(scales, i -> 1 - i * step);
                for (double t : new double[] {0.1, 1, 4, 20}) {
                    double least = 2 * Math.exp(LaplaceSums.logarithm(count, t / scales[count - 1]));
                    double most = 2 * Math.exp(LaplaceSums.logarithm(count, t));
                    assertThat(LaplaceSums.twoSided(t, scales))
                            .as("%d, %s apart at %s", count, apart, t)
                            .isBetween(least * 0.998, most * 1.002);
                }
            }
        }
    }

    /** Half of the law lies at 0 or beyond: from there on no distance is needed, and just before it hardly any. */
    @Test
    void halfOfTheLawNeedsNoDistance() {
        for (int count = 1; count <= LaplaceSums.MOST; count++) {
            for (Rational probability : List.of(Rational.of(1, 2), Rational.of(51, 100), Rational.of(99, 100))) {
                assertThat(LaplaceSums.quantileUp(count, probability)).isEqualTo(Rational.ZERO);
            }
            Rational less = Rational.of(499_999, 1_000_000);
            assertThat(LaplaceSums.quantileUp(count, less).toDoubleUp()).isBetween(1e-7, 1e-4);
        }
    }
}
