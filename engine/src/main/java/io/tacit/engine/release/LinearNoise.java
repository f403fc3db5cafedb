package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An aggregate that is a sum of noisy integers with fixed weights: COUNT and SUM, where they are read off portions of a
 * person. Sees nothing exact.
 *
 * <p>Blocks are integers with one law and one weight; the interval is that of their sum or, where blocks differ in law
 * or the group passed its threshold narrowly, of each block with a part of what may be missed.
 */
public final class LinearNoise {
    /** A tail so small that what it cuts off cannot be seen in an interval. */
    private static final Rational FAR = Rational.of(1, 1_000_000_000);

    private final StateNoise noise;
    private final Map<Integer, Rational> weights;
    private final Rational halfWidth;
    private final Rational confidence;
    private final List<Block> blocks;

    /** Integers with one law and one weight; all or none of them count people. */
    private record Block(IntegerNoise law, Rational weight, List<Integer> drawn, boolean people) {
        IntegerNoise together() {
            List<BigInteger> ones = new ArrayList<>();
            drawn.forEach(place -> ones.add(BigInteger.ONE));
            return drawn.size() == 1 ? law : sum(law, ones);
        }

        Rational halfWidth(Rational confidence) {
            return Rational.of(together().halfWidth(confidence)).times(weight.abs());
        }
    }

    private LinearNoise(StateNoise noise, Map<Integer, Rational> weights, Rational confidence) {
        this.noise = noise;
        this.weights = weights;
        this.confidence = confidence;
        this.blocks = blocks();
        this.halfWidth = unconditional();
    }

    /**
     * The noise of a computation that is such a sum, and reads portions.
     *
     * @param confidence of its interval, more than 0 and less than 1
     * @return empty for any other computation, and where a state could not be measured
     */
    public static Optional<LinearNoise> of(
            Computation computation, StateNoise noise, ResolvedLimits limits, Rational confidence) {
        Optional<Map<StateRequest, Rational>> terms = computation.accept(new TermsOf(limits));
        if (terms.isEmpty() || terms.get().keySet().stream().noneMatch(noise::isDivided)) {
            return Optional.empty();
        }
        Map<Integer, Rational> weights = weights(computation, noise, limits);
        return weights.isEmpty() ? Optional.empty() : Optional.of(new LinearNoise(noise, weights, confidence));
    }

    /**
     * How much of what was drawn is in a computation that is such a sum, by the place of what was drawn; nothing for any
     * other computation, and where a state could not be measured.
     */
    static Map<Integer, Rational> weights(Computation computation, StateNoise noise, ResolvedLimits limits) {
        Map<Integer, Rational> weights = new TreeMap<>();
        computation
                .accept(new TermsOf(limits))
                .orElse(Map.of())
                .forEach((state, factor) -> noise.read(state)
                        .ifPresent(read -> read.weights()
                                .forEach((place, weight) -> weights.merge(
                                        place,
                                        Rational.of(weight).times(read.unit()).times(factor),
                                        Rational::plus))));
        weights.values().removeIf(weight -> weight.signum() == 0);
        return weights;
    }

    /** Several noises of one Laplace law, with weights. */
    static IntegerNoise sum(IntegerNoise law, Collection<BigInteger> weights) {
        List<BigInteger> all = List.copyOf(weights);
        return law.match(
                laplace -> new LaplaceSum(laplace.scale(), all),
                gaussian -> noPortions(),
                sum -> noPortions(),
                weighted -> noPortions());
    }

    private static IntegerNoise noPortions() {
        throw new IllegalStateException("portions have Laplace noise");
    }

    private List<Block> blocks() {
        List<Integer> people = noise.people().map(StateNoise.People::drawn).orElse(List.of());
        List<Block> found = new ArrayList<>();
        weights.forEach((place, weight) -> {
            IntegerNoise law = noise.drawn().get(place).law();
            boolean counts = people.contains(place);
            for (Block block : found) {
                if (block.law().equals(law) && block.weight().equals(weight) && block.people() == counts) {
                    block.drawn().add(place);
                    return;
                }
            }
            found.add(new Block(law, weight, new ArrayList<>(List.of(place)), counts));
        });
        return found;
    }

    /** Half the interval where no threshold matters, in real units. */
    public Rational halfWidth() {
        return halfWidth;
    }

    /**
     * Half the interval of a value that is rounded to multiples of a unit, on which the true one lies too.
     *
     * @param unit more than 0
     */
    public Rational halfWidth(Rational unit) {
        return Rational.of(halfWidth.dividedBy(unit).plus(Rational.of(1, 2)).floor())
                .times(unit);
    }

    private Rational unconditional() {
        boolean oneLaw = blocks.stream().map(Block::law).distinct().count() == 1;
        boolean laplace = oneLaw && blocks.get(0).law().match(one -> true, g -> false, s -> false, w -> false);
        if (laplace) {
            Rational unit = commonUnit();
            List<BigInteger> whole = weights.values().stream()
                    .map(weight -> weight.dividedBy(unit).floor())
                    .toList();
            return Rational.of(sum(blocks.get(0).law(), whole).halfWidth(confidence))
                    .times(unit);
        }
        Rational width = Rational.ZERO;
        for (Block block : blocks) {
            width = width.plus(block.halfWidth(ofEach()));
        }
        return width;
    }

