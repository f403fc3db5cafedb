package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LaplaceSumTest {
    /** The law of Σ w_i·Z_i by convolution, at the places from −reach to reach. */
    private static double[] law(double scale, int reach, long... weights) {
        double[] law = new double[2 * reach + 1];
        law[reach] = 1;
        LaplaceLaw one = new LaplaceLaw(scale);
        for (long weight : weights) {
            double[] next = new double[law.length];
            for (int z = -reach; z <= reach; z++) {
                double chance = one.at(z);
                for (int i = 0; i < law.length && chance > 1e-22; i++) {
                    long place = i + weight * z;
                    if (place >= 0 && place < law.length) {
                        next[(int) place] += law[i] * chance;
                    }
                }
            }
            law = next;
        }
        return law;
    }

    private static double atLeast(double[] law, long k) {
        double sum = 0;
        for (int i = law.length - 1; i >= law.length / 2 + k; i--) {
            sum += law[i];
        }
        return sum;
    }

    private static LaplaceSum sum(double scale, long... weights) {
        return new LaplaceSum(
                Rational.ofExact(scale),
                LongStream.of(weights).mapToObj(BigInteger::valueOf).toList());
    }

    /** Thresholds hold exactly, and are larger than the least by no more than two steps for each noise. */
    @Test
    void thresholdsHoldForEveryNumberOfPortions() {
        for (double scale : new double[] {0.7, 3, 20}) {
            for (int count = 1; count <= 5; count++) {
                long[] weights = new long[count];
                Arrays.fill(weights, 1);
                double[] law = law(scale, (int) (60 * scale) + 60, weights);
                for (String text : List.of("0.3", "0.01", "0.000001", "1e-12")) {
                    double probability = Double.parseDouble(text);
                    long least = sum(scale, weights)
                            .leastWithTailAtMost(Rational.of(new BigDecimal(text)))
                            .longValueExact();
                    assertThat(atLeast(law, least)).isLessThanOrEqualTo(probability * (1 + 1e-9));
                    long below = least - 2L * count - 1;
                    if (below > 0) {
                        assertThat(atLeast(law, below)).isGreaterThan(probability);
                    }
                }
            }
        }
    }

    @Test
    void intervalsCoverForDifferentWeights() {
        for (long[] weights : new long[][] {{1, 1}, {-1, 1}, {2, 5}, {1, -3, 1}, {-2, 7, 7}, {4}, {3, 3, 3, 3}}) {
            double scale = 12;
            double[] law = law(scale, 12_000, weights);
            LaplaceSum sum = sum(scale, weights);
            long width = sum.halfWidth(Rational.of(19, 20)).longValueExact();
            double missed = 2 * atLeast(law, width + 1);
            assertThat(missed).isLessThanOrEqualTo(0.05).isGreaterThan(0.035);
            assertThat(sum.tailUp(BigInteger.valueOf(width + 1))).isGreaterThanOrEqualTo(atLeast(law, width + 1));
        }
    }

    /** The sum of two of scale 1: e^(−x)·(½ + x/4). */
    @Test
    void tailsAreThoseOfContinuousNoise() {
        assertThat(Math.exp(LaplaceSums.logarithm(2, 3))).isCloseTo(Math.exp(-3) * 1.25, within(1e-12));
        assertThat(Math.exp(LaplaceSums.logarithm(3, 2)))
                .isCloseTo(Math.exp(-2) * (0.5 + 5 / 8.0 + 0.25), within(1e-12));
        assertThat(Math.exp(LaplaceSums.logarithm(1, -1))).isCloseTo(1 - Math.exp(-1) / 2, within(1e-12));
        // A group of 17 people appears half the time at epsilon 1 and delta 1e-6, instead of 28.
        assertThat(LaplaceSums.quantileUp(2, Rational.of(1, 1_000_000)).toDoubleNearest())
                .isCloseTo(15.277, within(0.01));
        assertThat(LaplaceSums.quantileUpOfShare(3, Rational.of(1, 100), 4))
                .isGreaterThan(LaplaceSums.quantileUpOfShare(3, Rational.of(1, 100), 1));
        assertThat(LaplaceSums.quantileUp(2, Rational.of(2, 3))).isEqualTo(Rational.ZERO);
        // Just below one half the quantile is nearly 0: a search in relative steps would not end.
        assertThat(LaplaceSums.quantileUpOfShare(2, Rational.of(1, 2), 1).toDoubleNearest())
                .isBetween(0.0, 1e-6);
        Rational nearlyHalf = Rational.of(1, 2).minus(Rational.of(1, 1L << 60));
        assertThat(LaplaceSums.quantileUp(3, nearlyHalf).toDoubleNearest()).isBetween(0.0, 1e-6);
    }

    @Test
    void twoSidedTailsOfDifferentScalesAddUpToThoseOfEqualOnes() {
        double equal = LaplaceSums.twoSided(4, 1, 1, 1);
        assertThat(LaplaceSums.twoSided(4, 1, 1.00001, 1)).isCloseTo(equal, within(1e-3 * equal));
        assertThat(LaplaceSums.twoSided(4, 1, 0.5)).isCloseTo((Math.exp(-4) - Math.exp(-8) / 4) / 0.75, within(1e-12));
        assertThat(LaplaceSums.twoSided(1, 0, 0)).isZero();
        assertThat(LaplaceSums.twoSided(1, Double.POSITIVE_INFINITY, 1)).isOne();
    }

    @Test
    void refusesNoWeights() {
        assertThatThrownBy(() -> new LaplaceSum(Rational.ONE, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sum(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LaplaceSum(Rational.ZERO, List.of(BigInteger.ONE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LaplaceSum(Rational.ONE, Collections.nCopies(9, BigInteger.ONE)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LaplaceSums.quantileUp(2, Rational.ONE)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The square of the deviation is that of one noise, as often as the weights squared. */
    @Test
    void deviationsOfWeightedNoisesAddUpInSquares() {
        for (List<BigInteger> weights : List.of(
                List.of(BigInteger.valueOf(-7)),
                List.of(BigInteger.ONE, BigInteger.ONE),
                List.of(BigInteger.valueOf(3), BigInteger.valueOf(-4), BigInteger.valueOf(12)))) {
            double squares = weights.stream()
                    .mapToDouble(weight -> weight.doubleValue() * weight.doubleValue())
                    .sum();
            for (long scale : new long[] {1, 1000}) {
                double one = new DiscreteLaplace(Rational.of(scale)).standardDeviation();
                assertThat(new LaplaceSum(Rational.of(scale), weights).standardDeviation())
                        .isCloseTo(one * Math.sqrt(squares), within(one * 1e-9));
            }
        }
    }
}
