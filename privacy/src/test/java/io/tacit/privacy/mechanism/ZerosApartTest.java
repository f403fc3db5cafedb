package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** People with nothing but 0 are counted apart: they hide nobody, and bounds hold 0 where there are some. */
class ZerosApartTest {
    private static final TailBounds BINS = new TailBounds(-121, 120);
    private static final Epsilon EPSILON = Epsilon.of("0.5");

    /** So many people with 0, and others between two values. */
    private static Map<Integer, BigInteger> people(int zeros, int others, long low, long high) {
        Map<Integer, BigInteger> people = new HashMap<>();
        people.put(TailBounds.ZERO, BigInteger.valueOf(zeros));
        for (int i = 0; i < others; i++) {
            BigInteger value = BigInteger.valueOf(low + (high - low) * i / Math.max(1, others - 1));
            people.merge(BINS.limitedBin(value), BigInteger.ONE, BigInteger::add);
        }
        return people;
    }

    private static TailBounds.Ends noisy(
            Map<Integer, BigInteger> largest, Map<Integer, BigInteger> smallest, long seed) {
        SeededBits bits = new SeededBits(seed);
        return BINS.noisyEnds(largest, smallest, EPSILON, bits).with(BINS.noisyZeros(largest, smallest, EPSILON, bits));
    }

    private static Optional<TailBounds.Found> range(TailBounds.Ends noisy) {
        return BINS.range(noisy, EPSILON, 2, TailBounds.Rows.SOME);
    }

    @Test
    void fewHoldersAmongManyZerosHaveBoundsOfTheirOwn() {
        for (int seed = 0; seed < 40; seed++) {
            TailBounds.Ends up = noisy(people(100_000, 900, 500, 5000), people(100_000, 900, 500, 5000), seed);
            TailBounds.Found found = range(up).orElseThrow();
            assertThat(found.low()).isZero();
            assertThat(found.high().longValueExact()).isBetween(3000L, 20_000L);
            assertThat(found.people()).isBetween(100_000.0, 102_000.0);
            TailBounds.Ends down = noisy(people(100_000, 900, -5000, -500), people(100_000, 900, -5000, -500), seed);
            TailBounds.Found mirrored = range(down).orElseThrow();
            assertThat(mirrored.high()).isZero();
            assertThat(mirrored.low().longValueExact()).isBetween(-20_000L, -3000L);
        }
    }

    /** Everybody's smallest value is 0, so that nobody is in the other histogram. */
    @Test
    void zeroIsAnEndWhereNobodyIsBeyond() {
        TailBounds.Found found = range(noisy(people(0, 3000, 500, 5000), people(3000, 0, 0, 0), 3))
                .orElseThrow();
        assertThat(found.low()).isZero();
        assertThat(found.high().longValueExact()).isBetween(4000L, 10_000L);
        TailBounds.Found negative = range(noisy(people(3000, 0, 0, 0), people(0, 3000, -5000, -500), 3))
                .orElseThrow();
        assertThat(negative.high()).isZero();
        assertThat(negative.low().longValueExact()).isBetween(-10_000L, -4000L);
    }

    @Test
    void withoutZerosBoundsLieOnOneSide() {
        TailBounds.Found found = range(noisy(people(0, 20_000, 900, 1000), people(0, 20_000, 900, 1000), 5))
                .orElseThrow();
        assertThat(found.low().longValueExact()).isBetween(300L, 900L);
        assertThat(found.high().longValueExact()).isBetween(1000L, 1500L);
    }

    /** Where too few have anything else there are bounds only for those who draw values: with 0 and 1 in one bin. */
    @Test
    void tooFewHoldersHaveNoBounds() {
        for (int holders : new int[] {0, 1, 10, 30}) {
            for (int seed = 0; seed < 20; seed++) {
                Map<Integer, BigInteger> few = people(100_000, holders, 500, 5000);
                TailBounds.Ends noisy = noisy(few, few, seed);
                assertThat(range(noisy)).as("%d of seed %d", holders, seed).isEmpty();
                TailBounds.Found together = range(BINS.together(noisy)).orElseThrow();
                assertThat(together.low().signum()).isNotPositive();
                assertThat(together.high().signum()).isPositive();
            }
        }
        TailBounds.Ends plain = BINS.noisyEnds(Map.of(), Map.of(), EPSILON, new SeededBits(1));
        assertThat(BINS.together(plain)).isEqualTo(plain);
    }
}
