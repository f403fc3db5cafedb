package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Quantiles, one to five at once, at ranks up to 0.9 and 1, without intervals and with them: how often each leaf is drawn
 * first, and how often each interval around a drawn value, against the law with its own share of the loss, divided by
 * hand. A stochastic test of neighbours needs a rare pair of them to see a loss of twice what is claimed; the law shows it
 * over any histogram.
 */
final class QuantileChecks {
    /** A few people in each leaf: penalties of all sizes between nothing and some times 1/ε. */
    private static final List<Integer> PEOPLE = List.of(3, 2, 0, 4, 1);

    private static final double EPSILON = 4;

    /** Low, so that the margin of an interval is not more than all people, and not 0. */
    private static final double CONFIDENCE = 0.7;

    private static final LeafWeights WEIGHTS = new LeafWeights(
            new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(PEOPLE.size() - 1L), Unit.DecimalUnit.WHOLE), 1);

    /** A quantile takes about as long as so many draws of noise. */
    private static final int DRAWS_OF_NOISE = 20;

    private QuantileChecks() {}

    /**
     * Quantiles that are drawn together.
     *
     * @param ranks in their order
     * @param first the place of the one that is drawn first: of two in the middle the one nearer to one half
     * @param intervals whether each has an interval
     */
    private record Together(List<Rational> ranks, int first, boolean intervals) {
        String name() {
            String many = ranks.size() == 1 ? "one quantile" : ranks.size() + " quantiles at once";
            return "draws of " + many + (intervals ? " with intervals" : "");
        }

        QuantilesWithIntervals mechanism() {
            return new QuantilesWithIntervals(
                    WEIGHTS, ranks, intervals ? Set.copyOf(ranks) : Set.of(), Epsilon.of("4"), CONFIDENCE);
        }

        /** Two thirds of the loss are for the values where there are intervals, in equal parts to the levels. */
        double[] firstLeaf() {
            double values = intervals ? EPSILON * 2 / 3 : EPSILON;
            return law().first(rank(first), ranks.size() == 1, values / QuantileLaw.levels(ranks.size()));
        }

        /** One third is for all intervals together. */
        double[] intervalAround(Place place) {
            return law().interval(rank(place.rank()), place.leaf(), EPSILON / 3 / ranks.size(), CONFIDENCE);
        }

        private double rank(int place) {
            return ranks.get(place).toDoubleNearest();
        }

        private static QuantileLaw law() {
            return new QuantileLaw(PEOPLE);
        }
    }

    /** The place of a rank among those of a release, and the leaf that was drawn for it. */
    private record Place(int rank, int leaf) {}

    /** @param draws how many draws of noise take as long as each check may */
    static List<MechanismAudit.Check> all(int draws) {
        Rational last = Rational.of(9, 10);
        Rational half = Rational.of(1, 2);
        Rational quarter = Rational.of(1, 4);
        List<MechanismAudit.Check> checks = new ArrayList<>();
        for (boolean intervals : List.of(false, true)) {
            for (Together together : List.of(
                    new Together(List.of(last), 0, intervals),
                    new Together(List.of(last, Rational.ONE), 0, intervals),
                    new Together(List.of(Rational.ZERO, half, Rational.ONE), 1, intervals),
                    new Together(List.of(Rational.ZERO, quarter, Rational.of(2, 3), Rational.ONE), 2, intervals),
                    new Together(List.of(Rational.of(1, 10), quarter, half, last, Rational.ONE), 2, intervals))) {
                checks.add(new MechanismAudit.Check(
                        Layer.FIT, together.name(), bits -> judge(together, draws / DRAWS_OF_NOISE, bits)));
            }
        }
        return checks;
    }

    private static Verdict judge(Together together, int draws, RandomBits bits) {
        QuantilesWithIntervals mechanism = together.mechanism();
        LeafHistogram histogram = histogram();
        long[] leaves = new long[PEOPLE.size()];
        Map<Place, long[]> intervals = new LinkedHashMap<>();
        for (int i = 0; i < draws; i++) {
            List<QuantileTree.Interval> drawn = mechanism.release(histogram, bits);
            leaves[drawn.get(together.first()).value().intValueExact()]++;
            for (int rank = 0; together.intervals() && rank < drawn.size(); rank++) {
                QuantileTree.Interval one = drawn.get(rank);
                intervals
                        .computeIfAbsent(
                                new Place(rank, one.value().intValueExact()),
                                none -> new long[PEOPLE.size() * PEOPLE.size()])[
                        one.low().intValueExact() * PEOPLE.size() + one.high().intValueExact()]++;
            }
        }
        Map<String, Double> chances = new LinkedHashMap<>();
        chances.put("the leaf of rank " + together.ranks().get(together.first()), chance(leaves, together.firstLeaf()));
        intervals.forEach((place, counts) -> chances.put(
                "the interval of rank " + together.ranks().get(place.rank()) + " around " + place.leaf(),
                chance(counts, together.intervalAround(place))));
        return verdict(together.name(), draws, chances);
    }

    /** The chance of such counts; 0 where something came that cannot come. */
    private static double chance(long[] counts, double[] shares) {
        List<Integer> possible = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (shares[i] > 0) {
                possible.add(i);
            } else if (counts[i] > 0) {
                return 0;
            }
        }
        return Chance.ofCounts(
                possible.stream().mapToLong(i -> counts[i]).toArray(),
                possible.stream().mapToDouble(i -> shares[i]).toArray());
    }

    private static Verdict verdict(String name, int draws, Map<String, Double> chances) {
        double most = MechanismAudit.FALSE_ALARM / chances.size();
        Optional<Violation> violation = chances.entrySet().stream()
                .filter(one -> one.getValue() <= most)
                .findFirst()
                .map(one -> Violation.certain(
                        "draws do not have the law of their share of the loss: so large a deviation has a chance of at"
                                + " most " + Words.number(one.getValue()),
                        draws + " draws",
                        "the law, worked out slice by slice",
                        one.getKey()));
        return new Verdict(Layer.FIT, name, "its share of the loss", MechanismAudit.FALSE_ALARM, draws, violation);
    }

    private static LeafHistogram histogram() {
        BigInteger person = WEIGHTS.sensitivity();
        Map<Integer, BigInteger> weights = new TreeMap<>();
        for (int leaf = 0; leaf < PEOPLE.size(); leaf++) {
            if (PEOPLE.get(leaf) > 0) {
                weights.put(leaf, person.multiply(BigInteger.valueOf(PEOPLE.get(leaf))));
            }
        }
        return LeafHistogram.of(WEIGHTS, weights);
    }
}
