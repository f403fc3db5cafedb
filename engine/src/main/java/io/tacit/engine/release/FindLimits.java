package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.Outside;
import io.tacit.privacy.mechanism.PeopleByAmount;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Finds the limits that neither the query nor the owner gives, from a noisy histogram of people: where noise and what
 * is cut off seem to be least together ({@link TailBounds}), or, in the paper's spelling, as the paper does.
 *
 * <p>Limits of rows and of sums always hold 0: a person without rows or with a small sum is left as it is. Limits of
 * single values and of means may lie on one side of 0.
 */
final class FindLimits {
    /**
     * The chance that noise alone makes an empty bin of the paper's histogram look occupied, which makes bounds too
     * wide. It costs accuracy, not privacy; the paper's 10^-9 asks for a third more people before any bounds are found.
     */
    private static final Rational FALSE_POSITIVE = Rational.of(1, 1_000_000);

    private FindLimits() {}

    /** The exact histograms, by name and bin; they do not leave this package. */
    static Map<String, Map<Integer, BigInteger>> read(ReleaseStep.Query query, Backend backend) {
        Map<String, Map<Integer, BigInteger>> histograms = new HashMap<>();
        backend.run(
                query.sql(),
                query.keyCount(),
                query.integerCount(),
                (keys, integers) -> histograms
                        .computeIfAbsent(Objects.requireNonNull(keys[0]), name -> new HashMap<>())
                        .put(Integer.valueOf(Objects.requireNonNull(keys[1])), integers[0]));
        return histograms;
    }

