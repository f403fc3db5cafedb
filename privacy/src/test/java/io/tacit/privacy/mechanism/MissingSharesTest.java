package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * What a limit leaves out, where counts have next to no noise: all that is not known is where in their bins people are.
 * All their possible numbers of groups are tried; the interval holds each of the shares, and no more.
 */
class MissingSharesTest {
    private static final double SCALE = 1e-9;

    /** Ends of intervals are found by halving, to 2^-18. */
    private static final Offset<Double> NEAR = within(1e-5);

    private static final int MOST_PEOPLE = 2;
    private static final double[] WANTED = {0, 0.0123, 0.0877, 0.1234, 0.2345, 0.3456, 0.4567, 0.6789, 1};

    private static final List<AutomaticGroups> BINS = List.of(
            new AutomaticGroups(List.of(1L, 2L, 3L), false),
            new AutomaticGroups(List.of(3L, 7L, 12L), false),
            new AutomaticGroups(List.of(2L, 5L, 6L, 9L), false),
            new AutomaticGroups(List.of(4L, 6L), true),
            AutomaticGroups.upTo(7, 5));

    /** Pairs of some people. */
    private record Pairs(long beyond, long all) {
        double share() {
            return (double) beyond / all;
        }

        Pairs withPerson(long groups, long limit) {
            return new Pairs(beyond + Math.max(0, groups - limit), all + groups);
        }
    }

    private static long least(AutomaticGroups bins, int bin) {
        return bin == 0 ? 1 : bins.edges().get(bin - 1) + 1;
    }

    /** The open bin is taken to be so wide. */
    private static long most(AutomaticGroups bins, int bin) {
        return bin < bins.edges().size() ? bins.edges().get(bin) : 2 * least(bins, bin);
    }

    /** All pairs that there can be. */
    private static Set<Pairs> possible(AutomaticGroups bins, int[] people, long limit) {
        Set<Pairs> possible = Set.of(new Pairs(0, 0));
        for (int bin = 0; bin < people.length; bin++) {
            for (int person = 0; person < people[bin]; person++) {
                Set<Pairs> more = new HashSet<>();
                for (Pairs pairs : possible) {
                    for (long groups = least(bins, bin); groups <= most(bins, bin); groups++) {
                        more.add(pairs.withPerson(groups, limit));
                    }
                }
                possible = more;
            }
        }
        return possible;
    }

    private static GroupCounts counts(AutomaticGroups bins, int[] people) {
        List<BigInteger> counts =
                Arrays.stream(people).mapToObj(BigInteger::valueOf).toList();
        return new GroupCounts(bins, counts, SCALE);
    }

    /** The next numbers of people in bins; false after the last. */
    private static boolean next(int[] people) {
        for (int bin = 0; bin < people.length; bin++) {
            if (people[bin] < MOST_PEOPLE) {
                people[bin]++;
                return true;
            }
            people[bin] = 0;
        }
        return false;
    }

    /** The least and the largest share of pairs. */
    private record Ends(double least, double most) {
        static Ends of(AutomaticGroups bins, int[] people, long limit) {
            double least = 1;
            double most = 0;
            for (Pairs pairs : possible(bins, people, limit)) {
                least = Math.min(least, pairs.share());
                most = Math.max(most, pairs.share());
            }
            return new Ends(least, most);
        }

        double middle() {
            return (least + most) / 2;
        }
    }

    @Test
    void sharesAreThoseThatCanBeAndNoOthers() {
        check(BINS.get(0), 2, 1, 1);
        check(BINS.get(1), 1, 2, 1);
        check(BINS.get(1), 0, 2, 2);
        check(BINS.get(2), 2, 1, 0, 1);
        check(BINS.get(3), 1, 1, 2);
        check(BINS.get(4), 2, 1, 0, 1, 2, 0, 1);
    }

    private static void check(AutomaticGroups bins, int... people) {
        for (long limit : bins.edges()) {
            GroupCounts.Missing missing = counts(bins, people).missing(limit).orElseThrow();
            String what = Arrays.toString(people) + " in " + bins + ", limit " + limit;
            Ends ends = Ends.of(bins, people, limit);
            check(what, missing.pairs(), ends);
            // Whether people are beyond a limit is known, as limits are ends of bins.
            double beyond = 0;
            for (int bin = 0; bin < people.length; bin++) {
                beyond += least(bins, bin) > limit ? people[bin] : 0;
            }
            double share = beyond / Arrays.stream(people).sum();
            check(what, missing.people(), new Ends(share, share));
        }
    }

    private static void check(String what, GroupCounts.Share share, Ends ends) {
        assertThat(share.low()).as(what).isLessThanOrEqualTo(ends.least).isCloseTo(ends.least, NEAR);
        assertThat(share.high()).as(what).isGreaterThanOrEqualTo(ends.most).isCloseTo(ends.most, NEAR);
        assertThat(share.about()).as(what).isCloseTo(ends.middle(), NEAR);
    }

    /** The least limit whose middle between the least and the largest share is no more than what is wanted. */
    @Test
    void theLeastLimitForAShareIsTheFirstThatLeavesOutNoMore() {
        for (AutomaticGroups bins : BINS.subList(0, 4)) {
            int[] people = new int[bins.size()];
            while (next(people)) {
                GroupCounts counts = counts(bins, people);
                List<Ends> ends = bins.edges().stream()
                        .map(limit -> Ends.of(bins, people, limit))
                        .toList();
                for (double wanted : WANTED) {
                    OptionalLong first = IntStream.range(0, ends.size())
                            .filter(bin -> ends.get(bin).middle() <= wanted)
                            .mapToLong(bins.edges()::get)
                            .findFirst();
                    assertThat(counts.leastMissing(wanted))
                            .as("%s of %s in %s", wanted, people, bins)
                            .isEqualTo(first);
                }
            }
        }
    }

