package io.tacit.privacy.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Buckets of a histogram: intervals of numbers that together are all numbers, each other outcome that was seen, and the
 * rest.
 *
 * <p>They are chosen from samples that are not counted afterwards: bounds of probabilities hold only for events that
 * were fixed before. Numbers are cut at equal shares, so that huge and infinite ones have buckets too; a value that is
 * frequent, and every value if there are few, is a bucket alone.
 */
final class Cells {
    private final double[] cuts;
    private final List<Outcome> others;

    private Cells(NavigableSet<Double> cuts, Set<Outcome> others) {
        this.cuts = cuts.stream().mapToDouble(Double::doubleValue).toArray();
        this.others = List.copyOf(others);
    }

    /**
     * Buckets for two samples.
     *
     * @param count about how many for numbers, at least 2
     */
    static Cells of(Samples first, Samples second, int count) {
        double[] all = Arrays.copyOf(first.numbers(), first.numbers().length + second.numbers().length);
        System.arraycopy(second.numbers(), 0, all, first.numbers().length, second.numbers().length);
        Arrays.sort(all);
        NavigableSet<Double> cuts = new TreeSet<>();
        int distinct = distinct(all);
        int frequent = distinct <= count ? 1 : Math.max(2, all.length / (2 * count));
        for (int start = 0; start < all.length; ) {
            int end = start + 1;
            while (end < all.length && Double.compare(all[end], all[start]) == 0) {
                end++;
            }
            if (end - start >= frequent) {
                addAlone(all[start], cuts);
            }
            start = end;
        }
        for (int i = 1; i < count && distinct > count; i++) {
            cuts.add(all[(int) ((long) i * all.length / count)]);
        }
        Set<Outcome> others = new LinkedHashSet<>(first.others().keySet());
        others.addAll(second.others().keySet());
        return new Cells(cuts, others);
    }

    private static int distinct(double[] sorted) {
        int distinct = sorted.length == 0 ? 0 : 1;
        for (int i = 1; i < sorted.length; i++) {
            distinct += Double.compare(sorted[i], sorted[i - 1]) == 0 ? 0 : 1;
        }
        return distinct;
    }

    private static void addAlone(double value, NavigableSet<Double> cuts) {
        if (value != Double.NEGATIVE_INFINITY) {
            cuts.add(value);
        }
        if (value != Double.POSITIVE_INFINITY) {
            cuts.add(next(value));
        }
    }

    /** The next double in the order of {@link Double#compare}, which has two zeros. */
    private static double next(double value) {
        return Double.compare(value, -0.0) == 0
                ? 0.0
                : Double.compare(value, -Double.MIN_VALUE) == 0 ? -0.0 : Math.nextUp(value);
    }

    int size() {
        return cuts.length + 1 + others.size() + 1;
    }

    /** How many samples are in each bucket. */
    long[] count(Samples samples) {
        long[] counts = new long[size()];
        long before = 0;
        for (int i = 0; i < cuts.length; i++) {
            long upTo = samples.before(cuts[i]);
            counts[i] = upTo - before;
            before = upTo;
        }
        counts[cuts.length] = samples.numbers().length - before;
        long rest = samples.size() - (long) samples.numbers().length;
        for (int i = 0; i < others.size(); i++) {
            long count = samples.others().getOrDefault(others.get(i), 0L);
            counts[cuts.length + 1 + i] = count;
            rest -= count;
        }
        counts[size() - 1] = rest;
        return counts;
    }

    /** Whether one of these buckets holds a number between two others. */
    boolean anyHolds(BitSet cells, double low, double high) {
        for (int i = cells.nextSetBit(0); i >= 0 && i <= cuts.length; i = cells.nextSetBit(i + 1)) {
            double from = i == 0 ? Double.NEGATIVE_INFINITY : cuts[i - 1];
            double to = i == cuts.length ? Double.POSITIVE_INFINITY : cuts[i];
            if (from < high && low < to) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of these buckets holds an outcome that is no number. */
    boolean anyHolds(BitSet cells, Outcome outcome) {
        int index = others.indexOf(outcome);
        return cells.get(index < 0 ? size() - 1 : cuts.length + 1 + index);
    }

    /** A set of buckets in words; neighbours are joined. */
    String words(BitSet cells) {
        List<String> words = new ArrayList<>();
        for (int i = cells.nextSetBit(0); i >= 0 && i <= cuts.length; i = cells.nextSetBit(i)) {
            int end = Math.min(cells.nextClearBit(i), cuts.length + 1);
            words.add(interval(i, end));
            i = end;
        }
        for (int i = cells.nextSetBit(cuts.length + 1); i >= 0; i = cells.nextSetBit(i + 1)) {
            int other = i - cuts.length - 1;
            words.add(other < others.size() ? others.get(other).toString() : "any outcome not seen before");
        }
        return String.join(", or ", words);
    }

    private String interval(int first, int end) {
        boolean open = first == 0;
        boolean unlimited = end > cuts.length;
        if (open && unlimited) {
            return "any number";
        }
        if (open) {
            return "a value less than " + cuts[end - 1];
        }
        double from = cuts[first - 1];
        if (unlimited) {
            return from == Double.POSITIVE_INFINITY ? "the value Infinity" : "a value of at least " + from;
        }
        double to = cuts[end - 1];
        return Double.compare(next(from), to) == 0
                ? "the value " + from
                : "a value of at least " + from + " and less than " + to;
    }
}
