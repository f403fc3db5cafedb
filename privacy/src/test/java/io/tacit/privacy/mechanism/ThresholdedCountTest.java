package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdedCountTest {
    /** Exact: every number that can be seen, weighed by its probability given that the group appears. */
    @Test
    void everySizeIsCoveredAmongTheGroupsThatAppear() {
        for (long scale : new long[] {1, 4, 20}) {
            LaplaceLaw law = new LaplaceLaw((double) scale);
            long threshold = 1 + 14 * scale;
            ThresholdedCount count =
                    new ThresholdedCount(new DiscreteLaplace(Rational.of(scale)), BigInteger.valueOf(threshold));
            List<DecimalEstimate> estimates = new ArrayList<>();
            for (long seen = threshold; seen < threshold + 60 * scale; seen++) {
                estimates.add(count.estimate(BigInteger.valueOf(seen), 0.95));
            }
            for (long n = 1; n < threshold + 12 * scale; n++) {
                double covered = 0;
                for (int i = 0; i < estimates.size(); i++) {
                    DecimalEstimate estimate = estimates.get(i);
                    boolean holds = estimate.low().longValueExact() <= n
                            && n <= estimate.high().longValueExact();
                    covered += holds ? law.at(threshold + i - n) : 0;
                }
                double share = covered / law.atLeast(threshold - n);
                assertThat(share).as("scale %d, %d people", scale, n).isGreaterThanOrEqualTo(0.95 - 1e-9);
            }
        }
    }

    /** The same for Gaussian noise, on either side of the σ from which tails are not summed. */
    @Test
    void everySizeIsCoveredUnderGaussianNoise() {
        for (long sigma : new long[] {1, 4, 20}) {
            DiscreteGaussian noise = new DiscreteGaussian(Rational.of(sigma * sigma));
            GaussianLaw law = new GaussianLaw((double) (sigma * sigma));
            int threshold = (int) (1 + 5 * sigma);
            int seen = (int) (30 * sigma);
            ThresholdedCount count = new ThresholdedCount(noise, BigInteger.valueOf(threshold));
            List<DecimalEstimate> estimates = new ArrayList<>();
            for (int i = 0; i < seen; i++) {
                estimates.add(count.estimate(BigInteger.valueOf(threshold + i), 0.95));
            }
            for (long n = 1; n < threshold + 12 * sigma; n++) {
                double covered = 0;
                for (int i = 0; i < seen; i++) {
                    DecimalEstimate estimate = estimates.get(i);
                    boolean holds = estimate.low().longValueExact() <= n
                            && n <= estimate.high().longValueExact();
                    covered += holds ? law.at(threshold + i - n) : 0;
                }
                double share = covered / law.atLeast(threshold - n);
                assertThat(share).as("σ %d, %d people", sigma, n).isGreaterThanOrEqualTo(0.95 - 1e-4);
            }
        }
    }

    @Test
    void farAboveTheThresholdGaussianIntervalsArePlain() {
        DiscreteGaussian noise = new DiscreteGaussian(Rational.of(900));
        DecimalEstimate estimate =
                new ThresholdedCount(noise, BigInteger.valueOf(50)).estimate(BigInteger.valueOf(10_000), 0.95);
        long width = noise.halfWidth(0.95).longValueExact();
        assertThat(estimate.low().longValueExact()).isBetween(10_000 - width - 1, 10_000 - width + 1);
        assertThat(estimate.high().longValueExact()).isBetween(10_000 + width - 1, 10_000 + width + 1);
    }

    @Test
    void farAboveTheThresholdItIsThePlainInterval() {
        DiscreteLaplace noise = new DiscreteLaplace(Rational.of(5));
        DecimalEstimate estimate =
                new ThresholdedCount(noise, BigInteger.valueOf(50)).estimate(BigInteger.valueOf(10_000), 0.95);
        long width = noise.halfWidth(0.95).longValueExact();
        assertThat(estimate.low().longValueExact()).isEqualTo(10_000 - width);
        assertThat(estimate.high().longValueExact()).isEqualTo(10_000 + width);
    }

    @Test
    void nearTheThresholdOneCannotBeExcluded() {
        DecimalEstimate estimate = new ThresholdedCount(new DiscreteLaplace(Rational.of(5)), BigInteger.valueOf(70))
                .estimate(BigInteger.valueOf(72), 0.95);
        assertThat(estimate.low().longValueExact()).isEqualTo(1);
    }

    /** Intervals are as wide, in scales, when the scale is no double: b = 10^400 against b = 10^12. */
    @Test
    void scalesBeyondDoublesKeepTheirIntervals() {
        BigDecimal[] small = inScales(12);
        BigDecimal[] large = inScales(400);
        for (int end = 0; end < 2; end++) {
            assertThat(large[end].subtract(small[end]).abs()).isLessThan(new BigDecimal("1e-9"));
        }
    }

    /** The ends for a number three scales above the threshold, which is twenty scales. */
    private static BigDecimal[] inScales(int exponent) {
        BigInteger b = BigInteger.TEN.pow(exponent);
        ThresholdedCount count =
                new ThresholdedCount(new DiscreteLaplace(Rational.of(b)), b.multiply(BigInteger.valueOf(20)));
        DecimalEstimate estimate = count.estimate(b.multiply(BigInteger.valueOf(23)), 0.95);
        return new BigDecimal[] {
            estimate.low().movePointLeft(exponent), estimate.high().movePointLeft(exponent)
        };
    }

    @Test
    void refusesWhatIsOutOfRange() {
        DiscreteLaplace noise = new DiscreteLaplace(Rational.of(5));
        assertThatThrownBy(() -> new ThresholdedCount(noise, BigInteger.ZERO))
                .hasMessage("threshold must be at least 1");
        ThresholdedCount count = new ThresholdedCount(noise, BigInteger.TEN);
        assertThatThrownBy(() -> count.estimate(BigInteger.ONE, 0.95))
                .hasMessage("noisy must be at least the threshold");
        assertThatThrownBy(() -> count.estimate(BigInteger.TEN, Double.NaN))
                .hasMessage("confidence must be more than 0 and less than 1");
    }
}
