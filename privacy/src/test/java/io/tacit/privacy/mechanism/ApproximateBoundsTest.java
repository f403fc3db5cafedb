package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Four bins, and a person with one entry in each of two groups. */
class ApproximateBoundsTest extends MechanismContract<Map<Integer, BigInteger>, Optional<ApproximateBounds.Found>> {
    private static final ApproximateBounds BINS = new ApproximateBounds(-2, 1);
    private static final long ENTRIES = 2;
    private static final DiscreteLaplace NOISE = ApproximateBounds.noise(ENTRIES, Epsilon.of("1"));

    /** So large that every outcome is drawn often enough. */
    private static final Rational FALSE_POSITIVE = Rational.of(1, 10);

    private static final long THRESHOLD = BINS.threshold(NOISE, FALSE_POSITIVE).longValueExact();

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(Map.of(), Map.of(0, BigInteger.TWO)),
                new Neighbours<>(Map.of(), Map.of(-2, BigInteger.TWO)),
                new Neighbours<>(Map.of(1, BigInteger.TEN), Map.of(1, BigInteger.TEN, 0, BigInteger.TWO)),
                new Neighbours<>(Map.of(), Map.of(0, BigInteger.ONE, 1, BigInteger.ONE)));
    }

    @Override
    protected Map<Optional<ApproximateBounds.Found>, Double> law(Map<Integer, BigInteger> exact) {
        LaplaceLaw law = new LaplaceLaw((double) ENTRIES);
        Map<Optional<ApproximateBounds.Found>, Double> outcomes = new HashMap<>();
        for (int reached = 0; reached < 16; reached++) {
            double probability = 1;
            for (int bin = -2; bin <= 1; bin++) {
                long count = exact.getOrDefault(bin, BigInteger.ZERO).longValueExact();
                double reaches = law.atLeast(THRESHOLD - count);
                probability *= (reached >> (bin + 2) & 1) == 1 ? reaches : 1 - reaches;
            }
            int set = reached;
            Optional<ApproximateBounds.Found> found =
                    BINS.find(bin -> (set >> (bin + 2) & 1) == 1 ? BigInteger.ONE : BigInteger.ZERO, BigInteger.ONE);
            outcomes.merge(found, probability, Double::sum);
        }
        return outcomes;
    }

    @Override
    protected Optional<ApproximateBounds.Found> run(Map<Integer, BigInteger> exact, RandomBits bits) {
        NavigableMap<Integer, BigInteger> noisy = BINS.noisy(exact, NOISE, bits);
        return BINS.find(noisy::get, BigInteger.valueOf(THRESHOLD));
    }

    @Override
    protected double epsilon() {
        return 1;
    }

    @Override
    protected double delta() {
        return 0;
    }

    @Test
    void binsAreHalfOpenPowersOfTwo() {
        assertThat(bin(0)).isZero();
        assertThat(bin(1)).isZero();
        assertThat(bin(2)).isEqualTo(1);
        assertThat(bin(3)).isEqualTo(2);
        assertThat(bin(4)).isEqualTo(2);
        assertThat(bin(5)).isEqualTo(3);
        assertThat(bin(-1)).isEqualTo(-1);
        assertThat(bin(-2)).isEqualTo(-2);
        assertThat(bin(-4)).isEqualTo(-3);
        assertThat(bin(-5)).isEqualTo(-4);
        BigInteger power = BigInteger.ONE.shiftLeft(126);
        assertThat(ApproximateBounds.bin(power)).isEqualTo(126);
        assertThat(ApproximateBounds.bin(power.negate())).isEqualTo(-127);
        assertThat(ApproximateBounds.SIGNED.limitedBin(power.shiftLeft(5))).isEqualTo(126);
        assertThat(ApproximateBounds.NONNEGATIVE.limitedBin(BigInteger.valueOf(-9)))
                .isZero();
    }

    @Test
    void boundsHoldTheValuesOfTheirBins() {
        for (long value = -70; value <= 70; value++) {
            int bin = bin(value);
            ApproximateBounds.Found found = ApproximateBounds.SIGNED
                    .find(at -> at == bin ? BigInteger.ONE : BigInteger.ZERO, BigInteger.ONE)
                    .orElseThrow();
            assertThat(BigInteger.valueOf(value)).isBetween(found.low(), found.high());
            assertThat(found.withZero().low()).isNotPositive();
            assertThat(found.withZero().high()).isNotNegative();
        }
    }

    private static int bin(long value) {
        return ApproximateBounds.bin(BigInteger.valueOf(value));
    }

    @Test
    void theThresholdIsTheLeastThatKeepsFalsePositivesRare() {
        double scale = 3;
        LaplaceLaw law = new LaplaceLaw(scale);
        DiscreteLaplace noise = new DiscreteLaplace(Rational.of(3));
        long t = ApproximateBounds.SIGNED.threshold(noise).longValueExact();
        double single = -Math.expm1(Math.log1p(-1e-9) / 253);
        assertThat(law.atLeast(t)).isLessThanOrEqualTo(single);
        assertThat(law.atLeast(t - 1)).isGreaterThan(single);
        // The paper's corrected formula: −ln(2 − 2P^(1/(B−1)))/ε.
        double closed = -scale * Math.log(2 * single);
        assertThat((double) t).isBetween(closed - 1, closed + 2);
    }

    @Test
    void largeHistogramsAreFoundAndSmallOnesFail() {
        DiscreteLaplace noise = ApproximateBounds.noise(1, Epsilon.of("1"));
        SeededBits bits = new SeededBits(8);
        Map<Integer, BigInteger> many = Map.of(3, BigInteger.valueOf(500), 7, BigInteger.valueOf(500));
        assertThat(ApproximateBounds.NONNEGATIVE.find(many, noise, bits))
                .contains(new ApproximateBounds.Found(BigInteger.valueOf(4), BigInteger.valueOf(128)));
        assertThat(ApproximateBounds.NONNEGATIVE.find(Map.of(3, BigInteger.TWO), noise, bits))
                .isEmpty();
    }

    @Test
    void theShareOutsideComesFromNoisyBins() {
        ApproximateBounds bins = new ApproximateBounds(0, 3);
        NavigableMap<Integer, BigInteger> noisy = new TreeMap<>();
        for (int bin = 0; bin <= 3; bin++) {
            noisy.put(bin, BigInteger.valueOf(bin == 3 ? 10 : 30));
        }
        ApproximateBounds.Found bounds = new ApproximateBounds.Found(BigInteger.ZERO, BigInteger.valueOf(4));
        assertThat(bins.shareOutside(noisy, bounds)).isEqualTo(0.1);
        noisy.put(3, BigInteger.valueOf(-10));
        assertThat(bins.shareOutside(noisy, bounds)).isZero();
    }

    /** Noise makes counts negative: whatever they are, a share is one, and that of what is counted outside. */
    @Test
    void aShareIsAShareWhateverTheNoise() {
        ApproximateBounds bins = new ApproximateBounds(0, 2);
        ApproximateBounds.Found bounds = new ApproximateBounds.Found(BigInteger.ZERO, BigInteger.TWO);
        for (long first = -4; first <= 4; first++) {
            for (long second = -4; second <= 4; second++) {
                for (long third = -4; third <= 4; third++) {
                    NavigableMap<Integer, BigInteger> noisy = new TreeMap<>(Map.of(
                            0, BigInteger.valueOf(first), 1, BigInteger.valueOf(second), 2, BigInteger.valueOf(third)));
                    double inside = Math.max(0, first + second);
                    double share = third <= 0 ? 0 : third / (inside + third);
                    assertThat(bins.shareOutside(noisy, bounds)).as("%s", noisy).isEqualTo(share);
                }
            }
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new ApproximateBounds(1, 0)).hasMessageContaining("leastBin at most largestBin");
        assertThatThrownBy(() -> new ApproximateBounds(-128, 0)).hasMessageContaining("between -127 and 126");
        assertThatThrownBy(() -> new ApproximateBounds(0, 127)).hasMessageContaining("between -127 and 126");
        assertThatThrownBy(() -> ApproximateBounds.noise(0, Epsilon.of("1"))).hasMessage("entries must be at least 1");
    }
}
