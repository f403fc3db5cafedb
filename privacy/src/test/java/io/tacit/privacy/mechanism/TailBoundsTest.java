package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Two bins, 0 and 1; what comes out are their noisy counts, all else is computed from them. One person is in one bin.
 */
class TailBoundsTest extends MechanismContract<Map<Integer, BigInteger>, List<BigInteger>> {
    private static final Epsilon EPSILON = Epsilon.of("2");
    private static final long WIDEST = 20;

    @Override
    protected List<Neighbours<Map<Integer, BigInteger>>> neighbours() {
        return List.of(
                new Neighbours<>(people(3, 0), people(3, 1)),
                new Neighbours<>(people(0, 0), people(1, 0)),
                new Neighbours<>(people(0, 7), people(0, 8)));
    }

    private static Map<Integer, BigInteger> people(long first, long second) {
        Map<Integer, BigInteger> people = new HashMap<>();
        // A bin without people may be left out: it draws all the same.
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
        return new TailBounds(0, 1).noisyMagnitudes(users, EPSILON, bits);
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
            int bin = TailBounds.bin(whole);
            assertThat(bin).isNotEqualTo(2).isNotEqualTo(-3);
            int magnitudeBin = bin >= 0 ? bin : -1 - bin;
            BigInteger magnitude = whole.abs();
            assertThat(magnitude).isLessThanOrEqualTo(TailBounds.edge(magnitudeBin));
            if (magnitudeBin > 0) {
                assertThat(magnitude).isGreaterThan(TailBounds.edge(magnitudeBin - 1));
            }
        }
        assertThat(TailBounds.edge(7)).isEqualTo(12);
        BigInteger power = BigInteger.ONE.shiftLeft(126);
        assertThat(TailBounds.bin(power)).isEqualTo(252);
        assertThat(TailBounds.bin(power.negate())).isEqualTo(-253);
        assertThat(TailBounds.SIGNED.limitedBin(power.shiftLeft(9))).isEqualTo(252);
        assertThat(TailBounds.NONNEGATIVE.limitedBin(BigInteger.TEN.negate())).isZero();
    }

    /** All bins of all histograms draw, with the same noise wherever people are. */
    @Test
    void everyBinDraws() {
        SeededBits bits = new SeededBits(10);
        int zeros = 0;
        for (int run = 0; run < 100; run++) {
            List<BigInteger> noisy = TailBounds.NONNEGATIVE.noisyMagnitudes(Map.of(), Epsilon.of("0.25"), bits);
            assertThat(noisy).hasSize(252);
            zeros += (int) noisy.stream().filter(count -> count.signum() == 0).count();
        }
        // P(Z = 0) is 0.1243 at b = 4: 3134 of 25,200, with a standard deviation of 52.
        assertThat(zeros).isBetween(3134 - 6 * 52, 3134 + 6 * 52);
    }

    /** Everybody has one row, from few people to very many: no second one is paid for. */
    @Test
    void aTailThatEndsWithTheFirstBinHasTheLimitOne() {
        SeededBits bits = new SeededBits(36);
        for (long number : new long[] {300, 2000, 100_000, 10_000_000}) {
            int total = 0;
            int weight = 0;
            for (int run = 0; run < 50; run++) {
                Map<Integer, BigInteger> users = Map.of(0, BigInteger.valueOf(number));
                Epsilon epsilon = Epsilon.of("0.25");
                List<BigInteger> noisy = TailBounds.NONNEGATIVE.noisyMagnitudes(users, epsilon, bits);
                Optional<TailBounds.Found> ofTotal = TailBounds.NONNEGATIVE.magnitude(noisy, epsilon, 2);
                Optional<TailBounds.Found> ofWeight = TailBounds.NONNEGATIVE.weight(noisy, epsilon, 200, 0.1);
                total += ofTotal.orElseThrow().high().equals(BigInteger.ONE) ? 1 : 0;
                weight += ofWeight.orElseThrow().high().equals(BigInteger.ONE) ? 1 : 0;
            }
            assertThat(total).as("%s people", number).isGreaterThanOrEqualTo(40);
            assertThat(weight).as("%s people", number).isEqualTo(50);
        }
    }

    /**
     * Most people have a row or two, 60 have a hundred: a weight is as low as most people's where noise is dear, and where
     * everybody has twelve it is about that, as a lower one makes noise no less beside what is left.
     */
    @Test
    void aWeightIsWhatMostPeopleHave() {
        SeededBits bits = new SeededBits(37);
        Map<Integer, BigInteger> few = Map.of(
                TailBounds.bin(BigInteger.ONE), BigInteger.valueOf(20_000),
                TailBounds.bin(BigInteger.TWO), BigInteger.valueOf(8000),
                TailBounds.bin(BigInteger.valueOf(100)), BigInteger.valueOf(60));
        Map<Integer, BigInteger> twelve = Map.of(TailBounds.bin(BigInteger.valueOf(12)), BigInteger.valueOf(5000));
        for (int run = 0; run < 20; run++) {
            Epsilon epsilon = Epsilon.of("0.1");
            List<BigInteger> noisy = TailBounds.NONNEGATIVE.noisyMagnitudes(few, epsilon, bits);
            TailBounds.Found found =
                    TailBounds.NONNEGATIVE.weight(noisy, epsilon, 1000, 0.1).orElseThrow();
            assertThat(found.high().longValueExact()).isBetween(1L, 2L);
            assertThat(found.low()).isZero();
            List<BigInteger> same = TailBounds.NONNEGATIVE.noisyMagnitudes(twelve, epsilon, bits);
            assertThat(TailBounds.NONNEGATIVE
                            .weight(same, epsilon, 1000, 0.1)
                            .orElseThrow()
                            .high()
                            .longValueExact())
                    .isBetween(8L, 16L);
        }
        List<BigInteger> signed = TailBounds.SIGNED.noisyMagnitudes(few, EPSILON, bits);
        assertThatThrownBy(() -> TailBounds.SIGNED.weight(signed, EPSILON, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        for (double error : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> TailBounds.NONNEGATIVE.weight(signed, EPSILON, 1, error))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** One person at each value from 1 to 10,000: nobody, or next to nobody, is cut off, and no bound is far beyond. */
    @Test
    void aTailThatEndsIsNotLeftBehind() {
        SeededBits bits = new SeededBits(11);
        Map<Integer, BigInteger> users = histogram(1, 10_000);
        int close = 0;
        for (int run = 0; run < 50; run++) {
            TailBounds.Found found = magnitude(users, "0.5", bits).orElseThrow();
            assertThat(found.low()).isZero();
            assertThat(found.high().longValueExact()).isBetween(9000L, 40_000L);
            close += isWithin(found.high(), 9600, 16_400) ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(42);
        assertThat(TailBounds.SIGNED
                        .magnitude(users, Epsilon.of("0.5"), 2, bits)
                        .orElseThrow())
                .satisfies(
                        found -> assertThat(found.low()).isEqualTo(found.high().negate()));
    }

    @Test
    void rangesFollowTheRowsOnBothSides() {
        SeededBits bits = new SeededBits(12);
        int close = 0;
        for (int run = 0; run < 50; run++) {
            TailBounds.Found found = TailBounds.SIGNED
                    .range(histogram(2000, 3000), histogram(-700, -500), Epsilon.of("1"), 2, bits)
                    .orElseThrow();
            close += isWithin(found.low(), -1030, -600) && isWithin(found.high(), 2800, 4100) ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(40);
    }

    /** All rows far from 0, on either side: the range does not hold 0. */
    @Test
    void rangesMayLieOnOneSide() {
        SeededBits bits = new SeededBits(15);
        Map<Integer, BigInteger> high = histogram(5000, 6000);
        TailBounds.Found above =
                TailBounds.SIGNED.range(high, high, Epsilon.of("1"), 2, bits).orElseThrow();
        assertThat(above.low().longValueExact()).isBetween(2000L, 5100L);
        assertThat(above.high().longValueExact()).isBetween(5700L, 12_000L);
        Map<Integer, BigInteger> low = histogram(-6000, -5000);
        TailBounds.Found below =
                TailBounds.SIGNED.range(low, low, Epsilon.of("1"), 2, bits).orElseThrow();
        assertThat(below.low().longValueExact()).isBetween(-12_000L, -5700L);
        assertThat(below.high().longValueExact()).isBetween(-5100L, -2000L);
        // All people at one value: still two ends.
        Map<Integer, BigInteger> same = Map.of(TailBounds.bin(BigInteger.ZERO), BigInteger.valueOf(5000));
        TailBounds.Found found =
                TailBounds.SIGNED.range(same, same, Epsilon.of("1"), 2, bits).orElseThrow();
        assertThat(found.low()).isLessThan(found.high()).isNotPositive();
        assertThat(found.high()).isPositive();
    }

    /** Noise may bring both ends to one place, or past each other: a range is never empty. */
    @Test
    void endsThatMeetStillHoldSomething() {
        TailBounds bins = new TailBounds(-9, 8);
        int met = 0;
        for (int largest = 0; largest < 16; largest++) {
            for (int smallest = 0; smallest < 16; smallest++) {
                for (double price : new double[] {0.01, 1, 1000}) {
                    TailBounds.Ends ends = new TailBounds.Ends(occupied(largest, smallest));
                    TailBounds.Found found = bins.range(ends, Epsilon.of("1"), price, TailBounds.Rows.SOME)
                            .orElseThrow();
                    assertThat(found.low())
                            .as("%d %d %s", largest, smallest, price)
                            .isLessThan(found.high());
                    met += found.high().subtract(found.low()).equals(BigInteger.ONE) ? 1 : 0;
                }
            }
        }
        assertThat(met).isPositive();
    }

    private static List<BigInteger> occupied(int largest, int smallest) {
        return IntStream.range(0, 16)
                .mapToObj(bin -> BigInteger.valueOf((bin == largest ? 5000 : 0) + (bin == smallest ? 5000 : 0)))
                .toList();
    }

    /** Whoever has exactly one row has one: no bound of 2. */
    @Test
    void oneIsOne() {
        SeededBits bits = new SeededBits(16);
        Map<Integer, BigInteger> one = Map.of(0, BigInteger.valueOf(2000));
        for (int run = 0; run < 50; run++) {
            assertThat(magnitude(one, "0.25", bits).orElseThrow().high().longValueExact())
                    .isBetween(1L, 2L);
        }
    }

    private static Optional<TailBounds.Found> magnitude(
            Map<Integer, BigInteger> users, String epsilon, RandomBits bits) {
        return TailBounds.NONNEGATIVE.magnitude(users, Epsilon.of(epsilon), 2, bits);
    }

    private static boolean isWithin(BigInteger value, long least, long largest) {
        return value.compareTo(BigInteger.valueOf(least)) >= 0 && value.compareTo(BigInteger.valueOf(largest)) <= 0;
    }

    private static Map<Integer, BigInteger> histogram(long from, long to) {
        Map<Integer, BigInteger> users = new HashMap<>();
        for (long value = from; value <= to; value++) {
            users.merge(TailBounds.bin(BigInteger.valueOf(value)), BigInteger.ONE, BigInteger::add);
        }
        return users;
    }

    /** A hundred people far above all others are seen across empty bins. */
    @Test
    void aGapHidesNobody() {
        SeededBits bits = new SeededBits(17);
        Map<Integer, BigInteger> users = new HashMap<>(histogram(1, 1000));
        users.put(40, BigInteger.valueOf(200));
        for (int run = 0; run < 30; run++) {
            assertThat(magnitude(users, "0.5", bits).orElseThrow().high())
                    .isGreaterThan(TailBounds.edge(39))
                    .isLessThan(TailBounds.edge(46));
        }
    }

    @Test
    void tooFewPeopleGiveNothing() {
        SeededBits bits = new SeededBits(13);
        Map<Integer, BigInteger> few = Map.of(9, BigInteger.TWO);
        for (int run = 0; run < 200; run++) {
            assertThat(magnitude(few, "1", bits)).isEmpty();
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new TailBounds(1, 0)).hasMessageContaining("leastBin at most largestBin");
        assertThatThrownBy(() -> new TailBounds(-254, 0)).hasMessageContaining("between -253 and 252");
        assertThatThrownBy(() -> new TailBounds(0, 253)).hasMessageContaining("between -253 and 252");
        SeededBits bits = new SeededBits(1);
        for (double price : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> TailBounds.SIGNED.magnitude(Map.of(), EPSILON, price, bits))
                    .hasMessageContaining("price must be finite");
        }
        Estimate nothing = new Estimate(0, 0, 0);
        assertThatThrownBy(() -> new Outside(new Estimate(-1, -1, 0), nothing)).hasMessageContaining("at least 0");
        assertThatThrownBy(() -> new Outside(nothing, new Estimate(0, 0, Double.POSITIVE_INFINITY)))
                .hasMessageContaining("finite");
    }

    /** Of whom noise says little: about how many people there are, and how much they have within the bounds. */
    @Test
    void peopleAndWhatTheyHaveAreTold() {
        TailBounds bins = new TailBounds(-21, 20);
        Map<Integer, BigInteger> users = histogram(-700, 1000);
        for (double price : new double[] {0.01, 30, 3000}) {
            SeededBits bits = new SeededBits(18);
            TailBounds.Found range =
                    bins.range(users, users, Epsilon.of("40"), price, bits).orElseThrow();
            assertThat(range.people()).isBetween(1690.0, 1712.0);
            double rows = 700 * 701 / 2.0 + 1000 * 1001 / 2.0;
            assertThat(range.mass()).isBetween(0.8 * rows, 1.2 * rows);
            TailBounds.Found found =
                    bins.magnitude(users, Epsilon.of("20"), price, bits).orElseThrow();
            assertThat(found.people()).isBetween(1690.0, 1712.0);
            double within = 0;
            for (long value = -700; value <= 1000; value++) {
                within += Math.min((double) Math.abs(value), found.high().doubleValue());
            }
            assertThat(found.mass()).as("%s", found.high()).isBetween(0.8 * within, 1.2 * within);
        }
    }

    /** What a few have beyond the bound is none of what all have within. */
    @Test
    void whatIsCutOffIsNoMass() {
        TailBounds bins = new TailBounds(0, 44);
        Map<Integer, BigInteger> users =
                Map.of(TailBounds.bin(BigInteger.TEN), BigInteger.valueOf(1000), 40, BigInteger.valueOf(30));
        TailBounds.Found found = bins.magnitude(users, Epsilon.of("1"), 10_000, new SeededBits(19))
                .orElseThrow();
        assertThat(found.high()).isLessThan(BigInteger.valueOf(100_000));
        double most = 1000 * 12 + 40 * found.high().doubleValue();
        assertThat(found.mass()).as("%s", found.high()).isBetween(1000 * 8.0, most);
    }

    /** A bound is the cut of the noisy counts, rounded up to three digits: nobody is cut off for a round number. */
    @Test
    void boundsAreCutsRoundedUpToThreeDigits() {
        Epsilon epsilon = Epsilon.of("1");
        int rounded = 0;
        for (int seed = 0; seed < 40; seed++) {
            Map<Integer, BigInteger> users = new HashMap<>();
            for (int bin = 0; bin < 8; bin++) {
                users.put(17 + seed % 40 + bin, BigInteger.valueOf(900 >> bin));
            }
            List<BigInteger> noisy = TailBounds.NONNEGATIVE.noisyMagnitudes(users, epsilon, new SeededBits(seed));
            double[] edges = new double[noisy.size() + 1];
            for (int i = 0; i < noisy.size(); i++) {
                // No integer is in bin 2.
                edges[i + 1] = TailBounds.edge(i < 2 ? i : i + 1).doubleValue();
            }
            double[] counts =
                    noisy.stream().mapToDouble(BigInteger::doubleValue).toArray();
            double price = 0.5 + seed % 5;
            double at = TailFit.of(edges, counts, 1, true, TailFit.Price.ofTotal(price))
                    .orElseThrow()
                    .at();
            BigInteger high = TailBounds.NONNEGATIVE
                    .magnitude(noisy, epsilon, price)
                    .orElseThrow()
                    .high();
            assertThat(high.doubleValue()).isBetween(at, Math.max(at + 1, at * 1.0101));
            assertThat(new BigDecimal(high).stripTrailingZeros().precision()).isLessThanOrEqualTo(3);
            rounded += high.doubleValue() > at ? 1 : 0;
        }
        assertThat(rounded).isGreaterThan(20);
    }

    /**
     * A cut is an edge of a bin or the geometric middle of its two, whatever their sign; of a bin at 0, which has none, the
     * half. It lies above the bins where people are sure to be, and at most three doublings above the last of them.
     */
    @Test
    void cutsAreEdgesOrMiddlesOfBinsWhateverTheirSign() {
        double[] edges = new double[41];
        Arrays.setAll(edges, i -> i == 20 ? 0 : Math.copySign(Math.pow(2, Math.abs(i - 20) / 2.0), i - 20));
        Map<Double, Integer> inside = new HashMap<>();
        for (int last = 8; last < 32; last++) {
            for (double price : new double[] {0.01, 0.3, 1, 4, 20, 60}) {
                double[] counts = new double[40];
                for (int bin = 0; bin < 6; bin++) {
                    counts[last - bin] = 60 + 40.0 * bin;
                }
                double at = TailFit.of(edges, counts, 4, false, TailFit.Price.ofTotal(price))
                        .orElseThrow()
                        .at();
                Set<Double> places = new HashSet<>();
                for (int bin = last - 4; bin < Math.min(40, last + 7); bin++) {
                    double product = edges[bin] * edges[bin + 1];
                    places.add(edges[bin + 1]);
                    places.add(
                            product == 0
                                    ? (edges[bin] + edges[bin + 1]) / 2
                                    : Math.copySign(Math.sqrt(product), edges[bin]));
                }
                String words = "up to " + edges[last + 1] + ", price " + price;
                assertThat(places).as(words).anyMatch(place -> Math.abs(place - at) <= 1e-9 * Math.abs(at));
                assertThat(at).as(words).isBetween(edges[last - 5], edges[Math.min(40, last + 7)]);
                inside.merge(Math.signum(at), Arrays.binarySearch(edges, at) < 0 ? 1 : 0, Integer::sum);
            }
        }
        assertThat(inside.get(1.0)).isGreaterThan(5);
        assertThat(inside.get(-1.0)).isGreaterThan(5);
    }
}
