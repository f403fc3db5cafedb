package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two bins, one group and more; what comes out are their noisy counts, all else is computed from them. */
class AutomaticGroupsTest extends MechanismContract<Map<Integer, BigInteger>, List<BigInteger>> {
    private static final Epsilon EPSILON = Epsilon.of("2");
    private static final Epsilon SMALL = Epsilon.of("0.03");
    private static final long WIDEST = 20;

    /** Gaussian noise at epsilon 1 and delta 1e-8, Laplace noise for few groups. */
    private static double noise(long groups) {
        return Math.min(Math.sqrt(2) * groups, 5.9 * Math.sqrt((double) groups));
    }

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(people(3, 0), people(3, 1)),
                new Neighbours<>(people(0, 0), people(1, 0)),
                new Neighbours<>(people(0, 7), people(0, 8)));
    }

    private static Map<Integer, BigInteger> people(long first, long second) {
        Map<Integer, BigInteger> people = new HashMap<>();
        people.put(0, BigInteger.valueOf(first));
        people.put(1, BigInteger.valueOf(second));
        people.values().removeIf(number -> number.signum() == 0);
        return people;
    }

    @Override
    protected Map<List<BigInteger>, Double> law(Map<Integer, BigInteger> users) {
        return TwoCounts.law(
                users.getOrDefault(0, BigInteger.ZERO).longValueExact(),
                users.getOrDefault(1, BigInteger.ZERO).longValueExact(),
                0.5,
                WIDEST);
    }

    @Override
    protected List<BigInteger> run(Map<Integer, BigInteger> users, RandomBits bits) {
        return noisy(new AutomaticGroups(List.of(1L), true), users, EPSILON, bits)
                .counts();
    }

    private static GroupCounts noisy(
            AutomaticGroups bins, Map<Integer, BigInteger> users, Epsilon epsilon, RandomBits bits) {
        IntegerSampler noise = AutomaticGroups.noise(epsilon).sampler();
        return bins.counted(users, (bin, people) -> people.add(noise.draw(bits)), epsilon);
    }

    @Override
    protected double epsilon() {
        return 2;
    }

    @Override
    protected double delta() {
        return 0;
    }

    private static GroupCounts noisy(AutomaticGroups bins, List<Integer> groups, RandomBits bits) {
        Map<Integer, BigInteger> users = new HashMap<>();
        groups.forEach(each -> users.merge(bins.bin(each), BigInteger.ONE, BigInteger::add));
        return noisy(bins, users, SMALL, bits);
    }

    @Test
    void everyNumberOfGroupsIsInOneBin() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        assertThat(bins.edges())
                .startsWith(1L, 2L, 3L, 4L, 5L, 6L, 8L, 12L, 16L)
                .endsWith(1024L);
        assertThat(bins.size()).isEqualTo(bins.edges().size() + 1);
        for (long groups = 1; groups <= 3000; groups++) {
            int bin = bins.bin(groups);
            assertThat(bin == 0 || groups > bins.edges().get(bin - 1)).isTrue();
            assertThat(bin == bins.edges().size() || groups <= bins.edges().get(bin))
                    .isTrue();
        }
        // Whoever is in more groups than there should be is in the last bin.
        AutomaticGroups few = AutomaticGroups.upTo(13, 5);
        assertThat(few.edges()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 8L, 12L, 13L);
        assertThat(few.bin(14)).isEqualTo(8).isEqualTo(few.size() - 1);
        assertThatThrownBy(() -> new AutomaticGroups(List.of(2L, 2L), true)).hasMessageContaining("rise");
        assertThatThrownBy(() -> new AutomaticGroups(List.of(), true)).hasMessageContaining("something");
    }

    @Test
    void everyBinIsNoisedInOrder() {
        List<Integer> asked = new ArrayList<>();
        AutomaticGroups bins = AutomaticGroups.upTo(7, 5);
        bins.counted(
                Map.of(3, BigInteger.TEN),
                (bin, people) -> {
                    asked.add(bin);
                    assertThat(people).isEqualTo(bin == 3 ? BigInteger.TEN : BigInteger.ZERO);
                    return people;
                },
                SMALL);
        assertThat(asked).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    /** Where all are in ten groups, or in one, C_u follows; where nobody is seen there is none. */
    @Test
    void choosesWhatIsBest() {
        SeededBits bits = new SeededBits(5);
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        for (int run = 0; run < 20; run++) {
            GroupCounts ten = noisy(bins, Collections.nCopies(5000, 10), bits);
            assertThat(ten.choose(1024, AutomaticGroupsTest::noise, OptionalLong.empty())
                            .orElseThrow())
                    .isBetween(12L, 32L);
            assertThat(ten.choose(4, AutomaticGroupsTest::noise, OptionalLong.empty()))
                    .hasValue(4);
            GroupCounts one = noisy(bins, Collections.nCopies(5000, 1), bits);
            assertThat(one.choose(1024, AutomaticGroupsTest::noise, OptionalLong.of(7))
                            .orElseThrow())
                    .isBetween(1L, 8L);
        }
        GroupCounts nobody = new GroupCounts(bins, Collections.nCopies(bins.size(), BigInteger.ZERO), 33);
        assertThat(nobody.choose(1024, AutomaticGroupsTest::noise, OptionalLong.empty()))
                .isEmpty();
        assertThat(nobody.missing(5)).isEmpty();
        assertThat(nobody.leastMissing(0.5)).isEmpty();
    }

    /** Of few people the counts say nothing, nearly always. */
    @Test
    void fewPeopleAreTakenForNoise() {
        SeededBits bits = new SeededBits(6);
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        int found = 0;
        for (int run = 0; run < 200; run++) {
            found += noisy(bins, List.of(1, 1, 2, 3, 9), bits).missing(5).isPresent() ? 1 : 0;
        }
        assertThat(found).isLessThan(20);
    }

    @Test
    void sharesAreRightWithoutNoise() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(2);
        List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
        counts.set(1, BigInteger.valueOf(60_000));
        counts.set(3, BigInteger.valueOf(40_000));
        GroupCounts.Missing missing =
                new GroupCounts(bins, counts, 0.01).missing(2).orElseThrow();
        // 40,000 people in four groups have 160,000 of the 280,000 pairs, half of them beyond the limit.
        assertThat(missing.people().about()).isCloseTo(0.4, within(1e-6));
        assertThat(missing.pairs().low()).isCloseTo(80.0 / 280, within(1e-4));
        assertThat(missing.pairs().high()).isCloseTo(80.0 / 280, within(1e-4));
        assertThat(new GroupCounts(bins, counts, 0.01).leastMissing(0.01)).hasValue(4);
    }

    /**
     * The limit that is chosen has the least of noise and pairs left out together, reckoned for each edge: people in a bin
     * or a later one are never fewer than those in later ones, whatever noise made of the bins between.
     */
    @Test
    void theLimitWithTheLeastErrorIsChosen() {
        Random random = new Random(3);
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        Set<Long> chosen = new HashSet<>();
        for (int run = 0; run < 300; run++) {
            int last = 2 + random.nextInt(10);
            List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
            double[] people = new double[bins.size() + 1];
            for (int bin = 0; bin <= last; bin++) {
                // Noise of scale 100 may have made few people none, or fewer.
                people[bin] = bin == last ? 5000 : random.nextInt(1500) - 700;
                counts.set(bin, BigInteger.valueOf((long) people[bin]));
            }
            for (int bin = last; bin >= 0; bin--) {
                people[bin] += people[bin + 1];
            }
            for (int bin = last; bin >= 0; bin--) {
                people[bin] = Math.max(people[bin], people[bin + 1]);
            }
            double each = Math.exp(random.nextDouble() * 9);
            long groups = 1L + random.nextInt(50);
            long best = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int edge = 0; edge <= last; edge++) {
                long limit = bins.edges().get(edge);
                double left = 0;
                for (int bin = edge + 1; bin <= last; bin++) {
                    double middle =
                            (bins.edges().get(bin - 1) + 1 + bins.edges().get(bin)) / 2.0;
                    left += (people[bin] - people[bin + 1]) * (middle - limit);
                }
                double error = Math.hypot(
                        Math.min(groups, Math.max(8, 1.5 * bins.edges().get(last))) * each * limit, left);
                best = error < least ? limit : best;
                least = Math.min(least, error);
            }
            assertThat(new GroupCounts(bins, counts, 100).choose(1024, limit -> each * limit, OptionalLong.of(groups)))
                    .as("%s", counts)
                    .hasValue(best);
            chosen.add(best);
        }
        assertThat(chosen).hasSizeGreaterThan(8);
    }

    /** Where it is not known how many groups there are, they are half as many again as the busiest people are in. */
    @Test
    void groupsThatAreNotKnownAreALittleMoreThanThoseOfTheBusiest() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        for (int last = 0; last < bins.size(); last++) {
            List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
            counts.set(0, BigInteger.valueOf(900));
            counts.set(last, BigInteger.valueOf(1000));
            GroupCounts found = new GroupCounts(bins, counts, 0.01);
            // The open bin is taken to end at twice its begin.
            long end = last < bins.edges().size() ? bins.edges().get(last) : 2 * 1025;
            OptionalLong groups = OptionalLong.of(Math.max(8, end * 3 / 2));
            for (double each = 1e-3; each < 1e5; each *= 1.04) {
                double noise = each;
                assertThat(found.choose(1024, limit -> noise * Math.sqrt(limit), OptionalLong.empty()))
                        .as("up to %d groups, noise %s", end, noise)
                        .isEqualTo(found.choose(1024, limit -> noise * Math.sqrt(limit), groups));
            }
        }
    }

    /**
     * Without noise of the answer the end of the last bin that holds people is chosen. Behind bins that surely do, so
     * many within four bins are people as noise adds up to in 2.5 standard deviations; and then it begins anew there.
     */
    @Test
    void binsBehindOccupiedOnesHoldPeopleWhomNoiseWouldNotMake() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        int[][] cases = {
            {0},
            {0, 350},
            {1, 360},
            {0, 300, 190},
            {2, 300, 210},
            {1, 360, 150},
            {3, 360, 360, 360},
            {3, 360, 300, 250},
            {1, 360, 300, 150},
            {4, 0, 0, 0, 710},
            {0, 0, 0, 0, 0, 740},
            {5, 0, 0, 0, 0, 760},
            {5, 360, 0, 0, 0, 710}
        };
        for (int[] one : cases) {
            List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
            counts.set(0, BigInteger.valueOf(100_000));
            for (int bin = 1; bin < one.length; bin++) {
                counts.set(bin, BigInteger.valueOf(one[bin]));
            }
            assertThat(new GroupCounts(bins, counts, 100).choose(1024, limit -> 0, OptionalLong.empty()))
                    .as("%s", Arrays.toString(one))
                    .hasValue(bins.edges().get(one[0]));
        }
    }

    /** Intervals hold what is true of 3000 people with a skewed number of groups in 95 % of 300 runs. */
    @Test
    @Tag("statistical")
    void intervalsHoldTheTruth() {
        SeededBits bits = new SeededBits(7);
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        List<Integer> groups = new ArrayList<>();
        long all = 0;
        long beyond = 0;
        for (int person = 0; person < 3000; person++) {
            int own = 1 + (int) Math.floor(4 * -Math.log1p(-(person + 0.5) / 3000));
            groups.add(own);
            all += own;
            beyond += Math.max(0, own - 5);
        }
        double people = groups.stream().filter(own -> own > 5).count() / 3000.0;
        double pairs = (double) beyond / all;
        int heldPeople = 0;
        int heldPairs = 0;
        for (int run = 0; run < 300; run++) {
            GroupCounts.Missing missing = noisy(bins, groups, bits).missing(5).orElseThrow();
            heldPeople += holds(missing.people(), people);
            heldPairs += holds(missing.pairs(), pairs);
        }
        // Of 300 runs with a chance of 0.95 fewer than 264 hold with a chance below 10^-6.
        assertThat(heldPeople).isGreaterThanOrEqualTo(264).isLessThan(300);
        assertThat(heldPairs).isGreaterThanOrEqualTo(264);
    }

    private static int holds(GroupCounts.Share share, double truth) {
        return share.low() <= truth && truth <= share.high() ? 1 : 0;
    }

    @Test
    void widthsOfWeightedSumsAreThoseOfTheirLaw() {
        double twenty = Math.log(20);
        assertThat(WeightedLaplace.halfWidth(new double[] {3, 0}, 0.95)).isCloseTo(3 * twenty, within(1e-3));
        // Of two: P(|S| > q) = e^(−q)·(1 + q/2).
        double two = WeightedLaplace.halfWidth(new double[] {-1, 1}, 0.95);
        assertThat(Math.exp(-two) * (1 + two / 2)).isCloseTo(0.05, within(1e-4));
        // Of many: nearly normal.
        double[] many = new double[400];
        Arrays.fill(many, 1);
        assertThat(WeightedLaplace.halfWidth(many, 0.95) / Math.sqrt(800)).isCloseTo(1.96, within(0.01));
        assertThat(WeightedLaplace.halfWidth(new double[] {0}, 0.95)).isZero();
    }
}
