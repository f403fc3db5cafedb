package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.mechanism.PortionsOf;
import io.tacit.privacy.mechanism.QuantileInterval;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.JointThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PortionsThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import io.tacit.privacy.selection.WeightedGaussianKeys;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Every mechanism of the audit is the one that it is named after, with the noise that ε = 1 or ρ = 1/10 pays for: each is
 * made a second time, over the records as doubles and with scales worked out by hand, and must give the same outcome
 * with the same random bits, over data sets of the audit and with the losses that it is run with.
 */
@NullUnmarked
class AuditedMechanismsTest {
    /** Of the bounds −1/4 and 1/2: the middle and half of their distance. */
    private static final double MIDDLE = 0.125;

    private static final double HALF = 0.375;

    /** Real values of one unit: of doubles and their centred sums, of squares, and of products. */
    private static final double GRID = 0x1p-41;

    private static final double OF_SQUARES = 0x1p-43;
    private static final double OF_PRODUCTS = 0x1p-42;

    private static final Delta SELECTION = Delta.of("0.05");

    /** What a mechanism shows, given the records and random bits. */
    private interface Model extends BiFunction<List<Double>, Tape, Outcome> {}

    private static Model number(BiFunction<List<Double>, Tape, Double> model) {
        return (data, tape) -> Outcome.of(model.apply(data, tape));
    }

    /** A law of noise whose whole loss is that of one release. */
    private record Law(Epsilon epsilon, Rho rho, boolean gaussian) {
        /** The noise of one of several states that one person changes by so much in each of some groups. */
        IntegerNoise noise(long sensitivity, int states, int groups) {
            Rational all = Rational.of((long) states * groups);
            Rational size = Rational.of(sensitivity);
            return gaussian
                    ? new DiscreteGaussian(
                            size.times(size).times(all).dividedBy(rho.value().times(Rational.of(2))))
                    : new DiscreteLaplace(size.times(all).dividedBy(epsilon.value()));
        }

        double draw(long sensitivity, int states, Tape tape) {
            return noise(sensitivity, states, 1).sample(tape).doubleValue();
        }
    }

    private static double clamp(double value, double low, double high) {
        return Math.max(low, Math.min(high, value));
    }

    private static double sum(List<Double> data, ToDoubleFunction<Double> each) {
        return data.stream().filter(record -> !record.isNaN()).mapToDouble(each).sum();
    }

    /** How far a record is above the middle. */
    private static double centred(double record) {
        return clamp(record, -0.25, 0.5) - MIDDLE;
    }

    /** Where a record is between the bounds, from 0 to 1. */
    private static double place(double record) {
        return (clamp(record, -0.25, 0.5) + 0.25) / 0.75;
    }

    private static double rows(List<Double> data) {
        return sum(data, record -> 1);
    }

    private static double mean(List<Double> data, Law law, Tape tape) {
        double weight = rows(data) + law.draw(1, 2, tape);
        double sum = sum(data, AuditedMechanismsTest::centred) + law.draw(3L << 38, 2, tape) * GRID;
        return MIDDLE + clamp(sum / Math.max(1, weight), -HALF, HALF);
    }

    private static Outcome variance(List<Double> data, Law law, boolean sample, Tape tape) {
        double n = Math.max(1, rows(data) + law.draw(1, 3, tape));
        double sum = sum(data, AuditedMechanismsTest::centred) + law.draw(3L << 38, 3, tape) * GRID;
        double squares = squares(data) + law.draw(9L << 36, 3, tape) * OF_SQUARES;
        double variance = clamp(squares / n + HALF * HALF / 2 - sum / n * (sum / n), 0, HALF * HALF);
        if (sample && n <= 1) {
            return new Outcome.Absent();
        }
        return Outcome.of(sample ? Math.sqrt(variance * n / (n - 1)) : variance);
    }

    private static double squares(List<Double> data) {
        return sum(data, record -> centred(record) * centred(record) - HALF * HALF / 2);
    }

