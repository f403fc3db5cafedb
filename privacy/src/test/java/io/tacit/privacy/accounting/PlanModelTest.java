package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.GaussianSum;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.number.NormalTail;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.PortionsThreshold;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Plans of several mechanisms, their losses and δ reckoned a second way: from the noise that is really added, in
 * doubles, and by enumeration of all noise where it is Gaussian and of one variance.
 */
class PlanModelTest {
    private static final List<List<Measurement>> SHAPES = List.of(
            List.of(),
            List.of(Measurement.STATE),
            List.of(Measurement.STATE, Measurement.STATE),
            List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES),
            List.of(Measurement.SQUARES, Measurement.STATE),
            List.of(Measurement.STATE, Measurement.QUANTILES),
            List.of(Measurement.QUANTILES, Measurement.QUANTILES),
            List.of(Measurement.STATE.with(Epsilon.of("0.1")), Measurement.STATE, Measurement.STATE));

    private static final double SLIGHTLY_MORE = 1 + 1e-6;

    /** Requests with few groups, of every shape. */
    private static List<NoiseRequest> requests() {
        Random random = new Random(11);
        List<NoiseRequest> requests = new ArrayList<>();
        for (List<Measurement> shape : SHAPES) {
            for (int i = 0; i < 14; i++) {
                requests.add(request(shape, i, random));
            }
        }
        return requests;
    }

    private static NoiseRequest request(List<Measurement> shape, int i, Random random) {
        boolean counts = !shape.isEmpty()
                && shape.get(0).stretch().equals(Rational.ONE)
                && shape.get(0).kind() == Measurement.Kind.ADDITIVE;
        boolean selects = shape.isEmpty() || i % 4 != 0;
        boolean own = shape.stream().anyMatch(each -> each.epsilon().isPresent());
        boolean bundled = !own && shape.size() > 1 && !shape.contains(Measurement.QUANTILES) && i % 5 <= 1;
        boolean users = counts && i % 2 == 1;
        boolean people = counts && i != 6;
        List<Integer> additive = IntStream.range(0, shape.size())
                .filter(place -> shape.get(place).kind() == Measurement.Kind.ADDITIVE)
                .boxed()
                .toList();
        return new NoiseRequest(
                Epsilon.of(List.of("0.8", "3").get(random.nextInt(2))),
                Delta.of(List.of("1e-6", "0.001").get(random.nextInt(2))),
                List.of(1L, 2L, 4L).get(random.nextInt(3)),
                shape,
                users ? OptionalInt.of(0) : OptionalInt.empty(),
                i % 3,
                selects,
                Optional.empty(),
                Optional.empty(),
                selects && i % 7 == 2 ? Optional.of(Epsilon.of("0.2")) : Optional.empty(),
                users && !own && i % 5 != 0 ? Optional.of(new NoiseRequest.Complement(additive)) : Optional.empty(),
                bundled ? List.of(new NoiseRequest.Bundle(additive, people, 3, 2)) : List.of());
    }

    static final List<NoisePlan> PLANS = requests().stream()
            .flatMap(request -> ChooseNoise.plans(request).stream())
            .toList();

    static List<NoisePlan> plans(NoiseKind noise) {
        return PLANS.stream().filter(plan -> plan.noise() == noise).toList();
    }

    /** What one person's change by 1 in every group costs under a measurement's noise: C_u/b, or C_u·ε of a choice. */
    private static double epsilon(NoisePlan plan, int measurement) {
        long groups = plan.request().maxGroups();
        Part part = plan.parts().get(measurement);
        return plan.request().measurements().get(measurement).kind() == Measurement.Kind.CHOICE
                ? groups * part.exponential(groups).value().toDoubleNearest()
                : epsilon(part.noise(BigInteger.ONE, groups), groups);
    }

    private static double epsilon(IntegerNoise noise, long groups) {
        return groups / ((DiscreteLaplace) noise).scale().toDoubleNearest();
    }

    /** ρ·2 of one person's change by 1 in every group: C_u/σ², or C_u·ε²/4 of a choice. */
    private static double squaredShift(NoisePlan plan, int measurement) {
        long groups = plan.request().maxGroups();
        Part part = plan.parts().get(measurement);
        double exponential = part.exponential(groups).value().toDoubleNearest();
        return plan.request().measurements().get(measurement).kind() == Measurement.Kind.CHOICE
                ? groups * exponential * exponential / 4
                : groups / variance(part, groups);
    }

    private static double variance(Part part, long groups) {
        return part.noise(BigInteger.ONE, groups)
                .match(
                        laplace -> Double.NaN,
                        gaussian -> gaussian.variance().toDoubleNearest(),
                        sum -> Double.NaN,
                        weighted -> Double.NaN);
    }

    private static double pure(NoisePlan plan) {
        double sum = plan.parameterParts().stream()
                .mapToDouble(part -> part.value().toDoubleNearest())
                .sum();
        boolean geometric = plan.selection().equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC));
        return geometric
                ? sum
                        + plan.selectionPart()
                                .orElseThrow()
                                .match(part -> part.epsilon().value().toDoubleNearest(), none -> Double.NaN)
                : sum;
    }

    /** Whether a threshold reads a number that nothing else measures. */
    private static boolean selectsAlone(NoisePlan plan) {
        boolean threshold = plan.selection().isPresent() && plan.selection().get() != SelectionKind.TRUNCATED_GEOMETRIC;
        boolean bundled = plan.people().isPresent();
        return threshold && plan.request().users().isEmpty() && !bundled;
    }

    @Test
    void laplaceNoiseAndAllElseSpendEpsilon() {
        List<NoisePlan> plans = plans(NoiseKind.LAPLACE);
        assertThat(plans).hasSizeGreaterThan(100);
        for (NoisePlan plan : plans) {
            NoiseRequest request = plan.request();
            double spent = pure(plan);
            for (int i = 0; i < plan.parts().size(); i++) {
                int place = i;
                boolean again = request.bundles().stream()
                        .anyMatch(bundle -> bundle.measurements().indexOf(place) > 0);
                spent += again ? 0 : epsilon(plan, i);
            }
            if (selectsAlone(plan)) {
                Part part = plan.selectionPart().orElseThrow();
                spent += epsilon(part.noise(BigInteger.ONE, request.maxGroups()), request.maxGroups());
            }
            double whole = plan.loss().epsilon().toDoubleNearest();
            assertThat(spent).as("%s", plan).isCloseTo(whole, within(whole * 1e-12));
            // Where the selection is all that there is, or reads all, and has an ε of its own, the rest is left.
            boolean left = request.measurements().size() <= 1
                    && request.selectionEpsilon().isPresent();
            assertThat(left || plan.loss().epsilon().equals(request.epsilon().value()))
                    .as("%s", plan)
                    .isTrue();
            assertThat(plan.loss().epsilon())
                    .isLessThanOrEqualTo(request.epsilon().value());
            assertThat(plan.loss().delta())
                    .isEqualTo(request.selectsGroups() ? request.delta().value() : Rational.ZERO);
            assertThat(plan.selectionDelta()).isEqualTo(plan.selection().map(kind -> request.delta()));
        }
    }

    /** A quarter for the parameters, in equal parts; what has an ε of its own has that; the rest have equal noise. */
    @Test
    void partsAreThoseOfThePage() {
        for (NoiseKind noise : NoiseKind.values()) {
            for (NoisePlan plan : plans(noise)) {
                NoiseRequest request = plan.request();
                for (Epsilon parameter : plan.parameterParts()) {
                    assertThat(parameter.times(Rational.of(4L * request.parameters())))
                            .isEqualTo(request.epsilon());
                }
                List<Double> equal = new ArrayList<>();
                for (int i = 0; i < plan.parts().size(); i++) {
                    int place = i;
                    Measurement measurement = request.measurements().get(i);
                    boolean selecting = plan.selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))
                            && request.users().equals(OptionalInt.of(i))
                            && request.selectionEpsilon().isPresent();
                    boolean bundled = noise == NoiseKind.LAPLACE
                            && request.bundles().stream()
                                    .anyMatch(bundle -> bundle.measurements().contains(place));
                    double stretch = bundled ? 1 : measurement.stretch().toDoubleNearest();
                    Optional<Epsilon> own = selecting ? request.selectionEpsilon() : measurement.epsilon();
                    if (own.isPresent()) {
                        assertThat(epsilon(plan, i)).isCloseTo(own.get().value().toDoubleNearest(), within(1e-12));
                    } else {
                        equal.add(stretch
                                * (noise == NoiseKind.LAPLACE ? epsilon(plan, i) : Math.sqrt(squaredShift(plan, i))));
                    }
                }
                if (plan.selection().equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC))) {
                    double rest = request.epsilon().value().toDoubleNearest() * (request.parameters() > 0 ? 0.75 : 1);
                    double part =
                            plan.geometricSelection().orElseThrow().value().toDoubleNearest();
                    Optional<Epsilon> own = request.selectionEpsilon();
                    if (own.isPresent()) {
                        assertThat(plan.geometricSelection()).isEqualTo(own);
                    } else if (noise == NoiseKind.LAPLACE) {
                        equal.add(part);
                    } else {
                        assertThat(part * (plan.parts().size() + 1)).isCloseTo(rest, within(1e-12));
                    }
                } else if (selectsAlone(plan)) {
                    Part part = plan.selectionPart().orElseThrow();
                    if (noise == NoiseKind.GAUSSIAN) {
                        equal.add(Math.sqrt(request.maxGroups() / variance(part, request.maxGroups())));
                    } else if (request.selectionEpsilon().isPresent()) {
                        assertThat(plan.selectionPart())
                                .isEqualTo(request.selectionEpsilon().map(Part.Pure::new));
                    } else {
                        equal.add(epsilon(part.noise(BigInteger.ONE, request.maxGroups()), request.maxGroups()));
                    }
                }
                for (double one : equal) {
                    assertThat(one).isCloseTo(equal.get(0), within(1e-6 * one));
                }
            }
        }
    }

    /** δ of Gaussian noise, from its variances, with all that a threshold on it shows, and with the geometric choice. */
    @Test
    void gaussianNoiseAndAllElseAreWithinDelta() {
        List<NoisePlan> plans = plans(NoiseKind.GAUSSIAN);
        assertThat(plans).hasSizeGreaterThan(90);
        int exact = 0;
        for (NoisePlan plan : plans) {
            double most = plan.request().delta().value().toDoubleNearest();
            assertThat(plan.loss().delta())
                    .isLessThanOrEqualTo(plan.request().delta().value());
            assertThat(plan.loss().epsilon())
                    .isLessThanOrEqualTo(plan.request().epsilon().value());
            assertThat(model(plan)).as("%s", plan).isLessThanOrEqualTo(most * SLIGHTLY_MORE);
            if (plan.unitNoise() > 4) {
                assertThat(model(plan)).as("%s", plan).isGreaterThan(most / 3);
            }
            if (isAlike(plan)) {
                assertThat(enumerated(plan)).as("%s", plan).isLessThanOrEqualTo(most * SLIGHTLY_MORE);
                exact++;
            }
        }
        assertThat(exact).isGreaterThan(25);
    }

    private static boolean isAlike(NoisePlan plan) {
        return !plan.request().measurements().contains(Measurement.QUANTILES)
                && !plan.request().measurements().contains(Measurement.SQUARES)
                && plan.request().complement().isEmpty()
                && !plan.selection().equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC));
    }

    /** The exact δ of all states and of a threshold on the number of people. */
    private static double enumerated(NoisePlan plan) {
        int groups = Math.toIntExact(plan.request().maxGroups());
        int states = plan.parts().size() + (selectsAlone(plan) ? 1 : 0);
        double left = plan.request().epsilon().value().toDoubleNearest() - pure(plan);
        Part part = plan.parts().isEmpty()
                ? plan.selectionPart().orElseThrow()
                : plan.parts().get(0);
        double variance = variance(part, groups);
        if (plan.selection().isEmpty()) {
            return new GaussianSum(variance, groups * states).delta(left, 1);
        }
        BigInteger threshold = GroupSelection.of(plan).fiftyPercentSize();
        double shown = atLeast(variance, threshold.intValueExact() - 1);
        double worst = 0;
        for (int alone = 0; alone <= groups; alone++) {
            GaussianSum others = new GaussianSum(variance, (groups - alone) * states);
            worst = Math.max(worst, others.delta(left, Math.pow(1 - shown, alone)));
        }
        return worst;
    }

    private static double atLeast(double variance, int k) {
        double all = 0;
        double tail = 0;
        int furthest = (int) (40 * Math.sqrt(variance)) + 2;
        for (int z = -furthest; z <= furthest; z++) {
            double chance = Math.exp(-z * (double) z / (2 * variance));
            all += chance;
            tail += z >= k ? chance : 0;
        }
        return tail / all;
    }

    /** The same in doubles, as if noise were continuous and as if noise and threshold were all that anybody sees. */
    private static double model(NoisePlan plan) {
        NoiseRequest request = plan.request();
        double left = request.epsilon().value().toDoubleNearest() - pure(plan);
        double all = 0;
        for (int i = 0; i < plan.parts().size(); i++) {
            all += squaredShift(plan, i);
        }
        if (selectsAlone(plan)) {
            all += request.maxGroups() / variance(plan.selectionPart().orElseThrow(), request.maxGroups());
        }
        boolean choices = request.measurements().contains(Measurement.QUANTILES);
        double selection = plan.selectionDelta()
                .map(delta -> delta.value().toDoubleNearest())
                .orElse(0.0);
        if (!plan.selection().equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD))) {
            return selection + (all == 0 ? selection : delta(all, left, choices));
        }
        double worst = 0;
        for (long alone = 0; alone <= request.maxGroups(); alone++) {
            double share = (double) alone / request.maxGroups();
            double shift = -share * Math.log1p(-selection);
            double others = alone == request.maxGroups() ? 0 : delta(all * (1 - share), left - shift, choices);
            worst = Math.max(worst, -Math.expm1(-shift) + others);
        }
        return worst;
    }

    /** Of the normal law, or of any law with that ρ: its bound at the best α. */
    private static double delta(double squaredShift, double epsilon, boolean choices) {
        double shift = Math.sqrt(squaredShift);
        if (!choices) {
            return NormalTail.above(epsilon / shift - shift / 2)
                    - Math.exp(epsilon) * NormalTail.above(epsilon / shift + shift / 2);
        }
        double low = Math.log(1e-3);
        double high = Math.log(1e4);
        for (int i = 0; i < 100; i++) {
            double third = (high - low) / 3;
            boolean left = bound(low + third, squaredShift, epsilon) < bound(high - third, squaredShift, epsilon);
            high = left ? high - third : high;
            low = left ? low : low + third;
        }
        return Math.min(1, Math.exp(bound(low, squaredShift, epsilon)));
    }

    private static double bound(double logarithm, double squaredShift, double epsilon) {
        double beyond = Math.exp(logarithm);
        double alpha = 1 + beyond;
        return beyond * (alpha * squaredShift / 2 - epsilon) - logarithm + alpha * Math.log1p(-1 / alpha);
    }

    /** Whoever has a state, or the complement in its place, changes it by a loss that is the same. */
    @Test
    void theComplementCostsWhatItStandsFor() {
        int seen = 0;
        for (NoiseKind noise : NoiseKind.values()) {
            for (NoisePlan plan : plans(noise)) {
                if (plan.request().complement().isEmpty()) {
                    assertThat(plan.complementPart()).isEmpty();
                    continue;
                }
                long groups = plan.request().maxGroups();
                Part part = plan.complementPart().orElseThrow();
                double beside = plan.request().complement().get().beside().stream()
                        .mapToDouble(i -> noise == NoiseKind.LAPLACE ? epsilon(plan, i) : squaredShift(plan, i))
                        .sum();
                if (plan.people().isPresent()) {
                    // One of the portions, which have the noise of all.
                    assertThat(part).isEqualTo(plan.parts().get(0));
                    continue;
                }
                double own = noise == NoiseKind.LAPLACE
                        ? epsilon(part.noise(BigInteger.ONE, groups), groups)
                        : groups / variance(part, groups);
                assertThat(own).isCloseTo(beside, within(1e-9 * beside));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(20);
    }

    /** Basic composition of what is written into accounts is what a pure plan says that it spends. */
    @Test
    void eventsOfPurePlansAddUpToTheLoss() {
        for (NoisePlan plan : plans(NoiseKind.LAPLACE)) {
            assertThat(PrivacyEvent.basic(PlanEvents.of(plan), Optional.empty()))
                    .as("%s", plan)
                    .isEqualTo(plan.loss());
        }
    }

    /** ρ of what is written into accounts is that of the person who costs most: with all states, or the complement. */
    @Test
    void eventsCostWhatTheDearestPersonDoes() {
        for (NoiseKind noise : NoiseKind.values()) {
            for (NoisePlan plan : plans(noise)) {
                double found =
                        PrivacyEvent.concentrated(PlanEvents.of(plan)).rho().toDoubleNearest();
                double dearest = Math.max(rho(plan, false), rho(plan, true));
                assertThat(found).as("%s", plan).isBetween(dearest * (1 - 1e-9), dearest * (1 + 1e-9));
                Rational delta = PrivacyEvent.delta(PlanEvents.of(plan));
                assertThat(delta)
                        .isEqualTo(plan.selectionDelta().map(Delta::value).orElse(Rational.ZERO));
            }
        }
    }

    /**
     * ρ of all that one person changes.
     *
     * @param complement whether the person is one of those who have no value
     */
    private static double rho(NoisePlan plan, boolean complement) {
        NoiseRequest request = plan.request();
        double groups = request.maxGroups();
        double sum = 0;
        for (Epsilon parameter : plan.parameterParts()) {
            sum += Math.pow(parameter.value().toDoubleNearest(), 2) / 2;
        }
        boolean pure = plan.noise() == NoiseKind.LAPLACE;
        for (int i = 0; i < plan.parts().size(); i++) {
            int place = i;
            boolean again = pure
                    && request.bundles().stream()
                            .anyMatch(bundle -> bundle.measurements().indexOf(place) > 0);
            boolean others = complement
                    && request.complement().isPresent()
                    && request.complement().get().beside().contains(i);
            boolean choice = request.measurements().get(i).kind() == Measurement.Kind.CHOICE;
            if (!again && !others) {
                sum += pure ? Math.pow(epsilon(plan, i), 2) / groups / (choice ? 8 : 2) : squaredShift(plan, i) / 2;
            }
        }
        // Portions hold the complement already.
        if (complement
                && request.complement().isPresent()
                && !(pure && plan.people().isPresent())) {
            Part part = plan.complementPart().orElseThrow();
            sum += ofPart(part, request.maxGroups());
        }
        if (complement && pure && plan.people().isPresent()) {
            return 0;
        }
        if (plan.selection().equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC))) {
            double each = plan.geometricSelection().orElseThrow().value().toDoubleNearest() / groups;
            sum += each * each * groups / 2;
        } else if (selectsAlone(plan)) {
            sum += ofPart(plan.selectionPart().orElseThrow(), request.maxGroups());
        }
        return sum;
    }

    private static double ofPart(Part part, long groups) {
        return part.match(
                pure -> Math.pow(pure.epsilon().value().toDoubleNearest(), 2) / groups / 2,
                concentrated -> groups / variance(part, groups) / 2);
    }

    /** A threshold reads all portions of a person, each with noise for a whole person and what truncation adds. */
    @Test
    void portionsHaveNoiseForAWholePerson() {
        int seen = 0;
        for (NoisePlan plan : plans(NoiseKind.LAPLACE)) {
            if (plan.people().isPresent() && plan.selection().equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))) {
                GroupSelection.Threshold selection = (GroupSelection.Threshold) GroupSelection.of(plan);
                LaplaceSum noise = (LaplaceSum) selection.noise();
                assertThat(noise.weights()).containsExactly(BigInteger.ONE, BigInteger.ONE, BigInteger.ONE);
                Rational person = Rational.of(NoisePlan.PERSON).times(Rational.ONE.plus(Portions.MOST_EXCESS));
                Rational scale = person.times(Rational.of(plan.request().maxGroups()))
                        .dividedBy(plan.selectionPart()
                                .orElseThrow()
                                .match(part -> part.epsilon().value(), other -> Rational.ONE));
                assertThat(noise.scale()).isBetween(scale, scale.times(Rational.of(1_000_001, 1_000_000)));
                assertThat(selection.person()).isEqualTo(NoisePlan.PERSON);
                assertThat(selection.threshold())
                        .isEqualTo(PortionsThreshold.threshold(
                                noise,
                                NoisePlan.PERSON,
                                plan.selectionDelta().orElseThrow(),
                                plan.request().maxGroups()));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(3);
    }

    /** A state that is read off portions has their noise, as many as are read: that is what plans are chosen by. */
    @Test
    void theNoiseOfABundleIsThatOfWhatIsReadOfIt() {
        int seen = 0;
        for (NoisePlan plan : plans(NoiseKind.LAPLACE)) {
            if (plan.request().bundles().isEmpty()
                    || !plan.request().measurements().get(0).equals(Measurement.STATE)) {
                continue;
            }
            double scale = ((DiscreteLaplace) plan.parts()
                            .get(0)
                            .noise(BigInteger.ONE, plan.request().maxGroups()))
                    .scale()
                    .toDoubleNearest();
            assertThat(plan.unitNoise()).isCloseTo(scale * Math.sqrt(2.0 * 2), within(scale * 1e-4));
            seen++;
        }
        assertThat(seen).isGreaterThan(3);
    }

    /**
     * Of the plans of one request the best has the least length of intervals times the root of the size of groups that
     * appear half the time; the least with the size alone, or without it, is another one for some requests.
     */
    @Test
    void theBestPlanHasTheLeastProductOfWidthAndRootOfSize() {
        int bySize = 0;
        int byWidth = 0;
        for (List<NoisePlan> plans : PLANS.stream()
                .collect(Collectors.groupingBy(NoisePlan::request))
                .values()) {
            NoisePlan best = ChooseNoise.best(plans.stream()
                            .map(plan -> new ChooseNoise.Weighed(plan, ChooseNoise.fiftyPercentSize(plan)))
                            .toList())
                    .plan();
            double least = leastPrice(plans, 0.5);
            assertThat(price(best, 0.5)).as("%s", best).isEqualTo(least);
            bySize += price(best, 1) > leastPrice(plans, 1) ? 1 : 0;
            byWidth += price(best, 0) > leastPrice(plans, 0) ? 1 : 0;
        }
        assertThat(bySize).isPositive();
        assertThat(byWidth).isPositive();
    }

    private static double leastPrice(List<NoisePlan> plans, double power) {
        return plans.stream().mapToDouble(plan -> price(plan, power)).min().orElseThrow();
    }

    private static double price(NoisePlan plan, double power) {
        double size = plan.selection().isEmpty()
                ? 1
                : GroupSelection.of(plan).fiftyPercentSize().doubleValue();
        return (plan.parts().isEmpty() ? 1 : plan.unitWidth()) * Math.pow(size, power);
    }

    /** Without noise for a lone person: the chance that any group of nobody else appears is at most the selection's δ. */
    @Test
    void aLonePersonAppearsWithTheSelectionsDelta() {
        int seen = 0;
        for (NoiseKind noise : NoiseKind.values()) {
            for (NoisePlan plan : plans(noise)) {
                if (plan.selection().isEmpty() || plan.people().isPresent()) {
                    continue;
                }
                double shown = GroupSelection.of(plan)
                        .match(
                                threshold -> shown(plan, threshold.threshold()),
                                geometric -> geometric
                                        .law()
                                        .probability(BigInteger.ONE)
                                        .toDoubleNearest());
                double any = -Math.expm1(plan.request().maxGroups() * Math.log1p(-shown));
                double most = plan.selectionDelta().orElseThrow().value().toDoubleNearest();
                assertThat(any).as("%s", plan).isLessThanOrEqualTo(most * SLIGHTLY_MORE);
                if (deviation(plan) > 4) {
                    assertThat(any).as("%s", plan).isGreaterThan(most / 10);
                }
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(150);
    }

    private static double deviation(NoisePlan plan) {
        return plan.usersNoise().map(IntegerNoise::standardDeviation).orElse(0.0);
    }

    /** P(1 + Z ≥ τ) by the law of the noise of the people, and of the complement where there is one. */
    private static double shown(NoisePlan plan, BigInteger threshold) {
        long groups = plan.request().maxGroups();
        double[] people = law(plan.selectionPart().orElseThrow().noise(BigInteger.ONE, groups));
        double[] law = plan.complementPart()
                .map(part -> both(people, law(part.noise(BigInteger.ONE, groups))))
                .orElse(people);
        int furthest = law.length / 2;
        double sum = 0;
        for (int z = threshold.intValueExact() - 1; z <= furthest; z++) {
            sum += law[z + furthest];
        }
        return sum;
    }

    private static double[] law(IntegerNoise noise) {
        return noise.match(
                laplace -> law(z -> -Math.abs(z) / laplace.scale().toDoubleNearest(), laplace.standardDeviation()),
                gaussian ->
                        law(z -> -z * z / (2 * gaussian.variance().toDoubleNearest()), gaussian.standardDeviation()),
                sum -> new double[0],
                weighted -> new double[0]);
    }

    private static double[] law(DoubleUnaryOperator logarithm, double deviation) {
        int furthest = (int) (16 * deviation) + 2;
        double[] law = IntStream.rangeClosed(-furthest, furthest)
                .mapToDouble(z -> Math.exp(logarithm.applyAsDouble(z)))
                .toArray();
        double all = Arrays.stream(law).sum();
        return Arrays.stream(law).map(chance -> chance / all).toArray();
    }

    private static double[] both(double[] one, double[] other) {
        double[] sum = new double[one.length + other.length - 1];
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < other.length; j++) {
                sum[i + j] += one[i] * other[j];
            }
        }
        return sum;
    }
}
