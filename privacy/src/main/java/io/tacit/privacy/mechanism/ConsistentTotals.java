package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Noisy numbers of the groups of several grouping sets, changed as little as possible, so that totals are the sum of
 * their parts: weighted least squares, where all weights are equal because all groups have noise of one law. It reads
 * noisy numbers only. That it is exact for the numbers before noise is for the caller to know: each person must count
 * the same in one group of every set, and all groups must be there. The argument is in {@code ConsistentTotals.md}
 * beside this class.
 */
public final class ConsistentTotals {
    /** The most groups; more would take long. */
    public static final int MOST = 400;

    /** What is left of a vector of length 1 when it follows from the others, with the rounding of doubles. */
    private static final double NOTHING_NEW = 1e-9;

    private final List<BitSet> sets;
    private final List<Group> groups;

    /** An orthonormal base of all differences between totals and sums of parts. */
    private final List<double[]> differences = new ArrayList<>();

    /**
     * A group.
     *
     * @param set the number of its grouping set
     * @param keys all keys; those that the set lacks are not looked at
     */
    public record Group(int set, List<@Nullable String> keys) {
        /** The values of some keys. */
        private List<@Nullable String> only(BitSet places) {
            List<@Nullable String> values = new ArrayList<>();
            places.stream().forEach(place -> values.add(keys.get(place)));
            return values;
        }
    }

    /**
     * Groups of grouping sets.
     *
     * @param sets the places of each set's keys
     * @param groups all groups of all sets, at most {@value #MOST}
     * @throws IllegalArgumentException for more
     */
    public ConsistentTotals(List<BitSet> sets, List<Group> groups) {
        if (groups.size() > MOST) {
            throw new IllegalArgumentException("at most " + MOST + " groups can be made consistent");
        }
        this.sets = List.copyOf(sets);
        this.groups = List.copyOf(groups);
        for (int one = 0; one < sets.size(); one++) {
            for (int other = one + 1; other < sets.size(); other++) {
                compare(one, other).forEach(this::add);
            }
        }
    }