    /** Both columns are the record, but for their noise. */
    private static Outcome covariance(List<Double> data, Law law, boolean correlation, Tape tape) {
        int states = correlation ? 6 : 4;
        double n = Math.max(1, rows(data) + law.draw(1, states, tape));
        double y = clampedMean(data, law, states, n, tape);
        double x = clampedMean(data, law, states, n, tape);
        double products =
                sum(data, record -> centred(record) * centred(record)) + law.draw(9L << 36, states, tape) * OF_PRODUCTS;
        double largest = HALF * HALF;
        double covariance = clamp(clamp(products / n, -largest, largest) - y * x, -largest, largest);
        if (!correlation) {
            return Outcome.of(covariance);
        }
        double ofY = varianceOf(data, law, n, y, tape);
        double ofX = varianceOf(data, law, n, x, tape);
        return ofY * ofX > 0
                ? Outcome.of(clamp(covariance / (Math.sqrt(ofY) * Math.sqrt(ofX)), -1, 1))
                : new Outcome.Absent();
    }

    private static double clampedMean(List<Double> data, Law law, int states, double n, Tape tape) {
        double sum = sum(data, AuditedMechanismsTest::centred) + law.draw(3L << 38, states, tape) * GRID;
        return clamp(sum / n, -HALF, HALF);
    }

    private static double varianceOf(List<Double> data, Law law, double n, double mean, Tape tape) {
        double squares = squares(data) + law.draw(9L << 36, 6, tape) * OF_SQUARES;
        double largest = HALF * HALF;
        return clamp(clamp(squares / n, -largest / 2, largest / 2) + largest / 2 - mean * mean, 0, largest);
    }

    private static void aggregates(Law law, Map<String, Model> models) {
        Map<String, Model> own = new HashMap<>();
        own.put("number of people", number((data, tape) -> data.size() + law.draw(1, 1, tape)));
        own.put(
                "number of rows",
                number((data, tape) ->
                        sum(data, record -> Math.min(5, Math.rint(Math.abs(record) * 10))) + law.draw(5, 1, tape)));
        own.put(
                "sum of doubles",
                number((data, tape) ->
                        sum(data, record -> clamp(record, -0.25, 0.5)) + law.draw(1L << 40, 1, tape) * GRID));
        own.put(
                "sum of decimals",
                number((data, tape) ->
                        (sum(data, record -> clamp(Math.rint(record / 0.01), -25, 50)) + law.draw(50, 1, tape)) / 100));
        own.put(
                "number of people in two groups",
                number((data, tape) -> 2 * data.size()
                        + law.noise(1, 1, 2).sample(tape).doubleValue()
                        + law.noise(1, 1, 2).sample(tape).doubleValue()));
        own.put("mean", number((data, tape) -> mean(data, law, tape)));
        own.put("mean of people", number((data, tape) -> mean(data, law, tape)));
        own.put("VAR_POP", (data, tape) -> variance(data, law, false, tape));
        own.put("STDDEV_SAMP", (data, tape) -> variance(data, law, true, tape));
        own.put("COVAR_POP", (data, tape) -> covariance(data, law, false, tape));
        own.put("CORR", (data, tape) -> covariance(data, law, true, tape));
        own.forEach((name, model) ->
                models.put(name + " with " + (law.gaussian() ? "Gaussian" : "Laplace") + " noise", model));
    }

    private static void portions(Epsilon epsilon, Map<String, Model> models) {
        // Half of a person's centred sum is 3·2^38 units, and all of it the whole.
        DiscreteLaplace noise = new DiscreteLaplace(Rational.of(3L << 39).dividedBy(epsilon.value()));
        double whole = 3L << 39;
        models.put("number of rows read off portions", number((data, tape) -> {
            noise.sample(tape);
            return rows(data)
                    + (noise.sample(tape).doubleValue() + noise.sample(tape).doubleValue()) / whole;
        }));
        models.put(
                "a portion of a mean",
                number((data, tape) -> sum(data, AuditedMechanismsTest::place)
                        + noise.sample(tape).doubleValue() / whole));
        Portions<String> variance = ofVariance();
        DiscreteLaplace ofVariance = DiscreteLaplace.calibrated(variance.sensitivity(), epsilon);
        models.put(
                "a portion of a variance",
                number((data, tape) -> sum(data, record -> place(record) * place(record))
                        + ofVariance.sample(tape).doubleValue()
                                / variance.whole().doubleValue()));
        BigInteger tau = PortionsThreshold.threshold(
                new LaplaceSum(noise.scale(), Collections.nCopies(3, BigInteger.ONE)),
                BigInteger.valueOf(3L << 39),
                SELECTION,
                1);
        models.put("portions with threshold", (data, tape) -> {
            BigInteger three = noise.sample(tape).add(noise.sample(tape)).add(noise.sample(tape));
            double people = data.size() + three.doubleValue() / whole;
            return !data.isEmpty() && people >= tau.doubleValue() ? Outcome.of(people) : new Outcome.Absent();
        });
    }

