package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

class NoiseSumTest {
    private static final List<String> PROBABILITIES = List.of("0.3", "0.01", "0.000001", "1e-12");

    private static NoiseSum laplace(double one, double other) {
        return new NoiseSum(new DiscreteLaplace(Rational.ofExact(one)), new DiscreteLaplace(Rational.ofExact(other)));
    }

    private static NoiseSum gaussian(double one, double other) {
        return new NoiseSum(new DiscreteGaussian(Rational.ofExact(one)), new DiscreteGaussian(Rational.ofExact(other)));
    }

    /** P(Z₁ + Z₂ ≥ k) by summing over what Z₂ is. */
    private static double tail(long k, LongToDoubleFunction tailOfOne, LongToDoubleFunction other, long reach) {
        double sum = 0;
        for (long j = -reach; j <= reach; j++) {
            sum += other.applyAsDouble(j) * tailOfOne.applyAsDouble(k - j);
        }
        return sum;
    }

    private static double laplaceTail(long k, double one, double other) {
        return tail(k, new LaplaceLaw(one)::atLeast, new LaplaceLaw(other)::at, 10 + (long) (60 * other));
    }

    private static double gaussianTail(long k, double one, double other) {
        return tail(k, new GaussianLaw(one)::atLeast, new GaussianLaw(other)::at, 10 + (long) (12 * Math.sqrt(other)));
    }

    /**
     * Thresholds are proven, and hardly larger than the least; also where one scale is nearly the other, or far from
     * it.
     */
    @Test
    void laplaceThresholdsHoldAndAreNearlyTheLeast() {
        for (double[] scales :
                new double[][] {{1, 1}, {2, 1}, {5, 2}, {12, 12}, {30, 12}, {0.3, 0.3}, {3, 2.99}, {2, 0.1}}) {
            NoiseSum sum = laplace(scales[0], scales[1]);
            assertThat(laplace(scales[1], scales[0]).leastWithTailAtMost(Rational.of(1, 100)))
                    .isEqualTo(sum.leastWithTailAtMost(Rational.of(1, 100)));
            for (String text : PROBABILITIES) {
                double probability = Double.parseDouble(text);
                long least = sum.leastWithTailAtMost(Rational.of(new BigDecimal(text)))
                        .longValueExact();
                assertThat(laplaceTail(least, scales[0], scales[1])).isLessThanOrEqualTo(probability * (1 + 1e-9));
                long below = least - 2 - (long) (scales[0] / 2);
                if (probability < 0.1 && below > 0) {
                    assertThat(laplaceTail(below, scales[0], scales[1])).isGreaterThan(probability);
                }
            }
        }
    }

    @Test
    void gaussianThresholdsHoldAndAreNearlyTheLeast() {
        for (double[] variances : new double[][] {{2, 2}, {4, 1.5}, {100, 40}, {900, 900}, {0.25, 0.25}, {9, 0.04}}) {
            NoiseSum sum = gaussian(variances[0], variances[1]);
            double sigma = Math.sqrt(variances[0] + variances[1]);
            for (String text : PROBABILITIES) {
                double probability = Double.parseDouble(text);
                long least = sum.leastWithTailAtMost(Rational.of(new BigDecimal(text)))
                        .longValueExact();
                assertThat(gaussianTail(least, variances[0], variances[1]))
                        .isLessThanOrEqualTo(probability * (1 + 1e-9));
                long below = least - 2 - (long) sigma;
                if (probability < 0.1 && below > 0) {
                    assertThat(gaussianTail(below, variances[0], variances[1])).isGreaterThan(probability);
                }
            }
        }
    }

