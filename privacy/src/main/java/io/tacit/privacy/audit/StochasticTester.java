package io.tacit.privacy.audit;

import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The paper's stochastic tester (section "Stochastic testing" and its appendix): it runs a mechanism over data sets
 * that differ in one record, and looks for an outcome that is more probable over one than e^ε times over the other,
 * plus δ.
 *
 * <p>Data sets come from a Halton sequence, from the corners of the range, and from {@link #also}. The graph of each
 * one's subsets is searched depth first, both ways along each edge; samples of a subset are drawn once. The search ends
 * with the first violation. Finding none is no proof; finding one is wrong with at most {@link #falseAlarm}, as
 * computed in {@code StochasticTester.md} beside this class.
 *
 * <pre>{@code
 * Subject count = Subject.ofNumber((people, bits) -> people.size() + noise.sample(bits).doubleValue());
 * Verdict verdict = StochasticTester.of(1, 0).run("my count", count);
 * }</pre>
 *
 * @param epsilon ε as claimed, at least 0
 * @param delta δ as claimed, at least 0 and less than 1
 * @param size how many records the largest data sets have, between 1 and 10
 * @param radius r: records lie in [−r, r]
 * @param dataSets how many come from the sequence, at least 0
 * @param samples how many runs over each data set, at least 100; a quarter chooses events, the rest decides
 * @param buckets about how many a histogram has, at least 2
 * @param tolerated α: the share of buckets that may fail in a comparison; 0 to find the most
 * @param falseAlarm the most by which a mechanism that keeps its claim is called a violation
 * @param also more data sets, of any numbers, NaN and infinities included
 */
public record StochasticTester(
        double epsilon,
        double delta,
        int size,
        double radius,
        int dataSets,
        int samples,
        int buckets,
        double tolerated,
        double falseAlarm,
        List<List<Double>> also) {
    /** Data sets with what breaks careless arithmetic: see {@link #also}. */
    public static final List<List<Double>> HOSTILE = List.of(
            List.of(Double.NaN, 0.5),
            List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.5),
            List.of(1e308, 1e308),
            List.of(-0.0, Double.MIN_VALUE));

    private static final int LEAST_SAMPLES = 100;
    private static final int PILOT = 4;

    /** Refuses settings out of range. */
    public StochasticTester {
        also = also.stream().map(List::copyOf).toList();
        check(epsilon >= 0 && Double.isFinite(epsilon), "epsilon must be at least 0 and finite");
        check(delta >= 0 && delta < 1, "delta must be at least 0 and less than 1");
        check(size >= 1 && size <= Halton.MOST, "size must be between 1 and " + Halton.MOST);
        check(radius > 0 && Double.isFinite(radius), "radius must be more than 0 and finite");
        check(dataSets >= 0, "dataSets must be at least 0");
        check(samples >= LEAST_SAMPLES, "samples must be at least " + LEAST_SAMPLES);
        check(buckets >= 2, "buckets must be at least 2");
        check(tolerated >= 0 && tolerated <= 1, "tolerated must be between 0 and 1");
        check(falseAlarm > 0 && falseAlarm < 1, "falseAlarm must be more than 0 and less than 1");
        check(
                also.stream().allMatch(data -> data.size() <= Halton.MOST),
                "also must have at most " + Halton.MOST + " records in each data set");
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * A tester of a claim with three records in [−1, 1], five data sets of the sequence, 10,000 runs over each subset,
     * 40 buckets, and a false-alarm rate of 10^−8.
     */
    public static StochasticTester of(double epsilon, double delta) {
        return new StochasticTester(epsilon, delta, 3, 1, 5, 10_000, 40, 0, 1e-8, List.of());
    }

    /** The same tester with another number of records. */
    public StochasticTester size(int records) {
        return new StochasticTester(
                epsilon, delta, records, radius, dataSets, samples, buckets, tolerated, falseAlarm, also);
    }

    /** The same tester with records in [−r, r]. */
    public StochasticTester radius(double r) {
        return new StochasticTester(epsilon, delta, size, r, dataSets, samples, buckets, tolerated, falseAlarm, also);
    }

    /** The same tester with another number of data sets of the sequence. */
    public StochasticTester dataSets(int count) {
        return new StochasticTester(epsilon, delta, size, radius, count, samples, buckets, tolerated, falseAlarm, also);
    }

    /** The same tester with another number of runs over each data set. */
    public StochasticTester samples(int runs) {
        return new StochasticTester(epsilon, delta, size, radius, dataSets, runs, buckets, tolerated, falseAlarm, also);
    }

    /** The same tester with about so many buckets. */
    public StochasticTester buckets(int count) {
        return new StochasticTester(
                epsilon, delta, size, radius, dataSets, samples, count, tolerated, falseAlarm, also);
    }

    /** The same tester, which tolerates another share of failing buckets. */
    public StochasticTester tolerated(double alpha) {
        return new StochasticTester(epsilon, delta, size, radius, dataSets, samples, buckets, alpha, falseAlarm, also);
    }

    /** The same tester with another false-alarm rate. */
    public StochasticTester falseAlarm(double rate) {
        return new StochasticTester(epsilon, delta, size, radius, dataSets, samples, buckets, tolerated, rate, also);
    }

    /** The same tester, which also runs over these data sets. */
    public StochasticTester also(List<List<Double>> more) {
        return new StochasticTester(
                epsilon, delta, size, radius, dataSets, samples, buckets, tolerated, falseAlarm, more);
    }

    /** Tests with randomness of the system. */
    public Verdict run(String name, Subject subject) {
        return run(name, subject, new SystemRandomBits(), Progress.NONE);
    }

    /**
     * Tests.
     *
     * @param name of the subject, in words
     * @param bits all randomness; a {@link Tape} makes the test repeatable
     * @param progress is told the number of pairs
     * @throws IllegalStateException for a subject that only ever fails: nothing was tested then
     * @throws java.util.concurrent.CancellationException when the thread is interrupted; it stays so
     */
    public Verdict run(String name, Subject subject, RandomBits bits, Progress progress) {
        return run(name, subject, pairs(), bits, progress);
    }

    /**
     * Tests two given data sets alone, both ways.
     *
     * @param name of the subject, in words
     * @param larger a data set
     * @param smaller the same without one record
     * @param bits all randomness
     * @throws IllegalArgumentException for data sets that are no neighbours
     * @throws IllegalStateException for a subject that only ever fails
     */
    public Verdict compare(String name, Subject subject, List<Double> larger, List<Double> smaller, RandomBits bits) {
        List<Double> rest = new ArrayList<>(larger);
        smaller.forEach(rest::remove);
        check(rest.size() == 1 && larger.size() == smaller.size() + 1, "smaller must be larger without one record");
        return run(name, subject, List.of(new Pair(List.copyOf(larger), List.copyOf(smaller))), bits, Progress.NONE);
    }

    private Verdict run(String name, Subject subject, List<Pair> pairs, RandomBits bits, Progress progress) {
        Search search = new Search(this, subject, bits, pairs);
        Optional<Violation> violation = Optional.empty();
        for (int i = 0; i < pairs.size() && violation.isEmpty(); i++) {
            progress.at(i, pairs.size());
            violation = search.violation(pairs.get(i));
        }
        if (violation.isEmpty() && search.onlyFailed) {
            throw new IllegalStateException(name + " failed in every run; nothing was tested");
        }
        progress.at(pairs.size(), Math.max(1, pairs.size()));
        return new Verdict(Layer.STOCHASTIC, name, Words.claim(epsilon, delta), falseAlarm, search.trials, violation);
    }

    /** Two data sets, the second without one record of the first. */
    private record Pair(List<Double> larger, List<Double> smaller) {}

    /** All edges of all graphs, depth first. */
    private List<Pair> pairs() {
        Set<Pair> pairs = new LinkedHashSet<>();
        Set<List<Double>> visited = new HashSet<>();
        for (List<Double> root : roots()) {
            Deque<List<Double>> stack = new ArrayDeque<>(List.of(root));
            while (!stack.isEmpty()) {
                List<Double> data = stack.pop();
                if (visited.add(data)) {
                    for (int i = 0; i < data.size(); i++) {
                        List<Double> without = new ArrayList<>(data);
                        without.remove(i);
                        pairs.add(new Pair(data, List.copyOf(without)));
                        stack.push(List.copyOf(without));
                    }
                }
            }
        }
        return List.copyOf(pairs);
    }

    private Set<List<Double>> roots() {
        Set<List<Double>> roots = new LinkedHashSet<>();
        for (int i = 1; i <= dataSets; i++) {
            roots.add(Halton.dataSet(i, size, radius));
        }
        List<Double> corner = new ArrayList<>();
        for (int i = 0; i < size && dataSets > 0; i++) {
            corner.add(i % 2 == 0 ? radius : -radius);
            roots.add(List.copyOf(corner));
            roots.add(corner.stream().map(value -> -value).toList());
        }
        roots.addAll(also);
        return roots;
    }

    /** The samples of data sets that are still needed. */
    private static final class Search {
        private final StochasticTester tester;
        private final Subject subject;
        private final RandomBits bits;
        private final PairTest test;
        private final Map<List<Double>, Integer> uses = new HashMap<>();
        private final Map<List<Double>, PairTest.Sampled> sampled = new HashMap<>();
        private long trials;
        private boolean onlyFailed = true;

        Search(StochasticTester tester, Subject subject, RandomBits bits, List<Pair> pairs) {
            this.tester = tester;
            this.subject = subject;
            this.bits = bits;
            double mistake = tester.falseAlarm / (2 * Math.max(1, pairs.size()));
            test = new PairTest(tester.epsilon, tester.delta, tester.buckets, tester.tolerated, mistake);
            for (Pair pair : pairs) {
                uses.merge(pair.larger(), 1, Integer::sum);
                uses.merge(pair.smaller(), 1, Integer::sum);
            }
        }

        Optional<Violation> violation(Pair pair) {
            PairTest.Sampled larger = of(pair.larger());
            PairTest.Sampled smaller = of(pair.smaller());
            Optional<Violation> violation = test.violation(larger, smaller);
            return violation.isPresent() ? violation : test.violation(smaller, larger);
        }

        private PairTest.Sampled of(List<Double> data) {
            PairTest.Sampled known = sampled.get(data);
            if (known == null) {
                int pilot = tester.samples / PILOT;
                known = new PairTest.Sampled(
                        data,
                        Samples.draw(subject, data, pilot, bits),
                        Samples.draw(subject, data, tester.samples - pilot, bits));
                trials += tester.samples;
                onlyFailed &= known.rest().onlyFailed();
            }
            if (uses.merge(data, -1, Integer::sum) > 0) {
                sampled.put(data, known);
            } else {
                sampled.remove(data);
            }
            return known;
        }
    }
}