    private static Portions<String> ofVariance() {
        BigInteger low = BigInteger.ONE.shiftLeft(39).negate();
        BigInteger high = BigInteger.ONE.shiftLeft(40);
        Unit grid = new Unit.BinaryGrid(-41);
        return PortionsOf.people("people")
                .rows("rows", BigInteger.ONE)
                .squares(
                        "values",
                        "squares",
                        new State.Centred(low, high, 1, grid),
                        new State.Squares(low, high, 1, grid))
                .portions();
    }

    private static Model thresholded(IntegerNoise noise, BigInteger tau, int least) {
        return (data, tape) -> {
            if (data.size() < least) {
                return new Outcome.Absent();
            }
            BigInteger noisy = BigInteger.valueOf(data.size() - (least - 1L)).add(noise.sample(tape));
            return noisy.compareTo(tau) < 0 ? new Outcome.Absent() : Outcome.of(noisy.doubleValue() + least - 1);
        };
    }

    private static Model geometric(Epsilon epsilon, int least) {
        TruncatedGeometric law = new TruncatedGeometric(epsilon, SELECTION, 1);
        return (data, tape) -> data.size() >= least && law.keeps(BigInteger.valueOf(data.size() - (least - 1L)), tape)
                ? new Outcome.Label("the group")
                : new Outcome.Absent();
    }

    private static void selections(Epsilon epsilon, Rho rho, Map<String, Model> models) {
        DiscreteLaplace laplace = new DiscreteLaplace(Rational.ONE.dividedBy(epsilon.value()));
        DiscreteGaussian gaussian =
                new DiscreteGaussian(Rational.ONE.dividedBy(rho.value().times(Rational.of(2))));
        BigInteger tau = LaplaceThreshold.threshold(laplace, SELECTION, 1);
        models.put("count with Laplace threshold", thresholded(laplace, tau, 1));
        models.put("count with Laplace threshold and least number of people", thresholded(laplace, tau, 2));
        models.put(
                "count with Gaussian threshold",
                thresholded(gaussian, GaussianThreshold.threshold(gaussian, SELECTION, 1), 1));
        JointThreshold joint = JointThreshold.of(Epsilon.of("1"), Delta.of("0.1"), Rho.of("0.1"), 1)
                .orElseThrow();
        models.put("count with joint threshold", thresholded(gaussian, joint.threshold(gaussian), 1));
        DiscreteLaplace ofTwo = new DiscreteLaplace(Rational.of(2).dividedBy(epsilon.value()));
        BigInteger tauOfTwo = LaplaceThreshold.threshold(ofTwo, SELECTION, 2);
        models.put("two groups with Laplace threshold", (data, tape) -> {
            BigInteger people = BigInteger.valueOf(data.size());
            int first = people.add(ofTwo.sample(tape)).compareTo(tauOfTwo) >= 0 ? 1 : 0;
            int second = people.add(ofTwo.sample(tape)).compareTo(tauOfTwo) >= 0 ? 1 : 0;
            return Outcome.of(data.isEmpty() ? 0.0 : first + second);
        });
        models.put("truncated geometric selection", geometric(epsilon, 1));
        models.put("truncated geometric selection and least number of people", geometric(epsilon, 2));
        WeightedGaussianKeys keys = WeightedGaussianKeys.of(rho, SELECTION, 4);
        models.put("weighted Gaussian keys", (data, tape) -> {
            StringBuilder shown = new StringBuilder();
            for (int key = 0; key < 4; key++) {
                BigInteger sum = BigInteger.ZERO;
                for (double record : data) {
                    // From one key to four.
                    int own = 1 + (int) Math.min(3, Math.rint(Math.abs(Double.isNaN(record) ? 0 : record) * 4));
                    sum = sum.add(key < own ? WeightedGaussianKeys.weight(own) : BigInteger.ZERO);
                }
                boolean kept =
                        sum.signum() > 0 && keys.keeps(sum.add(keys.noise().sample(tape)));
                shown.append(kept ? key : " ");
            }
            return new Outcome.Label(shown.toString().stripTrailing().replace(' ', '-'));
        });
    }

