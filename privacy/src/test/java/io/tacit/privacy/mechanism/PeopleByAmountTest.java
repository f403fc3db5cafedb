package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What limits of amounts leave out, of people of whom it is known, without noise and with it. */
class PeopleByAmountTest {
    /** Amounts up to 1, 2, 4, 8 and 16 of 100, 40, 20, 10 and no people. */
    private static PeopleByAmount known() {
        List<BigInteger> counts = new ArrayList<>();
        for (long people : new long[] {100, 40, 20, 10, 0}) {
            counts.add(BigInteger.valueOf(people));
        }
        return new PeopleByAmount(new double[] {0, 1, 2, 4, 8, 16}, counts, 1e-9, false);
    }

    @Test
    void whatIsBeyondIsAtMostUpToTheEndsOfBins() {
        assertThat(known().mostBeyond(1)).isEqualTo(40 + 20 * 3 + 10 * 7, within(1e-5));
        assertThat(known().mostBeyond(4)).isEqualTo(10 * 4, within(1e-5));
        assertThat(known().mostBeyond(8)).isEqualTo(0, within(1e-5));
        assertThat(known().mostBeyond(100)).isZero();
    }

    @Test
    void thoseWithMostHaveMost() {
        assertThat(known().among(0, 10.0 / 170, 16)).isEqualTo(6, within(1e-9));
        assertThat(known().among(0, 30.0 / 170, 16)).isEqualTo((10 * 6 + 20 * 3) / 30.0, within(1e-9));
        assertThat(known().among(70.0 / 170, 1, 16)).isEqualTo(1, within(1e-9));
        assertThat(known().among(0, 10.0 / 170, 4)).isEqualTo(4, within(1e-9));
        assertThat(known().among(0, 1, 16)).isEqualTo((10 * 6 + 20 * 3 + 40 * 1.5 + 100) / 170, within(1e-9));
    }

    /** Of 727 people most have one, 15 have two and two have five: noise hides them, and what they have beyond one is held. */
    @Test
    void whatNoiseHidesIsHeld() {
        Map<Integer, BigInteger> people = new HashMap<>();
        people.put(TailBounds.bin(BigInteger.ONE), BigInteger.valueOf(710));
        people.put(TailBounds.bin(BigInteger.TWO), BigInteger.valueOf(15));
        people.put(TailBounds.bin(BigInteger.valueOf(5)), BigInteger.TWO);
        SeededBits bits = new SeededBits(1);
        int held = 0;
        List<Double> ends = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            TailBounds.Found found = TailBounds.NONNEGATIVE
                    .magnitude(people, Epsilon.of("0.25"), 1 / 0.75, bits)
                    .orElseThrow();
            double limit = found.high().doubleValue();
            double beyond = 15 * Math.max(0, 2 - limit) + 2 * Math.max(0, 5 - limit);
            double most = found.amounts().orElseThrow().mostBeyond(limit);
            held += most >= beyond ? 1 : 0;
            ends.add(most);
        }
        // 19 in 20 should be: fewer than 250 of 300 are by chance less than once in a million.
        assertThat(held).isGreaterThan(250);
        ends.sort(null);
        assertThat(ends.get(150)).isLessThan(727 * 0.15);
    }
}
