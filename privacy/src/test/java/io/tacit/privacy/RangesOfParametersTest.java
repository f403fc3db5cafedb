package io.tacit.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.accounting.Accuracy;
import io.tacit.privacy.accounting.BasicFilter;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.accounting.ZcdpFilter;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.CentredProducts;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.NoisyCovariance;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.NoisyTotal;
import io.tacit.privacy.mechanism.QuantileInterval;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.mechanism.RedrawnInterval;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Concentration;
import io.tacit.privacy.number.GaussianShift;
import io.tacit.privacy.number.GaussianTails;
import io.tacit.privacy.number.LaplaceSums;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.number.Tails;
import io.tacit.privacy.number.TruncatedGeometricSeries;
import io.tacit.privacy.random.Bernoulli;
import io.tacit.privacy.random.DiscreteGaussianSampler;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.ExponentialChoice;
import io.tacit.privacy.random.SeededBits;
import io.tacit.privacy.random.Uniform;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PortionsThreshold;
import io.tacit.privacy.selection.PreThreshold;
import io.tacit.privacy.selection.RowsThreshold;
import io.tacit.privacy.selection.SumThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import io.tacit.privacy.selection.WeightedGaussianKeys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/**
 * Every public factory and method whose parameter has a range refuses what is just outside of it, and takes what is just
 * inside: a scale of 0 is no noise, a δ of 1 no privacy.
 */
