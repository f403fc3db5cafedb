package io.tacit.privacy.mechanism;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds found privately from a noisy histogram of people, where noise and what is cut off are weighed against each
 * other.
 *
 * <p>Each histogram counts every <em>person once</em>, whatever the number of that person's groups or rows, by the
 * contribution farthest from 0 that the limit of groups left ({@link #magnitude}), or <em>twice</em>, by the largest and by the
 * smallest row ({@link #range}). Every bin gets noise, occupied or not. Bin 0 holds 0 and 1; bin i holds what is beyond
 * ⌈2^((i−1)/2)⌉ up to ⌈2^(i/2)⌉; bin −1−i holds what bin i holds, negated, but 0 is in bin 0. Bin 2 has no integers.
 * Empty bins may be left out. The proof is in {@code TailBounds.md} beside this class.
 *
 * <pre>{@code
 * Optional<TailBounds.Found> bounds =
 *         TailBounds.NONNEGATIVE.magnitude(usersByLargest, Epsilon.of("0.25"), 1 / 0.75, bits);
 * }</pre>
 *
 * @param leastBin the first bin of the histograms; smaller values are counted in it
 * @param largestBin the last bin of the histograms; larger values are counted in it
 */
public record TailBounds(int leastBin, int largestBin) {
    /** All 128-bit integers. */
    public static final TailBounds SIGNED = new TailBounds(-253, 252);

    /** All 128-bit integers that are not negative. */
    public static final TailBounds NONNEGATIVE = new TailBounds(0, 252);

    private static final int WITHOUT_INTEGERS = 2;

    /**
     * Where a caller counts people whose value is exactly 0, apart from those with 1: the bin that has no integers of its
     * own. {@link #magnitude} leaves it out, as 0 is within any limit; {@link #range} asks for it in {@link Ends}.
     */
    public static final int ZERO = WITHOUT_INTEGERS;

    /** The scales of noise beyond which a noisy number of people with 0 is taken for people: noise alone has it in 0.9 % of the runs. */
    private static final double SURE_OF_ZEROS = 4;

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.CEILING);

    /** Refuses bins that no 128-bit integer has. */
    public TailBounds {
        if (leastBin > largestBin || leastBin < -253 || largestBin > 252) {
            throw new IllegalArgumentException(
                    "leastBin and largestBin must lie between -253 and 252, leastBin at most largestBin");
        }
    }

    /** Bounds in whole units, of three decimal digits, and what else the noisy histograms tell. */
    public static final class Found {
        private final BigInteger low;
        private final BigInteger high;
        private final TailSide lower;
        private final TailSide upper;
        private final double people;
        private final double mass;
        private final Optional<Rows> twice;
        private final Optional<PeopleByAmount> amounts;

        private Found(
                BigInteger low,
                BigInteger high,
                TailSide lower,
                TailSide upper,
                double people,
                double mass,
                Optional<Rows> twice,
                Optional<PeopleByAmount> amounts) {
            this.twice = twice;
            this.amounts = amounts;
            this.low = low;
            this.high = high;
            this.lower = lower;
            this.upper = upper;
            this.people = people;
            this.mass = mass;
        }

        /** The lower bound: less than {@link #high}; above 0 when all values seem to be. */
        public BigInteger low() {
            return low;
        }

        /** The upper bound: below 0 when all values seem to be. */
        public BigInteger high() {
            return high;
        }

        /** What seems to lie below {@link #low}: computed anew with each call, which takes longer than to find bounds. */
        public Outside below() {
            return ofPeople(lower.outside(low.negate(), low.abs().max(high.abs())));
        }

        /** What seems to lie above {@link #high}: computed anew with each call. */
        public Outside above() {
            return ofPeople(upper.outside(high, low.abs().max(high.abs())));
        }

        private Outside ofPeople(Outside counted) {
            return twice.map(rows -> rows == Rows.ONE ? counted.ofTwice(1) : counted.ofTwice(2))
                    .orElse(counted);
        }

        /** The noisy histogram by magnitude; empty of a range. */
        public Optional<PeopleByAmount> amounts() {
            return amounts;
        }

        /** About how many people there are in all, at least 1. */
        public double people() {
            return people;
        }

        /** About how much their contributions are within the bounds, regardless of sign, all added; more than 0. */
        public double mass() {
            return mass;
        }
    }

    /** The bin of a value, before it is limited to the histogram's bins. */
    public static int bin(BigInteger value) {
        if (value.signum() < 0) {
            return -1 - bin(value.negate());
        }
        int doubling = ApproximateBounds.bin(value);
        boolean lowerHalf = doubling > 0 && value.compareTo(edge(2 * doubling - 1)) <= 0;
        return 2 * doubling - (lowerHalf ? 1 : 0);
    }

    /** The bin of this histogram that counts a value. */
    public int limitedBin(BigInteger value) {
        return Math.max(leastBin, Math.min(largestBin, bin(value)));
    }

    /** The largest magnitude of bin i ≥ 0: ⌈2^(i/2)⌉. */
    public static BigInteger edge(int bin) {
        BigInteger power = BigInteger.ONE.shiftLeft(bin);
        // A power of an odd number of twos has no whole root.
        return bin % 2 == 0 ? power.sqrt() : power.sqrt().add(BigInteger.ONE);
    }

    /** The noise of every bin of a histogram that spends {@code epsilon}: one person changes one bin by 1. */
    public static DiscreteLaplace noise(Epsilon epsilon) {
        return DiscreteLaplace.calibrated(BigInteger.ONE, epsilon);
    }

    /**
     * A limit T of magnitudes.
     *
     * @param users by the bin of the contribution that is farthest from 0; each person once
     * @param epsilon what finding T costs
     * @param price the scale of the answer's noise for each unit of T: the smaller, the fewer people are left beyond T;
     *     public, finite and more than 0
     * @return [0, T] if these bins have no negative values, else [−T, T]; empty when there seem to be too few people
     */
    public Optional<Found> magnitude(Map<Integer, BigInteger> users, Epsilon epsilon, double price, RandomBits bits) {
        check(price);
        return magnitude(noisyMagnitudes(users, epsilon, bits), epsilon, price);
    }

    /**
     * A limit T of magnitudes from a histogram that has its noise: another price gives another limit, at no cost.
     *
     * @param noisy of {@link #noisyMagnitudes}
     * @param epsilon which that cost
     * @param price as in the other form
     */
    public Optional<Found> magnitude(List<BigInteger> noisy, Epsilon epsilon, double price) {
        check(price);
        List<Integer> bins = rising(leastBin);
        int zero = bins.indexOf(0);
        List<BigInteger> negative = new ArrayList<>(noisy.subList(0, zero));
        List<Integer> falling = new ArrayList<>(bins.subList(0, zero));
        Collections.reverse(negative);
        Collections.reverse(falling);
        TailFit.Price total = TailFit.Price.ofTotal(price);
        TailSide above = side(
                noisy.subList(zero, noisy.size()), edges(bins.subList(zero, bins.size()), false), epsilon, true, total);
        TailSide below = falling.isEmpty() ? TailSide.NONE : side(negative, edges(falling, true), epsilon, true, total);
        if (above.cut().isEmpty() && below.cut().isEmpty()) {
            return Optional.empty();
        }
        BigInteger limit = limit(above).max(limit(below));
        BigInteger low = leastBin < 0 ? limit.negate() : BigInteger.ZERO;
        return Optional.of(new Found(
                low,
                limit,
                below,
                above,
                above.people() + below.people(),
                above.mass() + below.mass(),
                Optional.empty(),
                Optional.of(amounts(
                        noisy, epsilon, above.cut().isPresent() && below.cut().isPresent()))));
    }

    /**
     * A limit T of the weight that people have: who has more weighs as T.
     *
     * @param noisy of {@link #noisyMagnitudes}, of bins without negative values
     * @param epsilon which that cost
     * @param price the scale of the answer's noise for each unit of T, in units of weight; public, finite and more than 0
     * @param error how much of what lies beyond T the answer is off, between 0 and 1
     * @return [0, T]; empty when there seem to be too few people
     */
    public Optional<Found> weight(List<BigInteger> noisy, Epsilon epsilon, double price, double error) {
        check(price);
        if (leastBin < 0 || !(error >= 0 && error <= 1)) {
            throw new IllegalArgumentException("weights are not negative, and error must be between 0 and 1");
        }
        TailSide above =
                side(noisy, edges(rising(leastBin), false), epsilon, true, new TailFit.Price(price, error, true));
        return above.cut()
                .map(cut -> new Found(
                        BigInteger.ZERO,
                        limit(above),
                        TailSide.NONE,
                        above,
                        cut.people(),
                        cut.mass(),
                        Optional.empty(),
                        Optional.of(amounts(noisy, epsilon, false))));
    }

    /** People by magnitude, regardless of the sign. */
    private PeopleByAmount amounts(List<BigInteger> noisy, Epsilon epsilon, boolean bothSigns) {
        List<Integer> bins = rising(leastBin);
        int zero = bins.indexOf(0);
        List<BigInteger> counts = new ArrayList<>(noisy.subList(zero, noisy.size()));
        for (int i = 0; i < Math.min(zero, counts.size()); i++) {
            counts.set(i, counts.get(i).add(noisy.get(zero - 1 - i)));
        }
        // Two sides have the noise of both.
        double scale = noise(epsilon).scale().toDoubleNearest() * (zero == 0 ? 1 : Math.sqrt(2));
        return new PeopleByAmount(edges(bins.subList(zero, bins.size()), false), counts, scale, bothSigns);
    }

    private static BigInteger limit(TailSide side) {
        return side.cut().map(cut -> whole(cut.at()).max(BigInteger.ONE)).orElse(BigInteger.ONE);
    }

    /**
     * A range of rows, from one histogram in which each person is twice: by the largest and by the smallest row.
     *
     * @param usersByLargest by the bin of their largest row; each person once
     * @param usersBySmallest by the bin of their smallest row; the same people
     * @param epsilon what finding both ends costs
     * @param price the scale of the answer's noise for each unit between the ends; public, finite and more than 0
     * @return {@code low} below {@code high}; empty when there seem to be too few people
     */
    public Optional<Found> range(
            Map<Integer, BigInteger> usersByLargest,
            Map<Integer, BigInteger> usersBySmallest,
            Epsilon epsilon,
            double price,
            RandomBits bits) {
        check(price);
        return range(noisyEnds(usersByLargest, usersBySmallest, epsilon, bits), epsilon, price, Rows.SOME);
    }

    /** How many rows people have whose largest and smallest are counted. */
    public enum Rows {
        /** One: it is the largest and the smallest, so that each person is counted twice in one bin. */
        ONE,
        /** One or more: whoever is beyond an end is counted there once or twice. */
        SOME
    }

    /**
     * A range of rows from a histogram that has its noise: another price gives another range, at no cost.
     *
     * @param noisy of {@link #noisyEnds}
     * @param epsilon which that cost
     * @param price as in the other form
     * @param rows how many people have
     */
    public Optional<Found> range(Ends noisy, Epsilon epsilon, double price, Rows rows) {
        check(price);
        Epsilon half = epsilon.dividedBy(2);
        // Where each person is counted twice, what is beyond looks twice as much.
        TailFit.Price total = TailFit.Price.ofTotal(rows == Rows.ONE ? 2 * price : price);
        TailSide upper = side(noisy.counts, edges(rising(leastBin), false), half, false, total);
        TailSide lower = side(noisy.falling(), edges(falling(), true), half, false, total);
        double zeros = noisy.zeros.map(BigInteger::doubleValue).orElse(0.0);
        boolean holdsZero = zeros > SURE_OF_ZEROS * noise(half).scale().toDoubleNearest();
        // Who has nothing but 0, or ends there, is in none of these bins: at one end there may be nobody else.
        boolean known = holdsZero
                ? isBeyondZero(upper) || isBeyondZero(lower)
                : upper.cut().isPresent() && lower.cut().isPresent();
        if (!known) {
            return Optional.empty();
        }
        BigInteger high = upper.cut().map(cut -> whole(cut.at())).orElse(BigInteger.ZERO);
        BigInteger low = lower.cut().map(cut -> whole(cut.at()).negate()).orElse(BigInteger.ZERO);
        if (holdsZero) {
            high = high.max(BigInteger.ZERO);
            low = low.min(BigInteger.ZERO);
        }
        // Noise may, rarely, bring the ends past each other.
        BigInteger least = low.min(high);
        BigInteger largest = low.max(high).max(least.add(BigInteger.ONE));
        // Either side has all people, each of them twice.
        double people = ((upper.people() + lower.people()) / 2 + zeros) / 2;
        return Optional.of(new Found(
                least,
                largest,
                lower,
                upper,
                Math.max(1, people),
                (upper.mass() + lower.mass()) / 4,
                Optional.of(rows),
                Optional.empty()));
    }

    private static boolean isBeyondZero(TailSide side) {
        return side.cut().filter(cut -> cut.at() > 0).isPresent();
    }

    /**
     * The noisy numbers of people from which a magnitude is found, in rising order of bins.
     *
     * @param users by the bin of the contribution that is farthest from 0; each person once
     * @param epsilon what it costs
     */
    public List<BigInteger> noisyMagnitudes(Map<Integer, BigInteger> users, Epsilon epsilon, RandomBits bits) {
        return noisy(users, rising(leastBin), epsilon, bits);
    }

    /**
     * A histogram of both ends with its noise: all that is known of the data from then on.
     *
     * @param counts noisy numbers in rising order of bins: of the people whose largest row is there, and of those whose smallest is
     * @param zeros that of rows of 0, where these are counted apart
     */
    public record Ends(List<BigInteger> counts, Optional<BigInteger> zeros) {
        /** A histogram in which 0 and 1 are in one bin. */
        public Ends(List<BigInteger> counts) {
            this(List.copyOf(counts), Optional.empty());
        }

        /** The same, if 0 was counted apart, in the bin {@link TailBounds#ZERO}. */
        public Ends with(BigInteger apart) {
            return new Ends(counts, Optional.of(apart));
        }

        private List<BigInteger> falling() {
            List<BigInteger> falling = new ArrayList<>(counts);
            Collections.reverse(falling);
            return falling;
        }
    }

    /**
     * The noisy histogram from which a range is found: one person changes one count by 2, or two by 1.
     *
     * @param usersByLargest by the bin of their largest row; each person once
     * @param usersBySmallest by the bin of their smallest row; the same people
     * @param epsilon what it costs
     */
    public Ends noisyEnds(
            Map<Integer, BigInteger> usersByLargest,
            Map<Integer, BigInteger> usersBySmallest,
            Epsilon epsilon,
            RandomBits bits) {
        return new Ends(noisy(both(usersByLargest, usersBySmallest), rising(leastBin), epsilon.dividedBy(2), bits));
    }

    /**
     * The noisy number of rows of 0: one more bin of the histogram of {@link #noisyEnds}, so that it costs nothing beside it.
     *
     * @param usersByLargest by the bin of their largest row; each person once
     * @param usersBySmallest by the bin of their smallest row; the same people
     * @param epsilon what the histogram costs, with this bin
     */
    public BigInteger noisyZeros(
            Map<Integer, BigInteger> usersByLargest,
            Map<Integer, BigInteger> usersBySmallest,
            Epsilon epsilon,
            RandomBits bits) {
        return noisy(both(usersByLargest, usersBySmallest), List.of(ZERO), epsilon.dividedBy(2), bits)
                .get(0);
    }

    private static Map<Integer, BigInteger> both(
            Map<Integer, BigInteger> usersByLargest, Map<Integer, BigInteger> usersBySmallest) {
        Map<Integer, BigInteger> both = new HashMap<>(usersByLargest);
        usersBySmallest.forEach((bin, users) -> both.merge(bin, users, BigInteger::add));
        return both;
    }

    /** The same, with those who have 0 among those who have 1: noisy numbers are added, which costs nothing. */
    public Ends together(Ends noisy) {
        return noisy.zeros
                .map(apart -> new Ends(plus(noisy.counts, rising(leastBin).indexOf(0), apart)))
                .orElse(noisy);
    }

    private static List<BigInteger> plus(List<BigInteger> counts, int place, BigInteger more) {
        List<BigInteger> sums = new ArrayList<>(counts);
        sums.set(place, sums.get(place).add(more));
        return sums;
    }

    /** A histogram with its noise: all that is known of the data from then on. */
    private static List<BigInteger> noisy(
            Map<Integer, BigInteger> users, List<Integer> bins, Epsilon epsilon, RandomBits bits) {
        DiscreteLaplaceSampler sampler = noise(epsilon).sampler();
        List<BigInteger> noisy = new ArrayList<>();
        for (int bin : bins) {
            noisy.add(users.getOrDefault(bin, BigInteger.ZERO).add(sampler.draw(bits)));
        }
        return noisy;
    }

    private static TailSide side(
            List<BigInteger> noisy, double[] edges, Epsilon epsilon, boolean fromZero, TailFit.Price price) {
        double[] counts = noisy.stream().mapToDouble(BigInteger::doubleValue).toArray();
        double scale = noise(epsilon).scale().toDoubleNearest();
        return TailSide.of(edges, counts, scale, fromZero, price);
    }

    /** Rounds up to three digits, then to a whole number. */
    private static BigInteger whole(double value) {
        BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
        return rounded.setScale(0, RoundingMode.CEILING).toBigIntegerExact();
    }

    private List<Integer> rising(int from) {
        List<Integer> bins = new ArrayList<>();
        for (int bin = from; bin <= largestBin; bin++) {
            if (bin != WITHOUT_INTEGERS && bin != -1 - WITHOUT_INTEGERS) {
                bins.add(bin);
            }
        }
        return bins;
    }

    private List<Integer> falling() {
        List<Integer> bins = new ArrayList<>();
        rising(leastBin).forEach(bin -> bins.add(0, bin));
        return bins;
    }

    /**
     * The edges of bins, from the lower edge of the first on: bins in rising order, or their negated values in falling
     * order.
     */
    private static double[] edges(List<Integer> bins, boolean negated) {
        double[] edges = new double[bins.size() + 1];
        edges[0] = negated ? -high(bins.get(0)) : low(bins.get(0));
        for (int i = 0; i < bins.size(); i++) {
            edges[i + 1] = negated ? -low(bins.get(i)) : high(bins.get(i));
        }
        return edges;
    }

    private static double low(int bin) {
        if (bin < 0) {
            return -edge(-1 - bin).doubleValue();
        }
        return bin == 0 ? 0 : edge(bin - 1).doubleValue();
    }

    private static double high(int bin) {
        if (bin >= 0) {
            return edge(bin).doubleValue();
        }
        return bin == -1 ? 0 : -edge(-2 - bin).doubleValue();
    }

    private static void check(double price) {
        if (!(price > 0 && price < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("price must be finite and more than 0");
        }
    }
}
