package io.tacit.privacy.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.accounting.Accuracy;
import io.tacit.privacy.accounting.BasicFilter;
import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.accounting.ZcdpFilter;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PrivacyLoss;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.NoisyTotal;
import io.tacit.privacy.mechanism.NoisyVariance;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.mechanism.Unit;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.random.SeededBits;
import io.tacit.privacy.random.SystemRandomBits;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the page "library": what stands there is what runs here. */
class LibraryGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "library.md");
    private static final Path SOURCE = Path.of("src/test/java/io/tacit/privacy/guide/LibraryGuideTest.java");
    private static final Pattern BLOCK = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern REGION =
            Pattern.compile("^ *// example: [a-z ]+\\n(.*?)^ *// end of example$", Pattern.MULTILINE | Pattern.DOTALL);

    /** Bits that repeat: no assertion below depends on the day. */
    private final RandomBits bits = new SeededBits(2020);

    private final Unit.DecimalUnit cents = new Unit.DecimalUnit(2);

    /** For each of 2,000 people the cents of one to three purchases, between 1 and 40 euros; a few of 90. */
    private static List<List<BigInteger>> purchases() {
        List<List<BigInteger>> purchases = new ArrayList<>();
        for (int person = 0; person < 2000; person++) {
            List<BigInteger> one = new ArrayList<>();
            for (int purchase = 0; purchase <= person % 3; purchase++) {
                int amount = person % 100 == 0 ? 9000 : 100 + (person * 37 + purchase * 911) % 3900;
                one.add(BigInteger.valueOf(amount));
            }
            purchases.add(one);
        }
        return purchases;
    }

    @Test
    void thePageShowsWhatRunsHere() throws IOException {
        List<String> shown = normalised(BLOCK, Files.readString(PAGE));
        List<String> run = normalised(REGION, Files.readString(SOURCE));
        assertThat(run).hasSizeGreaterThan(12);
        assertThat(shown).containsExactlyElementsOf(run);
    }

    private static List<String> normalised(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1).replaceAll("\\s+", " ").strip())
                .toList();
    }

    @Test
    void systemBits() {
        // example: bits
        RandomBits bits = new SystemRandomBits();
        // end of example
        assertThat(bits.nextLong()).isNotEqualTo(bits.nextLong());
    }

    @Test
    void count() {
        // example: count
        BigInteger people = BigInteger.valueOf(1234); // exact, each person once

        DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.ONE, Epsilon.of("0.5"));
        BigInteger noisy = people.add(noise.sample(bits));

        DecimalEstimate count =
                NoisyTotal.of(noise, Unit.DecimalUnit.WHOLE, 0.95).exact(noisy);
        // end of example
        assertThat(count.value().doubleValue()).isCloseTo(1234, within(60.0));
        // P(|Z| ≤ 5) = 1 − 2·e^(−6/2)/(1 + e^(−1/2)) is .938, and P(|Z| ≤ 6) is .962.
        assertThat(count.high().subtract(count.value())).isEqualByComparingTo("6");
        assertThat(noise.lossAt(BigInteger.ONE)).isEqualTo(Epsilon.of("0.5"));
    }

    @Test
    void countsInGroups() {
        Map<String, BigInteger> people = new TreeMap<>();
        for (int day = 1; day <= 7; day++) {
            people.put("day " + day, BigInteger.valueOf(100L * day));
        }
        // example: groups
        BigInteger maxGroups = BigInteger.valueOf(3); // nobody is counted on more than three days

        DiscreteLaplace noise = DiscreteLaplace.calibrated(maxGroups, Epsilon.of("0.5"));
        Map<String, BigInteger> noisy = new TreeMap<>();
        people.forEach((day, number) -> noisy.put(day, number.add(noise.sample(bits))));
        // end of example
        assertThat(noise.scale()).isEqualTo(Rational.of(6));
        assertThat(noisy).hasSize(7);
        noisy.forEach((day, number) ->
                assertThat(number.subtract(people.get(day)).abs()).isLessThan(BigInteger.valueOf(180)));
    }

    @Test
    void boundedSum() {
        List<List<BigInteger>> purchases = purchases();
        // example: sum
        State.Sum state = new State.Sum(BigInteger.ZERO, BigInteger.valueOf(50_00), cents);

        BigInteger exact = BigInteger.ZERO;
        for (List<BigInteger> person : purchases) {
            BigInteger spent = person.stream().reduce(BigInteger.ZERO, BigInteger::add);
            exact = exact.add(state.contribution(spent, BigInteger.valueOf(person.size())));
        }

        DiscreteLaplace noise = DiscreteLaplace.calibrated(state.sensitivity(), Epsilon.of("1"));
        DecimalEstimate euros = NoisyTotal.of(noise, cents, 0.95).exact(exact.add(noise.sample(bits)));
        // end of example
        assertThat(noise.scale()).isEqualTo(Rational.of(5000));
        assertThat(euros.value()).isCloseTo(new BigDecimal(exact, 2), within(new BigDecimal("1000")));
        assertThat(euros.value().scale()).isEqualTo(2);
        assertThat(exact).isLessThanOrEqualTo(BigInteger.valueOf(2000L * 5000));
    }

    @Test
    void meanWithItsInterval() {
        List<List<BigInteger>> purchases = purchases();
        // example: mean
        State.Weight weight = new State.Weight(1);
        State.Centred centred = new State.Centred(BigInteger.ZERO, BigInteger.valueOf(50_00), 1, cents);

        BigInteger weights = BigInteger.ZERO;
        BigInteger deviations = BigInteger.ZERO;
        for (List<BigInteger> person : purchases) {
            weights = weights.add(weight.contribution(BigInteger.valueOf(person.size())));
            deviations = deviations.add(centred.contribution(person));
        }

        Epsilon half = Epsilon.of("1").dividedBy(2);
        DiscreteLaplace weightNoise = DiscreteLaplace.calibrated(weight.sensitivity(), half);
        DiscreteLaplace centredNoise = DiscreteLaplace.calibrated(centred.sensitivity(), half);
        BigInteger noisyWeights = weights.add(weightNoise.sample(bits));
        BigInteger noisyDeviations = deviations.add(centredNoise.sample(bits));

        double deviation = centred.unit().times(Rational.of(noisyDeviations)).toDoubleNearest(); // in euros
        Estimate mean = NoisyMean.under(0, 50, Optional.of(centredNoise), centred.unit(), Optional.of(weightNoise))
                .estimate(noisyWeights.doubleValue(), deviation, 0.95);
        // end of example
        assertThat(mean.value()).isCloseTo(ofEachPerson(purchases).mean(), within(1.0));
        assertThat(mean.high() - mean.low()).isBetween(0.05, 1.0);
    }

    /**
     * The mean and variance of the people's clamped rows, each person's weighing one, in euros: no state takes part.
     */
    private record Moments(double mean, double variance) {}

    private static Moments ofEachPerson(List<List<BigInteger>> purchases) {
        double sum = 0;
        double squares = 0;
        for (List<BigInteger> person : purchases) {
            for (BigInteger cents : person) {
                double euros = Math.min(50, cents.doubleValue() / 100);
                sum += euros / person.size();
                squares += euros * euros / person.size();
            }
        }
        double mean = sum / purchases.size();
        return new Moments(mean, squares / purchases.size() - mean * mean);
    }

    @Test
    void variance() {
        List<List<BigInteger>> purchases = purchases();
        // example: variance
        State.Weight weight = new State.Weight(1);
        State.Centred centred = new State.Centred(BigInteger.ZERO, BigInteger.valueOf(50_00), 1, cents);
        State.Squares squares = new State.Squares(BigInteger.ZERO, BigInteger.valueOf(50_00), 1, cents);

        BigInteger[] exact = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
        for (List<BigInteger> person : purchases) {
            exact[0] = exact[0].add(weight.contribution(BigInteger.valueOf(person.size())));
            exact[1] = exact[1].add(centred.contribution(person));
            exact[2] = exact[2].add(squares.contribution(person));
        }

        Rho third = Rho.largestWithin(Epsilon.of("1"), Delta.of("0.000001")).dividedBy(3);
        State[] states = {weight, centred, squares};
        double[] noisy = new double[3];
        NoisyVariance.Redraw[] laws = new NoisyVariance.Redraw[3];
        for (int i = 0; i < 3; i++) {
            DiscreteGaussian noise =
                    DiscreteGaussian.calibrated(states[i].sensitivity().pow(2), third);
            BigInteger whole = exact[i].add(noise.sample(bits));
            noisy[i] = states[i].unit().times(Rational.of(whole)).toDoubleNearest();
            laws[i] = NoisyVariance.Redraw.of(noise, states[i].unit());
        }

        Optional<Estimate> deviation = new NoisyVariance(
                        NoisyVariance.Kind.STDDEV_SAMP, squares.halfRange().toDoubleNearest())
                .estimate(laws, noisy, 0.95, bits);
        // end of example
        Estimate found = deviation.orElseThrow();
        assertThat(found.value()).isCloseTo(Math.sqrt(ofEachPerson(purchases).variance()), within(1.0));
        assertThat(found.low()).isLessThan(found.value());
        assertThat(found.high()).isGreaterThan(found.value());
    }

    @Test
    void quantiles() {
        List<List<BigInteger>> purchases = purchases();
        // example: quantiles
        LeafGrid grid = new LeafGrid(BigInteger.ZERO, BigInteger.valueOf(50_00), cents);
        LeafWeights weights = new LeafWeights(grid, 1);

        Map<Integer, BigInteger> leaves = new HashMap<>();
        for (List<BigInteger> person : purchases) {
            Map<Integer, Long> rows = new HashMap<>();
            person.forEach(value -> rows.merge(grid.leaf(value), 1L, Long::sum));
            weights.contribution(rows).forEach((leaf, weight) -> leaves.merge(leaf, weight, BigInteger::add));
        }

        List<Rational> ranks = List.of(Rational.of(1, 4), Rational.of(1, 2), Rational.of(3, 4));
        Quantiles quartiles = new Quantiles(weights, ranks, Epsilon.of("1"));
        List<BigInteger> inCents = quartiles.release(LeafHistogram.of(weights, leaves), bits);
        double peopleAside = quartiles.rankErrorBound(Rational.of(1, 2), 0.95);
        // end of example
        assertThat(inCents).hasSize(3).isSorted();
        // Of 2,000 people: so many more or fewer than a quarter, a half, three quarters lie below.
        for (int i = 0; i < 3; i++) {
            BigInteger cut = inCents.get(i);
            double below = 0;
            for (List<BigInteger> person : purchases) {
                below += (double) person.stream()
                                .filter(value -> value.compareTo(cut) < 0)
                                .count()
                        / person.size();
            }
            assertThat(below).isCloseTo(500.0 * (i + 1), within(100.0));
        }
        assertThat(peopleAside).isBetween(1.0, 100.0);
    }

    @Test
    void mostFrequentValue() {
        // 300 people with a return ticket; 100 with a month's, and one of them took many single ones.
        List<List<String>> tickets = new ArrayList<>(Collections.nCopies(300, List.of("return")));
        tickets.addAll(Collections.nCopies(99, List.of("month", "a dog's")));
        tickets.add(Collections.nCopies(5000, "single"));
        // example: most frequent value
        List<String> fares = List.of("single", "return", "day", "month");
        MostFrequent choice = new MostFrequent(fares.size(), 1, Epsilon.of("1"));

        Map<Integer, BigInteger> bought = new HashMap<>();
        for (List<String> person : tickets) {
            Map<Integer, Long> rows = new HashMap<>();
            person.stream().filter(fares::contains).forEach(fare -> rows.merge(fares.indexOf(fare), 1L, Long::sum));
            choice.weights().contribution(rows).forEach((fare, weight) -> bought.merge(fare, weight, BigInteger::add));
        }

        String fare = fares.get(choice.release(LeafHistogram.of(choice.weights(), bought), bits));
        double peopleMissed = choice.shortfallBound(0.95);
        // end of example
        assertThat(fare).isEqualTo("return");
        assertThat(peopleMissed).isCloseTo(Math.log(60), within(1e-9));
    }

    @Test
    void geometricSelection() {
        Map<String, BigInteger> people =
                Map.of("Lisbon", BigInteger.valueOf(900), "Porto", BigInteger.valueOf(400), "Marvao", BigInteger.ONE);
        // example: geometric selection
        TruncatedGeometric selection = new TruncatedGeometric(Epsilon.of("0.5"), Delta.of("0.000001"), 2);

        List<String> shown = new ArrayList<>();
        people.forEach((city, number) -> {
            if (selection.keeps(number, bits)) {
                shown.add(city);
            }
        });
        BigInteger size = selection.fiftyPercentSize(); // a group of so many appears half the time
        // end of example
        assertThat(shown).containsExactlyInAnyOrder("Lisbon", "Porto");
        assertThat(selection.probability(size).toDoubleNearest()).isBetween(0.5, 0.7);
        assertThat(selection.probability(BigInteger.ONE).toDoubleNearest()).isLessThan(1e-6);
    }

    @Test
    void thresholdSelection() {
        BigInteger people = BigInteger.valueOf(400);
        // example: threshold
        long maxGroups = 2;
        DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.valueOf(maxGroups), Epsilon.of("0.5"));
        BigInteger threshold = LaplaceThreshold.threshold(noise, Delta.of("0.000001"), maxGroups);

        BigInteger noisy = people.add(noise.sample(bits));
        Optional<DecimalEstimate> shown = noisy.compareTo(threshold) >= 0
                ? Optional.of(new ThresholdedCount(noise, threshold).estimate(noisy, 0.95))
                : Optional.empty();
        // end of example
        assertThat(threshold).isBetween(BigInteger.valueOf(40), BigInteger.valueOf(80));
        assertThat(shown.orElseThrow().value().doubleValue()).isCloseTo(400, within(80.0));
    }

    @Test
    void automaticBounds() {
        List<List<BigInteger>> purchases = purchases();
        // example: bounds
        Map<Integer, BigInteger> largest = new HashMap<>();
        for (List<BigInteger> person : purchases) {
            BigInteger spent = person.stream().reduce(BigInteger.ZERO, BigInteger::add);
            largest.merge(TailBounds.bin(spent), BigInteger.ONE, BigInteger::add);
        }

        // What is left of ε = 1 gives noise of 1/0.75 for each unit of the bound.
        Optional<TailBounds.Found> found =
                TailBounds.NONNEGATIVE.magnitude(largest, Epsilon.of("0.25"), 1 / 0.75, bits);
        // end of example
        TailBounds.Found bounds = found.orElseThrow();
        assertThat(bounds.low()).isZero();
        assertThat(bounds.above().people().value()).isBetween(0.0, 200.0);
        long beyond = purchases.stream()
                .map(person -> person.stream().reduce(BigInteger.ZERO, BigInteger::add))
                .filter(spent -> spent.compareTo(bounds.high()) > 0)
                .count();
        assertThat(beyond).isLessThan(200);
    }

    /** A group: how many people are in it, and what they spent, each person's total clamped; exact. */
    private record City(String name, BigInteger people, BigInteger spent) {}

    @Test
    void wholePlan() {
        List<City> cities = List.of(
                new City("Lisbon", BigInteger.valueOf(9000), BigInteger.valueOf(20_000_000)),
                new City("Porto", BigInteger.valueOf(4000), BigInteger.valueOf(9_000_000)),
                new City("Marvao", BigInteger.ONE, BigInteger.valueOf(2_000)));
        // example: plan
        State.Users users = new State.Users();
        State.Sum sum = new State.Sum(BigInteger.ZERO, BigInteger.valueOf(50_00), cents);

        NoiseRequest request = new NoiseRequest(
                Epsilon.of("1"),
                Delta.of("0.000001"),
                3, // each person is in at most so many groups
                List.of(Measurement.STATE, Measurement.STATE), // users and sum
                OptionalInt.of(0), // the first is the number of people
                0, // no bounds to be found
                true, // groups must be selected
                Optional.empty(), // any law of noise
                Optional.empty(), // any way of selection
                Optional.empty()); // which gets an equal part
        NoisePlan plan = ChooseNoise.best(request);
        // end of example
        // example: release of a plan
        IntegerNoise usersNoise = plan.parts().get(0).noise(users.sensitivity(), request.maxGroups());
        IntegerNoise sumNoise = plan.parts().get(1).noise(sum.sensitivity(), request.maxGroups());
        GroupSelection selection = GroupSelection.of(plan);

        Map<String, DecimalEstimate> euros = new TreeMap<>();
        for (City city : cities) { // of cities without people there are none
            BigInteger noisyUsers = city.people().add(usersNoise.sample(bits));
            boolean shown = selection instanceof GroupSelection.Threshold threshold
                    ? threshold.keeps(noisyUsers)
                    : ((GroupSelection.Geometric) selection).keeps(city.people(), bits);
            BigInteger noisySum = city.spent().add(sumNoise.sample(bits));
            if (shown) {
                euros.put(city.name(), NoisyTotal.of(sumNoise, cents, 0.95).exact(noisySum));
            }
        }
        // end of example
        assertThat(plan.loss().isWithin(ApproximateDp.of(request.epsilon(), request.delta())))
                .isTrue();
        assertThat(euros).containsOnlyKeys("Lisbon", "Porto");
        double noise = sumNoise.standardDeviation() / 100;
        assertThat(noise).isBetween(300.0, 700.0);
        for (City city : cities.subList(0, 2)) {
            assertThat(Objects.requireNonNull(euros.get(city.name())).value().doubleValue())
                    .isCloseTo(city.spent().doubleValue() / 100, within(10 * noise));
        }
    }

    @Test
    void losses() {
        // example: losses
        PrivacyLoss twoReleases = PureDp.of(Epsilon.of("0.5")).plus(PureDp.of(Epsilon.of("0.25")));

        Rho rho = Rho.of("0.02");
        ApproximateDp asPair = ZeroConcentratedDp.of(rho).at(Delta.of("0.000001"));
        Rational delta = rho.deltaAt(Rational.of(1)); // of epsilon 1
        ZeroConcentratedDp ofPure = ZeroConcentratedDp.ofPure(Epsilon.of("0.2")); // 0.2²/2
        Rho most = Rho.largestWithin(Epsilon.of("1"), Delta.of("0.000001"));
        // end of example
        assertThat(twoReleases.epsilon()).isEqualTo(Rational.of(3, 4));
        assertThat(ofPure.rho()).isEqualTo(Rational.of(2, 100));
        assertThat(asPair.epsilon().toDoubleNearest()).isCloseTo(0.8999, within(0.0001));
        assertThat(delta).isLessThan(Rational.of(1, 1_000_000));
        assertThat(most.deltaAt(Rational.ONE)).isLessThanOrEqualTo(Rational.of(1, 1_000_000));
        assertThat(most.value()).isGreaterThan(rho.value());
    }

    @Test
    void account() {
        PrivacyLoss loss = ApproximateDp.of(Epsilon.of("1"), Delta.of("0.000001"));
        List<String> kept = new ArrayList<>();
        // example: account
        BasicFilter account = BasicFilter.open(ApproximateDp.of(Epsilon.of("1.5"), Delta.of("0.00001")));

        Optional<BasicFilter> after = account.afterSpending(loss);
        if (after.isPresent()) {
            account = after.get();
            kept.add(account.toString()); // where it outlives this process, and only then release
        }
        // end of example
        assertThat(kept).hasSize(1);
        assertThat(account.spent().epsilon()).isEqualTo(Rational.ONE);
        assertThat(account.afterSpending(loss)).isEmpty();
    }

    @Test
    void concentratedAccount() {
        // example: concentrated account
        ZcdpFilter account = ZcdpFilter.open(Rho.of("0.1"), Rational.of(1, 1_000_000));

        long maxGroups = 3;
        DiscreteGaussian noise = DiscreteGaussian.calibrated(BigInteger.valueOf(maxGroups), Rho.of("0.02"));
        List<PrivacyEvent> events = List.of(
                new PrivacyEvent.GaussianNoise(Rational.ONE.dividedBy(noise.variance()), maxGroups),
                new PrivacyEvent.Threshold(Delta.of("0.0000002")));

        Optional<ZcdpFilter> after = account.afterSpending(events);
        Rational promised = account.promisedDelta(Epsilon.of("3")); // of epsilon 3, whatever is asked
        // end of example
        assertThat(after.orElseThrow().spent().rho()).isEqualTo(Rational.of(2, 100));
        assertThat(after.orElseThrow().deltaSpent()).isEqualTo(Rational.of(2, 10_000_000));
        // δ(3; 0.1) is 1.8e-11.
        assertThat(promised.toDoubleNearest()).isCloseTo(1.000018e-6, within(1e-12));
    }

    @Test
    void accuracy() {
        // example: accuracy
        Epsilon epsilon = Accuracy.epsilon(BigInteger.ONE, BigInteger.TEN, Rational.of(95, 100));
        // end of example
        DiscreteLaplace noise = DiscreteLaplace.calibrated(BigInteger.ONE, epsilon);
        assertThat(noise.halfWidth(0.95)).isEqualTo(10);
        assertThat(epsilon.value().toDoubleNearest()).isBetween(0.2, 0.3);
    }
}