    private static Map<Integer, BigInteger> people(
            List<Double> data, ToIntFunction<Double> bin, Map<Integer, BigInteger> others) {
        Map<Integer, BigInteger> people = new HashMap<>(others);
        data.stream()
                .filter(record -> !record.isNaN())
                .forEach(record -> people.merge(bin.applyAsInt(record), BigInteger.ONE, BigInteger::add));
        return people;
    }

    /** The record in twentieths of 1, which is where bounds are looked for. */
    private static BigInteger twentieths(double record) {
        return BigInteger.valueOf((long) clamp(Math.rint(record * 20), -1_000_000, 1_000_000));
    }

    /** Sixteen leaves from −1 on, of an eighth each. */
    private static int leaf(double record) {
        return (int) clamp(Math.rint(record * 8) + 8, 0, 15);
    }

    private static LeafWeights weights(int leaves) {
        LeafGrid grid = new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(leaves - 1L), Unit.DecimalUnit.WHOLE);
        return new LeafWeights(grid, 1);
    }

    private static LeafHistogram histogram(List<Double> data, int leaves) {
        Map<Integer, BigInteger> weights = new HashMap<>();
        people(data, record -> leaf(record) / (16 / leaves), Map.of())
                .forEach((leaf, people) -> weights.put(leaf, people.shiftLeft(39)));
        return LeafHistogram.of(weights(leaves), weights);
    }

    private static Model label(BiFunction<List<Double>, Tape, Object> model) {
        return (data, tape) -> new Outcome.Label(model.apply(data, tape).toString());
    }

    private static void parameters(Epsilon epsilon, Map<String, Model> models) {
        DiscreteLaplace noise = new DiscreteLaplace(Rational.ONE.dividedBy(epsilon.value()));
        ApproximateBounds bins = new ApproximateBounds(-4, 6);
        BigInteger enough = bins.threshold(new DiscreteLaplace(Rational.ONE));
        // One less than what is enough without noise, at 0, −10 and 20 twentieths.
        BigInteger others = enough.subtract(BigInteger.ONE);
        Map<Integer, BigInteger> standing = Map.of(0, others, -4, others, 5, others);
        models.put("bounds from a histogram", (data, tape) -> {
            Map<Integer, BigInteger> exact = people(data, record -> bins.limitedBin(twentieths(record)), standing);
            Map<Integer, BigInteger> noisy = bins.noisy(exact, noise, tape);
            return Outcome.of(bins.find(noisy::get, enough));
        });
        TailBounds tail = new TailBounds(0, 12);
        BigInteger crowd = Rational.of(35, 2).dividedBy(epsilon.value()).floor();
        models.put("bounds of magnitudes from a tail", (data, tape) -> {
            Map<Integer, BigInteger> exact = people(
                    data,
                    record -> tail.limitedBin(twentieths(record).abs()),
                    Map.of(TailBounds.bin(BigInteger.valueOf(20)), crowd));
            return Outcome.of(tail.magnitude(exact, epsilon, 1, tape)
                    .map(found -> "from " + found.low() + " to " + found.high()));
        });
        DiscreteLaplace half = new DiscreteLaplace(Rational.of(2).dividedBy(epsilon.value()));
        models.put("bounds of rows: both noisy ends", label((data, tape) -> {
            BigInteger people = BigInteger.valueOf(2 * (long) rows(data));
            return new TailBounds.Ends(List.of(people.add(half.sample(tape))));
        }));
        models.put("people by number of groups", label((data, tape) -> {
            long one = (long) sum(data, record -> leaf(record) < 4 ? 1 : 0);
            BigInteger first = BigInteger.valueOf(one).add(noise.sample(tape));
            return List.of(first, BigInteger.valueOf((long) rows(data) - one).add(noise.sample(tape)));
        }));
        Rational median = Rational.of(1, 2);
        models.put(
                "median",
                label((data, tape) ->
                        new Quantiles(weights(16), List.of(median), epsilon).release(histogram(data, 16), tape)));
        List<Rational> three = List.of(Rational.ZERO, median, Rational.ONE);
        models.put(
                "least value, median and largest value",
                label((data, tape) -> new Quantiles(weights(4), three, epsilon).release(histogram(data, 4), tape)));
        models.put(
                "interval of a median",
                label((data, tape) -> new QuantileInterval(weights(16), median, epsilon, 0.95)
                        .release(histogram(data, 16), BigInteger.valueOf(8), tape)));
        models.put(
                "noisy tree",
                label((data, tape) -> QuantileTree.calibrated(weights(16), epsilon)
                        .release(histogram(data, 16), List.of(median), tape)));
        models.put(
                "most frequent value",
                label((data, tape) -> "value " + new MostFrequent(16, 1, epsilon).release(histogram(data, 16), tape)));
        MostFrequent ofTwo = new MostFrequent(16, 1, epsilon.dividedBy(2));
        models.put(
                "most frequent values in two groups",
                label((data, tape) ->
                        ofTwo.release(histogram(data, 16), tape) + " and " + ofTwo.release(histogram(data, 16), tape)));
    }

    private static Map<String, Model> models(Rational factor) {
        Epsilon epsilon = new Epsilon(factor);
        Rho rho = new Rho(factor.times(factor).dividedBy(Rational.of(10)));
        Map<String, Model> models = new HashMap<>();
        aggregates(new Law(epsilon, rho, false), models);
        aggregates(new Law(epsilon, rho, true), models);
        portions(epsilon, models);
        selections(epsilon, rho, models);
        parameters(epsilon, models);
        return models;
    }

    private static List<List<Double>> dataSets() {
        List<List<Double>> all = new ArrayList<>(StochasticTester.HOSTILE);
        all.addAll(List.of(List.of(), List.of(1.0), List.of(1.0, -1.0), List.of(-0.25), List.of(0.5, 0.5, 0.5)));
        for (int index = 1; index <= 6; index++) {
            all.add(Halton.dataSet(index, 3, 1));
        }
        return all;
    }

    @Test
    void eachMechanismIsTheOneThatItsNameSays() {
        for (Rational factor : List.of(Rational.ONE, Rational.of(8))) {
            Map<String, Model> models = models(factor);
            List<AuditedMechanism> audited = AuditedMechanisms.spending(factor);
            assertThat(audited).extracting(AuditedMechanism::name).containsExactlyInAnyOrderElementsOf(models.keySet());
            for (AuditedMechanism one : audited) {
                Model model = Objects.requireNonNull(models.get(one.name()));
                int seed = 0;
                for (List<Double> data : dataSets()) {
                    for (int run = 0; run < 4; run++) {
                        seed++;
                        assertSame(
                                run(one.subject(), data, new Tape(seed)),
                                model.apply(data, new Tape(seed)),
                                one.name() + " over " + data);
                    }
                }
            }
        }
    }

    private static Outcome run(Subject subject, List<Double> data, Tape tape) {
        try {
            return subject.run(data, tape);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void assertSame(Outcome found, Outcome expected, String words) {
        if (found instanceof Outcome.Value value && expected instanceof Outcome.Value other) {
            assertThat(value.value()).as(words).isCloseTo(other.value(), within(1e-6));
        } else {
            assertThat(found).as(words).isEqualTo(expected);
        }
    }

    /** ε is 1 for all, and δ that of the conversion, of the selection, or of both together. */
    @Test
    void eachClaimsWhatItPaysFor() {
        double converted = Rho.of("0.1").deltaAt(Rational.ONE).toDoubleUp();
        Map<String, Double> deltas = Map.of(
                "count with Laplace threshold", 0.05,
                "count with Laplace threshold and least number of people", 0.05,
                "count with Gaussian threshold", converted + 0.05,
                "count with joint threshold", 0.1,
                "two groups with Laplace threshold", 0.05,
                "truncated geometric selection", 0.05,
                "truncated geometric selection and least number of people", 0.05,
                "weighted Gaussian keys", converted + 0.05,
                "portions with threshold", 0.05);
        List<AuditedMechanism> all = AuditedMechanisms.all();
        assertThat(new HashSet<>(all.stream().map(AuditedMechanism::name).toList()))
                .hasSameSizeAs(all)
                .containsAll(deltas.keySet());
        for (AuditedMechanism one : all) {
            boolean gaussian = one.name().endsWith("with Gaussian noise");
            assertThat(one.epsilon()).as(one.name()).isEqualTo(1);
            assertThat(one.delta())
                    .as(one.name())
                    .isEqualTo(deltas.getOrDefault(one.name(), gaussian ? converted : 0.0));
        }
    }
}
