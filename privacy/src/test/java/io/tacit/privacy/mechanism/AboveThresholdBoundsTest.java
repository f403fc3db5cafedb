package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Four bins with integers: 1, 2, 4, 3 as edges; one person is in one bin. */
class AboveThresholdBoundsTest extends MechanismContract<Map<Integer, BigInteger>, Optional<ApproximateBounds.Found>> {
    private static final AboveThresholdBounds BINS = new AboveThresholdBounds(0, 4);
    private static final Epsilon EPSILON = Epsilon.of("2");
    private static final long TARGET = 5;

    /** (2/ε)(ln 4 + 3) is 4.39. */
    private static final long MARGIN = 5;

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(people(6, 4, 3, 2), people(6, 4, 3, 3)),
                new Neighbours<>(people(0, 0, 0, 0), people(0, 1, 0, 0)),
                new Neighbours<>(people(0, 0, 0, 10), people(0, 0, 0, 11)),
                new Neighbours<>(people(5, 5, 0, 5), people(5, 5, 1, 5)));
    }

    private static Map<Integer, BigInteger> people(long first, long second, long third, long fourth) {
        return Map.of(
                0, BigInteger.valueOf(first),
                1, BigInteger.valueOf(second),
                3, BigInteger.valueOf(third),
                4, BigInteger.valueOf(fourth));
    }

    @Override
    protected Map<Optional<ApproximateBounds.Found>, Double> law(Map<Integer, BigInteger> users) {
        long beyond =
                users.values().stream().mapToLong(BigInteger::longValueExact).sum();
        List<Long> excesses = new ArrayList<>();
        excesses.add(beyond - TARGET - MARGIN);
        for (int bin : new int[] {0, 1, 3}) {
            beyond -= users.getOrDefault(bin, BigInteger.ZERO).longValueExact();
            excesses.add(beyond - TARGET);
        }
        List<Double> places = AboveThresholdLaw.of(excesses, 2);
        Map<Optional<ApproximateBounds.Found>, Double> law = new HashMap<>();
        law.put(Optional.empty(), places.get(0));
        for (int i = 1; i < places.size(); i++) {
            law.put(Optional.of(new ApproximateBounds.Found(BigInteger.ZERO, BigInteger.valueOf(i))), places.get(i));
        }
        return law;
    }

    @Override
    protected Optional<ApproximateBounds.Found> run(Map<Integer, BigInteger> users, RandomBits bits) {
        return BINS.magnitude(users, EPSILON, bits);
    }

    @Override
    protected double epsilon() {
        return 2;
    }

    @Override
    protected double delta() {
        return 0;
    }

    @Test
    void binsHoldTheirValues() {
        for (long value = -3000; value <= 3000; value++) {
            BigInteger whole = BigInteger.valueOf(value);
            int bin = AboveThresholdBounds.bin(whole);
            assertThat(bin).isNotEqualTo(2).isNotEqualTo(-3);
            int magnitudeBin = bin >= 0 ? bin : -1 - bin;
            BigInteger magnitude = whole.abs();
            assertThat(magnitude).isLessThanOrEqualTo(AboveThresholdBounds.edge(magnitudeBin));
            if (magnitudeBin > 0) {
                assertThat(magnitude).isGreaterThan(AboveThresholdBounds.edge(magnitudeBin - 1));
            }
        }
        assertThat(AboveThresholdBounds.edge(7)).isEqualTo(12);
        BigInteger power = BigInteger.ONE.shiftLeft(126);
        assertThat(AboveThresholdBounds.bin(power)).isEqualTo(252);
        assertThat(AboveThresholdBounds.bin(power.negate())).isEqualTo(-253);
        assertThat(AboveThresholdBounds.SIGNED.limitedBin(power.shiftLeft(9))).isEqualTo(252);
        assertThat(AboveThresholdBounds.NONNEGATIVE.limitedBin(BigInteger.TEN.negate()))
                .isZero();
    }

    /** One person at each value from 1 to 10,000: limits are 8192 or 11586, and a step beyond once in a while. */
    @Test
    void aboutTheTargetLiesOutside() {
        SeededBits bits = new SeededBits(11);
        Epsilon epsilon = Epsilon.of("0.5");
        Map<Integer, BigInteger> users = histogram(1, 10_000);
        int close = 0;
        for (int run = 0; run < 50; run++) {
            ApproximateBounds.Found found = AboveThresholdBounds.NONNEGATIVE
                    .magnitude(users, epsilon, bits)
                    .orElseThrow();
            assertThat(found.low()).isZero();
            assertThat(found.high().longValueExact()).isBetween(8192L, 1L << 20);
            close += isWithin(found.high(), 8192, 11586) ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(42);
        assertThat(AboveThresholdBounds.target(epsilon)).isEqualTo(20);
        assertThat(AboveThresholdBounds.SIGNED.magnitude(users, epsilon, bits).orElseThrow())
                .satisfies(
                        found -> assertThat(found.low()).isEqualTo(found.high().negate()));
    }

    @Test
    void rangesFollowTheRowsOnBothSides() {
        SeededBits bits = new SeededBits(12);
        int close = 0;
        for (int run = 0; run < 50; run++) {
            ApproximateBounds.Found found = AboveThresholdBounds.SIGNED
                    .range(histogram(2000, 3000), histogram(-700, -500), Epsilon.of("1"), bits)
                    .orElseThrow();
            close += isWithin(found.low(), -725, -512) && isWithin(found.high(), 2897, 4096) ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(40);
        // All people at one value: still two ends.
        Map<Integer, BigInteger> same = Map.of(AboveThresholdBounds.bin(BigInteger.ZERO), BigInteger.valueOf(5000));
        ApproximateBounds.Found found = AboveThresholdBounds.SIGNED
                .range(same, same, Epsilon.of("1"), bits)
                .orElseThrow();
        assertThat(found.low()).isLessThan(found.high()).isNotPositive();
        assertThat(found.high()).isPositive();
    }

    private static boolean isWithin(BigInteger value, long least, long largest) {
        return value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(BigInteger.valueOf(largest)) <= 0;
    }

    private static Map<Integer, BigInteger> histogram(long from, long to) {
        Map<Integer, BigInteger> users = new HashMap<>();
        for (long value = from; value <= to; value++) {
            users.merge(AboveThresholdBounds.bin(BigInteger.valueOf(value)), BigInteger.ONE, BigInteger::add);
        }
        return users;
    }

    /** Root mean square errors of sums of lognormal values: the best limit, chosen knowing all, is not far better. */
    @Test
    void errorsAreNotFarAboveTheBestLimit() {
        int people = 10_000;
        List<Long> values = new ArrayList<>();
        SeededBits bits = new SeededBits(14);
        for (int i = 0; i < people; i++) {
            double normal = Math.sqrt(-2 * Math.log(1 - bits.nextUnit())) * Math.cos(2 * Math.PI * bits.nextUnit());
            values.add((long) Math.ceil(1000 * Math.exp(normal)));
        }
        Map<Integer, BigInteger> users = new HashMap<>();
        values.forEach(value ->
                users.merge(AboveThresholdBounds.bin(BigInteger.valueOf(value)), BigInteger.ONE, BigInteger::add));
        double best = Double.POSITIVE_INFINITY;
        for (int bin = 3; bin < 60; bin++) {
            best = Math.min(
                    best, squaredError(values, AboveThresholdBounds.edge(bin).doubleValue(), 1));
        }
        double sum = 0;
        for (int run = 0; run < 50; run++) {
            BigInteger limit = AboveThresholdBounds.NONNEGATIVE
                    .magnitude(users, Epsilon.of("0.25"), bits)
                    .orElseThrow()
                    .high();
            sum += squaredError(values, limit.doubleValue(), 0.75);
        }
        assertThat(Math.sqrt(sum / 50 / best)).isBetween(1.0, 6.0);
    }

    private static double squaredError(List<Long> values, double limit, double epsilon) {
        double cut =
                values.stream().mapToDouble(value -> Math.max(0, value - limit)).sum();
        return cut * cut + 2 * limit * limit / (epsilon * epsilon);
    }

    @Test
    void tooFewPeopleGiveNothing() {
        SeededBits bits = new SeededBits(13);
        Map<Integer, BigInteger> few = Map.of(9, BigInteger.TWO);
        int nothing = 0;
        for (int run = 0; run < 200; run++) {
            nothing += AboveThresholdBounds.NONNEGATIVE
                            .magnitude(few, Epsilon.of("1"), bits)
                            .isEmpty()
                    ? 1
                    : 0;
        }
        assertThat(nothing).isGreaterThanOrEqualTo(198);
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new AboveThresholdBounds(1, 0)).hasMessageContaining("leastBin at most largestBin");
        assertThatThrownBy(() -> new AboveThresholdBounds(-254, 0)).hasMessageContaining("between -253 and 252");
        assertThatThrownBy(() -> new AboveThresholdBounds(0, 253)).hasMessageContaining("between -253 and 252");
    }
}