    /** What two sets say of the keys that they share, one less the other: 0 for each value of these keys. */
    private Iterable<double[]> compare(int one, int other) {
        BitSet shared = (BitSet) sets.get(one).clone();
        shared.and(sets.get(other));
        Map<List<@Nullable String>, double[]> found = new HashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            if (group.set() == one || group.set() == other) {
                found.computeIfAbsent(group.only(shared), keys -> new double[groups.size()])[i] =
                        group.set() == one ? 1 : -1;
            }
        }
        return found.values();
    }

    /** Adds what is new in a vector. Taken off twice: once leaves more rounding than {@link #NOTHING_NEW} allows. */
    private void add(double[] vector) {
        double[] left = divided(vector, length(vector));
        left = without(without(left));
        double size = length(left);
        if (size > NOTHING_NEW) {
            differences.add(divided(left, size));
        }
    }

    private static double length(double[] vector) {
        return Math.sqrt(Arrays.stream(vector).map(value -> value * value).sum());
    }

    private static double[] divided(double[] vector, double by) {
        return Arrays.stream(vector).map(value -> value / by).toArray();
    }

    /** A vector without its part in the differences. */
    private double[] without(double[] vector) {
        double[] left = vector.clone();
        for (double[] difference : differences) {
            double share = 0;
            for (int i = 0; i < left.length; i++) {
                share += difference[i] * left[i];
            }
            for (int i = 0; i < left.length; i++) {
                left[i] -= share * difference[i];
            }
        }
        return left;
    }

    /** Whether there is anything to be made consistent. */
    public boolean isEmpty() {
        return differences.isEmpty();
    }

    /**
     * The nearest consistent numbers.
     *
     * @param noisy one number for each group, of one law; finite
     */
    public double[] nearest(double[] noisy) {
        return without(noisy);
    }

    /**
     * How much of each group's noisy number is in the consistent number of one group. The sum of the squares, and so the
     * variance relative to that of one noisy number, is the weight of the group's own, at most 1.
     */
    public double[] weights(int group) {
        double[] own = new double[groups.size()];
        own[group] = 1;
        return without(own);
    }

    /**
     * Whole numbers near consistent ones, consistent as well. Each is less than 1 off along one chain of sets, such as
     * those of a ROLLUP; others are the sums of the finest. Where no set has the keys of all others, and sets overlap
     * in more than what a third one holds, each is rounded on its own.
     */
    public List<BigInteger> whole(List<Rational> consistent) {
        BigInteger[] whole = new BigInteger[groups.size()];
        List<Integer> done = new ArrayList<>();
        Optional<Integer> finest = finest();
        for (int set : finest.map(this::chain).orElseGet(this::byNumberOfKeys)) {
            Optional<Integer> parent = parent(set, done);
            if (!done.isEmpty() && parent.isEmpty()) {
                return consistent.stream().map(ConsistentTotals::rounded).toList();
            }
            divide(set, parent, consistent, whole);
            done.add(set);
        }
        finest.ifPresent(of -> addUp(of, done, whole));
        return List.of(whole);
    }

    private static BigInteger rounded(Rational value) {
        return value.plus(Rational.of(1, 2)).floor();
    }

    private static boolean within(BitSet inner, BitSet outer) {
        BitSet more = (BitSet) inner.clone();
        more.andNot(outer);
        return more.isEmpty();
    }

    /** A set with the keys of all. */
    private Optional<Integer> finest() {
        for (int set = 0; set < sets.size(); set++) {
            BitSet keys = sets.get(set);
            if (sets.stream().allMatch(other -> within(other, keys))) {
                return Optional.of(set);
            }
        }
        return Optional.empty();
    }

    /** Sets of which each has the keys of those before, up to the finest. */
    private List<Integer> chain(int finest) {
        List<Integer> chain = new ArrayList<>(List.of(finest));
        for (int set : reversed(byNumberOfKeys())) {
            BitSet last = sets.get(chain.get(0));
            if (within(sets.get(set), last) && !sets.get(set).equals(last)) {
                chain.add(0, set);
            }
        }
        return chain;
    }

    private List<Integer> byNumberOfKeys() {
        List<Integer> order = new ArrayList<>();
        for (int set = 0; set < sets.size(); set++) {
            order.add(set);
        }
        order.sort((one, other) ->
                Integer.compare(sets.get(one).cardinality(), sets.get(other).cardinality()));
        return order;
    }

    private static List<Integer> reversed(List<Integer> order) {
        List<Integer> reversed = new ArrayList<>();
        order.forEach(set -> reversed.add(0, set));
        return reversed;
    }

    /** A set that is done, within this one, that holds whatever this one shares with any that is done: the largest. */
    private Optional<Integer> parent(int set, List<Integer> done) {
        for (int candidate : done) {
            BitSet keys = sets.get(candidate);
            boolean holds = done.stream().allMatch(other -> {
                BitSet shared = (BitSet) sets.get(set).clone();
                shared.and(sets.get(other));
                return within(shared, keys);
            });
            if (holds && within(keys, sets.get(set))) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Rounds the groups of a set: down, and those with the largest remainders up, until they add up to their total. */
    private void divide(int set, Optional<Integer> parent, List<Rational> consistent, BigInteger[] whole) {
        if (parent.isEmpty()) {
            of(set).forEach(group -> whole[group] = rounded(consistent.get(group)));
            return;
        }
        BitSet keys = sets.get(parent.get());
        Map<List<@Nullable String>, List<Integer>> parts = new HashMap<>();
        of(set).forEach(group -> parts.computeIfAbsent(groups.get(group).only(keys), of -> new ArrayList<>())
                .add(group));
        for (int total : of(parent.get())) {
            List<Integer> of = parts.getOrDefault(groups.get(total).only(keys), List.of());
            divide(whole[total], of, consistent, whole);
        }
    }

    private static void divide(BigInteger total, List<Integer> parts, List<Rational> consistent, BigInteger[] whole) {
        BigInteger left = total;
        for (int part : parts) {
            whole[part] = consistent.get(part).floor();
            left = left.subtract(whole[part]);
        }
        List<Integer> order = new ArrayList<>(parts);
        order.sort((one, other) -> remainder(consistent.get(other)).compareTo(remainder(consistent.get(one))));
        BigInteger size = BigInteger.valueOf(Math.max(1, parts.size()));
        BigInteger more = left.mod(size);
        BigInteger each = left.subtract(more).divide(size);
        for (int i = 0; i < order.size(); i++) {
            boolean up = BigInteger.valueOf(i).compareTo(more) < 0;
            whole[order.get(i)] = whole[order.get(i)].add(each).add(up ? BigInteger.ONE : BigInteger.ZERO);
        }
    }

    private static Rational remainder(Rational value) {
        return value.minus(Rational.of(value.floor()));
    }

    private List<Integer> of(int set) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).set() == set) {
                found.add(i);
            }
        }
        return found;
    }

    /** The groups of all other sets are sums of the finest. */
    private void addUp(int finest, List<Integer> done, BigInteger[] whole) {
        for (int set = 0; set < sets.size(); set++) {
            if (done.contains(set)) {
                continue;
            }
            BitSet keys = sets.get(set);
            Map<List<@Nullable String>, BigInteger> sums = new HashMap<>();
            of(finest).forEach(part -> sums.merge(groups.get(part).only(keys), whole[part], BigInteger::add));
            of(set).forEach(total ->
                    whole[total] = sums.getOrDefault(groups.get(total).only(keys), BigInteger.ZERO));
        }
    }
}
