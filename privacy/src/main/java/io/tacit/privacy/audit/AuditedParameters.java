package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.QuantileInterval;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Automatic bounds, automatic limits, quantiles, and most frequent values. Bounds are not found for three people; so
 * there are others, who are the same in all data sets, as many as bring the mechanism to the point where one more makes
 * a difference.
 */
final class AuditedParameters {
    private static final int RANGE = 20;
    private static final int LEAVES = 16;
    private static final BigInteger OTHERS = BigInteger.valueOf(22);
    private static final List<Double> OTHERS_AT = List.of(0.0, -0.5, 1.0);

    private AuditedParameters() {}

    /**
     * All of these mechanisms, each claiming ε = 1.
     *
     * @param epsilon what they spend
     */
    static List<AuditedMechanism> all(Epsilon epsilon) {
        LeafWeights weights = weights(LEAVES);
        return List.of(
                of("bounds from a histogram", approximate(epsilon)),
                of("bounds of magnitudes from a tail", magnitude(epsilon)),
                of("bounds of rows: both noisy ends", range(epsilon)),
                of("people by number of groups", groups(epsilon)),
                of("median", quantiles(epsilon, weights, List.of(Rational.of(1, 2)))),
                of(
                        "least value, median and largest value",
                        quantiles(epsilon, weights(4), List.of(Rational.ZERO, Rational.of(1, 2), Rational.ONE))),
                of("interval of a median", interval(epsilon, weights)),
                of("noisy tree", tree(epsilon, weights)),
                of("most frequent value", mostFrequent(epsilon)),
                of("most frequent values in two groups", mostFrequentOfTwo(epsilon.dividedBy(2))));
    }

