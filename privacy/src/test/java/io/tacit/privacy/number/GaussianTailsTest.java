package io.tacit.privacy.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.mechanism.GaussianLaw;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class GaussianTailsTest {
    private static final double[] VARIANCES = {0.01, 0.1, 0.25, 1, 3, 50, 400, 10_000};

    @Test
    void theTailIsBoundedAndNotByMuch() {
        for (double variance : VARIANCES) {
            GaussianLaw law = new GaussianLaw(variance);
            double sigma = Math.sqrt(variance);
            for (long k = 0; k < 8 * sigma + 2; k += Math.max(1, (long) (sigma / 5))) {
                double up = GaussianTails.tailUp(Rational.ofExact(variance), BigInteger.valueOf(k));
                assertThat(up)
                        .isGreaterThanOrEqualTo(law.atLeast(k) * (1 - 1e-12))
                        .isLessThanOrEqualTo(1);
                // The page's formula in doubles.
                double plain = Math.exp(-k * (double) k / (2 * variance))
                        / -Math.expm1(-(2 * k + 1) / (2 * variance))
                        / Math.max(1, sigma * Math.sqrt(2 * Math.PI));
                assertThat(up).isBetween(Math.min(1, plain) * (1 - 1e-9), Math.min(1, plain) * (1 + 1e-9));
            }
        }
    }

    @Test
    void theLeastIntegerIsTheLeastAndSafe() {
        for (double variance : VARIANCES) {
            Rational square = Rational.ofExact(variance);
            GaussianLaw law = new GaussianLaw(variance);
            for (int i = 1; i < 60; i += 3) {
                Rational p = Rational.of(1, 1L << i);
                BigInteger k = GaussianTails.leastWithTailAtMost(square, p);
                assertThat(GaussianTails.tailUp(square, k)).isLessThanOrEqualTo(p.toDoubleUp() * (1 + 1e-15));
                assertThat(law.atLeast(k.longValueExact())).isLessThanOrEqualTo(p.toDoubleUp());
                if (k.signum() > 0) {
                    assertThat(GaussianTails.tailUp(square, k.subtract(BigInteger.ONE)))
                            .isGreaterThan(p.toDoubleDown());
                }
            }
        }
    }

    /** Where doubles cannot decide: beyond their ends, and for next to no noise. By ln T(k) in doubles. */
    @Test
    void extremeProbabilitiesAndVariancesAreSafe() {
        for (int exponent : new int[] {-7, -2, 2, 100, 281}) {
            double logOfVariance = exponent * Math.log(10);
            Rational variance = Rational.of(BigDecimal.ONE.scaleByPowerOfTen(exponent));
            for (int digits : new int[] {20, 299, 301, 330}) {
                double wanted = -digits * Math.log(10);
                Rational p = Rational.of(BigDecimal.ONE.scaleByPowerOfTen(-digits));
                BigInteger least = GaussianTails.leastWithTailAtMost(variance, p);
                String words = "10^" + exponent + ", 10^-" + digits;
                assertThat(logOfTail(least, variance, logOfVariance))
                        .as(words)
                        .isLessThanOrEqualTo(wanted + 1e-9 * Math.abs(wanted));
                BigInteger less = least.subtract(least.shiftRight(20).max(BigInteger.ONE));
                if (less.signum() >= 0) {
                    assertThat(logOfTail(less, variance, logOfVariance))
                            .as(words)
                            .isGreaterThan(wanted);
                }
            }
        }
    }

    private static double logOfTail(BigInteger k, Rational variance, double logOfVariance) {
        double half = Rational.of(k.multiply(k))
                .dividedBy(variance.times(Rational.of(2)))
                .toDoubleNearest();
        double next = Rational.of(k.shiftLeft(1).add(BigInteger.ONE))
                .dividedBy(variance.times(Rational.of(2)))
                .toDoubleNearest();
        return -half - Math.log(-Math.expm1(-next)) - Math.max(0, (logOfVariance + Math.log(2 * Math.PI)) / 2);
    }

    @Test
    void hugeVariancesAreThoseOfTheNormalLaw() {
        // For σ → ∞, T(xσ) = e^(−x²/2)/(x·√(2π)); at σ² = 2^160 the k has 24 digits.
        Rational variance = Rational.of(BigInteger.ONE.shiftLeft(160));
        BigInteger k = GaussianTails.leastWithTailAtMost(variance, Rational.of(1, 1000));
        double x = k.doubleValue() * 0x1p-80;
        assertThat(Math.exp(-x * x / 2) / x / Math.sqrt(2 * Math.PI))
                .isBetween(0.001 * (1 - 1e-13), 0.001 * (1 + 1e-13));
        assertThat(GaussianTails.tailUp(variance, k)).isLessThanOrEqualTo(Math.nextUp(0.001));
    }

    /** The least to the last of its digits, by ln T to 70 digits and π to 50. */
    @Test
    void hugeVariancesKeepEveryDigit() {
        Rational pi = Rational.of(new BigDecimal("3.14159265358979323846264338327950288419716939937511"));
        for (int bits : new int[] {80, 120, 160, 200, 240}) {
            Rational variance = Rational.of(BigInteger.ONE.shiftLeft(bits));
            for (Rational p : new Rational[] {Rational.of(1, 10), Rational.of(1, 1000), Rational.of(1, 1L << 50)}) {
                BigInteger k = GaussianTails.leastWithTailAtMost(variance, p);
                Rational normal = pi.times(Rational.of(2)).times(variance);
                assertThat(beyond(k, variance, normal, p)).as("2^%d", bits).isNegative();
                assertThat(beyond(k.subtract(BigInteger.ONE), variance, normal, p))
                        .as("2^%d", bits)
                        .isPositive();
            }
        }
    }

    /** The sign of ln T(k) − ln p. */
    private static int beyond(BigInteger k, Rational variance, Rational normal, Rational p) {
        Rational twice = variance.times(Rational.of(2));
        Rational next = Rational.of(k.shiftLeft(1).add(BigInteger.ONE)).dividedBy(twice);
        return Enclosure.of(Rational.of(k.multiply(k)).dividedBy(twice), 70)
                .high()
                .add(Enclosure.of(next, 70)
                        .oneMinusExponentialOfNegative(70)
                        .logarithm(70)
                        .high())
                .add(Enclosure.of(normal, 70).logarithm(70).high().divide(BigDecimal.valueOf(2)))
                .add(Enclosure.of(p, 70).logarithm(70).high())
                .negate()
                .signum();
    }

    @Test
    void aShareIsLessThanAnEqualPart() {
        Rational variance = Rational.of(100);
        Rational delta = Rational.of(1, 1000);
        for (long n : new long[] {1, 2, 10, 1_000_000}) {
            assertThat(GaussianTails.leastWithTailAtMostShare(variance, delta, n))
                    .isBetween(
                            GaussianTails.leastWithTailAtMost(variance, delta.times(Rational.of(1002, 1000 * n))),
                            GaussianTails.leastWithTailAtMost(variance, delta.dividedBy(Rational.of(n))));
        }
    }

    @Test
    void normalTailsAndQuantilesAreThoseOfTables() {
        assertThat(NormalTail.above(0)).isEqualTo(0.5);
        // To 16 digits: Φ(−1), Φ(−3), Φ(−5); ln Φ(−40).
        assertThat(NormalTail.above(1)).isBetween(0.15865525393145, 0.15865525393146);
        assertThat(NormalTail.above(-1)).isBetween(0.84134474606854, 0.84134474606855);
        assertThat(NormalTail.above(3)).isBetween(0.00134989803163, 0.00134989803164);
        assertThat(NormalTail.above(5)).isBetween(2.8665157187919e-7, 2.8665157187920e-7);
        assertThat(NormalTail.logarithm(40)).isBetween(-804.60844201376, -804.60844201375);
        assertThat(NormalTail.quantile(0.025)).isBetween(1.95996398454005, 1.95996398454006);
        for (double p : new double[] {1e-300, 1e-9, 0.01, 0.3, 0.5, 0.7, 0.999}) {
            assertThat(NormalTail.above(NormalTail.quantile(p))).isBetween(p * (1 - 1e-11), p * (1 + 1e-11));
        }
        assertThatThrownBy(() -> NormalTail.quantile(0)).hasMessage("p must be more than 0 and less than 1");
    }

    @Test
    void refusesWhatIsOutOfRange() {
        Rational half = Rational.of(1, 2);
        assertThatThrownBy(() -> GaussianTails.leastWithTailAtMost(Rational.ZERO, half))
                .hasMessage("variance must be more than 0");
        assertThatThrownBy(() -> GaussianTails.leastWithTailAtMost(half, Rational.ONE))
                .hasMessage("probability must be more than 0 and less than 1");
        assertThatThrownBy(() -> GaussianTails.leastWithTailAtMostShare(half, Rational.ZERO, 1))
                .hasMessage("delta must be more than 0 and less than 1");
        assertThatThrownBy(() -> GaussianTails.leastWithTailAtMostShare(half, half, 0))
                .hasMessage("parts must be at least 1");
        assertThatThrownBy(() -> GaussianTails.tailUp(half, BigInteger.valueOf(-1)))
                .hasMessage("k must be at least 0");
    }
}