    /**
     * Two noises of small variance have larger tails together than one of the sum of both, by a fifth: at probabilities
     * where that one's bound is just enough, theirs is not.
     */
    @Test
    void roughGaussianNoisesAreNotThoseOfOne() {
        double[] variances = {0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2};
        for (double first : variances) {
            for (double second : variances) {
                NoiseSum sum = gaussian(first, second);
                DiscreteGaussian one =
                        new DiscreteGaussian(Rational.ofExact(first).plus(Rational.ofExact(second)));
                for (long k = 1; k <= 6; k++) {
                    double probability = one.tailUp(BigInteger.valueOf(k)) * (1 + 1e-6);
                    if (probability > 1e-12 && probability < 0.5) {
                        Rational exact = Rational.ofExact(probability);
                        long least = sum.leastWithTailAtMost(exact).longValueExact();
                        assertThat(gaussianTail(least, first, second))
                                .as("%s and %s at %d", first, second, k)
                                .isLessThanOrEqualTo(probability * (1 + 1e-9));
                        long shared = sum.leastWithTailAtMostShare(exact, 1).longValueExact();
                        assertThat(gaussianTail(shared, first, second))
                                .as("%s and %s, shared, at %d", first, second, k)
                                .isLessThanOrEqualTo(probability * (1 + 1e-9));
                    }
                }
            }
        }
    }

    /** A share is that of each of several events. */
    @Test
    void sharesHold() {
        for (NoiseSum sum : List.of(laplace(4, 2), laplace(4, 4), gaussian(9, 4))) {
            for (long parts : new long[] {1, 7}) {
                Rational delta = Rational.of(1, 100_000);
                long least = sum.leastWithTailAtMostShare(delta, parts).longValueExact();
                double tail = sum.first() instanceof DiscreteLaplace one
                        ? laplaceTail(least, one.scale().toDoubleNearest(), scale(sum.second()))
                        : gaussianTail(least, 9, 4);
                assertThat(-Math.expm1(parts * Math.log1p(-tail))).isLessThanOrEqualTo(1e-5);
            }
        }
    }

    private static double scale(IntegerNoise noise) {
        return ((DiscreteLaplace) noise).scale().toDoubleNearest();
    }

    /** The least interval of the law, and the tails of reports. */
    @Test
    void halfWidthsAndTailsAreThoseOfTheLaw() {
        for (double[] scales : new double[][] {{1, 1}, {2, 1}, {12, 4.8}, {0.5, 0.5}, {7, 7}}) {
            NoiseSum sum = laplace(scales[0], scales[1]);
            for (double confidence : new double[] {0.5, 0.95, 0.999}) {
                long width = sum.halfWidth(confidence).longValueExact();
                assertThat(2 * laplaceTail(width + 1, scales[0], scales[1]))
                        .isLessThanOrEqualTo((1 - confidence) * (1 + 1e-9));
                assertThat(width == 0 || 2 * laplaceTail(width, scales[0], scales[1]) > (1 - confidence) * (1 - 1e-6))
                        .isTrue();
            }
            for (long k : new long[] {0, 1, 3, 20}) {
                double tail = laplaceTail(k, scales[0], scales[1]);
                assertThat(sum.tailUp(BigInteger.valueOf(k))).isBetween(tail, tail * (1 + 1e-8));
                assertThat(Math.exp(sum.logAtLeast(BigInteger.valueOf(-k))))
                        .isBetween(1 - laplaceTail(k + 1, scales[0], scales[1]) - 1e-9, 1.0);
            }
        }
        NoiseSum gaussian = gaussian(16, 9);
        long width = gaussian.halfWidth(0.95).longValueExact();
        assertThat(2 * gaussianTail(width + 1, 16, 9)).isLessThanOrEqualTo(0.05);
        assertThat(2 * gaussianTail(width - 1, 16, 9)).isGreaterThan(0.05);
    }

    /**
     * What is drawn is the sum of both: the variance of 20,000 draws lies within 5.5 standard errors of theirs
     * together.
     */
    @Test
    void drawsBoth() {
        SeededBits bits = new SeededBits(91);
        for (NoiseSum sum : List.of(laplace(5, 2), gaussian(30, 10))) {
            double squares = 0;
            for (int i = 0; i < 20_000; i++) {
                squares += Math.pow(sum.sample(bits).doubleValue(), 2);
            }
            double variance = Math.pow(sum.standardDeviation(), 2);
            assertThat(squares / 20_000).isBetween(0.9 * variance, 1.1 * variance);
        }
    }

