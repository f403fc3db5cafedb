package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Histograms of people from which bounds and limits are found: every bin has noise of its own, of the declared scale,
 * whether anybody is in it or not, and whoever is in others.
 */
class NoiseOfHistogramsTest {
    private static final Epsilon TINY = Epsilon.of("1e-9");

    /** The noisy numbers of all bins in one order. */
    private interface Histogram {
        List<BigInteger> noisy(Map<Integer, BigInteger> people, RandomBits bits);
    }

    /** A kind of histogram with its bins in the order of the noisy numbers, and what one bin spends of ε. */
    private record Kind(String name, List<Integer> bins, Rational share, Histogram histogram) {}

    private static List<Kind> kinds() {
        ApproximateBounds bounds = ApproximateBounds.SIGNED;
        DiscreteLaplace ofBounds = ApproximateBounds.noise(3, TINY);
        AutomaticGroups open = AutomaticGroups.withEdgeAt(5);
        AutomaticGroups closed = AutomaticGroups.upTo(100, 7);
        List<Integer> tails = IntStream.rangeClosed(-253, 252)
                .filter(bin -> bin != 2 && bin != -3)
                .boxed()
                .toList();
        return List.of(
                new Kind(
                        "bounds",
                        IntStream.rangeClosed(-127, 126).boxed().toList(),
                        Rational.of(1, 3),
                        (people, bits) ->
                                List.copyOf(bounds.noisy(people, ofBounds, bits).values())),
                new Kind(
                        "magnitudes",
                        tails,
                        Rational.ONE,
                        (people, bits) -> TailBounds.SIGNED.noisyMagnitudes(people, TINY, bits)),
                new Kind(
                        "largest rows",
                        tails,
                        Rational.of(1, 2),
                        (people, bits) -> TailBounds.SIGNED
                                .noisyEnds(people, Map.of(), TINY, bits)
                                .counts()),
                new Kind(
                        "smallest rows",
                        tails,
                        Rational.of(1, 2),
                        (people, bits) -> TailBounds.SIGNED
                                .noisyEnds(Map.of(), people, TINY, bits)
                                .counts()),
                new Kind(
                        "largest row 0",
                        List.of(TailBounds.ZERO),
                        Rational.of(1, 2),
                        (people, bits) -> List.of(TailBounds.SIGNED.noisyZeros(people, Map.of(), TINY, bits))),
                new Kind(
                        "smallest row 0",
                        List.of(TailBounds.ZERO),
                        Rational.of(1, 2),
                        (people, bits) -> List.of(TailBounds.SIGNED.noisyZeros(Map.of(), people, TINY, bits))),
                new Kind("groups", bins(open), Rational.ONE, (people, bits) -> counted(open, people, bits)),
                new Kind(
                        "no more groups", bins(closed), Rational.ONE, (people, bits) -> counted(closed, people, bits)));
    }

    private static List<Integer> bins(AutomaticGroups groups) {
        return IntStream.range(0, groups.size()).boxed().toList();
    }

    private static List<BigInteger> counted(AutomaticGroups groups, Map<Integer, BigInteger> people, RandomBits bits) {
        IntegerNoise noise = AutomaticGroups.noise(TINY);
        return groups.counted(people, (bin, users) -> users.add(noise.sample(bits)), TINY)
                .counts();
    }

    @Test
    void everyBinHasNoiseWhoeverIsInIt() {
        for (Kind kind : kinds()) {
            List<BigInteger> empty = kind.histogram().noisy(Map.of(), new SeededBits(8));
            assertThat(empty).as(kind.name()).hasSameSizeAs(kind.bins());
            for (int seen = 0; seen < kind.bins().size(); seen += 1 + seen / 7) {
                Map<Integer, BigInteger> people = new TreeMap<>();
                people.put(kind.bins().get(seen), BigInteger.valueOf(1000 + seen));
                people.merge(kind.bins().get(0), BigInteger.ONE, BigInteger::add);
                List<BigInteger> noisy = kind.histogram().noisy(people, new SeededBits(8));
                for (int i = 0; i < empty.size(); i++) {
                    assertThat(noisy.get(i).subtract(empty.get(i)))
                            .as("%s, bin %d", kind.name(), kind.bins().get(i))
                            .isEqualTo(people.getOrDefault(kind.bins().get(i), BigInteger.ZERO));
                }
            }
        }
    }

    /** The mean of |Z|/b over all bins in many runs: within six of its standard deviations, with bits that are fixed. */
    @Test
    void everyBinHasNoiseOfItsOwnAndOfTheDeclaredScale() {
        for (Kind kind : kinds()) {
            double scale =
                    Rational.ONE.dividedBy(TINY.value().times(kind.share())).toDoubleNearest();
            double sum = 0;
            int draws = 0;
            for (int seed = 1; draws < 4000; seed++) {
                List<BigInteger> noisy = kind.histogram().noisy(Map.of(), new SeededBits(seed));
                Set<BigInteger> different = new HashSet<>(noisy);
                assertThat(different).as(kind.name()).hasSameSizeAs(noisy);
                assertThat(different).doesNotContain(BigInteger.ZERO);
                for (BigInteger noise : noisy) {
                    sum += Math.abs(noise.doubleValue()) / scale;
                    draws++;
                }
            }
            assertThat(sum / draws).as(kind.name()).isBetween(1 - 6 / Math.sqrt(draws), 1 + 6 / Math.sqrt(draws));
        }
    }

    /** Values read off a tree without weight are as noisy as all others: noise alone decides where they lie. */
    @Test
    void nodesWithoutWeightHaveNoise() {
        LeafGrid grid = new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(255), Unit.DecimalUnit.WHOLE);
        LeafWeights weights = new LeafWeights(grid, 1);
        QuantileTree tree = QuantileTree.calibrated(weights, Epsilon.of("0.01"));
        Set<BigInteger> empty = new HashSet<>();
        Set<BigInteger> alone = new HashSet<>();
        for (int seed = 0; seed < 60; seed++) {
            List<Rational> median = List.of(Rational.of(1, 2));
            empty.addAll(tree.release(LeafHistogram.of(weights, Map.of()), median, new SeededBits(seed)));
            LeafHistogram one = LeafHistogram.of(weights, Map.of(77, weights.sensitivity()));
            alone.addAll(tree.release(one, median, new SeededBits(seed)));
        }
        assertThat(empty).hasSizeGreaterThan(20);
        assertThat(alone).hasSizeGreaterThan(20);
    }
}
