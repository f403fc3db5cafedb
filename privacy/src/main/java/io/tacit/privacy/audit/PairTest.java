package io.tacit.privacy.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The predicate P(first ∈ S) ≤ e^ε·P(second ∈ S) + δ for two data sets, in one direction.
 *
 * <p>Two kinds of S are tried: each bucket, of which the tolerated share may fail, and one union of buckets, for which
 * δ counts once. Buckets and union are chosen on the pilots; the rest of the samples decides.
 *
 * @param mistake the most by which a private subject fails here
 */
record PairTest(double epsilon, double delta, int buckets, double tolerated, double mistake) {
    private static final int BARS = 40;
    private static final double SHOWN = 0.005;

    /** One data set's samples. */
    record Sampled(List<Double> data, Samples pilot, Samples rest) {}

    /** A union of buckets, and how often it came. */
    private record Found(BitSet event, Odds odds, String what) {}

    Optional<Violation> violation(Sampled first, Sampled second) {
        Cells cells = Cells.of(first.pilot(), second.pilot(), buckets);
        long[] counts = cells.count(first.rest());
        long[] others = cells.count(second.rest());
        BitSet event = event(cells.count(first.pilot()), cells.count(second.pilot()));
        Odds odds = odds(sum(event, counts), first, sum(event, others), second, mistake / 4);
        Optional<Found> found = odds.refute()
                ? Optional.of(new Found(event, odds, "an event is more probable than the claim allows"))
                : bucket(counts, first, others, second);
        return found.map(one -> violation(one, cells, first, second));
    }

    /** The failing bucket that exceeds most, if more of them fail than are tolerated. */
    private Optional<Found> bucket(long[] counts, Sampled first, long[] others, Sampled second) {
        List<Found> failing = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            Odds odds = odds(counts[i], first, others[i], second, mistake / 4 / counts.length);
            if (odds.refute()) {
                BitSet alone = new BitSet();
                alone.set(i);
                failing.add(new Found(alone, odds, ""));
            }
        }
        if (failing.size() <= tolerated * counts.length) {
            return Optional.empty();
        }
        Found worst = failing.stream()
                .max(Comparator.comparingDouble(one -> excess(one.odds())))
                .orElseThrow();
        String what = failing.size() + " of " + counts.length + " buckets are more probable than the claim allows";
        return Optional.of(new Found(worst.event(), worst.odds(), what));
    }

    /** By how much a bucket exceeds, but for δ, which is the same for all. */
    private double excess(Odds odds) {
        return odds.first().low() - Math.exp(epsilon) * odds.second().high();
    }

    private Odds odds(long hits, Sampled first, long others, Sampled second, double chance) {
        return new Odds(
                Share.of(hits, first.rest().size(), chance),
                Share.of(others, second.rest().size(), chance),
                epsilon,
                delta);
    }

    /** The buckets of the largest ratios, as many as stand out most from chance in the pilots. */
    private BitSet event(long[] first, long[] second) {
        double factor = Math.exp(epsilon);
        long runs = sum(first);
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, first.length).boxed().toList());
        order.sort(Comparator.comparingDouble(i -> -(first[i] + 0.5) / (second[i] + 1.0)));
        double best = Double.NEGATIVE_INFINITY;
        int most = 1;
        double hits = 0;
        double others = 0;
        for (int taken = 1; taken <= order.size(); taken++) {
            int cell = order.get(taken - 1);
            hits += first[cell];
            others += second[cell];
            double score = (hits - factor * others - delta * runs) / Math.sqrt(hits + factor * factor * (others + 1));
            if (score > best) {
                best = score;
                most = taken;
            }
        }
        BitSet event = new BitSet();
        order.subList(0, most).forEach(event::set);
        return event;
    }

    private static long sum(long[] counts) {
        return IntStream.range(0, counts.length).mapToLong(i -> counts[i]).sum();
    }

    private static long sum(BitSet cells, long[] counts) {
        return cells.stream().mapToLong(i -> counts[i]).sum();
    }

    private Violation violation(Found found, Cells cells, Sampled first, Sampled second) {
        String one = Words.dataSet(first.data());
        String other = Words.dataSet(second.data());
        HistogramPlot plot = new HistogramPlot(
                "Claimed: " + Words.claim(epsilon, delta),
                one,
                other,
                epsilon,
                delta,
                bars(found.event(), cells, first.rest(), second.rest()));
        return new Violation(
                found.what(),
                one,
                other,
                cells.words(found.event()),
                Optional.of(found.odds()),
                Optional.of(plot.svg()));
    }

    private static List<HistogramPlot.Bar> bars(BitSet event, Cells cells, Samples first, Samples second) {
        List<HistogramPlot.Bar> bars = new ArrayList<>();
        double low = Math.min(quantile(first, SHOWN), quantile(second, SHOWN));
        double high = Math.max(quantile(first, 1 - SHOWN), quantile(second, 1 - SHOWN));
        // Where numbers are neighbours a fortieth of their distance would be nothing.
        double least = Math.ulp(Math.max(Math.abs(low), Math.abs(high)));
        double width = Math.max(least, high > low ? (high - low) / BARS : 1);
        if (low <= high) {
            for (double from = low; from <= high; from += width) {
                bars.add(bar(from, from + width, event, cells, first, second));
            }
        }
        TreeSet<String> names = new TreeSet<>();
        for (Outcome outcome : union(first, second)) {
            if (names.add(outcome.toString())) {
                bars.add(new HistogramPlot.Bar(
                        outcome.toString(),
                        share(first, outcome),
                        share(second, outcome),
                        cells.anyHolds(event, outcome)));
            }
        }
        return bars;
    }

    private static HistogramPlot.Bar bar(
            double from, double to, BitSet event, Cells cells, Samples first, Samples second) {
        return new HistogramPlot.Bar(
                Words.number((from + to) / 2),
                (double) (first.before(to) - first.before(from)) / first.size(),
                (double) (second.before(to) - second.before(from)) / second.size(),
                cells.anyHolds(event, from, to));
    }

    private static List<Outcome> union(Samples first, Samples second) {
        List<Outcome> all = new ArrayList<>(first.others().keySet());
        all.addAll(second.others().keySet());
        return all.stream()
                .distinct()
                .sorted(Comparator.comparing(Outcome::toString))
                .toList();
    }

    private static double share(Samples samples, Outcome outcome) {
        return (double) samples.others().getOrDefault(outcome, 0L) / samples.size();
    }

    /** A quantile made finite; NaN where there are no numbers. */
    private static double quantile(Samples samples, double rank) {
        double[] numbers = samples.numbers();
        double value = numbers.length == 0 ? Double.NaN : numbers[(int) (rank * (numbers.length - 1))];
        return Math.max(-Double.MAX_VALUE / 4, Math.min(Double.MAX_VALUE / 4, value));
    }
}