    /** The number of people that was counted in two parts, and appears because both together reached a threshold. */
    @Test
    void groupsThatAppearAreCovered() {
        NoiseSum sum = laplace(4, 2);
        BigInteger threshold = BigInteger.valueOf(40);
        ThresholdedCount all = new ThresholdedCount(sum, threshold);
        for (long n : new long[] {1, 20, 38, 50}) {
            double covered = 0;
            for (long seen = 40; seen < 200; seen++) {
                DecimalEstimate estimate = all.estimate(BigInteger.valueOf(seen), 0.95);
                boolean holds = estimate.low().longValueExact() <= n
                        && n <= estimate.high().longValueExact();
                double at = laplaceTail(seen - n, 4, 2) - laplaceTail(seen + 1 - n, 4, 2);
                covered += holds ? at : 0;
            }
            assertThat(covered / laplaceTail(40 - n, 4, 2)).as("%d people", n).isGreaterThanOrEqualTo(0.95 - 1e-7);
        }
    }

    /** A part of them, given what the others' noisy number was. */
    @Test
    void partsOfGroupsThatAppearAreCovered() {
        LaplaceLaw law = new LaplaceLaw(4.0);
        for (long left : new long[] {-30, 0, 25}) {
            ThresholdedCount part =
                    ThresholdedCount.ofPart(new DiscreteLaplace(Rational.of(4)), BigInteger.valueOf(left));
            for (long n : new long[] {0, 1, 10, 30}) {
                double covered = 0;
                for (long seen = left; seen < 260; seen++) {
                    DecimalEstimate estimate = part.estimate(BigInteger.valueOf(seen), 0.95);
                    boolean holds = estimate.low().longValueExact() <= n
                            && n <= estimate.high().longValueExact();
                    covered += holds ? law.at(seen - n) : 0;
                }
                assertThat(covered / law.atLeast(left - n))
                        .as("%d people, %d left", n, left)
                        .isGreaterThanOrEqualTo(0.95 - 1e-9);
            }
        }
    }

    @Test
    void refusesNoisesOfDifferentLaws() {
        DiscreteLaplace one = new DiscreteLaplace(Rational.ONE);
        DiscreteGaussian other = new DiscreteGaussian(Rational.ONE);
        assertThatThrownBy(() -> new NoiseSum(one, other)).hasMessage("first and second must be noises of one law");
        assertThatThrownBy(() -> new NoiseSum(one, new NoiseSum(one, one)))
                .hasMessage("first and second must be noises of one law");
        assertThatThrownBy(() -> new NoiseSum(one, one).halfWidth(Rational.ONE))
                .hasMessage("confidence must be more than 0 and less than 1");
    }

    /** Just above a tail of the exact law its place is not refused, just below it is: for the law of two equal scales. */
    @Test
    void noPlaceIsTakenWhoseTailIsMoreThanWasAsked() {
        for (double scale : new double[] {0.2, 0.35, 0.6, 1, 1.7, 4, 11}) {
            for (double other : new double[] {scale, scale * 0.98, scale * 0.8}) {
                NoiseSum sum = laplace(scale, other);
                for (long k = 1; k <= 40; k += k < 10 ? 1 : 5) {
                    double tail = laplaceTail(k, scale, other);
                    if (tail > 1e-200) {
                        Rational less = Rational.ofExact(tail * (1 - 1e-9));
                        assertThat(sum.leastWithTailAtMost(less))
                                .as("%s, %s", sum, k)
                                .isGreaterThan(BigInteger.valueOf(k));
                    }
                }
            }
        }
    }

    /** Half widths of rough noises hold, too: their tails are larger than those of one noise of both variances. */
    @Test
    void halfWidthsOfRoughNoisesHold() {
        for (double[] variances : new double[][] {{0.5, 0.5}, {0.2, 0.8}, {0.2, 1}, {0.1, 0.3}, {1, 0.5}, {4, 4}}) {
            NoiseSum sum = gaussian(variances[0], variances[1]);
            for (long k = 1; k <= 6; k++) {
                double missed = 2 * gaussianTail(k, variances[0], variances[1]) * (1 - 1e-6);
                if (missed < 1 && missed > 1e-9) {
                    assertThat(sum.halfWidth(Rational.ONE.minus(Rational.ofExact(missed))))
                            .as("%s, %s", sum, k)
                            .isGreaterThanOrEqualTo(BigInteger.valueOf(k));
                }
            }
        }
    }
}