    private static LeafWeights weights(int leaves) {
        return new LeafWeights(
                new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(leaves - 1L), Unit.DecimalUnit.WHOLE), 1);
    }

    private static AuditedMechanism of(String name, Subject subject) {
        return new AuditedMechanism(name, 1, 0, subject);
    }

    private static Subject approximate(Epsilon epsilon) {
        ApproximateBounds bins = new ApproximateBounds(-4, 6);
        DiscreteLaplace noise = ApproximateBounds.noise(1, epsilon);
        BigInteger threshold = bins.threshold(ApproximateBounds.noise(1, Epsilon.of("1")));
        return new Release<>(
                histogram(record -> bins.limitedBin(Person.times(record, RANGE)), OTHERS), (exact, bits) -> {
                    Map<Integer, BigInteger> noisy = bins.noisy(exact, noise, bits);
                    return Outcome.of(bins.find(bin -> noisy.getOrDefault(bin, BigInteger.ZERO), threshold));
                });
    }

    /**
     * The search for a magnitude among so many other people that noise decides whether there are enough: 17.5 scales of
     * it.
     */
    private static Subject magnitude(Epsilon epsilon) {
        TailBounds bins = new TailBounds(0, 12);
        BigInteger others =
                Rational.of(35).dividedBy(epsilon.value().times(Rational.of(2))).floor();
        Function<List<Double>, Map<Integer, BigInteger>> people =
                histogram(record -> bins.limitedBin(Person.times(record, RANGE).abs()), BigInteger.ZERO);
        return new Release<>(
                data -> {
                    Map<Integer, BigInteger> all = people.apply(data);
                    all.merge(bins.limitedBin(BigInteger.valueOf(RANGE)), others, BigInteger::add);
                    return all;
                },
                // Only the bounds: all else that is found follows from the same noisy numbers, but no two runs would
                // agree in it.
                (exact, bits) -> Outcome.of(bins.magnitude(exact, epsilon, 1, bits)
                        .map(found -> "from " + found.low() + " to " + found.high())));
    }

    /** The noisy histogram from which bounds are computed. One bin, in which everybody is twice: once for each end. */
    private static Subject range(Epsilon epsilon) {
        TailBounds bins = new TailBounds(0, 0);
        return new Release<>(
                histogram(record -> 0, BigInteger.ZERO),
                (exact, bits) -> new Outcome.Label(
                        bins.noisyEnds(exact, exact, epsilon, bits).toString()));
    }

    /** The noisy numbers of people in one group and in more. */
    private static Subject groups(Epsilon epsilon) {
        AutomaticGroups bins = new AutomaticGroups(List.of(1L), true);
        IntegerSampler noise = AutomaticGroups.noise(epsilon).sampler();
        return new Release<>(
                histogram(record -> bins.bin(1 + leaf(record) / 4), BigInteger.ZERO),
                (exact, bits) ->
                        new Outcome.Label(bins.counted(exact, (bin, people) -> people.add(noise.draw(bits)), epsilon)
                                .counts()
                                .toString()));
    }

    private static Subject quantiles(Epsilon epsilon, LeafWeights weights, List<Rational> ranks) {
        Quantiles quantiles = new Quantiles(weights, ranks, epsilon);
        return new Release<>(
                data -> leaves(data, weights),
                (exact, bits) ->
                        new Outcome.Label(quantiles.release(exact, bits).toString()));
    }

    /** The interval around a value that is known beforehand. */
    private static Subject interval(Epsilon epsilon, LeafWeights weights) {
        QuantileInterval interval = new QuantileInterval(weights, Rational.of(1, 2), epsilon, 0.95);
        return new Release<>(
                data -> leaves(data, weights),
                (exact, bits) -> new Outcome.Label(interval.release(exact, BigInteger.valueOf(LEAVES / 2), bits)
                        .toString()));
    }

    private static Subject tree(Epsilon epsilon, LeafWeights weights) {
        QuantileTree tree = QuantileTree.calibrated(weights, epsilon);
        List<Rational> ranks = List.of(Rational.of(1, 2));
        return new Release<>(
                data -> leaves(data, weights),
                (exact, bits) ->
                        new Outcome.Label(tree.release(exact, ranks, bits).toString()));
    }

    private static Subject mostFrequent(Epsilon epsilon) {
        MostFrequent choice = new MostFrequent(LEAVES, 1, epsilon);
        return new Release<>(
                data -> leaves(data, choice.weights()),
                (exact, bits) -> new Outcome.Label("value " + choice.release(exact, bits)));
    }

    /** Everybody has the same value in both groups: each choice must have its own part. */
    private static Subject mostFrequentOfTwo(Epsilon perGroup) {
        MostFrequent choice = new MostFrequent(LEAVES, 1, perGroup);
        return new Release<>(
                data -> leaves(data, choice.weights()),
                (exact, bits) ->
                        new Outcome.Label(choice.release(exact, bits) + " and " + choice.release(exact, bits)));
    }

    private static LeafHistogram leaves(List<Double> data, LeafWeights weights) {
        Map<Integer, BigInteger> leaves = new TreeMap<>();
        for (double record : data) {
            if (!Double.isNaN(record)) {
                weights.contribution(Map.of(leaf(record) * weights.grid().leaves() / LEAVES, 1L))
                        .forEach((leaf, weight) -> leaves.merge(leaf, weight, BigInteger::add));
            }
        }
        return LeafHistogram.of(weights, leaves);
    }

    private static int leaf(double record) {
        BigInteger middle = BigInteger.valueOf(LEAVES / 2);
        return Person.times(record, LEAVES / 2)
                .add(middle)
                .max(BigInteger.ZERO)
                .min(BigInteger.valueOf(LEAVES - 1))
                .intValueExact();
    }

    /** The number of people in each bin; NaN is NULL, and the person is not counted. */
    private static Function<List<Double>, Map<Integer, BigInteger>> histogram(
            Function<Double, Integer> bin, BigInteger others) {
        return data -> {
            Map<Integer, BigInteger> people = new TreeMap<>();
            for (double at : others.signum() > 0 ? OTHERS_AT : List.<Double>of()) {
                people.put(bin.apply(at), others);
            }
            for (double record : data) {
                if (!Double.isNaN(record)) {
                    people.merge(bin.apply(record), BigInteger.ONE, BigInteger::add);
                }
            }
            return people;
        };
    }
}
