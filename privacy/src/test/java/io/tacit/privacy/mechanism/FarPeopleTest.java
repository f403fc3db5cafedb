package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * People far beyond all others, behind a gap that no shape of a tail has: the upper end of what lies beyond a bound holds them where
 * noise does not hide them, and noise alone rarely looks like them.
 */
class FarPeopleTest {
    private static final Epsilon EPSILON = Epsilon.of("0.25");
    private static final double SCALE = 4;

    /** Runs, each with people of its own. */
    private static final int RUNS = 50;

    /** What was seen of some runs. */
    private record Seen(int held, int wide) {}

    /**
     * Asks about people again and again.
     *
     * @param many how many ordinary people there are
     * @param few how many are far
     */
    private static Seen seen(int many, ToDoubleFunction<Random> law, int few, ToDoubleFunction<Random> far) {
        int held = 0;
        int wide = 0;
        for (int run = 0; run < RUNS; run++) {
            Random random = new Random(run);
            double[] values = new double[many + few];
            Arrays.setAll(values, i -> Math.ceil((i < many ? law : far).applyAsDouble(random)));
            Map<Integer, BigInteger> bins = new HashMap<>();
            for (double value : values) {
                bins.merge(TailBounds.bin(BigInteger.valueOf((long) value)), BigInteger.ONE, BigInteger::add);
            }
            TailBounds.Found found = TailBounds.NONNEGATIVE
                    .magnitude(bins, EPSILON, 1.33, new SeededBits(run))
                    .orElseThrow();
            double bound = found.high().doubleValue();
            Outside above = found.above();
            double excess =
                    Arrays.stream(values).map(v -> Math.max(0, v - bound)).sum();
            double squares = Arrays.stream(values)
                    .map(v -> Math.pow(Math.max(0, v - bound), 2))
                    .sum();
            // What is less than a hundredth of the total is within its noise.
            double slack = Arrays.stream(values).sum() / 100;
            held += excess <= above.excess().high() + slack
                            && squares <= above.squares().high() + slack * bound
                    ? 1
                    : 0;
            wide += above.excess().high() > 0.5 * Arrays.stream(values).sum() ? 1 : 0;
        }
        return new Seen(held, wide);
    }

    private static double pay(Random random) {
        return Math.exp(10.3 + 0.5 * random.nextGaussian());
    }

    /** Rows of robots, and values with a digit too many: 68 people, or 17 scales of the noise, are seen in 95 % of the runs. */
    @Test
    @Tag("statistical")
    void whoeverIsSeenIsHeld() {
        int unseen = (int) Math.round(17 * SCALE);
        assertThat(seen(10_000, FarPeopleTest::pay, unseen, random -> 12 * pay(random)).held)
                .isGreaterThan(RUNS * 85 / 100);
        assertThat(seen(
                                20_000,
                                random -> 1 - 4 * Math.log(random.nextDouble()),
                                unseen,
                                random -> 1500 + 2000 * random.nextDouble())
                        .held)
                .isGreaterThan(RUNS * 85 / 100);
    }

    /** Where nobody is far, noise alone makes an end useless in about 4 of 100 runs: 11 in 50 have a chance below 10^-5. */
    @Test
    @Tag("statistical")
    void noiseAloneRarelyLooksLikePeople() {
        assertThat(seen(10_000, FarPeopleTest::pay, 0, FarPeopleTest::pay).wide).isLessThan(11);
        assertThat(seen(5000, random -> 1000 * random.nextDouble(), 0, FarPeopleTest::pay).wide)
                .isLessThan(11);
    }

    /** A stretch is seen wherever it begins, and nothing is said of counts that noise fills. */
    @Test
    void stretchesAreSeenWhereverTheyAre() {
        double[] edges = new double[60];
        Arrays.setAll(edges, i -> Math.pow(2, i / 2.0));
        for (int at = 20; at < 48; at++) {
            double[] counts = new double[59];
            counts[at] = 60;
            FarPeople people = new FarPeople(edges, counts, counts, SCALE);
            Outside.Far far = people.beyond(edges[20], edges[20], false);
            double beyond = edges[at + 1] - edges[20];
            assertThat(far.excess()).as("bin " + at).isGreaterThan(60 * beyond);
            assertThat(far.squares()).as("bin " + at).isGreaterThan(60 * beyond * beyond);
            assertThat(people.beyond(edges[at + 1], edges[at + 1], false)).isEqualTo(Outside.Far.NOBODY);
            counts[at] = 20;
            assertThat(people.beyond(edges[20], edges[20], false)).isEqualTo(Outside.Far.NOBODY);
        }
    }
}
