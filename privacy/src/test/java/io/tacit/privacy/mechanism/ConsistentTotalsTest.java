package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistentTotalsTest {
    /** Families of grouping sets over up to three keys, each set as the letters of its keys. */
    private static final List<List<String>> FAMILIES = List.of(
            List.of("a", ""),
            List.of("ab", "a", ""),
            List.of("ab", "a", "b", ""),
            List.of("abc", "ab", "a", ""),
            List.of("abc", "ab", "ac", "bc", "a", "b", "c", ""),
            List.of("a", "b"),
            List.of("a", "b", "c", ""),
            List.of("ab", "bc", "b"),
            List.of("ab", "bc", "ac"),
            List.of("ab", "ab", "a"));

    private static final int[] SIZES = {3, 4, 2};

    private static BitSet keys(String letters) {
        BitSet keys = new BitSet();
        letters.chars().forEach(letter -> keys.set(letter - 'a'));
        return keys;
    }

    private static List<BitSet> sets(List<String> family) {
        return family.stream().map(ConsistentTotalsTest::keys).toList();
    }

    /** All groups of a family, as combinations of values of the keys that each set has. */
    private static List<ConsistentTotals.Group> groups(List<String> family) {
        List<ConsistentTotals.Group> groups = new ArrayList<>();
        for (int set = 0; set < family.size(); set++) {
            List<String[]> all = new ArrayList<>(Collections.singletonList(new String[3]));
            for (int key = 0; key < SIZES.length; key++) {
                if (!keys(family.get(set)).get(key)) {
                    continue;
                }
                List<String[]> more = new ArrayList<>();
                for (String[] begun : all) {
                    for (int value = 0; value < SIZES[key]; value++) {
                        String[] one = begun.clone();
                        one[key] = "v" + value;
                        more.add(one);
                    }
                }
                all = more;
            }
            for (String[] one : all) {
                groups.add(new ConsistentTotals.Group(set, Arrays.asList(one)));
            }
        }
        return groups;
    }

    /** Sums of random numbers of the finest cells. */
    private static double[] truth(List<String> family, List<ConsistentTotals.Group> groups, Random random, int skew) {
        double[] sums = new double[groups.size()];
        for (int a = 0; a < SIZES[0]; a++) {
            for (int b = 0; b < SIZES[1]; b++) {
                for (int c = 0; c < SIZES[2]; c++) {
                    String[] cell = {"v" + a, "v" + b, "v" + c};
                    double people = Math.floor(Math.exp(skew * random.nextGaussian()) * 10);
                    for (int i = 0; i < sums.length; i++) {
                        List<String> own = groups.get(i).keys();
                        BitSet keys = keys(family.get(groups.get(i).set()));
                        if (keys.stream().allMatch(key -> cell[key].equals(own.get(key)))) {
                            sums[i] += people;
                        }
                    }
                }
            }
        }
        return sums;
    }

    private static double mostDifference(ConsistentTotals totals, double[] values) {
        double[] nearest = totals.nearest(values);
        double most = 0;
        for (int i = 0; i < values.length; i++) {
            most = Math.max(most, Math.abs(nearest[i] - values[i]));
        }
        return most;
    }

    @Test
    void whatIsConsistentStaysAsItIs() {
        Random random = new Random(1);
        for (List<String> family : FAMILIES) {
            List<ConsistentTotals.Group> groups = groups(family);
            ConsistentTotals totals = new ConsistentTotals(sets(family), groups);
            assertThat(totals.isEmpty()).isFalse();
            assertThat(mostDifference(totals, truth(family, groups, random, 1)))
                    .as("%s", family)
                    .isLessThan(1e-9);
        }
    }

    @Test
    void whatComesOutIsConsistentAndNoErrorGrows() {
        Random random = new Random(2);
        for (List<String> family : FAMILIES) {
            List<ConsistentTotals.Group> groups = groups(family);
            ConsistentTotals totals = new ConsistentTotals(sets(family), groups);
            double[] noisy = random.doubles(groups.size(), -50, 50).toArray();
            double[] nearest = totals.nearest(noisy);
            assertThat(mostDifference(totals, nearest)).as("%s", family).isLessThan(1e-9);
            for (int group = 0; group < noisy.length; group++) {
                double[] weights = totals.weights(group);
                double squares = Arrays.stream(weights).map(w -> w * w).sum();
                assertThat(squares).as("%s %d", family, group).isCloseTo(weights[group], within(1e-9));
                assertThat(weights[group]).isLessThan(1);
            }
        }
    }

    @Test
    void oneTotalOfPartsHasTheKnownVariance() {
        ConsistentTotals totals = new ConsistentTotals(sets(List.of("a", "")), groups(List.of("a", "")));
        assertThat(totals.weights(3)).containsExactly(new double[] {0.25, 0.25, 0.25, 0.75}, within(1e-12));
    }

    @Test
    void setsThatAreNotNestedShareWhatTheyHaveInCommon() {
        ConsistentTotals totals = new ConsistentTotals(sets(List.of("a", "b")), groups(List.of("a", "b")));
        double[] nearest = totals.nearest(new double[] {10, 10, 10, 5, 5, 5, 8});
        assertThat(nearest[0] + nearest[1] + nearest[2])
                .isCloseTo(nearest[3] + nearest[4] + nearest[5] + nearest[6], within(1e-9));
    }

    @Test
    void wholeNumbersAreConsistentToo() {
        Random random = new Random(3);
        for (List<String> family : FAMILIES) {
            List<ConsistentTotals.Group> groups = groups(family);
            ConsistentTotals totals = new ConsistentTotals(sets(family), groups);
            double[] nearest =
                    totals.nearest(random.doubles(groups.size(), -50, 50).toArray());
            List<BigInteger> whole = totals.whole(
                    Arrays.stream(nearest).mapToObj(Rational::ofExact).toList());
            double[] again = whole.stream().mapToDouble(BigInteger::doubleValue).toArray();
            boolean overlapping = family.equals(List.of("ab", "bc", "ac")) || family.equals(List.of("a", "b"));
            if (!overlapping) {
                assertThat(mostDifference(totals, again)).as("%s", family).isLessThan(1e-9);
            }
            for (int i = 0; i < again.length; i++) {
                assertThat(again[i]).as("%s %d", family, i).isCloseTo(nearest[i], within(6.0));
            }
        }
    }

    /** Of all whole numbers with the total that is shown, those of the parts are the nearest in all: every one is tried. */
    @Test
    void partsAreRoundedToTheNearestWholeNumbersOfTheirTotal() {
        ConsistentTotals totals = new ConsistentTotals(sets(List.of("a", "")), groups(List.of("a", "")));
        for (int first = -9; first <= 9; first += 2) {
            for (int second = -7; second <= 7; second += 3) {
                for (int third = -9; third <= 9; third++) {
                    double[] exact = {first / 7.0, second / 7.0, third / 7.0, (first + second + third) / 7.0};
                    double[] whole = totals
                            .whole(Arrays.stream(exact)
                                    .mapToObj(Rational::ofExact)
                                    .toList())
                            .stream()
                            .mapToDouble(BigInteger::doubleValue)
                            .toArray();
                    assertThat(whole[0] + whole[1] + whole[2]).isEqualTo(whole[3]);
                    double least = Double.POSITIVE_INFINITY;
                    for (int one = -4; one <= 4; one++) {
                        for (int two = -4; two <= 4; two++) {
                            least = Math.min(least, squares(exact, one, two, whole[3] - one - two));
                        }
                    }
                    assertThat(squares(exact, whole[0], whole[1], whole[2])).isCloseTo(least, within(1e-9));
                }
            }
        }
    }

    private static double squares(double[] exact, double one, double two, double three) {
        return Math.pow(exact[0] - one, 2) + Math.pow(exact[1] - two, 2) + Math.pow(exact[2] - three, 2);
    }

    @Test
    void alongAChainNoWholeNumberIsFurtherOffThanOne() {
        List<String> family = List.of("abc", "ab", "a", "");
        Random random = new Random(4);
        List<ConsistentTotals.Group> groups = groups(family);
        ConsistentTotals totals = new ConsistentTotals(sets(family), groups);
        double[] nearest = totals.nearest(random.doubles(groups.size(), -50, 50).toArray());
        List<BigInteger> whole =
                totals.whole(Arrays.stream(nearest).mapToObj(Rational::ofExact).toList());
        for (int i = 0; i < nearest.length; i++) {
            assertThat(whole.get(i).doubleValue()).isCloseTo(nearest[i], within(1.0));
        }
    }

    /** Over sizes, skews, laws and scales: the intervals cover what they say, and are shorter than those of one number. */
    @ParameterizedTest
    @ValueSource(doubles = {0.7, 3, 40})
    void intervalsCover(double scale) {
        Random random = new Random(5);
        for (List<String> family : FAMILIES) {
            List<ConsistentTotals.Group> groups = groups(family);
            ConsistentTotals totals = new ConsistentTotals(sets(family), groups);
            for (boolean gaussian : new boolean[] {false, true}) {
                double[] half = new double[groups.size()];
                for (int i = 0; i < half.length; i++) {
                    double[] weights = totals.weights(i);
                    half[i] = (gaussian
                                    ? new WeighedNoises(List.of(), scale * scale * weights[i])
                                    : new WeighedNoises(
                                            Arrays.stream(weights)
                                                    .mapToObj(weight -> weight * scale)
                                                    .toList(),
                                            0))
                            .halfWidth(0.95);
                    assertThat(half[i]).isLessThan(scale * (gaussian ? 1.961 : 2.997));
                }
                int held = 0;
                int runs = 3_000 / half.length;
                for (int run = 0; run < runs; run++) {
                    double[] truth = truth(family, groups, random, run % 3);
                    double[] noisy = truth.clone();
                    for (int i = 0; i < noisy.length; i++) {
                        double laplace = Math.log(random.nextDouble()) * (random.nextBoolean() ? scale : -scale);
                        noisy[i] += gaussian ? scale * random.nextGaussian() : laplace;
                    }
                    double[] nearest = totals.nearest(noisy);
                    for (int i = 0; i < noisy.length; i++) {
                        held += Math.abs(nearest[i] - truth[i]) <= half[i] ? 1 : 0;
                    }
                }
                assertThat((double) held / (runs * half.length))
                        .as("%s %s", family, gaussian)
                        .isBetween(0.93, 0.97);
            }
        }
    }

    @Test
    void lawsOfSumsAreThoseThatAreKnown() {
        // One Laplace noise: P(|X| > w) = e^-w.
        assertThat(new WeighedNoises(List.of(1.0), 0).halfWidth(0.95)).isCloseTo(Math.log(20), within(2e-3));
        // Two of one scale: P(|X| > w) = (1 + w/2) e^-w.
        double two = new WeighedNoises(List.of(1.0, -1.0), 0).halfWidth(0.95);
        assertThat((1 + two / 2) * Math.exp(-two)).isCloseTo(0.05, within(5e-5));
        assertThat(new WeighedNoises(List.of(), 4).halfWidth(0.95)).isCloseTo(2 * 1.959964, within(2e-3));
        assertThat(new WeighedNoises(List.of(0.0), 0).halfWidth(0.95)).isZero();
        assertThat(new WeighedNoises(List.of(1.0, 2.0), 3).standardDeviation()).isCloseTo(Math.sqrt(13), within(1e-12));
    }

    /**
     * Nearly as many groups as may be, of a whole cube: totals are the sums of the finest groups, and as many numbers are
     * free as there are finest groups.
     */
    @Test
    void aCubeOfManyGroupsIsMadeConsistent() {
        int[] sizes = {7, 6, 6};
        List<BitSet> sets = sets(List.of("", "a", "b", "c", "ab", "ac", "bc", "abc"));
        List<ConsistentTotals.Group> groups = new ArrayList<>();
        for (int a = 0; a <= sizes[0]; a++) {
            for (int b = 0; b <= sizes[1]; b++) {
                for (int c = 0; c <= sizes[2]; c++) {
                    // The last value of a key stands for all of them.
                    BitSet keys = new BitSet();
                    keys.set(0, a < sizes[0]);
                    keys.set(1, b < sizes[1]);
                    keys.set(2, c < sizes[2]);
                    groups.add(new ConsistentTotals.Group(sets.indexOf(keys), List.of("" + a, "" + b, "" + c)));
                }
            }
        }
        assertThat(groups).hasSizeBetween(ConsistentTotals.MOST - 10, ConsistentTotals.MOST);
        ConsistentTotals totals = new ConsistentTotals(sets, groups);
        Random random = new Random(4);
        double[] noisy = groups.stream()
                .mapToDouble(group -> 1000 * random.nextGaussian())
                .toArray();
        double[] nearest = totals.nearest(noisy);
        double free = 0;
        for (int i = 0; i < groups.size(); i++) {
            ConsistentTotals.Group total = groups.get(i);
            double sum = 0;
            for (int j = 0; j < groups.size(); j++) {
                ConsistentTotals.Group part = groups.get(j);
                boolean within = part.set() == 7
                        && sets.get(total.set()).stream()
                                .allMatch(key ->
                                        part.keys().get(key).equals(total.keys().get(key)));
                sum += within ? nearest[j] : 0;
            }
            assertThat(nearest[i]).as("%s", total).isCloseTo(sum, within(1e-8 * 1000));
            free += totals.weights(i)[i];
        }
        assertThat(free).isCloseTo(7 * 6 * 6, within(1e-8));
    }

    /** Widths of laws whose tails are known: never too small, and no wider than by a part in fifty of what they miss. */
    @Test
    void widthsAreNeverTooSmall() {
        for (double confidence = 0.02; confidence < 0.9995; confidence += confidence < 0.98 ? 0.02 : 0.001) {
            double missed = 1 - confidence;
            double one = new WeighedNoises(List.of(3.0), 0).halfWidth(confidence) / 3;
            double two = new WeighedNoises(List.of(3.0, -3.0), 0).halfWidth(confidence) / 3;
            double normal = new WeighedNoises(List.of(), 9).halfWidth(confidence) / 3;
            assertThat(Math.exp(-one)).as("%s", confidence).isBetween(missed * 0.98, missed);
            assertThat(Math.exp(-two) * (1 + two / 2)).as("%s", confidence).isBetween(missed * 0.98, missed);
            assertThat(2 * NormalTail.above(normal)).as("%s", confidence).isBetween(missed * 0.98, missed);
        }
    }

    @Test
    void tooManyGroupsAreRefused() {
        List<ConsistentTotals.Group> many =
                Collections.nCopies(ConsistentTotals.MOST + 1, new ConsistentTotals.Group(0, List.of("x")));
        assertThatThrownBy(() -> new ConsistentTotals(sets(List.of("a")), many))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("400");
    }
}