class RangesOfParametersTest {
    private static final Epsilon ONE = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.001");
    private static final Rho RHO = Rho.of("0.1");
    private static final Rational HALF = Rational.of(1, 2);
    private static final Rational TINY = number("1e-30");
    private static final Rational NEARLY_ONE = Rational.ONE.minus(TINY);
    private static final DiscreteLaplace LAPLACE = new DiscreteLaplace(Rational.of(10));
    private static final DiscreteGaussian GAUSSIAN = new DiscreteGaussian(Rational.of(10));
    private static final NoiseSum SUM = new NoiseSum(LAPLACE, LAPLACE);
    private static final LaplaceSum PORTIONS =
            new LaplaceSum(Rational.of(1000), List.of(BigInteger.ONE, BigInteger.ONE));
    private static final List<IntegerNoise> NOISES = List.of(LAPLACE, GAUSSIAN, SUM, PORTIONS);
    private static final Unit WHOLE = Unit.DecimalUnit.WHOLE;
    private static final LeafWeights WEIGHTS =
            new LeafWeights(new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(9), WHOLE), 1);

    private static Rational number(String text) {
        return Rational.of(new BigDecimal(text));
    }

    private static <T> void refused(String name, Consumer<T> use, T value) {
        assertThatThrownBy(() -> use.accept(value), "%s of %s", name, value)
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static <T> void taken(String name, Consumer<T> use, T value) {
        assertThatCode(() -> use.accept(value)).as("%s of %s", name, value).doesNotThrowAnyException();
    }

    private static Map.Entry<String, Consumer<Rational>> of(String name, Consumer<Rational> use) {
        return Map.entry(name, use);
    }

    @Test
    void whatMustBeMoreThanNothing() {
        for (Map.Entry<String, Consumer<Rational>> each : List.of(
                of("epsilon", Epsilon::new),
                of("rho", Rho::new),
                of("factor of epsilon", ONE::times),
                of("factor of rho", RHO::times),
                of("scale", DiscreteLaplace::new),
                of("variance", DiscreteGaussian::new),
                of("scale of portions", scale -> new LaplaceSum(scale, List.of(BigInteger.ONE))),
                of("sampled scale", DiscreteLaplaceSampler::new),
                of("sampled variance", DiscreteGaussianSampler::new),
                of("ratio of an event", ratio -> new PrivacyEvent.GaussianNoise(ratio, 1)),
                of("ratio of joint noise", ratio -> new JointGaussian(RHO, ratio, 1)),
                of("squared shift", square -> GaussianShift.deltaUp(square, Rational.ONE)),
                of("epsilon of a shift", epsilon -> GaussianShift.squaredShiftDown(epsilon, HALF)),
                of("rho of a delta", rho -> Concentration.deltaUp(rho, Rational.ONE)),
                of("rho of an epsilon", rho -> Concentration.epsilonUp(rho, HALF)),
                of("e", e -> new TruncatedGeometricSeries(e, HALF)),
                of("rate", rate -> choose(rate)),
                of("scale of a tail", scale -> Tails.tailUp(scale, BigInteger.ONE)),
                of("scale of a least", scale -> Tails.leastWithTailAtMost(scale, HALF)),
                of("variance of a tail", variance -> GaussianTails.tailUp(variance, BigInteger.ONE)),
                of("variance of a least", variance -> GaussianTails.leastWithTailAtMost(variance, HALF)))) {
            for (Rational value : List.of(Rational.of(-1), TINY.negate(), Rational.ZERO)) {
                refused(each.getKey(), each.getValue(), value);
            }
            for (Rational value : List.of(TINY, Rational.ONE)) {
                taken(each.getKey(), each.getValue(), value);
            }
        }
        refused("epsilon of a rho", epsilon -> Concentration.rhoDown(epsilon, HALF), Rational.ZERO);
    }

    private static long choose(Rational rate) {
        return ExponentialChoice.draw(
                List.of(ExponentialChoice.Run.level(0, 2, BigInteger.ZERO)), rate, new SeededBits(1));
    }

    @Test
    void whatMustBeAtLeastNothing() {
        // Something is spent already, which a negative loss would give back.
        ApproximateDp spent = new ApproximateDp(Rational.of(2), Rational.of(1, 4));
        BasicFilter account = new BasicFilter(new ApproximateDp(Rational.of(5), HALF), spent);
        ZcdpFilter concentrated = new ZcdpFilter(RHO, HALF, ZeroConcentratedDp.of(RHO.dividedBy(2)), Rational.of(1, 4));
        for (Map.Entry<String, Consumer<Rational>> each : List.of(
                of("pure loss", PureDp::new),
                of("epsilon of a loss", epsilon -> new ApproximateDp(epsilon, HALF)),
                of("concentrated loss", ZeroConcentratedDp::new),
                of("epsilon at which", RHO::deltaAt),
                of("epsilon at which of joint noise", new JointGaussian(RHO, TINY, 1)::deltaAt),
                of("epsilon of a delta", epsilon -> Concentration.deltaUp(Rational.ONE, epsilon)),
                of("epsilon of a shift", epsilon -> GaussianShift.deltaUp(Rational.ONE, epsilon)),
                of("more epsilon", epsilon -> account.afterSpending(epsilon, Rational.ZERO)),
                of("more delta", delta -> account.afterSpending(Rational.ZERO, delta)),
                of("more delta beside rho", delta -> concentrated.afterSpending(ZeroConcentratedDp.NOTHING, delta)),
                of("gamma", gamma -> Bernoulli.drawExponential(gamma, new SeededBits(1))))) {
            for (Rational value : List.of(Rational.of(-1), Rational.of(-1, 8), TINY.negate())) {
                refused(each.getKey(), each.getValue(), value);
            }
            for (Rational value : List.of(Rational.ZERO, TINY)) {
                taken(each.getKey(), each.getValue(), value);
            }
        }
    }

    @Test
    void whatMustLieBetweenNothingAndOne() {
        for (Map.Entry<String, Consumer<Rational>> each : List.of(
                of("delta", Delta::new),
                of("single", JointThreshold::new),
                of("d", d -> new TruncatedGeometricSeries(Rational.ONE, d)),
                of("delta of a shift", delta -> GaussianShift.squaredShiftDown(Rational.ONE, delta)),
                of("delta of an epsilon", delta -> Concentration.epsilonUp(Rational.ONE, delta)),
                of("delta of a rho", delta -> Concentration.rhoDown(Rational.of(100), delta)),
                of("probability", p -> Tails.leastWithTailAtMost(Rational.ONE, p)),
                of("Gaussian probability", p -> GaussianTails.leastWithTailAtMost(Rational.ONE, p)),
                of("shared", delta -> Tails.leastWithTailAtMostShare(Rational.ONE, delta, 2)),
                of("Gaussian shared", delta -> GaussianTails.leastWithTailAtMostShare(Rational.ONE, delta, 2)),
                of("quantile", p -> LaplaceSums.quantileUp(2, p)),
                of("quantile of a share", delta -> LaplaceSums.quantileUpOfShare(2, delta, 2)),
                of("share of a sum", delta -> SUM.leastWithTailAtMostShare(delta, 2)),
                of("share of portions", delta -> PORTIONS.leastWithTailAtMostShare(delta, 2)))) {
            for (Rational value :
                    List.of(Rational.of(-1), TINY.negate(), Rational.ZERO, Rational.ONE, Rational.ONE.plus(TINY))) {
                refused(each.getKey(), each.getValue(), value);
            }
            for (Rational value : List.of(TINY, HALF, NEARLY_ONE)) {
                taken(each.getKey(), each.getValue(), value);
            }
        }
        for (IntegerNoise noise : NOISES) {
            Consumer<Rational> width = noise::halfWidth;
            Consumer<Rational> least = noise::leastWithTailAtMost;
            for (Rational value : List.of(TINY.negate(), Rational.ZERO, Rational.ONE, Rational.ONE.plus(TINY))) {
                refused("half width under " + noise, width, value);
                refused("tail of " + noise, least, value);
            }
            for (Rational value : List.of(TINY, HALF, NEARLY_ONE)) {
                taken("half width under " + noise, width, value);
                taken("tail of " + noise, least, value);
            }
        }
    }

    /** δ of a loss or of an account may be nothing, never 1; a coin and a rank may be both. */
    @Test
    void whatMayBeNothingOrOne() {
        Consumer<Rational> loss = delta -> new ApproximateDp(Rational.ONE, delta);
        Consumer<Rational> limit = delta -> ZcdpFilter.open(RHO, delta);
        for (Consumer<Rational> delta : List.of(loss, limit)) {
            for (Rational value : List.of(TINY.negate(), Rational.ONE, Rational.ONE.plus(TINY))) {
                refused("delta", delta, value);
            }
            for (Rational value : List.of(Rational.ZERO, TINY, NEARLY_ONE)) {
                taken("delta", delta, value);
            }
        }
        for (Map.Entry<String, Consumer<Rational>> each : List.of(
                of("coin", p -> Bernoulli.draw(p, new SeededBits(1))),
                of("rank", rank -> new Quantiles(WEIGHTS, List.of(rank), ONE)),
                of("rank of an interval", rank -> new QuantileInterval(WEIGHTS, rank, ONE, 0.95)),
                of(
                        "rank of a tree",
                        rank -> QuantileTree.calibrated(WEIGHTS, ONE).rankErrorBound(rank, 0.95)))) {
            for (Rational value : List.of(TINY.negate(), Rational.ONE.plus(TINY))) {
                refused(each.getKey(), each.getValue(), value);
            }
            for (Rational value : List.of(Rational.ZERO, TINY, Rational.ONE)) {
                taken(each.getKey(), each.getValue(), value);
            }
        }
    }

    private static Map.Entry<String, LongConsumer> ofLong(String name, LongConsumer use) {
        return Map.entry(name, use);
    }

    @Test
    void numbersOfGroupsAndOfTimes() {
        for (Map.Entry<String, LongConsumer> each : List.of(
                ofLong("Laplace threshold", groups -> LaplaceThreshold.threshold(LAPLACE, DELTA, groups)),
                ofLong("its size", groups -> LaplaceThreshold.fiftyPercentSize(LAPLACE, DELTA, groups)),
                ofLong("Gaussian threshold", groups -> GaussianThreshold.threshold(GAUSSIAN, DELTA, groups)),
                ofLong("threshold on a sum", groups -> SumThreshold.threshold(SUM, DELTA, groups)),
                ofLong(
                        "threshold on portions",
                        groups -> PortionsThreshold.threshold(PORTIONS, BigInteger.TEN, DELTA, groups)),
                ofLong("geometric selection", groups -> new TruncatedGeometric(ONE, DELTA, groups)),
                ofLong("joint threshold", groups -> JointThreshold.of(ONE, DELTA, Rho.of("0.001"), groups)),
                ofLong("share", parts -> Tails.leastWithTailAtMostShare(Rational.ONE, HALF, parts)),
                ofLong("Gaussian share", parts -> GaussianTails.leastWithTailAtMostShare(Rational.ONE, HALF, parts)),
                ofLong("share rounded down", parts -> TruncatedGeometricSeries.shareDown(HALF, parts)),
                ofLong("quantile of a share", parts -> LaplaceSums.quantileUpOfShare(2, HALF, parts)),
                ofLong("share of a sum", parts -> SUM.leastWithTailAtMostShare(HALF, parts)),
                ofLong("share of portions", parts -> PORTIONS.leastWithTailAtMostShare(HALF, parts)),
                ofLong("parts of epsilon", ONE::dividedBy),
                ofLong("parts of rho", RHO::dividedBy),
                ofLong("integers", integers -> new JointGaussian(RHO, TINY, integers)),
                ofLong("times of Laplace noise", times -> new PrivacyEvent.LaplaceNoise(ONE, times)),
                ofLong("times of Gaussian noise", times -> new PrivacyEvent.GaussianNoise(Rational.ONE, times)),
                ofLong("times of choices", times -> new PrivacyEvent.ExponentialMechanism(ONE, times)),
                ofLong("times of selections", times -> new PrivacyEvent.TruncatedGeometric(ONE, DELTA, times)),
                ofLong("rows of a threshold", RowsThreshold::new),
                ofLong("people of a threshold", people -> new PreThreshold(BigInteger.valueOf(people))),
                ofLong("entries", entries -> ApproximateBounds.noise(entries, ONE)),
                ofLong("sensitivity", most -> DiscreteLaplace.calibrated(BigInteger.valueOf(most), ONE)),
                ofLong("squared sensitivity", most -> DiscreteGaussian.calibrated(BigInteger.valueOf(most), RHO)),
                ofLong("lost sensitivity", most -> LAPLACE.lossAt(BigInteger.valueOf(most))),
                ofLong("lost squared sensitivity", most -> GAUSSIAN.lossAt(BigInteger.valueOf(most))),
                ofLong("bound", bound -> Uniform.below(bound, new SeededBits(1))),
                ofLong("wide bound", bound -> Uniform.below(BigInteger.valueOf(bound), new SeededBits(1))),
                ofLong("groups of a request", groups -> request(groups, 0, OptionalInt.empty())))) {
            Consumer<Long> use = each.getValue()::accept;
            for (long value : new long[] {0, -1, Long.MIN_VALUE}) {
                refused(each.getKey(), use, value);
            }
            for (long value : new long[] {1, 2, Long.MAX_VALUE}) {
                taken(each.getKey(), use, value);
            }
        }
    }

    private static NoiseRequest request(long groups, int parameters, OptionalInt users) {
        return new NoiseRequest(
                ONE,
                DELTA,
                groups,
                List.of(Measurement.STATE, Measurement.STATE),
                users,
                parameters,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void whatARequestNames() {
        Consumer<Integer> parameters = number -> request(1, number, OptionalInt.empty());
        refused("parameters", parameters, -1);
        taken("parameters", parameters, 0);
        Consumer<Integer> users = index -> request(1, 0, OptionalInt.of(index));
        refused("users", users, -1);
        refused("users", users, 2);
        taken("users", users, 0);
        taken("users", users, 1);
        Consumer<Rational> stretch = value -> new Measurement(Measurement.Kind.ADDITIVE, value, Optional.empty());
        refused("stretch", stretch, NEARLY_ONE);
        refused("stretch", stretch, Rational.ZERO);
        taken("stretch", stretch, Rational.ONE);
        BiConsumer<Integer, Integer> bundle =
                (portions, read) -> new NoiseRequest.Bundle(List.of(), true, portions, read);
        for (int[] wrong : new int[][] {{0, 0}, {1, 0}, {1, 2}, {2, 3}, {9, 1}, {9, 9}}) {
            refused("portions", pair -> bundle.accept(pair[0], pair[1]), wrong);
        }
        for (int[] right : new int[][] {{1, 1}, {2, 1}, {8, 8}, {8, 1}}) {
            taken("portions", pair -> bundle.accept(pair[0], pair[1]), right);
        }
    }

    @Test
    void rowsThatOnePersonWeighs() {
        for (Map.Entry<String, LongConsumer> each : List.of(
                ofLong("weight", State.Weight::new),
                ofLong("centred", rows -> new State.Centred(BigInteger.ZERO, BigInteger.TEN, rows, WHOLE)),
                ofLong("squares", rows -> new State.Squares(BigInteger.ZERO, BigInteger.TEN, rows, WHOLE)),
                ofLong("products", rows -> new CentredProducts(factor(0, 10), factor(0, 10), rows)),
                ofLong("leaves", rows -> new LeafWeights(WEIGHTS.grid(), rows)),
                ofLong("most frequent", rows -> new MostFrequent(3, rows, ONE)))) {
            Consumer<Long> use = each.getValue()::accept;
            for (long value : new long[] {0, -1, Long.MIN_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE}) {
                refused(each.getKey(), use, value);
            }
            for (long value : new long[] {1, (1L << 31) - 1}) {
                taken(each.getKey(), use, value);
            }
        }
        Consumer<Integer> values = number -> new MostFrequent(number, 1, ONE);
        refused("values", values, 0);
        refused("values", values, LeafGrid.MOST_LEAVES + 1);
        taken("values", values, 1);
        taken("values", values, LeafGrid.MOST_LEAVES);
        Consumer<Integer> keys = number -> WeightedGaussianKeys.of(RHO, DELTA, number);
        refused("keys", keys, 0);
        refused("keys", keys, 1001);
        taken("keys", keys, 1);
        Consumer<Integer> weight = WeightedGaussianKeys::weight;
        refused("weight of keys", weight, 0);
        refused("weight of keys", weight, 1001);
        taken("weight of keys", weight, 1000);
    }

    private static CentredProducts.Factor factor(long low, long high) {
        return new CentredProducts.Factor(BigInteger.valueOf(low), BigInteger.valueOf(high), WHOLE);
    }

    @Test
    void bounds() {
        BigInteger limit = BigInteger.ONE.shiftLeft(86);
        BigInteger inside = limit.subtract(BigInteger.ONE);
        for (Map.Entry<String, BiConsumer<BigInteger, BigInteger>> each :
                Map.<String, BiConsumer<BigInteger, BigInteger>>of(
                                "count", State.Count::new,
                                "sum", (low, high) -> new State.Sum(low, high, WHOLE),
                                "mean", (low, high) -> new State.UserMean(low, high, WHOLE),
                                "centred", (low, high) -> new State.Centred(low, high, 1, WHOLE),
                                "squares", (low, high) -> new State.Squares(low, high, 1, WHOLE),
                                "factor", (low, high) -> new CentredProducts.Factor(low, high, WHOLE),
                                "leaves", (low, high) -> new LeafGrid(low, high, WHOLE))
                        .entrySet()) {
            Consumer<List<BigInteger>> use = pair -> each.getValue().accept(pair.get(0), pair.get(1));
            for (List<BigInteger> pair : List.of(
                    List.of(BigInteger.ONE, BigInteger.ZERO),
                    List.of(BigInteger.ZERO, limit),
                    List.of(limit, limit),
                    List.of(limit.negate(), BigInteger.ZERO),
                    List.of(limit.negate(), limit.negate()))) {
                refused(each.getKey(), use, pair);
            }
            for (List<BigInteger> pair : List.of(
                    List.of(BigInteger.ZERO, BigInteger.ZERO),
                    List.of(inside.negate(), inside),
                    List.of(inside, inside))) {
                taken(each.getKey(), use, pair);
            }
        }
    }

    @Test
    void confidences() {
        NoisyMean mean = new NoisyMean(0, 1, 1, 1);
        NoisyCovariance covariance = new NoisyCovariance(
                NoisyCovariance.Kind.COVAR_POP, new NoisyCovariance.Column(0, 1), new NoisyCovariance.Column(0, 1));
        QuantileTree tree = QuantileTree.calibrated(WEIGHTS, ONE);
        State.Centred centred = new State.Centred(BigInteger.ZERO, BigInteger.TEN, 1, WHOLE);
        for (Map.Entry<String, DoubleConsumer> each : Map.<String, DoubleConsumer>ofEntries(
                        Map.entry("mean", c -> mean.estimate(3, 1, c)),
                        Map.entry("covariance", c -> covariance.halfWidth(Optional.of(LAPLACE), Rational.ONE, c)),
                        Map.entry("rank of a tree", c -> tree.rankErrorBound(HALF, c)),
                        Map.entry(
                                "rank of quantiles",
                                c -> new Quantiles(WEIGHTS, List.of(HALF), ONE).rankErrorBound(HALF, c)),
                        Map.entry("interval", c -> new QuantileInterval(WEIGHTS, HALF, ONE, c)),
                        Map.entry(
                                "intervals",
                                c -> new QuantilesWithIntervals(WEIGHTS, List.of(HALF), Set.of(HALF), ONE, c)),
                        Map.entry("redrawn", RedrawnInterval::new),
                        Map.entry("sum", c -> NoisySum.under(centred, Optional.of(LAPLACE), Optional.of(LAPLACE), c)),
                        Map.entry("shortfall", c -> new MostFrequent(3, 1, ONE).shortfallBound(c)),
                        Map.entry("half width", LAPLACE::halfWidth),
                        Map.entry("Gaussian half width", GAUSSIAN::halfWidth),
                        Map.entry("total", c -> NoisyTotal.of(LAPLACE, WHOLE, c)),
                        Map.entry(
                                "thresholded count",
                                c -> new ThresholdedCount(LAPLACE, BigInteger.TEN).estimate(BigInteger.TEN, c)),
                        Map.entry("quantile of the normal law", NormalTail::quantile),
                        Map.entry("delta", Delta::of),
                        Map.entry("tail", LAPLACE::leastWithTailAtMost))
                .entrySet()) {
            Consumer<Double> use = each.getValue()::accept;
            for (double value : new double[] {
                Double.NaN,
                Double.NEGATIVE_INFINITY,
                -1,
                -Double.MIN_VALUE,
                -0.0,
                0,
                1,
                Math.nextUp(1.0),
                2,
                Double.POSITIVE_INFINITY
            }) {
                refused(each.getKey(), use, value);
            }
            for (double value : new double[] {0.01, 0.5, 0.95}) {
                taken(each.getKey(), use, value);
            }
        }
        for (double epsilon :
                new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, -0.0, -1}) {
            refused("epsilon", Epsilon::of, epsilon);
            refused("rho", Rho::of, epsilon);
        }
        assertThat(Epsilon.of(Double.MIN_VALUE).value().signum()).isEqualTo(1);
    }

    /** The exponential mechanism is exact for losses of a group between 2^-40 and 2^40. */
    @Test
    void lossesOfOneGroup() {
        Rational least = Rational.of(1, 1L << 40);
        Rational largest = Rational.of(1L << 40);
        for (Map.Entry<String, Consumer<Rational>> each : List.of(
                of("quantiles", loss -> new Quantiles(WEIGHTS, List.of(HALF), new Epsilon(loss))),
                of("interval", loss -> new QuantileInterval(WEIGHTS, HALF, new Epsilon(loss), 0.95)),
                of("most frequent", loss -> new MostFrequent(3, 1, new Epsilon(loss))),
                of("checked", loss -> QuantilesWithIntervals.checkedLoss(new Epsilon(loss), 0)))) {
            refused(each.getKey(), each.getValue(), least.times(NEARLY_ONE));
            refused(each.getKey(), each.getValue(), largest.plus(TINY));
            taken(each.getKey(), each.getValue(), least);
            taken(each.getKey(), each.getValue(), largest);
        }
        for (int wanted = 1; wanted <= 9; wanted++) {
            int intervals = wanted;
            Rational parts = Rational.of(3L * Math.min(8, wanted));
            Consumer<Rational> use = loss -> QuantilesWithIntervals.checkedLoss(new Epsilon(loss), intervals);
            taken(wanted + " intervals", use, least.times(parts));
            refused(wanted + " intervals", use, least.times(parts).times(NEARLY_ONE));
            assertThat(QuantilesWithIntervals.checkedLoss(ONE, wanted).value())
                    .isEqualTo(Rational.ONE.dividedBy(parts));
        }
    }

    @Test
    void errorsThatAreWanted() {
        Consumer<BigInteger> laplace = error -> Accuracy.epsilon(BigInteger.ONE, error, HALF);
        Consumer<BigInteger> gaussian = error -> Accuracy.rho(BigInteger.ONE, error, HALF);
        for (Consumer<BigInteger> use : List.of(laplace, gaussian)) {
            refused("error", use, BigInteger.ONE.negate());
            refused("error", use, BigInteger.ONE.shiftLeft(1000));
            taken("error", use, BigInteger.ZERO);
        }
        Rational least = Rational.of(1, 1_000_000);
        Rational largest = Rational.ONE.minus(least.times(least));
        Consumer<Rational> ofLaplace = confidence -> Accuracy.epsilon(BigInteger.ONE, BigInteger.TEN, confidence);
        Consumer<Rational> ofGaussian = confidence -> Accuracy.rho(BigInteger.ONE, BigInteger.TEN, confidence);
        for (Consumer<Rational> use : List.of(ofLaplace, ofGaussian)) {
            refused("confidence", use, least.minus(TINY));
            refused("confidence", use, largest.plus(TINY));
            taken("confidence", use, least);
            taken("confidence", use, largest);
        }
    }

    @Test
    void accountsThatHaveSpentMoreThanTheyMay() {
        ApproximateDp limit = new ApproximateDp(Rational.ONE, HALF);
        for (ApproximateDp spent : List.of(
                new ApproximateDp(Rational.ONE.plus(TINY), HALF), new ApproximateDp(Rational.ONE, HALF.plus(TINY)))) {
            refused("spent", more -> new BasicFilter(limit, more), spent);
        }
        taken("spent", more -> new BasicFilter(limit, more), limit);
        ZeroConcentratedDp all = ZeroConcentratedDp.of(RHO);
        refused("rho", more -> new ZcdpFilter(RHO, HALF, more, HALF), all.plus(new ZeroConcentratedDp(TINY)));
        taken("rho", more -> new ZcdpFilter(RHO, HALF, more, HALF), all);
        refused("delta", more -> new ZcdpFilter(RHO, HALF, all, more), HALF.plus(TINY));
        refused("delta", more -> new ZcdpFilter(RHO, HALF, all, more), TINY.negate());
        for (Rational more : List.of(TINY, HALF, Rational.ONE, Rational.of(7))) {
            // Nothing is left of one of the two: empty, and no error, also where δ passes 1.
            BasicFilter full = new BasicFilter(limit, limit);
            assertThat(full.afterSpending(more, Rational.ZERO)).isEmpty();
            assertThat(full.afterSpending(Rational.ZERO, more)).isEmpty();
            assertThat(full.afterSpending(Rational.ZERO, Rational.ZERO)).contains(full);
            ZcdpFilter spent = new ZcdpFilter(RHO, HALF, all, HALF);
            assertThat(spent.afterSpending(new ZeroConcentratedDp(more), Rational.ZERO))
                    .isEmpty();
            assertThat(spent.afterSpending(ZeroConcentratedDp.NOTHING, more)).isEmpty();
            assertThat(spent.afterSpending(ZeroConcentratedDp.NOTHING, Rational.ZERO))
                    .contains(spent);
        }
    }
}