    /** Of which all weights are multiples. */
    private Rational commonUnit() {
        BigInteger denominator = BigInteger.ONE;
        BigInteger numerator = BigInteger.ZERO;
        for (Rational weight : weights.values()) {
            denominator = denominator.multiply(weight.denominator()).divide(denominator.gcd(weight.denominator()));
        }
        for (Rational weight : weights.values()) {
            numerator = numerator.gcd(weight.times(Rational.of(denominator)).floor());
        }
        return new Rational(numerator, denominator);
    }

    private Rational ofEach() {
        Rational missed = Rational.ONE.minus(confidence).dividedBy(Rational.of(blocks.size()));
        return Rational.ONE.minus(missed);
    }

    /** The value in one group. */
    Rational value(BigInteger[] drawn) {
        Rational sum = Rational.ZERO;
        for (Map.Entry<Integer, Rational> term : weights.entrySet()) {
            sum = sum.plus(term.getValue().times(Rational.of(drawn[term.getKey()])));
        }
        return sum;
    }

    /**
     * The ends of an interval.
     *
     * @param symmetric whether the value is in the middle
     */
    record Ends(Rational low, Rational high, boolean symmetric) {}

    /**
     * The interval in one group.
     *
     * @param threshold the least noisy number of people with which groups appear, if portions decide
     */
    Ends ends(BigInteger[] drawn, Optional<BigInteger> threshold) {
        Optional<BigInteger> least = threshold
                .filter(tau -> blocks.stream().anyMatch(Block::people))
                .flatMap(tau -> noise.people().map(people -> tau.multiply(people.person())))
                .filter(units -> isNear(drawn, units));
        if (least.isEmpty()) {
            Rational value = value(drawn);
            return new Ends(value.minus(halfWidth), value.plus(halfWidth), true);
        }
        Rational low = Rational.ZERO;
        Rational high = Rational.ZERO;
        for (Block block : blocks) {
            Ends of = block.people() ? atThreshold(block, drawn, least.get()) : plain(block, drawn);
            boolean turned = block.weight().signum() < 0;
            low = low.plus(block.weight().times(turned ? of.high() : of.low()));
            high = high.plus(block.weight().times(turned ? of.low() : of.high()));
        }
        return new Ends(low, high, false);
    }

    private static BigInteger total(BigInteger[] drawn, List<Integer> places) {
        return places.stream().map(place -> drawn[place]).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private final Map<IntegerNoise, BigInteger> far = new HashMap<>();

    private boolean isNear(BigInteger[] drawn, BigInteger least) {
        List<Integer> people = noise.people().orElseThrow().drawn();
        IntegerNoise law = new Block(noise.drawn().get(people.get(0)).law(), Rational.ONE, people, true).together();
        BigInteger beyond = far.computeIfAbsent(law, one -> one.leastWithTailAtMost(FAR));
        return total(drawn, people).compareTo(least.add(beyond)) < 0;
    }

    private Ends plain(Block block, BigInteger[] drawn) {
        Rational sum = Rational.of(total(drawn, block.drawn()));
        Rational width = Rational.of(block.together().halfWidth(ofEach()));
        return new Ends(sum.minus(width), sum.plus(width), true);
    }

    /** Given the other portions, these reached the rest of the threshold. */
    private Ends atThreshold(Block block, BigInteger[] drawn, BigInteger least) {
        BigInteger own = total(drawn, block.drawn());
        BigInteger others = total(drawn, noise.people().orElseThrow().drawn()).subtract(own);
        DecimalEstimate found = ThresholdedCount.ofPart(block.together(), least.subtract(others))
                .estimate(own, ofEach().toDoubleNearest());
        return new Ends(rational(found.low()), rational(found.high()), false);
    }

    private static Rational rational(BigDecimal value) {
        return Rational.of(value);
    }

    /** How much of each state is in a computation; empty for one that is no such sum. */
    private record TermsOf(ResolvedLimits limits)
            implements Computation.Visitor<Optional<Map<StateRequest, Rational>>> {
        @Override
        public Optional<Map<StateRequest, Rational>> total(Computation.Total total) {
            return total.state().measured(limits).map(state -> Map.of(total.state(), Rational.ONE));
        }

        @Override
        public Optional<Map<StateRequest, Rational>> people(Computation.People people) {
            return Optional.of(Map.of(people.with(), Rational.ONE, people.without(), Rational.ONE));
        }

        @Override
        public Optional<Map<StateRequest, Rational>> sumOfRows(Computation.SumOfRows sum) {
            Optional<State.Centred> centred = sum.centred().measured(limits);
            return sum.weight()
                    .measured(limits)
                    .flatMap(weight -> centred.map(
                            state -> Map.of(sum.weight(), NoisySum.middleOf(state), sum.centred(), Rational.ONE)));
        }

        @Override
        public Optional<Map<StateRequest, Rational>> mean(Computation.Mean mean) {
            return Optional.empty();
        }

        @Override
        public Optional<Map<StateRequest, Rational>> spread(Computation.Spread spread) {
            return Optional.empty();
        }

        @Override
        public Optional<Map<StateRequest, Rational>> pair(Computation.Pair pair) {
            return Optional.empty();
        }

        @Override
        public Optional<Map<StateRequest, Rational>> quantile(Computation.Quantile quantile) {
            return Optional.empty();
        }

        @Override
        public Optional<Map<StateRequest, Rational>> mostFrequent(Computation.MostFrequent mode) {
            return Optional.empty();
        }
    }
}