    static ResolvedLimits run(
            Calibration calibration,
            ReleaseStep.Query query,
            Map<String, Map<Integer, BigInteger>> histograms,
            Noise noise) {
        ReleasePlan plan = calibration.plan();
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        Map<ContributionLimits.Inferred, ResolvedLimits.Beyond> beyond = new HashMap<>();
        Map<ContributionLimits.Inferred, PeopleByAmount> amounts = new HashMap<>();
        for (int i : rowsFirst(plan)) {
            AutomaticParameter parameter = plan.automatic().get(i);
            if (HistogramSql.likeThePaper(plan)) {
                Map<Integer, BigInteger> largest = histograms.getOrDefault(HistogramSql.byLargest(i), Map.of());
                likeThePaper(calibration, i, largest, query, noise).ifPresent(range -> {
                    for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                        found.put(
                                new ContributionLimits.Inferred(parameter, use),
                                limits(parameter.kind(), range.low(), range.high()));
                    }
                });
            } else {
                ResolvedLimits before = new ResolvedLimits(found, beyond);
                byPeople(calibration, i, histograms, before, noise).forEach((inferred, seen) -> {
                    TailBounds.Found range = seen.range;
                    found.put(inferred, limits(parameter.kind(), range.low(), range.high()));
                    beyond.put(
                            inferred,
                            new ResolvedLimits.Beyond(
                                    range.below(),
                                    above(parameter, seen),
                                    range.people(),
                                    range.mass(),
                                    seen.ofOthers));
                    range.amounts().ifPresent(people -> amounts.put(inferred, people));
                });
            }
        }
        shareLimitOfAllRows(plan, found, beyond);
        return new ResolvedLimits(found, beyond, amounts);
    }

    /** Rows beyond a limit are at most what the shapes of tails say, or what was counted there, whichever is more. */
    private static Outside above(AutomaticParameter parameter, Seen seen) {
        TailBounds.Found range = seen.range;
        Outside above = range.above();
        if (!parameter.kind().isCount() || seen.ofOthers || range.amounts().isEmpty()) {
            return above;
        }
        double counted = range.amounts().get().mostBeyond(range.high().doubleValue());
        Estimate excess = above.excess();
        return new Outside(
                above.people(), new Estimate(excess.value(), excess.low(), Math.max(excess.high(), counted)));
    }

    /**
     * Where too few people have such rows to find their limit, that of all rows holds for them, too, if the release finds
     * it: whoever has no more rows than that has no more such rows.
     */
    private static void shareLimitOfAllRows(
            ReleasePlan plan,
            Map<ContributionLimits.Inferred, ContributionLimits.Given> found,
            Map<ContributionLimits.Inferred, ResolvedLimits.Beyond> beyond) {
        Optional<AutomaticParameter> all = plan.automatic().stream()
                .filter(parameter ->
                        parameter.kind() == AutomaticParameter.Kind.ROWS_PER_GROUP && !parameter.isOfSomeRows())
                .findFirst();
        for (AutomaticParameter parameter : plan.automatic()) {
            for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                ContributionLimits.Inferred some = new ContributionLimits.Inferred(parameter, use);
                if (parameter.isOfSomeRows() && all.isPresent() && !found.containsKey(some)) {
                    ContributionLimits.Inferred rows = new ContributionLimits.Inferred(all.get(), use);
                    Optional.ofNullable(found.get(rows)).ifPresent(limit -> found.put(some, limit));
                    Optional.ofNullable(beyond.get(rows)).ifPresent(people -> beyond.put(some, people));
                }
            }
        }
    }

    /** The places of a plan's parameters: bounds of values are weighed with the number of rows that may have them. */
    private static List<Integer> rowsFirst(ReleasePlan plan) {
        return IntStream.range(0, plan.automatic().size())
                .boxed()
                .sorted(Comparator.comparing(
                        i -> !plan.automatic().get(i).kind().isCount()))
                .toList();
    }

    /**
     * A limit that was found.
     *
     * @param ofOthers whether it is one of all rows of people who have none of the rows in question
     */
    private record Seen(TailBounds.Found range, boolean ofOthers) {}

    /**
     * The limits of each use, all from one noisy histogram: what comes after noise costs nothing. Where too few people have
     * the rows in question, it is a limit of all rows of the others: they are in bins of their own of the same histogram,
     * whose noise is always drawn.
     */
    private static Map<ContributionLimits.Inferred, Seen> byPeople(
            Calibration calibration,
            int index,
            Map<String, Map<Integer, BigInteger>> histograms,
            ResolvedLimits before,
            Noise noise) {
        Map<Integer, BigInteger> largest = histograms.getOrDefault(HistogramSql.byLargest(index), Map.of());
        AutomaticParameter parameter = calibration.plan().automatic().get(index);
        TailBounds bins = HistogramSql.bins(parameter);
        Epsilon epsilon = calibration.parameter(index);
        BoundPrices prices = new BoundPrices(calibration);
        Function<BoundPrices.Price, Optional<TailBounds.Found>> search;
        Function<BoundPrices.Price, Optional<TailBounds.Found>> ofZeros = price -> Optional.empty();
        if (parameter.kind().isRange()) {
            Map<Integer, BigInteger> smallest = histograms.getOrDefault(HistogramSql.bySmallest(index), Map.of());
            TailBounds.Ends noisy = bins.noisyEnds(largest, smallest, epsilon, noise.bits())
                    .with(bins.noisyZeros(largest, smallest, epsilon, noise.bits()));
            TailBounds.Rows rows = RowsOfPeople.of(calibration, parameter, before);
            search = price -> bins.range(noisy, epsilon, price.noise(), rows);
            ofZeros = price -> bins.range(bins.together(noisy), epsilon, price.noise(), rows);
        } else {
            List<BigInteger> noisy = bins.noisyMagnitudes(largest, epsilon, noise.bits());
            search = price -> magnitude(bins, noisy, epsilon, price);
        }
        Function<BoundPrices.Price, Optional<TailBounds.Found>> ofOthers =
                ofOthers(calibration, index, histograms, noise);
        Function<BoundPrices.Price, Optional<TailBounds.Found>> withZeros = ofZeros;
        Map<ContributionLimits.Inferred, Seen> found = new HashMap<>();
        for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
            ContributionLimits.Inferred inferred = new ContributionLimits.Inferred(parameter, use);
            BoundPrices.Price price = prices.of(inferred, before);
            Optional<TailBounds.Found> own = use == ContributionLimits.Use.DRAWN
                    ? search.apply(price).or(() -> withZeros.apply(price))
                    : search.apply(price);
            own.or(() -> ofOthers.apply(price)).ifPresent(range -> found.put(inferred, new Seen(range, own.isEmpty())));
        }
        return found;
    }

    private static Optional<TailBounds.Found> magnitude(
            TailBounds bins, List<BigInteger> noisy, Epsilon epsilon, BoundPrices.Price price) {
        return price.error().isPresent()
                ? bins.weight(noisy, epsilon, price.noise(), price.error().getAsDouble())
                : bins.magnitude(noisy, epsilon, price.noise());
    }

    private static Function<BoundPrices.Price, Optional<TailBounds.Found>> ofOthers(
            Calibration calibration, int index, Map<String, Map<Integer, BigInteger>> histograms, Noise noise) {
        AutomaticParameter parameter = calibration.plan().automatic().get(index);
        if (!calibration.plan().countsOthers(parameter)) {
            return price -> Optional.empty();
        }
        TailBounds bins = HistogramSql.bins(parameter);
        Epsilon epsilon = calibration.parameter(index);
        Map<Integer, BigInteger> others = histograms.getOrDefault(HistogramSql.byRowsOfOthers(index), Map.of());
        List<BigInteger> noisy = bins.noisyMagnitudes(others, epsilon, noise.bits());
        return price -> magnitude(bins, noisy, epsilon, price);
    }

    private static Optional<ApproximateBounds.Found> likeThePaper(
            Calibration calibration, int index, Map<Integer, BigInteger> exact, ReleaseStep.Query query, Noise noise) {
        AutomaticParameter parameter = calibration.plan().automatic().get(index);
        ApproximateBounds bins = HistogramSql.paperBins(parameter);
        BigInteger entries = BigInteger.valueOf(calibration.maxGroups())
                .multiply(BigInteger.valueOf(parameter.kind().entries()));
        DiscreteLaplace law = DiscreteLaplace.calibrated(entries, calibration.parameter(index));
        return bins.find(
                bin -> noise.noisy(law, exact.getOrDefault(bin, BigInteger.ZERO), origin(query, index, bin)),
                bins.threshold(law, FALSE_POSITIVE));
    }

    private static Noise.Origin origin(ReleaseStep.Query query, int index, int bin) {
        return Noise.Origin.of(query, List.of(HistogramSql.byLargest(index), String.valueOf(bin)), 0);
    }

    private static ContributionLimits.Given limits(AutomaticParameter.Kind kind, BigInteger low, BigInteger high) {
        return switch (kind) {
            case ROWS_PER_GROUP, DISTINCT_PER_GROUP ->
                new ContributionLimits.Given(BigInteger.ZERO, high.min(BigInteger.valueOf(Integer.MAX_VALUE)));
            case SUM_PER_GROUP -> new ContributionLimits.Given(low.min(BigInteger.ZERO), high.max(BigInteger.ZERO));
            case MEAN_PER_GROUP, VALUE_PER_ROW -> new ContributionLimits.Given(low, high);
        };
    }
}