    /** Whatever the noise makes of the counts: a share is between its ends, and they are shares. */
    @Test
    void sharesLieWithinTheirEndsWhateverTheNoise() {
        Random random = new Random(21);
        int seen = 0;
        for (AutomaticGroups bins : BINS) {
            for (int run = 0; run < 60; run++) {
                List<BigInteger> counts = IntStream.range(0, bins.size())
                        .mapToObj(
                                bin -> BigInteger.valueOf(Math.round(random.nextGaussian() * (bin % 3 == 0 ? 60 : 9))))
                        .toList();
                GroupCounts found = new GroupCounts(bins, counts, 3);
                for (long limit : bins.edges()) {
                    Optional<GroupCounts.Missing> missing = found.missing(limit);
                    if (missing.isPresent()) {
                        for (GroupCounts.Share share :
                                List.of(missing.get().people(), missing.get().pairs())) {
                            assertThat(share.low()).isBetween(0.0, share.about());
                            assertThat(share.high()).as("%s, %s", counts, limit).isBetween(share.about(), 1.0);
                        }
                        seen++;
                    }
                }
            }
        }
        assertThat(seen).isGreaterThan(200);
    }

    /**
     * People whom the noise hides are in the three bins behind the last that seems to hold any, each in as many groups as
     * end the second of these: they are counted where the share may be largest, and not where it may be least.
     */
    @Test
    void hiddenPeopleAreInAsManyGroupsAsTheSecondBinBehind() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(2);
        Random random = new Random(6);
        for (int run = 0; run < 40; run++) {
            int last = 3 + random.nextInt(6);
            List<BigInteger> counts = new ArrayList<>();
            for (int bin = 0; bin < bins.size(); bin++) {
                // Noise of scale 100 behind the last.
                int people = bin <= last ? 1000 + random.nextInt(4000) : random.nextInt(101) - 50;
                counts.add(BigInteger.valueOf(bin <= last + 3 ? people : 0));
            }
            long limit = bins.edges().get(1);
            double hidden = bins.edges().get(last + 2);
            double[] shares = new double[2];
            for (int most = 0; most < 2; most++) {
                double beyond = 0;
                double all = 0;
                for (int bin = 0; bin <= last + 3 * most; bin++) {
                    long low = bin == 0 ? 1 : bins.edges().get(bin - 1) + 1;
                    long high = bins.edges().get(bin);
                    // Shares are largest where those beyond the limit have most, and all others least.
                    boolean many = most == 1 == low > limit;
                    double groups = bin > last ? hidden : many ? high : low;
                    beyond += counts.get(bin).doubleValue() * Math.max(0, groups - limit);
                    all += counts.get(bin).doubleValue() * groups;
                }
                shares[most] = beyond / all;
            }
            GroupCounts.Share found = new GroupCounts(bins, counts, 100)
                    .missing(limit)
                    .orElseThrow()
                    .pairs();
            assertThat(found.about()).as("%s", counts).isCloseTo((shares[0] + shares[1]) / 2, within(1e-9));
            assertThat(found.low()).isLessThanOrEqualTo(shares[0]);
            assertThat(found.high()).isGreaterThanOrEqualTo(shares[1]);
        }
    }

    /** Of 3,000 people in one group and 1,000 in four a limit of two leaves out 2,000 of 7,000 pairs, and more where those weigh more. */
    @Test
    void theMostThatIsMissingFollowsWhatPairsWeigh() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(2);
        List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
        counts.set(bins.bin(1), BigInteger.valueOf(3000));
        counts.set(bins.bin(4), BigInteger.valueOf(1000));
        GroupCounts found = new GroupCounts(bins, counts, 0.01);
        assertThat(found.mostMissing(2, (from, to, groups) -> 1)).isBetween(2000 / 7000.0, 0.287);
        assertThat(found.mostMissing(2, (from, to, groups) -> groups)).isBetween(8000 / 19_000.0, 0.422);
        // Ranks run from those who are in most groups.
        assertThat(found.mostMissing(2, (from, to, groups) -> to <= 0.3 ? 3 : 1))
                .isBetween(6000 / 15_000.0, 0.402);
        assertThat(found.upTo(3).mostMissing(2, (from, to, groups) -> 1)).isBetween(1000 / 6000.0, 0.168);
        assertThat(found.upTo(2).mostMissing(2, (from, to, groups) -> 1)).isZero();
        assertThat(found.kept(2)).isEqualTo(5000);
    }

    /** Where noise hides everybody nothing is known but in how many groups a person can be. */
    @Test
    void ofFewPeopleOnlyWhatIsKnownBoundsWhatIsMissing() {
        AutomaticGroups bins = AutomaticGroups.withEdgeAt(5);
        GroupCounts nobody = new GroupCounts(bins, Collections.nCopies(bins.size(), BigInteger.ZERO), 33);
        assertThat(nobody.tellPeople()).isFalse();
        assertThat(nobody.mostMissing(5, (from, to, groups) -> 1)).isCloseTo(1, within(1e-9));
        assertThat(nobody.upTo(20).mostMissing(5, (from, to, groups) -> 1)).isEqualTo(0.75);
    }
}
